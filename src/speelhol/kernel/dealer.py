"""What a rule touches beyond the position: chance and telling. The dealer also keeps what was drawn and told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from .chance import Chance
from .values import Event

T = TypeVar("T")

Chain = tuple[Any, Any]
"""A growing list as a chain (earlier, newest), None when empty: appending and copying cost the same at any length."""

Open = tuple[Any, Event]
Own = tuple[Any, Event, int, int]  # earlier, event, open events before it, own events with it


def unroll(chain: Any) -> list[Any]:
    """The items of a chain, oldest first."""
    items = []
    while chain is not None:
        items.append(chain[1])
        chain = chain[0]
    items.reverse()
    return items


class Log(Struct, frozen=True, eq=False):
    """What one audience has been told, oldest first. Reaches the open table's events and its own."""

    _open: Open | None
    _count: int
    _own: Own | None

    def __reduce__(self) -> tuple[Any, ...]:
        """For a journey to another process: as a flat list, since a chain of thousands is too deep to pack."""
        return packed_log, (self.own_since(0),)

    def __len__(self) -> int:
        return self._count + (self._own[3] if self._own else 0)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.since(0))

    def since(self, start: int) -> list[Event]:
        """The events from number `start` on, as this audience counts them."""
        return [event for event, _ in self.own_since(start)]

    def whispers(self, start: int) -> list[int]:
        """Which of the events from number `start` on were whispered to this audience alone, by their numbers."""
        return [number for number, (_, own) in enumerate(self.own_since(start), start) if own]

    def own_since(self, start: int) -> list[tuple[Event, bool]]:
        """The same, each with whether it was whispered to this audience alone."""
        told, count, own = self._open, self._count, self._own
        news: list[tuple[Event, bool]] = []
        for _ in range(max(0, len(self) - start)):
            if own is not None and own[2] >= count:
                news.append((own[1], True))
                own = own[0]
            else:
                assert told is not None
                news.append((told[1], False))
                told = told[0]
                count -= 1
        news.reverse()
        return news

    def newest_first(self) -> Iterator[Event]:
        """The events from the newest back, as far as anybody asks."""
        told, count, own = self._open, self._count, self._own
        while told is not None or own is not None:
            if own is not None and own[2] >= count:
                yield own[1]
                own = own[0]
            else:
                assert told is not None
                yield told[1]
                told = told[0]
                count -= 1

    def open_before(self, start: int) -> int:
        """How many events of the open table come before number `start`."""
        return self._count - sum(not own for _, own in self.own_since(start))


def packed_log(events: Iterable[tuple[Event, bool]]) -> Log:
    """The log that these events, each with whether it was whispered, add up to."""
    told: Open | None = None
    own: Own | None = None
    heard = 0
    for event, secret in events:
        if secret:
            own = (own, event, heard, own[3] + 1 if own else 1)
        else:
            told = (told, event)
            heard += 1
    return Log(told, heard, own)


class Dealer:
    """Draws, shuffles, tells and whispers on behalf of the rules."""

    __slots__ = ("_count", "_lent", "_open", "_own", "chance", "draws", "news")

    def __init__(self, chance: Chance, seats: int) -> None:
        self.chance = chance
        self._lent = False
        self.draws: Chain | None = None
        self.news: list[tuple[Event, int | None]] = []
        self._open: Open | None = None
        self._count = 0
        self._own: list[Own | None] = [None] * seats

    def draw(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if self._lent:
            self._own_source()
        x = self.chance.below(n)
        self.draws = (self.draws, x)
        return x

    def shuffled(self, items: Iterable[T]) -> list[T]:
        if self._lent:
            self._own_source()
        cards = list(items)
        below, draws = self.chance.below, self.draws
        for i in range(len(cards) - 1, 0, -1):
            j = below(i + 1)
            draws = (draws, j)
            cards[i], cards[j] = cards[j], cards[i]
        self.draws = draws
        return cards

    def choice(self, items: Sequence[T]) -> T:
        return items[self.draw(len(items))]

    def tell(self, event: Event) -> None:
        """Everybody hears it."""
        self._open = (self._open, event)
        self._count += 1
        self.news.append((event, None))

    def whisper(self, seat: int, event: Event) -> None:
        """One seat hears it; nobody else can notice, not even by a number."""
        own = self._own[seat]
        self._own[seat] = (own, event, self._count, own[3] + 1 if own else 1)
        self.news.append((event, seat))

    def log(self, seat: int | None) -> Log:
        return Log(self._open, self._count, None if seat is None else self._own[seat])

    def recall(self, seat: int, log: Log) -> None:
        """Begin with what a seat has heard: for an imagined match."""
        self._open, self._count, self._own[seat] = log._open, log._count, log._own

    def _own_source(self) -> None:
        """A copy shares the source of its draws until one of the two draws: most copies never do."""
        self.chance = self.chance.copy()
        self._lent = False

    def go_on_from(self, other: Dealer) -> None:
        """Draw from where another dealer would have drawn next; that one is laid aside."""
        self.chance, self._lent = other.chance, other._lent

    def go_on_as(self, twin: Dealer) -> None:
        """Become what a copy of this dealer has become; the copy is laid aside."""
        self.go_on_from(twin)
        self.draws, self.news = twin.draws, twin.news
        self._open, self._count, self._own = twin._open, twin._count, twin._own

    def copy(self, chance: Chance | None = None) -> Dealer:
        twin = Dealer.__new__(Dealer)
        if chance is None:
            twin.chance = self.chance
            self._lent = twin._lent = True
        else:
            twin.chance = chance
            twin._lent = False
        twin.draws = self.draws
        twin.news = []
        twin._open = self._open
        twin._count = self._count
        twin._own = self._own[:]
        return twin
