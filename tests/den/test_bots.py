"""Bots at the tables: who they are, that they think elsewhere, and that the evening goes on whatever they do."""

from __future__ import annotations

import asyncio
import pickle
import random
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from speelhol.bots import Thought, pool
from speelhol.bots.pool import Pool
from speelhol.bots.roster import CHARACTERS, LEVELS, NAMES, offered
from speelhol.den import TurnedAway
from speelhol.den import bots as bots_module
from speelhol.den.tables import entries
from speelhol.kernel import Temper, View
from tests.bots.zoo import MISBEHAVE, ZOO
from tests.house import HOST, awaited, dealt, opened, seated

pytestmark = pytest.mark.sqlite


class Stub(Pool):
    """A pool without workers that notes what it is asked, and answers at once or not at all."""

    def __init__(self, answers: bool = True) -> None:
        super().__init__(2)
        self.asked: list[tuple[View, str, Temper, float]] = []
        self.answers = answers

    async def think(self, view: View, where: str, temper: Temper, seed: float, seconds: float, **_: Any) -> Thought:
        self.asked.append((view, where, temper, seconds))
        if not self.answers:
            await asyncio.sleep(3600)
        assert view.offers is not None
        return Thought(view.offers.sample(random))


async def until(what: Any) -> None:
    async with asyncio.timeout(60):
        while not what():
            await asyncio.sleep(0.005)


@awaited
async def test_the_zoo_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every kind of misbehaviour sits at one table; all their moves are made, and counted by what was wrong."""
    monkeypatch.setattr(pool, "GRACE", 0.2)
    async with opened(tmp_path, bot_workers=2) as den:
        den.bots.levels |= ZOO
        table = await den.open_table("casa-de-papel", len(MISBEHAVE), {}, HOST)
        for seat, kind in enumerate(MISBEHAVE):
            await den.sit_bot(table, seat, HOST, kind)
        await den.deal(table, HOST)
        counted = den.metrics.bot_failures
        reasons = set(MISBEHAVE.values())
        await until(lambda: all(counted.labels(reason)._value.get() for reason in reasons))
        assert table.playing.moves is not None
    assert "a bot gave no good answer" in caplog.text


BROKEN = [(asyncio, "create_subprocess_exec"), (pool.Worker, "begin"), (pool.Worker, "ask"), (Pool, "ask"),
          (pool, "read_thought"), (pickle, "dumps")]  # fmt: skip
"""All that happens between a question and its answer."""


@pytest.mark.parametrize(("where", "name"), BROKEN)
@awaited
async def test_no_failure_of_asking_stops_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Any, name: str
) -> None:
    """Whatever is raised on the way to a worker and back, the match goes on to its end, and each failure is counted."""
    errors = cycle([RuntimeError("the handler is closed"), AttributeError("no pipe"), OSError("no fork"), KeyError(1)])

    def broken(*_: Any, **__: Any) -> Any:
        raise next(errors)

    async with opened(tmp_path, bot_workers=1) as den:
        monkeypatch.setattr(where, name, broken)
        table = await dealt(den, people=0)
        await until(lambda: table.phase == "over")
        counted = sum(den.metrics.bot_failures.labels(reason)._value.get() for reason in ("died", "broken"))
        assert counted >= len(table.playing.record().actions)


@awaited
async def test_what_a_bot_is_handed(tmp_path: Path) -> None:
    """Its seat's view, its level and its character; less time than its pause. Who stands in for somebody is sharp."""
    async with opened(tmp_path, bot_pause=0.01) as den:
        stub = den.bots.pool = Stub()
        table = await den.open_table("thieves", 3, {}, HOST)
        await den.sit_bot(table, 0, HOST, "schemer", "liar")
        await den.sit_bot(table, 1, HOST, "beginner", "cautious")
        await den.write(table, lambda now: now.sit(2, "p2", "Noor"))
        table.seat(2, replace(table.chairs[2], held=True))
        await den.deal(table, HOST)
        await until(lambda: table.phase == "over")
        chosen = {0: ("schemer", "liar"), 1: ("beginner", "cautious"), 2: ("sharp", "even")}
        assert {view.seat for view, *_ in stub.asked} == set(chosen)
        for view, where, temper, seconds in stub.asked:
            assert type(view) is View
            level, character = chosen[view.seat or 0]
            assert where == LEVELS[level]
            assert temper == CHARACTERS[character]
            assert seconds <= bots_module.BUDGET
            assert view.offers is not None
        # every move, also where there is nothing to choose: those wait in line, too
        assert len(stub.asked) >= len(table.playing.record().actions)


