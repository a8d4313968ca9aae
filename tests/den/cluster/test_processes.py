"""Several processes over one PostgreSQL: each den here stands for a process."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import AsyncExitStack

import pytest

from speelhol.den import Den, Table, TurnedAway
from speelhol.den import bots as bots_module
from speelhol.den.cluster import presence
from speelhol.den.cluster.peers import Peers
from speelhol.den.storage import postgres as wire
from speelhol.den.storage import schema
from speelhol.den.tables import entries as e
from speelhol.den.tables.people import shard
from tests.den.dens import dens, fall
from tests.den.times import Time
from tests.house import HOST, awaited, choice, dealt, facts, play_on, seated, until
from tests.postgres import Postgres

# ---- news


@awaited
async def test_what_one_writes_wakes_those_who_watch_at_the_other(database: str) -> None:
    rng = random.Random(1)
    async with dens(database) as (here, there):
        ours = await dealt(here)
        theirs = await there.table(ours.code)
        changed = asyncio.Event()
        watcher = there.watch(theirs, None, changed.set)
        for _ in range(20):
            changed.clear()
            seat, action = choice(ours, rng)
            await here.play(ours, seat, action, ours.moment(seat))
            await asyncio.wait_for(changed.wait(), 10)
            await until(lambda: theirs.seq == ours.seq)
            assert facts(theirs) == facts(ours)
        there.unwatch(theirs, watcher)


@awaited
async def test_only_a_table_and_a_sequence_number_travel(database: str) -> None:
    heard: list[tuple[str, str]] = []

    async def begin() -> None:
        return

    news = wire.News(database, lambda channel, said: heard.append((channel, said)), begin)
    await news.open()
    async with dens(database, 1) as (den,):
        table = await dealt(den)
        log = wire.channel_of(shard(table.code))
        await news.follow(shard(table.code))
        watcher = den.watch(table, "p0")
        await play_on(den, table, 10, random.Random(2))
        await until(lambda: (log, f"{table.id}:{table.seq}") in heard)
        await until(lambda: (wire.PRESENCE, str(table.id)) in heard)
        den.unwatch(table, watcher)
    await news.close()
    for channel, said in heard:
        assert re.fullmatch(r"(\d+:\d+ ?)+" if channel == log else r"\d+", said)


@awaited
async def test_a_process_hears_of_its_own_tables_only(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: dict[Peers | None, list[str]] = {}
    honest = Peers._hear

    def hear(self: Peers, channel: str, said: str) -> None:
        if channel != wire.PRESENCE:
            heard.setdefault(self, []).append(said)
        honest(self, channel, said)

    monkeypatch.setattr(Peers, "_hear", hear)
    async with dens(database) as (here, there):
        ours, theirs = await dealt(here), await dealt(there)
        while shard(theirs.code) == shard(ours.code):
            theirs = await dealt(there)
        await asyncio.sleep(0.2)
        heard.clear()
        moves = await play_on(here, ours, 10, random.Random(2))
        await until(lambda: any(f"{ours.id}:{ours.seq}" in said for said in heard.get(here._peers, [])))
        assert there._peers not in heard
        assert len(heard[here._peers]) == moves


@awaited
async def test_who_waits_for_nothing_reads_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that only opened a table, or was asked about it once, leaves it to those at whom it is open."""
    read: list[Den] = []
    honest = Den.bring_up

    async def bring_up(self: Den, table: Table, seq: int) -> None:
        read.append(self)
        await honest(self, table, seq)

    monkeypatch.setattr(Den, "bring_up", bring_up)
    async with dens(database, 3) as (here, there, opened):
        theirs = await opened.table((await dealt(opened)).code)
        ours, watched = await here.table(theirs.code), await there.table(theirs.code)
        watcher = there.watch(watched, None, lambda: None)
        read.clear()
        await play_on(here, ours, 10, random.Random(2))
        await until(lambda: watched.seq == ours.seq)
        assert there in read
        assert opened not in read
        assert (await opened.table(theirs.code)).seq == ours.seq
        there.unwatch(watched, watcher)


