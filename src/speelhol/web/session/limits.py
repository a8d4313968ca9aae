"""How much one visitor may do in a while."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from ipaddress import IPv4Address, IPv6Network, ip_address
from weakref import WeakValueDictionary

from ...den import TurnedAway
from ...den.lobby import MOST_EACH as MOST_LISTED
from ...den.reports import MOST_OPEN as MOST_REPORTS
from ...kernel.cache import per_process

Rate = tuple[float, float]
"""How many at once, and how many a second after that."""
RATES: Mapping[str, Rate] = {
    "act": (60.0, 20.0),  # a seat's moves: a bot may be quick
    "knock": (40.0, 1.0),  # sitting down, for programs: each one is a new person
    "look": (600.0, 60.0),  # pages, of those who hold no seat at the table
    "page": (240.0, 6.0),  # pages of a table, streams and pictures, for somebody who sits there, on all their devices
    "read": (600.0, 60.0),  # what a program reads for its seat: a bot may be quick
    "say": (8.0, 0.5),
    "host": (30.0, 0.5),  # what a host does about a table: everybody reads it, and it is kept for ever
    "hint": (8.0, 0.2),  # each keeps a processor busy for a while
    "open": (20.0, 0.05),
    "picture": (30.0, 0.5),  # with which links unfold: each keeps a processor busy for a moment
    "trouble": (20.0, 0.1),  # what pages report
    "report": (6.0, 0.02),
    "admin": (5.0, 0.02),  # keys of the owner that don't fit
    "miss": (30.0, 0.5),  # tables that don't exist, keys that don't fit
    "proof": (10.0, 0.5),  # after too many of those: looks into the database for the seat that somebody claims to hold
}
"""For each kind of request, unless the owner sets it otherwise."""
MOST_VISITORS = 50_000
MOST: Mapping[str, int] = {
    "streams": 200,  # open streams of one address: a clubhouse full of phones, or a person with a great many tabs
    "streams-table": 60,  # of these at one table, of those who watch and of those who sit there: a class at one match
    "streams-chair": 8,  # of one chair; with one more, the oldest ends, so that nobody uses up what neighbours have
    "watchers": 200,  # streams at one table of those who only watch: beyond some 300 a move keeps everybody waiting
    "connections": 400,  # of one address: its streams, and as many requests beside them
    "listed": MOST_LISTED,  # tables that one address puts into the lobby at a time
    "reports": MOST_REPORTS,  # of one person about one table, that the owner has yet to see to
}
"""How much of something there may be at a time, unless the owner sets it otherwise."""
LOBBY = -1
"""In place of a table's number: the lobby, whose bytes are made once for however many watch it."""
FOR_STRANGERS = 0.5
"""The part of the room for streams, in all and from one address, that is open to those who hold no seat at the table
which they watch."""


