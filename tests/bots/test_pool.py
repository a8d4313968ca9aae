"""Workers: what travels to them and back, and what happens when something goes wrong there."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import uvloop

import speelhol
from speelhol.bots import Budget, Greedy, Sharp, pool
from speelhol.bots.pool import Failed, Pool
from speelhol.bots.queue import LATER, MOVE
from speelhol.bots.roster import CHARACTERS, LEVELS, MIXED, NAMES, ROUND, newcomer
from speelhol.kernel import EVEN, Match, View
from tests.house import awaited

from .zoo import MISBEHAVE, ZOO

SHARP = LEVELS["sharp"]


def process_ids(here: Pool) -> list[int]:
    """Of the workers that have been started and not stopped."""
    return [worker.process_id for worker in here._started if worker.process_id is not None]


@asynccontextmanager
async def a_pool(size: int = 1, died: list[Failed] | None = None) -> AsyncIterator[Pool]:
    heard: list[Failed] = [] if died is None else died
    here = Pool(size, heard.append)
    try:
        yield here
    finally:
        await here.close()
        assert not process_ids(here)


def a_match(game: str, moves: int, seed: str = "pool") -> Match:
    """A match after some moves at random, with somebody to act who has a choice; of a short one, the end."""
    rng = random.Random(seed)
    match = speelhol.game(game).start(speelhol.game(game).seats[0], seed)
    while not match.over and (moves > 0 or match.legal(match.to_act[0]).count < 2):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
        moves -= 1
    return match


def a_view(game: str = "thieves", moves: int = 5) -> View:
    match = a_match(game, moves)
    return match.view(match.to_act[0])


@pytest.mark.parametrize("game", speelhol.games())
def test_a_view_travels(game: str) -> None:
    """With its offers and its log, and to worlds that look the same."""
    match = a_match(game, 20)
    for seat in range(match.seats):
        view = match.view(seat)
        there: View = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
        assert there.to_bytes() == view.to_bytes()
        assert there.log.own_since(0) == view.log.own_since(0)
        assert len(there.log) == len(view.log)
        here, there_too = (speelhol.game(game).imagine(v, random.Random(1)) for v in (view, there))
        assert here.view(seat).to_bytes() == there_too.view(seat).to_bytes() == view.to_bytes()


def test_a_view_of_a_very_long_match_travels() -> None:
    match = a_match("cash-and-run", 9)
    event = match.view(None).log.since(0)[-1]
    for _ in range(50_000):
        match.dealer.tell(event)
    match.dealer.whisper(0, event)
    match.dealer.tell(event)
    log = pickle.loads(pickle.dumps(match.view(0))).log  # noqa: S301 - our own
    assert log.own_since(49_990) == match.view(0).log.own_since(49_990)


def test_a_view_carries_no_match() -> None:
    packed = pickle.dumps(a_view())
    assert b"Position" not in packed
    assert b"Match" not in packed


@awaited
async def test_the_zoo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a bot does, the next one is answered for; the house hears why there was no answer."""
    view = a_view()
    before = view.to_bytes()
    async with a_pool() as here:
        for kind, reason in {"peeker": "", **MISBEHAVE, "leaver": "crash", "vandal": ""}.items():
            monkeypatch.setattr(pool, "GRACE", 0.2 if kind == "sleeper" else 20)
            if not reason:
                assert (await here.think(view, ZOO[kind], EVEN, 1, 0.1)).action in view.offers  # type: ignore[operator]
            else:
                with pytest.raises(Failed) as failed:
                    await here.think(view, ZOO[kind], EVEN, 1, 0.1)
                assert failed.value.reason == reason, kind
            thought = await here.think(view, ZOO["peeker"], EVEN, 1, 0.1)  # of what others knew nothing is left
            assert thought.action in view.offers  # type: ignore[operator]
        assert view.to_bytes() == before


