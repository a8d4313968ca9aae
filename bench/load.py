"""Tables under load: four people each, who look at streams and play when everybody has seen the last move.

They decide at once, or think as people do. Whose tables they are is told in bench/house.py and bench/rivals/tables.py.
"""

from __future__ import annotations

import asyncio
import math
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .light_clients import Connection, Place, Stream, Traffic

SEATS = 4
QUIET = 0.02
"""A sealed answer shows on nobody else's page: after so many seconds without news the table goes on."""
TOGETHER = 4
"""Tables that are opened at the same time."""
PATIENCE = 30.0


class Tally(Traffic):
    """What was measured: times in seconds, bytes of streams."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        self.counting = False
        self.clear()

    @property
    def moves(self) -> int:
        return len(self.acknowledged)

    def count(self, acknowledged: float, seen: float) -> None:
        if self.counting:
            self.acknowledged.append(acknowledged)
            self.seen.append(seen)

    def add(self, other: Tally) -> None:
        for name in ("acknowledged", "seen", "errors", "quiet", "openings", "wire", "plain"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def clear(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.quiet = self.openings = self.wire = self.plain = 0


class Viewer:
    """One person at an open table, with a line for requests and a stream."""

    def __init__(self, table: LoadedTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.place = Place(table.port, table.number * SEATS + seat)
        self.line = Connection(self.place)
        self.secret = secrets.token_urlsafe(24)
        self.stream: Any = None
        self.over = False

    def heard(self, data: bytes) -> None:
        self.read(data)
        self.table.shown(self)

    def read(self, data: bytes) -> None:
        raise NotImplementedError

    def decision(self, rng: random.Random) -> Any:
        """What to play now; None if there is nothing to decide."""
        raise NotImplementedError

    async def listen(self, stream: Stream) -> None:
        self.stream = stream
        await stream.open()

    def leave(self) -> None:
        self.line.close()
        if self.stream is not None:
            self.stream.close()


class LoadedTable:
    """A table of ours or of a rival: opens a match, plays it to the end, opens the next one."""

    viewer: type[Viewer]

    def __init__(self, port: int, game: str, number: int, tally: Tally, pace: float = 0.0) -> None:
        self.port = port
        self.game = game
        self.number = number
        self.tally = tally
        self.pace = pace
        self.rng = random.Random(number)
        self.viewers: list[Any] = []
        self.moves = 0
        self.ended = False
        self.opened = asyncio.Event()
        self._allowed = math.inf
        self._more = asyncio.Event()
        self._expected: set[Viewer] = set()
        self._all_seen: asyncio.Future[None] | None = None
        self._last = 0.0

    def allow(self, moves: float) -> None:
        """Wait once so many moves are made, until more are allowed."""
        self._allowed = moves
        self._more.set()

    def shown(self, viewer: Viewer) -> None:
        self._last = time.perf_counter()
        self._expected.discard(viewer)
        if not self._expected and self._all_seen is not None and not self._all_seen.done():
            self._all_seen.set_result(None)

    def expect(self) -> asyncio.Future[None]:
        self._expected = set(self.viewers)
        self._all_seen = asyncio.get_running_loop().create_future()
        return self._all_seen

    async def until_seen(self, seen: asyncio.Future[None]) -> None:
        """Wait until all have seen a table that was opened. Raises OSError if a stream was refused or nothing came."""
        async with asyncio.timeout(PATIENCE):
            while not seen.done():
                await asyncio.wait([seen], timeout=0.2)
                if any(viewer.stream.broken for viewer in self.viewers):
                    raise ConnectionError("a stream was refused")

    async def run(self, stop: asyncio.Event, matches: int = 10**9) -> None:
        """Play until stopped, or so many matches; what goes wrong is noted."""
        try:
            for _ in range(matches):
                if stop.is_set():
                    return
                self.viewers = [self.viewer(self, seat) for seat in range(SEATS)]
                await self.begin()
                self.tally.openings += 1
                self.opened.set()
                await self._play(stop)
                self.end()
        except Exception as error:
            if not stop.is_set():
                self.tally.errors.append(f"{self.game} {self.number}: {error!r}")
        finally:
            self.ended = True
            self.opened.set()
            with suppress(Exception):
                self.end()

    async def _play(self, stop: asyncio.Event) -> None:
        waits, first = 0, True
        while not stop.is_set() and not all(v.over for v in self.viewers):
            while self.moves >= self._allowed and not stop.is_set():
                self._more.clear()
                await self._more.wait()
            if any(v.stream.broken for v in self.viewers):
                raise ConnectionError("a stream broke")
            found = [(v, d) for v in self.viewers if (d := v.decision(self.rng)) is not None]
            if not found:
                waits += 1
                if waits > 200:
                    raise TimeoutError("nobody is asked and the match is not over")
                await asyncio.sleep(0.01)
                continue
            waits = 0
            if self.pace:  # all begin together: the first thought is as long as what is left of any
                await asyncio.sleep(self.pace * (self.rng.random() + (0.0 if first else 0.5)))
            first = False
            viewer, decision = found[int(self.rng.random() * len(found))]
            await self._decide(viewer, decision)

    async def _decide(self, viewer: Any, decision: Any) -> None:
        """One decision: acknowledged, and seen by everybody whose page shows it."""
        seen = self.expect()
        begun = self._last = time.perf_counter()
        await self.post(viewer, decision)
        acknowledged = time.perf_counter()
        if not seen.done():
            try:
                async with asyncio.timeout(QUIET if self._expected != set(self.viewers) else 5.0):
                    await seen
            except TimeoutError:
                self.tally.quiet += 1
        self.tally.count(acknowledged - begun, max(acknowledged, self._last) - begun)
        self.moves += 1

    def end(self) -> None:
        for viewer in self.viewers:
            viewer.leave()

    async def begin(self) -> None:
        """Open a match; all viewers have seen it."""
        raise NotImplementedError

    async def post(self, viewer: Any, decision: Any) -> None:
        """Send a decision and wait until it is acknowledged."""
        raise NotImplementedError


class Crowd:
    """Tables under load in this process."""

    def __init__(self, make: Callable[[int, Tally], LoadedTable]) -> None:
        self.tally = Tally()
        self.stop = asyncio.Event()
        self.tables: list[LoadedTable] = []
        self._make = make
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, tables: int, matches: int = 10**9) -> None:
        """So many more tables; they wait, once open, until they are let play. Raises RuntimeError if one can't."""
        room = asyncio.Semaphore(TOGETHER)

        async def open_one(table: LoadedTable) -> None:
            async with room:
                self._tasks.append(asyncio.create_task(table.run(self.stop, matches)))
                await table.opened.wait()

        came = [self._make(len(self.tables) + number, self.tally) for number in range(tables)]
        self.tables += came
        for table in came:
            table.allow(0)
        await asyncio.gather(*map(open_one, came))
        if self.tally.errors:
            raise RuntimeError(self.tally.errors[0])

    def play(self) -> None:
        """Let all tables play as they like."""
        for table in self.tables:
            table.allow(math.inf)

    async def until(self, moves: int) -> int:
        """Let every table play up to so many moves, then wait. Returns how many are still playing."""
        for table in self.tables:
            table.allow(moves)
        while any(table.moves < moves and not table.ended for table in self.tables):
            await asyncio.sleep(0.005)
        return sum(not table.ended for table in self.tables)

    async def go(self) -> None:
        self.stop.set()
        for table in self.tables:
            table.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
