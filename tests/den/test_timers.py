"""Deadlines stand in the books: they survive a restart, fire once, and hold up nobody else."""

from __future__ import annotations

import asyncio
import random
import time as wall
from pathlib import Path

import pytest
import sqlalchemy as sa

from speelhol.den import Pace
from speelhol.den.storage.schema import log, tables
from speelhol.den.storage.store import Store
from speelhol.den.tables import entries as e
from tests.house import awaited, facts, opened, play_on

from .times import MINUTE, VOTE, Time, clocked, house, ups


@awaited
async def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MINUTE)
        due, before = table.due, facts(table)
    time.now += 30
    async with house(tmp_path, time) as den:
        assert [row[2] for row in await den.store.due(1e12)] == [due]
        again = await den.table(table.code)
        assert facts(again) == before
        await den.timers.fire()
        assert await ups(den, again) == []
        time.now += 30
        await den.timers.fire()
        assert len(await ups(den, again)) == 1


@awaited
async def test_what_fell_due_while_the_house_was_closed_fires_when_it_opens(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        found = [await clocked(den, MINUTE) for _ in range(3)]
        slow = [table.playing.to_act for table in found]
    time.now += 100_000
    async with house(tmp_path, time) as den:
        async with asyncio.timeout(60):  # nobody asks for it
            while len(await den.store.due(time.now)):
                await asyncio.sleep(0.01)
        for table, seats in zip(found, slow, strict=True):
            again = await den.table(table.code)
            assert [up.seats for up in await ups(den, again)] == [seats]
            den.visit(again)
            while again.bots_to_act:
                await asyncio.sleep(0)
            assert again.due == time.now + 60


@awaited
async def test_two_processes_fire_once(tmp_path: Path) -> None:
    time = Time()
    async with house(tmp_path, time, bot_pause=30) as here, house(tmp_path, time, bot_pause=30) as there:
        ours = [await clocked(here, pace) for pace in (MINUTE, VOTE, MINUTE, VOTE)]
        theirs = [await there.table(table.code) for table in ours]
        time.now += 61
        await asyncio.gather(*(den.timers.fire() for den in (here, there, here, there)))
        for one, other in zip(ours, theirs, strict=True):
            assert len(await ups(here, one)) == 1
            await here.catch_up(one)
            await there.catch_up(other)
            assert facts(one) == facts(other)


@awaited
async def test_a_process_that_has_not_heard_of_the_answer_fires_nothing(tmp_path: Path) -> None:
    time = Time()
    rng = random.Random(1)
    async with house(tmp_path, time) as here, house(tmp_path, time) as there:
        ours = await clocked(here, MINUTE)
        theirs = await there.table(ours.code)
        time.now += 59
        (seat,) = ours.playing.to_act
        while ours.playing.to_act == (seat,):
            await play_on(here, ours, 1, rng)
        time.now += 2
        await there.timers.fire()
        assert await ups(here, ours) == []
        assert not any(chair.held for chair in theirs.chairs)


@awaited
async def test_the_clocks_run_by_themselves(tmp_path: Path) -> None:
    """With the real time: nothing but the deadline wakes the house, though it slept for longer."""
    async with opened(tmp_path) as den:
        await asyncio.sleep(0.05)  # it looked, found nothing, and sleeps
        table = await clocked(den, Pace("move", 1, absent="bot"))
        changed = asyncio.Event()
        den.watch(table, None, changed.set)
        changed.clear()
        async with asyncio.timeout(60):
            while not any(chair.held for chair in table.chairs):
                await changed.wait()
                changed.clear()
        (up, *_) = await ups(den, table)
        dealt = next(entry for entry in await den.store.read(table.id) if isinstance(entry, e.Dealt))
        assert up.at - dealt.at >= 1
        assert up.at <= wall.time()


@awaited
async def test_a_clock_that_is_put_back_fires_later_and_breaks_nothing(tmp_path: Path) -> None:
    time = Time()
    rng = random.Random(2)
    async with house(tmp_path, time) as den:
        table = await clocked(den, Pace("match", 60, 5, absent="bot"))
        time.now -= 1_000
        await play_on(den, table, 1, rng)
        assert max(table.clock.left) <= 65
        assert table.due is not None
        assert time.now < table.due <= time.now + 65
        await den.timers.fire()
        assert await ups(den, table) == []


@awaited
async def test_one_table_that_cannot_be_read_stops_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        broken = await clocked(den, MINUTE)
        sound = await clocked(den, MINUTE)
        async with den.store.engine.begin() as connection:
            await connection.execute(sa.update(log).where(log.c.table_id == broken.id).values(entry="{}"))
    async with house(tmp_path, time) as den:
        time.now += 61
        await den.timers.fire()
        assert len(await ups(den, await den.table(sound.code))) == 1
        assert "no bot could take over" in caplog.text
        caplog.clear()
        await den.timers.fire()
    assert caplog.text == ""  # said once


@awaited
async def test_the_databases_that_cannot_be_reached_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("speelhol.den.timers.LOOK_AGAIN", 0.02)
    due = Store.due
    failures = 0

    async def sometimes(self: Store, before: float, most: int = 200) -> list[tuple[int, str, float]]:
        nonlocal failures
        if failures < 3:
            failures += 1
            raise OSError("no books")
        return await due(self, before, most)

    monkeypatch.setattr(Store, "due", sometimes)
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MINUTE)
        time.now += 61
        async with asyncio.timeout(60):
            while not any(chair.held for chair in table.chairs):
                await asyncio.sleep(0.01)
    assert "the clocks can't be read" in caplog.text


@awaited
async def test_a_move_and_its_deadline_are_written_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    async with house(tmp_path, time) as den:
        table = await clocked(den, MINUTE)

        async def stored() -> float | None:
            async with den.store.engine.connect() as connection:
                found = await connection.execute(sa.select(tables.c.due).where(tables.c.id == table.id))
                due: float | None = found.scalar_one()
                return due

        rng = random.Random(3)
        for _ in range(12):
            time.now += 1
            await play_on(den, table, 1, rng)
            assert await stored() == table.due
        monkeypatch.setattr("speelhol.den.storage.store._SET_DUE", sa.text("no such statement"))
        seq, due = table.seq, await stored()
        time.now += 1
        with pytest.raises(sa.exc.OperationalError):
            await play_on(den, table, 1, rng)
        assert len(await den.store.read(table.id)) == table.seq == seq
        assert await stored() == due


@awaited
async def test_without_a_clock_no_deadline_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speelhol.den.storage.store._SET_DUE", sa.text("no such statement"))
    async with opened(tmp_path) as den:
        await play_on(den, await clocked(den, Pace()), 5, random.Random(4))