@pytest.mark.parametrize("game", ["thieves", "counterfeiters"])
@awaited
async def test_the_turn_of_who_hardly_thinks_is_the_same_whatever_it_thinks(tmp_path: Path, game: str) -> None:
    """By level and game: where a regular one looks ahead now and then, it takes as long where it does not."""
    async with opened(tmp_path, bot_pause=0.01) as den:
        stub = den.bots.pool = Stub()
        table = await den.open_table(game, 3, {}, HOST)
        for seat, level in enumerate(("regular", "beginner", "beginner")):
            await den.sit_bot(table, seat, HOST, level)
        await den.deal(table, HOST)
        await until(lambda: len(stub.asked) > 30 or table.phase == "over")
        looks_ahead = bool(table.game.mind.forethought)
        assert looks_ahead == (game == "counterfeiters")
        regular = bots_module.FORETHOUGHT if looks_ahead else bots_module.GLANCE
        assert {seconds for view, *_, seconds in stub.asked if view.seat == 0} == {regular}
        assert {seconds for view, *_, seconds in stub.asked if view.seat} == {bots_module.GLANCE}


@awaited
async def test_an_answer_comes_after_the_pause_however_quick_the_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause is drawn before the thinking begins, and the thinking must fit into it."""
    async with opened(tmp_path, bot_pause=0.4) as den:
        stub = den.bots.pool = Stub()
        table = await seated(den, people=0)
        slept: list[float] = []
        sleep = asyncio.sleep

        async def nap(seconds: float) -> None:
            slept.append(seconds)
            await sleep(0)

        monkeypatch.setattr(bots_module, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": nap}))  # theirs alone
        await den.deal(table, HOST)
        async with asyncio.timeout(60):
            while len(stub.asked) < 12:
                await sleep(0.001)
        monkeypatch.undo()
        pauses = [pause for pause in slept if pause]
        calm, most = 2 * 0.4, 3  # at a calm table, for so many events
        assert all(0.85 * calm <= pause <= 1.15 * calm * most for pause in pauses)
        assert all(seconds <= 0.8 * max(pauses) for *_, seconds in stub.asked)


@awaited
async def test_closing_in_the_middle_of_a_thought_loses_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        stub = den.bots.pool = Stub(answers=False)
        table = await seated(den, people=0)
        await den.deal(table, HOST)
        await until(lambda: stub.asked)
    assert table.playing.moves is None
    async with opened(tmp_path) as den:
        again = await den.table(table.code)
        assert again.chairs == table.chairs
        den.visit(again)
        await until(lambda: again.phase == "over")


@awaited
async def test_who_sits_there(tmp_path: Path) -> None:
    """Names go with characters, a rematch keeps both, and there is nobody of another kind."""
    async with opened(tmp_path) as den:
        table = await den.open_table("thieves", 4, {}, HOST)
        await den.sit_bot(table, 1, HOST, "sharp", "bold")
        await den.sit_bot(table, 2, HOST, "beginner", "bold")
        await den.sit_bot(table, 3, HOST)
        nobody = (("random", "even"), ("sharp", "rude"), ("os:system", "even"), ("seer", "even"),
                  ("speelhol.lab.ceiling:Seer", "even"))  # fmt: skip
        for level, character in nobody:
            with pytest.raises(TurnedAway, match="no-such-bot"):
                await den.sit_bot(table, 0, HOST, level, character)
        await den.sit_bot(table, 0, HOST, "schemer", "liar")
        assert [chair.level for chair in table.chairs] == ["schemer", "sharp", "beginner", "regular"]
        assert [chair.name in NAMES[chair.character] for chair in table.chairs] == [True] * 4
        await den.deal(table, HOST)
        await until(lambda: table.phase == "over")
        again = await den.rematch(table, HOST)
        assert again.chairs == table.chairs
        assert "sharp" not in offered(table.game), "who names it gets it all the same, and tables keep it"


def test_an_old_log_has_bots_that_do_not_think() -> None:
    entry = entries.decode('{"kind":"bot-sat","seat":1,"name":"Abel"}')
    assert entry == entries.BotSat(1, "Abel", "random", "even")
    opened = entries.decode('{"kind":"opened","game":"thieves","rules":1,"seats":3,"options":{},"host":"h"}')
    assert isinstance(opened, entries.Opened)
    assert opened.hints == "alone"
