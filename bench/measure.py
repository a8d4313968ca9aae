"""One server under one load: what a move costs it, what an opening, and how soon everybody has seen it."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from tests.postgres import Postgres

from . import process
from .house import Page, PageTable, ProgramTable
from .load import SEATS, Crowd, LoadedTable, Tally
from .process import CORES
from .rivals.tables import LENGTH, BoardgameTable, ColyseusTable, FloorTable

KINDS: dict[str, type[LoadedTable]] = {
    "pages": PageTable,
    "JSON": ProgramTable,
    "boardgame.io": BoardgameTable,
    "Colyseus": ColyseusTable,
    "floor": FloorTable,
}
OURS = ("pages", "JSON")
RIVAL = "boardgame.io"
"""Whose server time the others are multiples of."""
FIRST, LAST = 2, 28
"""Of a match these moves are counted, at all servers alike: everybody has begun, and no match has ended."""
WARM = 20
"""Tables that play before anything is counted."""
LONG = 3.0
"""After so many times the seconds asked for, a run on a busy machine ends anyway."""


class Setup(Struct, frozen=True):
    """What is run, under which load."""

    kind: str
    tables: int
    game: str = "thieves"
    pace: float = 0.0
    """Seconds of thought before a move; 0 for none."""
    workers: int = 0
    """Processes over PostgreSQL; 0 for one over SQLite, on a core of its own."""


class Run(Struct, frozen=True):
    """How it went. Times are in ms, bytes those of one viewer's stream and one move."""

    setup: Setup
    moves: int
    rate: float
    move: float
    """Server time a move, without openings."""
    opening: float
    """Server time for a table to be opened and seen by all, with everybody's first page."""
    page: float
    """Server time of such a page; 0 if there are none."""
    database: float
    """PostgreSQL's time a move."""
    seen: tuple[float, float]
    """Until everybody has seen a move: p50 and p99."""
    plain: float
    wire: float
    memory: float
    load: float
    """Part of a core that the load took: near 1, it was the load that was slow."""
    others: float
    """Cores that were busy with something else."""
    errors: tuple[str, ...]

    @property
    def whole(self) -> float:
        """Server time a move, with its part of the opening of a match as long as one of Thieves."""
        return self.move + self.opening / LENGTH


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """p50 and p99, in ms."""
    if len(values) < 2:
        return (0.0, 0.0)
    cuts = statistics.quantiles(values, n=100)
    return 1000 * cuts[49], 1000 * cuts[98]


class Stretch:
    """What was spent in a stretch of time: by the server, its database, the load, and anybody else."""

    def __init__(self, pid: int, database: int = 0) -> None:
        self._pids = (pid, database)
        self._before = self._now()

    def _now(self) -> tuple[float, ...]:
        server, database = (process.cpu(pid) if pid else 0.0 for pid in self._pids)
        return time.perf_counter(), server, database, time.process_time(), process.busy()

    def end(self) -> None:
        self.wall, self.server, self.database, self.load, busy = (
            now - before for now, before in zip(self._now(), self._before, strict=True)
        )
        self.others = max(0.0, busy - self.server - self.database - self.load)


class Site(Struct, frozen=True):
    """A running server."""

    setup: Setup
    port: int
    pid: int
    database: int = 0

    def crowd(self, pace: float = 0.0) -> Crowd:
        kind = KINDS[self.setup.kind]
        return Crowd(lambda number, tally: kind(self.port, self.setup.game, number, tally, pace))

    def stretch(self) -> Stretch:
        return Stretch(self.pid, self.database)


@contextmanager
def site(setup: Setup, postgres: Postgres | None = None) -> Iterator[Site]:
    """A server for this. Alone it has a core, and the load the others; several processes and the load share all."""
    port = process.free_port()
    cores = CORES if setup.workers else CORES[:1]
    os.sched_setaffinity(0, CORES if setup.workers else CORES[1:] or CORES)
    with tempfile.TemporaryDirectory() as folder:
        database = postgres.fresh() if postgres is not None and setup.workers else None
        with process.running(command(setup, port, folder, database), port, cores) as pid:
            yield Site(setup, port, pid, postmaster(postgres) if database and postgres else 0)