@awaited
async def test_a_worker_thinks_as_one_would_here() -> None:
    """The same view, numbers and rounds, the same thought; and a worker that was killed is started again."""
    view = a_view("casa-de-papel", 8)
    async with a_pool() as here:
        asked = ("decide", view, SHARP, CHARACTERS["bold"], 0.25, 60.0, 40)
        told = pool.read_thought(await here.ask(*asked, seconds=60), view)
        assert told == Sharp(CHARACTERS["bold"]).think(view, random.Random(0.25), Budget(60, 40))
        assert told.choices[0].plays
        (pid,) = process_ids(here)
        os.kill(pid, signal.SIGKILL)
        assert pool.read_thought(await here.ask(*asked, seconds=60), view) == told


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
@pytest.mark.parametrize("noticed", [True, False])
def test_a_worker_that_dies_idle_is_replaced_and_counted(loop: Any, noticed: bool) -> None:
    """Under the event loop of tests and the one of the house, whether or not the loop has heard of the death."""
    view = a_view()
    died: list[Failed] = []

    async def ask_after_a_death() -> None:
        async with a_pool(died=died) as here:
            await here.think(view, ZOO["peeker"], EVEN, 1, 60)
            (pid,) = process_ids(here)
            os.kill(pid, signal.SIGKILL)
            while noticed and here._free[0]._process.returncode is None:  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
            assert (await here.think(view, ZOO["peeker"], EVEN, 1, 60)).action in view.offers  # type: ignore[operator]
            assert process_ids(here) != [pid]

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(ask_after_a_death())
    assert [failed.reason for failed in died] == ["died"]


@awaited
async def test_whatever_breaks_while_a_worker_is_asked_is_a_failure_with_a_reason() -> None:
    """The loops of others have errors of their own; the one who asks hears of nothing but Failed."""
    for error in (RuntimeError("the handler is closed"), AttributeError("no transport"), KeyError(1)):
        async with a_pool() as here:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pool.Worker, "_send", partial(_broken, error))
                with pytest.raises(Failed) as failed:
                    await here.think(a_view(), ZOO["peeker"], EVEN, 1, 60)
            assert failed.value.reason == "died"
            assert await here.think(a_view(), ZOO["peeker"], EVEN, 1, 60)


async def _broken(error: Exception, *_: Any) -> bytes:
    raise error


@awaited
async def test_moves_come_first_and_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_view()
    done: list[str] = []
    async with a_pool() as here:

        async def ask(name: str, rank: int) -> None:
            await here.think(view, LEVELS["regular"], EVEN, 1, 0.1, rank=rank)
            done.append(name)

        first = asyncio.create_task(ask("first", LATER))
        await asyncio.sleep(0)
        rest = [asyncio.create_task(ask(name, rank)) for name, rank in (("story", LATER), ("move", MOVE))]
        await asyncio.sleep(0)
        assert here.waiting == 2
        with pytest.raises(Failed) as failed:
            await here.think(view, SHARP, EVEN, 1, 0.1, patience=0.001)
        assert failed.value.reason == "busy"
        await asyncio.gather(first, *rest)
        assert done == ["first", "move", "story"]

        gone = asyncio.create_task(here.think(view, ZOO["sleeper"], EVEN, 1, 60.0))
        await asyncio.sleep(0.05)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert not process_ids(here)  # a thought that nobody waits for is not thought to its end

        monkeypatch.setattr(pool, "IDLE", 0.05)
        await ask("last", MOVE)
        assert process_ids(here)
        while process_ids(here):
            await asyncio.sleep(0.02)
    with pytest.raises(Failed):
        await here.think(view, SHARP, EVEN, 1, 0.1)


def test_names_go_with_characters() -> None:
    everybody = [name for names in NAMES.values() for name in names]
    assert len(set(everybody)) == len(everybody)
    taken: list[str] = ["Bibi"]  # a person of that name sits here
    for turn in range(7):
        name, character = newcomer(taken, MIXED)
        assert name in NAMES[character]
        assert name not in taken
        taken.append(name)
        assert turn > 2 or character == [c for c in ROUND if c != "bold"][turn]
    assert [newcomer(NAMES["liar"][:n], "liar") for n in range(8)] == [(name, "liar") for name in NAMES["liar"]]
    assert newcomer(everybody, "bold")[1] == "bold"
    assert Greedy(CHARACTERS["bold"]).temper.bold > EVEN.bold > CHARACTERS["cautious"].bold
    assert CHARACTERS["liar"].liar > EVEN.liar
