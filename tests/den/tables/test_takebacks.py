"""Actions that are taken back: so often and no oftener; and a table is the same whether its log is read in short."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.den import Den, Pace, Table, TurnedAway
from speelhol.den.tables import absence, folding, takebacks
from speelhol.den.tables import entries as e
from speelhol.den.tables.folding import fold
from speelhol.den.tables.takebacks import MOST, shortened
from speelhol.kernel import Match, Refused
from tests.house import awaited, choice, dealt, facts, opened

every_game = pytest.mark.parametrize("game", speelhol.games())
PACES = (
    Pace(), Pace("move", 20, absent="bot"), Pace("match", 60, 5, "bot"), Pace("match", 90, 0, "vote"),
    Pace("none", absent="vote"),
)  # fmt: skip


def everything(table: Table) -> dict[str, Any]:
    """Everything that a table is, also what only the house looks at."""
    more = {"told before": table.told_before, "noticed": table.noticed, "unnoticed": table.unnoticed}
    more["told newly"] = table.told_newly
    more["heard"] = [table.heard(seat) for seat in range(len(table.chairs))]
    more["taken back"] = [table.taken_back(seat) for seat in range(len(table.chairs))]
    more["undo"] = [str(takebacks.why_not(table, seat)) for seat in range(len(table.chairs)) if table.match]
    return facts(table) | more


def folded(entries: Iterable[e.AnyEntry]) -> Table:
    table = Table(1, "velvet-lamp-42")
    for entry in entries:
        table.apply(entry)
    return table


def next_entry(table: Table, rng: random.Random, at: float) -> e.AnyEntry | None:
    """What somebody at a table does next; None if they can't."""
    due = table.due
    if due is not None and due <= at:
        return absence.time_up(table, at)
    held = [seat for seat, chair in enumerate(table.chairs) if chair.held]
    if held and rng.random() < 0.3:
        return absence.come_back(table, rng.choice(held))
    luck = rng.random()
    try:
        if luck < 0.05:
            return table.say(0, "", "well, well")
        if luck < 0.1 and table.clock.overdue:
            voter = f"p{len(table.chairs) - 1}"
            return absence.vote(table, min(table.clock.overdue), voter, frozenset(), table.clock.put)
        if luck < 0.6:
            seats = range(len(table.chairs))
            may = [seat for seat in seats if takebacks.why_not(table, seat) is None] or seats
            return table.undo(rng.choice(may))
    except (TurnedAway, Refused):
        pass
    return None if table.phase == "over" else table.move(*choice(table, rng))


def played(game: str, pace: Pace, seed: int, length: int) -> list[e.AnyEntry]:
    """A log in which people play at random, dither, talk, and run out of time."""
    rng, at = random.Random(seed), 1_000.0
    rules = speelhol.game(game)
    seats = rules.seats[0]
    log: list[e.AnyEntry] = [e.Opened(game, rules.rules, seats, {}, "p0", pace=pace, at=at)]
    log += [e.Sat(seat, f"p{seat}", f"Name {seat}", at=at) for seat in range(seats)]
    log.append(e.Dealt(f"seed {seed}", at=at))
    table = folded(log)
    while len(log) < length and table.phase != "over":
        at += rng.random() * rng.choice((1, 5, 30))
        entry = next_entry(table, rng, at)
        if entry is not None:
            entry = e.decode(e.encode(entry)[:-1] + f',"at":{at}}}')
            table.apply(entry)
            log.append(entry)
    return log


def test_the_logs_hold_what_was_taken_back() -> None:
    """In some games nearly everything is chance or in the dark, so it is counted over all."""
    logs = [played(game, PACES[0], seed=len(game), length=90) for game in speelhol.games()]
    assert sum(isinstance(entry, e.Undone) for log in logs for entry in log) > 5


@every_game
@pytest.mark.parametrize("pace", PACES, ids=lambda pace: f"{pace.kind}-{pace.absent}")
def test_a_log_in_short_leads_to_the_same_table(game: str, pace: Pace) -> None:
    """From the whole log, from a snapshot of any part of it, and after whatever is played then."""
    log = played(game, pace, seed=len(game), length=90)
    rng = random.Random(5)
    for cut in sorted(rng.sample(range(1, len(log)), 4)):
        whole = folded(log[:cut])
        kept = [e.decode(e.encode(entry)) for entry in shortened(log[:cut])]
        short = folded(kept)
        assert everything(short) == everything(whole)
        assert short.seq == cut
        for entry in log[cut:]:
            whole.apply(entry)
            short.apply(entry)
        assert everything(short) == everything(whole)
        assert everything(folded(shortened([*kept, *log[cut:]]))) == everything(whole)
    undone = sum(isinstance(entry, e.Undone) for entry in log)
    in_short = sum(isinstance(entry, e.TakenBack) for entry in shortened(log))
    assert in_short > 2 or undone < 10