def command(setup: Setup, port: int, folder: str, database: str | None) -> list[str]:
    if setup.kind in OURS:
        return process.ours(port, folder, database, setup.workers or 1)
    if setup.kind == "floor":
        return [sys.executable, "-m", "bench.rivals.floor", str(port)]
    return ["node", str(process.RIVALS[setup.kind] / "server.js"), str(port)]


def postmaster(postgres: Postgres) -> int:
    return int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])


async def measure(setup: Setup, seconds: float, postgres: Postgres | None = None) -> Run:
    """A run: so many seconds at human pace; else until the server has spent so many on moves, in whole rounds."""
    with site(setup, postgres) as at:
        await _warm_up(at)
        total = Total()
        while total.wall < (seconds if setup.pace else LONG * seconds) and total.spent["move"] < seconds:
            crowd = at.crowd(setup.pace)
            try:
                await total.opening(at, crowd)
                await total.pages(at, crowd)
                await total.moves(at, crowd, seconds)
                total.memory = process.memory(at.pid)
            finally:
                await crowd.go()
        return total.run(setup)


async def _warm_up(at: Site) -> None:
    crowd = at.crowd()
    await crowd.come(min(WARM, at.setup.tables), matches=1)
    await crowd.until(LAST)
    await crowd.go()


class Total:
    """The sums of a run: tables come, are looked at and play, again and again."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(("opening", "page", "move", "database", "load", "others"), 0.0)
        self.tables = self.seen_pages = 0
        self.wall = 0.0
        self.memory = 0.0
        self.tally = Tally()

    async def opening(self, at: Site, crowd: Crowd) -> None:
        stretch = at.stretch()
        await crowd.come(at.setup.tables, matches=1)
        stretch.end()
        self.spent["opening"] += stretch.server
        self.tables += at.setup.tables

    async def pages(self, at: Site, crowd: Crowd) -> None:
        """Some first pages once more, to know their part."""
        stretch = at.stretch()
        for table in crowd.tables[:50]:
            for viewer in table.viewers:
                if isinstance(viewer, Page):
                    await viewer.first_page()
                    self.seen_pages += 1
        stretch.end()
        self.spent["page"] += stretch.server

    async def moves(self, at: Site, crowd: Crowd, seconds: float) -> None:
        """The moves of tables that are open already."""
        if at.setup.pace:
            crowd.play()
            await asyncio.sleep(at.setup.pace / 2)
        else:
            await crowd.until(FIRST)
        crowd.tally.clear()
        crowd.tally.counting = True
        stretch = at.stretch()
        if at.setup.pace:
            await asyncio.sleep(seconds)
        else:
            await crowd.until(LAST)
        crowd.tally.counting = False
        stretch.end()
        self.wall += stretch.wall
        self.tally.add(crowd.tally)
        for name, spent in (("move", stretch.server), ("database", stretch.database), ("load", stretch.load)):
            self.spent[name] += spent
        self.spent["others"] += stretch.others

    def run(self, setup: Setup) -> Run:
        tally, spent, made = self.tally, self.spent, max(1, self.tally.moves)
        return Run(
            setup,
            tally.moves,
            tally.moves / self.wall,
            move=1000 * spent["move"] / made,
            opening=1000 * spent["opening"] / self.tables,
            page=1000 * spent["page"] / max(1, self.seen_pages),
            database=1000 * spent["database"] / made,
            seen=percentiles(tally.seen),
            plain=tally.plain / made / SEATS,
            wire=tally.wire / made / SEATS,
            memory=self.memory,
            load=spent["load"] / self.wall,
            others=spent["others"] / self.wall,
            errors=tuple(tally.errors),
        )
