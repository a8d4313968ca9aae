"""The leak test with a clock: a house in virtual time, and everything that one seat gets from it, with the times.

Two worlds that a seat can't tell apart must give it the same bytes at the same times: by the streams of pages and
programs, by beats, by whatever is asked for in between, by the moments at which bots answer. Each world is one table in
a house of its own, driven through its server. Only the bots' workers are made of cardboard: their bots answer what
the test wants, and are the slower the more they can choose from, so that a house which lets that through is found out.
"""

from __future__ import annotations

import asyncio
import pickle
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import sqlalchemy as sa
from litestar import Litestar
from msgspec.json import encode

from speelhol.bots import pool
from speelhol.den import Den, Pace, Table, person_of
from speelhol.den.tables import fair
from speelhol.den.tables.pace import NO_CLOCK
from speelhol.kernel import Action, Match, View
from speelhol.web.server.app import create_app
from tests import virtual
from tests.contract.leak import Leak
from tests.house import url
from tests.wire import Wires

CODE, SECRET = "velvet-lamp-42", "5ea1" * 16
NOON = 1_800_000_000.0
NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana")
EVERY = 13.3
"""Seconds between two looks at everything that is asked for, rather than streamed."""
THINKS = 1.3
"""Seconds that somebody takes to decide."""


class Got(NamedTuple):
    """Something that a seat got: when, what, and how many events the seat had heard by then."""

    at: float
    what: bytes
    heard: int


Channels = dict[str, list[Got]]


def cookie_of(seat: int) -> str:
    return f"cookie-of-seat-{seat}-and-nobody-else"


# ---- what is decided


class Script:
    """What the seats of one world decided, for another one to do the same as far as it can."""

    def __init__(self, follows: Script | None = None) -> None:
        self.chosen: dict[tuple[Any, ...], Action] = {}
        self.follows = follows
        self.clock: Callable[[], float] = float
        self.parted: float | None = None
        """When a seat had to do something that the others can tell from what it did in the other world."""

    def choose(self, table: Table, view: View) -> Action:
        assert view.offers is not None
        key = (view.seat, len(table.view(None).log), repr(view.agenda[-1]))
        if key not in self.chosen:
            self.chosen[key] = self._choose(key, view)
        return self.chosen[key]

    def _choose(self, key: tuple[Any, ...], view: View) -> Action:
        offers, rng = view.offers, random.Random(repr(key))
        assert offers is not None
        wanted = self.follows.chosen.get(key) if self.follows is not None else None
        if wanted is None or wanted in offers:
            return wanted or offers.sample(rng)
        if not view.agenda[-1].sealed:
            some = list(offers) if offers.count <= 500 else [offers.sample(rng) for _ in range(60)]
            for action in some:
                if action.face() == wanted.face():
                    return action
            self.parted = self.parted or self.clock()
        return offers.sample(rng)


class CardboardDesk:
    """A worker without a process, for which the test decides, the slower the more there is to choose from."""

    script: Script
    table: Table
    process_id = None

    async def begin(self) -> None:
        pass

    async def clear(self) -> None:
        pass

    async def ask(self, question: bytes, seconds: float) -> Any:
        _, (view, *_), _ = pickle.loads(question)  # noqa: S301 - the house wrote it
        await asyncio.sleep(min(seconds, 0.0005 + 0.05 * (view.offers.count - 1)))
        return {"action": str(self.script.choose(self.table, view))}


# ---- the house


@cache
def _app() -> Litestar:
    """The application of all worlds, whose den is made anew for each: building it takes longer than a world."""
    return create_app("sqlite+aiosqlite:///", 0.7, 1e6, 1)


@cache
def _books() -> Path:
    """An empty house's books, to begin each world with the same ones."""
    folder = Path(tempfile.mkdtemp(prefix="speelhol-clock-"))

    async def make() -> None:
        den = Den(url(folder), bot_workers=0)
        await den.open()
        await den.close()

    virtual.run(make)
    return folder / "speelhol.db"


