"""Pairs of worlds through the house: pages, JSON, refusals and streams of two applications side by side.

Each application has a den of its own that holds one table and writes nothing down; the matches to be compared are laid
on these tables. Time is virtual, so that waiting until everything has been sent takes none.
"""

from __future__ import annotations

import asyncio
import atexit
import random
import re
from functools import cache
from typing import Any

from litestar import Litestar
from msgspec.json import encode
from tests.contract import leak
from tests.contract.cases import junk
from tests.virtual import VirtualLoop
from tests.wire import Wires

from speelhol.den import Den, Pace, Table, person_of
from speelhol.den.tables import entries
from speelhol.den.tables.pace import NO_CLOCK
from speelhol.kernel import LANGUAGES, Action, Match, Stream
from speelhol.web.server.app import create_app

CODE = "velvet-lamp-42"
NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana")
NOON = 1_800_000_000.0
PACES = (NO_CLOCK, Pace("move", 60, absent="vote"), Pace("match", 600, 10, absent="bot"))
MOVES = 4
"""Decisions for which two worlds are compared, at most."""
BEATS = 15.5
"""Seconds after which every stream has beaten."""
UNDO = re.compile(rb'<form class="undo".*?</form>|<div class="dock">\s*</div>', re.DOTALL)
"""Whether something can be taken back depends on moves that an imagined world has not seen."""


def cookie_of(seat: int) -> str:
    return f"cookie-of-seat-{seat}-and-nobody-else"


def table_of(match: Match, pace: Pace) -> Table:
    """A table with people in all chairs, and this match on it."""
    game, seats = match.game, match.seats
    table = Table(1, CODE)
    table.apply(entries.Opened(game.name, match.position.rules, seats, {}, person_of(cookie_of(0)), pace=pace))
    for seat in range(seats):
        table.apply(entries.Sat(seat, person_of(cookie_of(seat)), NAMES[seat]))
        table.apply(entries.KeyUsed(seat))  # programs are known there: nothing is left to be written down
    table.match = match
    table._ask(NOON)
    return table


class House:
    """An application, the one table in it, and what somebody heard of it by streams that are still open."""

    def __init__(self) -> None:
        self._app: Litestar = create_app("sqlite+aiosqlite:///", generosity=1e9, bot_workers=0)
        self._wires = Wires(self._app)
        self.den: Den = self._app.state.den
        self.den.secret = CODE  # the keys to seats hang on it, and are the same in both
        self.den.now = lambda: NOON
        self.table: Table
        self._streams: list[asyncio.Task[None]] = []
        self.heard: dict[str, list[bytes]] = {}

    def lay(self, match: Match, pace: Pace) -> None:
        """Put another table there."""
        self.table = table_of(match, pace)
        self.den._keep(self.table)

    def moved(self) -> None:
        """The match was played on: tell everybody."""
        self.table.seq += 1
        self.table.noticed = self.table.seq
        self.table._ask(NOON)
        self.den.tell(self.table)

    async def ask(
        self, method: str, path: str, seat: int | None, told: list[bytes], body: Any = None, cookies: str = ""
    ) -> None:
        """One request of a seat, or of nobody; `told` gets the status and every piece of the answer."""
        headers = {"host": "localhost"}
        if seat is not None and path.startswith("/api/"):
            headers["authorization"] = f"Bearer {self.den.key(self.table, seat)}"
        elif seat is not None:
            headers["cookie"] = f"speelhol={cookie_of(seat)}{cookies}"
        if body is not None:
            headers["content-type"] = "application/json"
        await self._wires.ask(method, path, headers, told.append, b"" if body is None else encode(body))

    def listen(self, seat: int) -> None:
        """Open the streams of a seat, and of somebody who looks on."""
        for name, path, who in (
            ("page", f"/t/{CODE}/live", seat),
            ("program", f"/api/tables/{CODE}/events", seat),
            ("open page", f"/t/{CODE}/live?open=true", None),
            ("open program", f"/api/tables/{CODE}/events", None),
        ):
            told = self.heard[name] = []
            self._streams.append(asyncio.ensure_future(self.ask("GET", path, who, told)))

    async def hang_up(self) -> None:
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)
        self._streams, self.heard = [], {}

    async def look(self, seat: int, language: str, words: bool, wrong: Action | None) -> dict[str, list[bytes]]:
        """Everything that a seat can ask for."""
        got: dict[str, list[bytes]] = {"a page": [], "a view": [], "a refusal": []}
        cookies = f"; language={language}; look={'words' if words else 'drawn'}"
        await self.ask("GET", f"/t/{CODE}", seat, got["a page"], cookies=cookies)
        await self.ask("GET", f"/api/tables/{CODE}/view?since=3", seat, got["a view"])
        if wrong is not None:
            await self.ask("POST", f"/api/tables/{CODE}/actions", seat, got["a refusal"], {"action": str(wrong)})
        return got