@per_process(4096)
def place_of(address: str) -> str:
    """Where a visitor comes from, for whatever is counted: their address; of one that is longer (IPv6), the network,
    since whoever has one has all addresses in it."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


def read_rates(texts: Iterable[str]) -> dict[str, Rate]:
    """All rates, with those that the owner has typed as say=8:0.5. Raises OSError, in a sentence, if one is none."""
    rates = dict(RATES)
    for text in texts:
        kind, _, numbers = text.partition("=")
        try:
            size, rate = (float(number) for number in numbers.split(":"))
            fits = kind in RATES and 1 <= size < 1e6 and 0 < rate < 1e6
        except ValueError:
            fits = False
        if not fits:
            raise OSError(
                "--limit takes a kind, how many at once and how many a second, such as say=8:0.5, "
                f"not {text!r}; the kinds are {', '.join(RATES)}."
            )
        rates[kind] = (size, rate)
    return rates


def read_most(texts: Iterable[str]) -> dict[str, int]:
    """How much there may be of everything, with what the owner has typed as streams=500. Raises OSError, in a sentence,
    if one is none."""
    most = dict(MOST)
    for text in texts:
        kind, _, number = text.partition("=")
        if kind not in MOST or not re.fullmatch("[1-9][0-9]{0,5}", number, re.ASCII):
            raise OSError(
                f"--most takes a kind and a number from 1 on, such as streams=500, not {text!r}; "
                f"the kinds are {', '.join(MOST)}."
            )
        most[kind] = int(number)
    return most


class Limits:
    """A bucket per visitor and kind of request. Remembers the latest visitors only."""

    def __init__(
        self, generosity: float = 1.0, rates: Mapping[str, Rate] = RATES, most: Mapping[str, int] = MOST
    ) -> None:
        self.rates = rates
        self.most = most
        """How much there may be at a time, by kind; `generosity` times that."""
        self.generosity = generosity
        """How many times the usual rates are allowed."""
        self.turns = Turns()
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, visitor: str) -> None:
        """Raises TurnedAway("too-fast") when there were too many; counts nothing."""
        left, rate = self._left(kind, visitor)
        if left < 1:
            raise TurnedAway("too-fast", wait=math.ceil((1 - left) / rate))

    def spend(self, kind: str, visitor: str) -> None:
        """Count one request. Raises TurnedAway("too-fast") when there were too many."""
        self.check(kind, visitor)
        left, _ = self._left(kind, visitor)
        self._buckets[kind, visitor] = (left - 1, time.monotonic())
        self._buckets.move_to_end((kind, visitor))
        if len(self._buckets) > MOST_VISITORS:
            self._buckets.popitem(last=False)

    def give_back(self, kind: str, visitor: str) -> None:
        """A request that was counted does not count after all."""
        left, _ = self._left(kind, visitor)
        self._buckets[kind, visitor] = (left + 1, time.monotonic())

    def _left(self, kind: str, visitor: str) -> tuple[float, float]:
        size, rate = (n * self.generosity for n in self.rates[kind])
        now = time.monotonic()
        left, then = self._buckets.get((kind, visitor), (size, now))
        return min(size, left + (now - then) * rate), rate


class Turns:
    """Who is served next where many ask at once: of each address one, and of each person there one after another."""

    def __init__(self) -> None:
        self._lines: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()

    async def wait(self, place: str, person: str) -> None:
        """Let everything else go first for a moment, and whoever came before from there."""
        async with self._line(place, person), self._line(place):
            await asyncio.sleep(0)

    def _line(self, *whose: str) -> asyncio.Lock:
        return self._lines.setdefault(whose, asyncio.Lock())


class Streams:
    """How many streams are open, and from where."""

    def __init__(self, most: int, generosity: float = 1.0, mosts: Mapping[str, int] = MOST) -> None:
        """most: in all. mosts: of one address, at one table and so on, by kind"""
        self._most_each = mosts["streams"] * generosity
        self._most = most
        self._most_there = mosts["streams-table"] * generosity
        self._most_watching = mosts["watchers"] * generosity
        self._from: Counter[tuple[str, bool | None, int | None]] = Counter()
        """By where they come from; by that and whether they hold no seat; by that and the table; by these two alone."""
        self._open = self._strangers = 0
        self._most_seat = mosts["streams-chair"] * generosity
        self._of_seat: dict[tuple[int, int], list[Callable[[], None]]] = {}
        """By table and chair: how to end each of its streams, the oldest first."""

    def sit(self, table_id: int, seat: int, end: Callable[[], None]) -> Callable[[], None]:
        """Count a stream of a chair, which `end` ends; call what is returned when it is over. The oldest of them makes
        room for it."""
        ends = self._of_seat.setdefault((table_id, seat), [])
        ends.append(end)

        def leave() -> None:
            ends.remove(end)
            if not ends:
                del self._of_seat[table_id, seat]

        if len(ends) > self._most_seat:
            ends[0]()
        return leave

    def enter(self, visitor: str, table_id: int, stranger: bool) -> Callable[[], None]:
        """Count a stream; call what is returned, once, when it is over. Raises TurnedAway when there is no room for it.

        stranger: holds no seat at the table
        """
        if self._open >= self._most or (stranger and self._strangers >= self._most * FOR_STRANGERS):
            raise TurnedAway("house-full")
        if stranger and table_id != LOBBY and self._from["", True, table_id] >= self._most_watching:
            raise TurnedAway("house-full")
        most = {
            (visitor, None, None): self._most_each,
            (visitor, stranger, None): self._most_each * (FOR_STRANGERS if stranger else 1),
            (visitor, stranger, table_id): self._most_there,
        }
        if any(self._from[one] >= limit for one, limit in most.items()):
            raise TurnedAway("many-streams")
        self._open += 1
        self._strangers += stranger
        counted = [*most, ("", stranger, table_id)]
        self._from.update(counted)

        def leave() -> None:
            self._open -= 1
            self._strangers -= stranger
            for one in counted:
                self._from[one] -= 1
                if not self._from[one]:
                    del self._from[one]

        return leave