@asynccontextmanager
async def _house(folder: Path, pause: float) -> AsyncIterator[Den]:
    den: Den = _app().state.den
    loop = asyncio.get_running_loop()
    begun = loop.time()
    Den.__init__(den, url(folder), pause, now=lambda: NOON + loop.time() - begun, bot_workers=1)
    for engine in den.store.engines:
        sa.event.listen(engine, "connect", lambda line, _: line.execute("PRAGMA synchronous = OFF"))
    den.rng = random.Random("luck")
    await den.open()
    try:
        # what a page promises to a table that may be opened is drawn anew for whoever looks
        with mock.patch.object(fair, "new_ticket", return_value=("a ticket", "a seal")):
            yield den
    finally:
        await den.close()


class World:
    """One table, and what a seat gets to see and hear of it."""

    def __init__(self, den: Den, table: Table, seat: int, script: Script) -> None:
        self.den, self.table, self.seat, self.script = den, table, seat, script
        self.got: Channels = {}
        self._wires = Wires(_app())
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()
        self._tasks: list[asyncio.Task[Any]] = []

    @property
    def now(self) -> float:
        """Seconds since the seat began to look."""
        return round(self._loop.time() - self._begun, 6)

    def _note(self, channel: str, what: bytes) -> None:
        heard = len(self.table.view(self.seat).log) if self.table.match else 0
        self.got.setdefault(channel, []).append(Got(self.now, what, heard))

    async def ask(
        self, method: str, path: str, told: Callable[[bytes], object], seat: int | None = None, body: Any = None
    ) -> None:
        """One request, as a page of a seat or of nobody; whatever comes back is told, piece by piece. `body`: a form,
        if it is text."""
        headers = {"host": "localhost", "accept-language": "en"}
        if seat is not None and path.startswith("/api/"):
            headers["authorization"] = f"Bearer {self.den.key(self.table, seat)}"
        elif seat is not None:
            headers["cookie"] = f"speelhol={cookie_of(seat)}; tables={CODE}"
        if isinstance(body, str):
            headers["content-type"] = "application/x-www-form-urlencoded"
        elif body is not None:
            headers["content-type"] = "application/json"
        sent = b"" if body is None else body.encode() if isinstance(body, str) else encode(body)
        await self._wires.ask(method, path, headers, told, sent)

    def begin(self, work: Awaitable[Any]) -> None:
        self._tasks.append(asyncio.ensure_future(work))

    def listen(self) -> None:
        """Open all streams, and look at everything else every now and then."""
        streams = {
            "page": (f"/t/{CODE}/live", self.seat),
            "program": (f"/api/tables/{CODE}/events", self.seat),
            "open page": (f"/t/{CODE}/live?open=true", None),
            "open program": (f"/api/tables/{CODE}/events", None),
        }
        for name, (path, seat) in streams.items():
            self.begin(self.ask("GET", path, lambda piece, name=name: self._note(name, piece), seat))  # type: ignore[misc]
        self.begin(self._look())

    async def _look(self) -> None:
        paths = (f"/t/{CODE}", f"/api/tables/{CODE}/view", f"/api/tables/{CODE}", "/", "/health", "/metrics")
        while True:
            await asyncio.sleep(EVERY)
            for path in paths:
                await self.ask("GET", path, lambda piece, path=path: self._note(path, piece), self.seat)  # type: ignore[misc]

    async def act(self, seat: int, deed: str = "actions", body: Any = None) -> None:
        """Somebody acts by JSON; what the seat itself is answered is its own affair."""
        if deed == "actions":
            body = {"action": str(self.script.choose(self.table, self.table.view(seat)))}
        told = (lambda piece: self._note("answers", piece)) if seat == self.seat else (lambda _: None)
        await self.ask("POST", f"/api/tables/{CODE}/{deed}", told, seat, body)

    async def answer(self) -> None:
        """The seat answers whatever it is asked, after a while."""
        while self.table.phase != "over":
            if self.table.view(self.seat).offers is not None:
                await asyncio.sleep(THINKS)
                await self.act(self.seat)
            await asyncio.sleep(0.1)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


Play = Callable[[World], Awaitable[None]]


