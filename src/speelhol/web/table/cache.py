"""What is kept about a table while somebody watches it, so that it need not be made again at every move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from ...den import Remark, Table
from ...den.tables.cache import PER_TABLE
from ...kernel import Dealer, Event, Motion, Speech
from .patch import Found

K = TypeVar("K")
T = TypeVar("T")
MOST = 400
"""So many sentences and movements are kept of a table; they are made again when somebody asks."""


class TableCache:
    """What one table's events read like, and what each audience has heard so far."""

    def __init__(self, lasts: bool = False) -> None:
        self.lasts = lasts
        """Somebody watches, and it is kept; if not, everything is made anew for whoever asks."""
        self.words: dict[tuple[str, Event], str] = {}
        self.moves: dict[Event, tuple[Motion, ...]] = {}
        self.told: dict[tuple[Any, ...], Any] = {}
        """What is made of an event for a page, by how and for whom."""
        self.heard: dict[tuple[Any, ...], KnownLines] = {}
        """By seat and language, or by seat for movements."""
        self.parts: dict[object, tuple[object, Any]] = {}
        """Parts of scenes, with what they were made of."""

    def part(self, key: object, of: object, make: Callable[[], T]) -> T:
        """What `make` makes; the very same as before while it would be made of the same."""
        known = self.parts.get(key)
        if known is not None and known[0] == of:
            found: T = known[1]
            PER_TABLE.hits += 1
            return found
        PER_TABLE.misses += 1
        made = make()
        self.parts[key] = (of, made)
        return made

    def twins(self, key: object, made: Mapping[K, Any]) -> dict[K, Any]:
        """What was made, with the very values of the last time in place of those that equal them: what is the same
        need not be compared again for everybody who sees it."""
        before: Mapping[K, Any] = self.parts.get(key, ((), {}))[1]
        found = {
            name: before[name] if name in before and before[name] == value else value for name, value in made.items()
        }
        self.parts[key] = ((), found)
        return found

    def wording(self, event: Event, speech: Speech) -> str:
        """What an event reads like: the same to everybody who hears it."""
        key = (speech.language, event)
        text = self.words.get(key)
        if text is None:
            PER_TABLE.misses += 1
            text = self.words[key] = speech.event(event)
        else:
            PER_TABLE.hits += 1
        return text

    def of_event(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """What `make` makes of an event; the key holds all that it is made of."""
        known: T | None = self.told.get(key)
        if known is not None:
            PER_TABLE.hits += 1
            return known
        PER_TABLE.misses += 1
        made = self.told[key] = make()
        return made

    def make_room(self) -> None:
        for kept in (self.words, self.moves, self.told, self.heard, self.parts):
            if len(kept) > MOST:
                kept.clear()


class KnownLines:
    """Lines by their number, with what they were made of: more is only added until a move is taken back."""

    __slots__ = ("count", "dealer", "lines", "talk")

    def __init__(self, dealer: Dealer, talk: tuple[Remark, ...], count: int, lines: Any) -> None:
        self.dealer = dealer
        self.talk = talk
        self.count = count
        self.lines = lines


_kept: WeakKeyDictionary[Table, TableCache] = WeakKeyDictionary()


def kept(table: Table, watched: bool) -> TableCache:
    """What is kept about a table. Where nobody watches there is nothing to keep."""
    found = _kept.get(table) if watched else None
    if found is None:
        found = TableCache(watched)
        if watched:
            _kept[table] = found
    found.make_room()
    return found


def forget(table: Table) -> None:
    """The last one who watched has gone."""
    _kept.pop(table, None)


def found_at(table: Table) -> Found:
    """How the scenes of a table differ from those before, as far as somebody has asked in its present state."""
    return table.once("patches", dict, ())