@every_game
def test_what_is_taken_back_at_once_is_as_if_all_were_played_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = played(game, PACES[2], seed=7, length=120)
    quick = folded(log)
    monkeypatch.setattr(Match, "follows", lambda *_: False)
    slow = folded(log)
    assert everything(quick) == everything(slow)
    for table in (quick, slow):
        rng = random.Random(9)
        for _ in range(40):
            if table.phase != "over":
                table.apply(table.move(*choice(table, rng)))
    assert everything(quick) == everything(slow)


@awaited
async def test_snapshots_hold_what_was_taken_back_in_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelhol.den.den.SNAPSHOT_EVERY", 10)
    async with opened(tmp_path) as den:
        table = await dealt(den)
        for seat in table.playing.to_act[:3]:
            await dither(den, table, seat, MOST)
        texts = await den.store.texts(table.id)
        assert len(texts) < table.seq - 2 * MOST
        assert len(await den.store.read(table.id)) == table.seq, "the log itself keeps everything"
        then = everything(table)
    async with opened(tmp_path) as den:
        again = await den.table(table.code)
        assert everything(again) == then
        seat = again.playing.to_act[0]
        await den.play(again, seat, next(iter(again.playing.legal(seat))))
        with pytest.raises(Refused, match="often"):
            again.undo(seat)


async def dither(den: Den, table: Table, seat: int, times: int) -> None:
    """Decide and take it back, so many times."""
    action = next(iter(table.playing.legal(seat)))
    for _ in range(times):
        await den.play(table, seat, action)
        await den.write(table, lambda now: now.undo(seat))


@awaited
async def test_a_decision_is_taken_back_so_often_and_no_oftener(tmp_path: Path) -> None:
    """Each seat and each decision by itself; the refusal tells its rule."""
    async with opened(tmp_path) as den:
        table = await dealt(den)
        one, two = table.playing.to_act[:2]
        action = next(iter(table.playing.legal(one)))
        await dither(den, table, one, MOST)
        await den.play(table, one, action)
        with pytest.raises(Refused) as refused:
            await den.write(table, lambda now: now.undo(one))
        assert (refused.value.rule, refused.value.reason) == ("house/table.undo", "often")
        await dither(den, table, two, MOST)  # somebody else's patience is their own
        rng = random.Random(1)
        seen = False
        while not seen and table.phase != "over":
            seat, action = choice(table, rng)
            await den.play(table, seat, action)
            seen = seat == one and takebacks.why_not(table, one) is None
        assert seen, "at the next decision they may hesitate again"


# ---- old bombs


async def bomb(den: Den, pairs: int) -> Table:
    """A table whose log was filled before there was a limit."""
    table = await dealt(den, "cash-and-run")
    rng = random.Random(3)
    while table.phase != "over":
        seat, action = choice(table, rng)
        await den.play(table, seat, action)
        if table.playing.why_not_undo(seat) is None:
            await den.write(table, lambda now, seat=seat: now.undo(seat))  # type: ignore[misc]
            break
    moved, undone = (await den.store.read(table.id))[-2:]
    for n in range(pairs):
        await den.store.append(table.id, table.seq + 2 * n + 1, moved)
        await den.store.append(table.id, table.seq + 2 * n + 2, undone)
    return table


@awaited
async def test_a_long_log_leaves_the_loop_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for something else has a turn after a few entries; nobody sees the table half made, and whoever
    asks for it meanwhile gets the same one."""
    async with opened(tmp_path) as den:
        code = (await bomb(den, 150)).code
    async with opened(tmp_path) as den:
        took, most, turns = 0, 0, 0
        apply = Table.apply

        def counted(table: Table, entry: e.AnyEntry) -> None:
            nonlocal took
            took += 1
            apply(table, entry)

        monkeypatch.setattr(Table, "apply", counted)
        loads = [asyncio.create_task(den.table(code)) for _ in range(3)]
        while not all(load.done() for load in loads):
            before = took
            assert den.at_hand(code) is None or den.at_hand(code).seq > 300  # type: ignore[union-attr]
            assert all(table.seq > 300 for table in den.memory.known().values())
            await asyncio.sleep(0)
            most, turns = max(most, took - before), turns + 1
        assert most <= folding.MOST
        tables = {await load for load in loads}
        assert len(tables) == 1
        assert took <= tables.pop().seq, "it is folded once"


@awaited
async def test_slow_entries_end_a_slice_sooner() -> None:
    log = played("thieves", Pace(), seed=1, length=60)
    now = 0.0
    turns: list[int] = []
    table = Table(1, "velvet-lamp-42")

    def clock() -> float:
        nonlocal now
        now += folding.SECONDS * 0.6  # by its own clock, each entry takes this long
        return now

    async def others() -> None:
        while table.seq < len(log):
            turns.append(table.seq)
            await asyncio.sleep(0)

    await asyncio.gather(fold(table, map(e.encode, log), clock), others())
    assert max(b - a for a, b in pairwise(turns)) <= 4