def live(
    game: str,
    seats: int,
    play: Play,
    *,
    seat: int = 0,
    people: int = 1,
    match: Match | None = None,
    options: dict[str, Any] | None = None,
    pace: Pace = NO_CLOCK,
    pause: float = 0.7,
    level: str = "sharp",
    script: Script | None = None,
) -> tuple[Channels, Table]:
    """What a seat got in a world: a table with people in this and the next chairs, and bots in the others.

    match: what lies on the table instead of a new deal
    """

    async def run(folder: Path) -> tuple[Channels, Table]:
        async with _house(folder, pause) as den:
            promise = fair.Promise(CODE, SECRET)
            table = await den.open_table(game, seats, options or {}, person_of(cookie_of(seat)), pace, promise)
            for place in range(seats):
                number = (seat + place) % seats
                if place < people:
                    person = person_of(cookie_of(number))
                    await den.write(table, lambda now, n=number, p=person: now.sit(n, p, NAMES[n]))  # type: ignore[misc]
                else:
                    await den.sit_bot(table, number, table.opened.host, level)
            CardboardDesk.script, CardboardDesk.table = world_script, table
            den.watchers.closing = True  # no bot begins before everything lies as it should
            await den.deal(table, table.opened.host)
            if match is not None:
                table.match = match
                table._ask(den.now())
            den.watchers.closing = False
            world = World(den, table, seat, world_script)
            world_script.clock = lambda: world.now
            den.bots.wake(table)
            try:
                await play(world)
            finally:
                await world.leave()
            return world.got, table

    world_script = script or Script()
    books = _books()
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(pool, "Worker", CardboardDesk):
        shutil.copy(books, folder)
        return virtual.run(lambda: run(Path(folder)))


# ---- comparing


def compare(one: Channels, two: Channels, heard: int | None = None, parted: float | None = None) -> int:
    """Raises Leak unless a seat got the same at the same times, by every channel, until the worlds honestly differ; and
    what tells it that they do came at the same time, too. Returns how many pieces were alike.

    heard: the event that reveals which of the worlds it is
    parted: when somebody did something else
    """
    if one.keys() != two.keys():
        raise Leak(f"channels: {sorted(one)} != {sorted(two)}")
    alike, found = 0, []
    for name in one:
        number, difference = _first_difference(one[name], two[name], heard, parted)
        alike += number
        if difference is not None:
            found.append((difference, name))
    if found and (first := min(found))[0].leaks:
        difference, name = first
        raise Leak(f"{name}: {difference.words}")
    return alike


class Difference(NamedTuple):
    """Where two worlds differ first by one channel."""

    at: float
    honest: bool
    words: str

    @property
    def leaks(self) -> bool:
        return not self.honest


def _first_difference(
    one: list[Got], two: list[Got], heard: int | None, parted: float | None
) -> tuple[int, Difference | None]:
    for number, (a, b) in enumerate(zip_longest(one, two)):
        if a is None or b is None:
            at, what, _ = a or b
            return number, Difference(at, False, f"only one world had a piece at {at}: {what[:80]!r}")
        if a.at != b.at:
            words = f"piece {number} came at {a.at} and at {b.at}: {a.what[:80]!r}, {b.what[:80]!r}"
            return number, Difference(min(a.at, b.at), False, words)
        if a.what != b.what:
            honest = (heard is not None and max(a.heard, b.heard) > heard) or (parted is not None and a.at >= parted)
            at = next((i for i, (x, y) in enumerate(zip(a.what, b.what, strict=False)) if x != y), 0)
            some = slice(max(0, at - 60), at + 60)
            return number, Difference(a.at, honest, f"at {a.at}: …{a.what[some]!r} != …{b.what[some]!r}")
    return len(one), None


def revealed(one: Table, two: Table, seat: int) -> int | None:
    """The number of the first event that a seat heard differently, if it reveals something; None if there is none."""
    for number, (x, y) in enumerate(zip(one.view(seat).log, two.view(seat).log, strict=False)):
        if x != y:
            return number if x.reveals and y.reveals else None
    return None