def compare(one: dict[str, list[bytes]], two: dict[str, list[bytes]], where: str) -> None:
    for name, a in one.items():
        b = two[name]
        if any(told and told[0].startswith(b"5") for told in (a, b)):
            raise AssertionError(f"{where}, {name}: the house failed, which compares nothing")
        if a != b:
            number = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            x, y = (told[number] if number < len(told) else b"" for told in (a, b))
            at = next((i for i, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), min(len(x), len(y)))
            some = slice(max(0, at - 60), at + 60)
            raise leak.Leak(f"{where}, {name}, piece {number} of {len(a)} and {len(b)}: …{x[some]!r} != …{y[some]!r}")


class Pairs:
    """Two houses, in one loop."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner(loop_factory=VirtualLoop)
        self._runner.get_loop()
        atexit.register(self._runner.close)
        self._houses = House(), House()

    def forward(self, match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
        return self._runner.run(self._forward(match, seat, rng, some))

    def backward(self, match: Match, seat: int, rng: random.Random) -> int:
        return self._runner.run(self._backward(match, seat, rng))

    async def _forward(self, match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
        a = leak.settled(match, seat)
        if a.why_not_undo(seat) is None:
            return 0
        b = leak.imagined(a, seat, rng)
        source = str(rng.random())
        a.dealer.chance, b.dealer.chance = Stream(source), Stream(source)
        pace = rng.choice(PACES)
        try:
            for house, world in zip(self._houses, (a, b), strict=True):
                house.lay(world, pace)
                house.listen(seat)
            await self._same(seat, rng, some, "at once")
            for number in range(MOVES):
                if a.over or not _stay_together(a, b, seat, rng):
                    return 1 + number
                for house in self._houses:
                    house.moved()
                await self._same(seat, rng, some, f"after {number + 1} decisions")
            await asyncio.sleep(BEATS)
            compare(self._houses[0].heard, self._houses[1].heard, "after a beat")
            return 1 + MOVES
        finally:
            for house in self._houses:
                await house.hang_up()

    async def _same(self, seat: int, rng: random.Random, some: list[Action], where: str) -> None:
        await asyncio.sleep(0.001)  # in virtual time: until everybody has been told
        tried = junk(some, rng)
        wrong = tried if self._houses[0].table.playing.why_not(seat, tried) is not None else None
        language, words = rng.choice(LANGUAGES), rng.random() < 0.5
        one, two = [await house.look(seat, language, words, wrong) for house in self._houses]
        compare(one, two, where)
        compare(self._houses[0].heard, self._houses[1].heard, where)

    async def _backward(self, match: Match, seat: int, rng: random.Random) -> int:
        a = leak.settled(match, seat)
        b = leak.imagined(a, seat, rng)
        told = match.game.replay(match.game.retell(a.record(), b.position, seat))
        language, words = rng.choice(LANGUAGES), rng.random() < 0.5
        looks = []
        for house, world in zip(self._houses, (a, told), strict=True):
            house.lay(world, NO_CLOCK)
            got = await house.look(seat, language, words, None)
            looks.append({name: [UNDO.sub(b"", UNDO.sub(b"", piece)) for piece in got[name]] for name in got})
        compare(looks[0], looks[1], "the story")
        return 1


def _stay_together(a: Match, b: Match, seat: int, rng: random.Random) -> bool:
    """Let both worlds answer the present question alike; whether the seat still can't tell them apart."""
    told = leak._decide(a, b, seat, rng)
    if told is None or (a.over and b.over):  # they part honestly, or everything lies open
        return False
    one, two = (leak.heard(news, seat) for news in told)
    return not any(x != y and x.reveals and y.reveals for x, y in zip(one, two, strict=False))


@cache
def pairs() -> Pairs:
    return Pairs()


def forward(match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
    return pairs().forward(match, seat, rng, some)


def backward(match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
    return pairs().backward(match, seat, rng)