@awaited
async def test_whoever_was_answered_there_finds_it_here(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the news is late: here it never comes."""
    monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    async with dens(database) as (here, there):
        ours = await seated(here)
        await there.table(ours.code)
        await here.deal(ours, "host")
        assert (await there.table(ours.code)).phase == "playing"
        both = await asyncio.gather(*(there.table(ours.code) for _ in range(10)))
        assert {table.seq for table in both} == {ours.seq}


@awaited
async def test_a_rematch_asked_for_at_both_is_one(database: str) -> None:
    async with dens(database) as (here, there):
        ours = await dealt(here, people=0)
        await until(lambda: ours.phase == "over")
        theirs = await there.table(ours.code)
        one, two = await asyncio.gather(here.rematch(ours, "host"), there.rematch(theirs, "host"))
        assert one.code == two.code
        entries = await here.store.read(ours.id)
        assert [entry.code for entry in entries if isinstance(entry, e.Again)] == [one.code]


@awaited
async def test_processes_that_start_at_once_bring_the_database_up_to_date_once(postgres: Postgres) -> None:
    empty = postgres.fresh()
    async with AsyncExitStack() as later:
        started = [Den(empty) for _ in range(4)]
        await asyncio.gather(*(den.open() for den in started))
        for den in started:
            later.push_async_callback(den.close)
        assert len({den.secret for den in started}) == 1
        code = (await seated(started[0])).code
        assert {(await den.table(code)).seq for den in started} == {5}


# ---- who is here


@awaited
async def test_presence_is_that_of_all_processes(database: str) -> None:
    async with dens(database) as (here, there):
        ours = await seated(here)
        theirs = await there.table(ours.code)
        changed = asyncio.Event()
        looks = there.watch(theirs, None, changed.set)
        changed.clear()
        at_both = [here.watch(ours, "p0"), here.watch(ours, "p1")]
        twin = there.watch(theirs, "p1")
        await until(lambda: there.present(theirs) == here.present(ours) == {"p0", "p1"})
        assert changed.is_set()
        here.unwatch(ours, at_both[1])  # still open at the other one
        here.unwatch(ours, at_both[0])
        await until(lambda: there.present(theirs) == here.present(ours) == {"p1"})
        there.unwatch(theirs, twin)
        await until(lambda: not here.present(ours))
        there.unwatch(theirs, looks)


@awaited
async def test_who_comes_later_knows_who_is_here(database: str) -> None:
    async with dens(database) as (here, there):
        ours = await seated(here)
        watcher = here.watch(ours, "p0")
        await asyncio.sleep(3 * presence.SETTLE)
        assert there.present(await there.table(ours.code)) == {"p0"}
        here.unwatch(ours, watcher)


@awaited
async def test_the_people_of_a_dead_process_are_gone_after_a_while(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "BEAT", 0.1)
    monkeypatch.setattr(presence, "DEAD", 1.0)
    async with dens(database) as (here, there):
        ours = await seated(here)
        theirs = await there.table(ours.code)
        here.watch(ours, "p0")
        there.watch(theirs, "p1")
        await until(lambda: there.present(theirs) == here.present(ours) == {"p0", "p1"})
        await fall(here)
        await until(lambda: there.present(theirs) == {"p1"})


@awaited
async def test_a_process_that_was_only_asleep_is_here_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BEAT", 0.1)
    async with dens(database) as (here, there):
        ours = await seated(here)
        theirs = await there.table(ours.code)
        here.watch(ours, "p0")
        await until(lambda: there.present(theirs) == {"p0"})
        assert here._peers is not None
        asleep = schema.processes.c.id == here._peers.presence.process
        await there.store.ask(lambda c: presence._forget(c, asleep), change=True)
        await until(lambda: not there.present(theirs))
        await until(lambda: there.present(theirs) == {"p0"})


# ---- bots


def moves(den: Den) -> int:
    return int(den.metrics.moves._value.get())


@awaited
async def test_normally_one_process_lets_the_bots_think(database: str) -> None:
    async with dens(database) as (here, there):
        ours = await dealt(here, people=0)
        theirs = await there.table(ours.code)
        watcher = there.watch(theirs, None)
        await until(lambda: ours.phase == theirs.phase == "over")
        assert moves(here) > 20
        assert int(there.metrics.bot_seconds._sum.get()) == moves(there) == 0
        there.unwatch(theirs, watcher)


@awaited
async def test_another_steps_in_when_that_one_dies(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "STEP_IN", 0.3)
    async with dens(database, bot_pause=0.02) as (here, there):
        ours = await dealt(here, people=0)
        theirs = await there.table(ours.code)
        there.visit(theirs)
        await until(lambda: theirs.seq > 8)
        assert not moves(there)
        await fall(here)
        assert ours.phase == "playing"
        there.bot_pause = 0.0
        await until(lambda: theirs.phase == "over")
        assert moves(there)


@awaited
async def test_bots_that_think_at_both_make_no_move_twice(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thought counts for the moment it was thought for, and for no later question."""
    monkeypatch.setattr(bots_module.Bots, "_to_think", lambda *_: True)
    async with dens(database, bot_pause=0.02) as (here, there):  # each of them is the quicker one now and then
        ours = await dealt(here, people=0)
        theirs = await there.table(ours.code)
        there.visit(theirs)
        await until(lambda: ours.phase == theirs.phase == "over")
        assert moves(here)
        assert moves(there)
        written = [entry for entry in await here.store.read(ours.id) if isinstance(entry, e.Moved)]
        assert len(written) == moves(here) + moves(there)
        assert here.metrics.refusals._value.get() + there.metrics.refusals._value.get() > 0
        twin = Table(ours.id, ours.code)
        for entry in await there.store.read(ours.id):
            twin.apply(entry)
        assert facts(twin) == facts(ours) == facts(theirs)


@awaited
async def test_whoever_comes_to_another_process_finds_the_bots_going_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, though this one did not write last and no other one knows of the visitor."""
    monkeypatch.setattr(bots_module, "STEP_IN", 30.0)
    time = Time()
    async with dens(database, bot_pause=0.01) as (here, there):
        here.now = there.now = time
        ours = await dealt(here, people=0)
        time.now += 61
        await until(lambda: not here.bots.at_work(ours.id))
        assert ours.phase == "playing"
        time.now += 61
        theirs = await there.table(ours.code)
        seq = theirs.seq
        await asyncio.sleep(0.1)
        assert theirs.seq == seq
        there.visit(theirs)
        await until(lambda: theirs.phase == "over")
        assert moves(there)


@awaited
async def test_the_bots_of_one_process_go_on_for_people_at_another(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_module, "STEP_IN", 3600.0)
    time = Time()
    async with dens(database, bot_pause=0.01) as (here, there):
        here.now = there.now = time
        ours = await dealt(here, people=0)
        theirs = await there.table(ours.code)
        watcher = there.watch(theirs, "p0")
        await until(lambda: here.present(ours) == {"p0"})
        time.now += 1000
        await until(lambda: ours.phase == "over")
        assert not moves(there)
        there.unwatch(theirs, watcher)


@awaited
async def test_a_host_at_another_process_is_there(database: str) -> None:
    """And has gone from the moment at which they leave it, however long they were there."""
    time = Time()
    async with dens(database) as (here, there):
        here.now = there.now = time
        ours = await seated(here)
        theirs = await there.table(ours.code)
        host = here.watch(ours, HOST)
        await until(lambda: HOST in there.present(theirs))
        time.now += 300
        assert there.takeover(theirs) is None
        with pytest.raises(TurnedAway, match="host-here"):
            await there.take_over(theirs, "p1")
        here.unwatch(ours, host)
        await until(lambda: there.takeover(theirs) is not None)
        assert there.takeover(theirs) == time.now + 60
        told = asyncio.Event()
        door = there.watch(theirs, "p1", told.set)
        await asyncio.sleep(0.2)  # until it is settled that somebody came
        told.clear()
        time.now += 61
        there.timers._nearer.set()
        async with asyncio.timeout(20):
            await told.wait()  # that the minute is up
        await until(lambda: theirs.is_host("p1"))  # by itself, since they are there
        await here.table(ours.code)
        assert ours.is_host("p1")
        assert here.takeover(ours) is None
        there.unwatch(theirs, door)
