"""What is shown now or was a while ago, so that it need not be made again.

Pieces stand on a shelf that the whole house shares. A piece is found by its template and all the values in it: what
is equal for several readers is made once, and nothing can be shown to somebody whose own values don't give it. What
belongs to one table (its log in words, what each audience sees of the present state) is in the table's album, which
it has while somebody watches it; it holds no more than what was asked for at the last few states of the table.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any
from weakref import WeakKeyDictionary

from ..den import Table
from .render import SLOT as SLOT
from .render import template as find

STATES = 1
"""What was not asked for during so many states of the table, twice over, is forgotten."""
MOST = 400
"""So many things are kept at most while nothing happens at the table; people come and go meanwhile."""
SHELF = 5_000
"""So many pieces stand on the shelf, twice over, before those that nobody asked for are taken off it."""


class Shelf:
    """Pieces by what they are made of."""

    def __init__(self) -> None:
        self._now: dict[Hashable, Any] = {}
        self._before: dict[Hashable, Any] = {}

    def find(self, key: Hashable) -> Any:
        """The piece of this key; None if there is none."""
        found = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, piece: Any) -> None:
        if len(self._now) >= SHELF:
            self._before, self._now = self._now, {}
        self._now[key] = piece


SHARED = Shelf()


class Album:
    def __init__(self) -> None:
        self.faces: dict[Hashable, Any] = {}
        """What each audience sees of the present state."""
        self._state: tuple[Any, ...] = (0, None, None)
        self._states = 0
        self._now: dict[Hashable, Any] = {}
        self._before: dict[Hashable, Any] = {}

    def turn(self, table: Table) -> None:
        """Turn the page if something happened at the table."""
        match = table.match
        state = (table.seq, match, match.moves if match else None)
        old = self._state
        if state[0] != old[0] or state[1] is not old[1] or state[2] is not old[2]:
            self._state = state
            self._states += 1
            self.faces = {}
        if self._states > STATES or len(self._now) > MOST:
            self._states = 0
            self._before, self._now = self._now, {}

    def recall(self, key: Hashable) -> Any:
        """What was kept under this key now or a while ago; None if nothing was."""
        value = self._now.get(key)
        if value is None:
            value = self._before.get(key)
            if value is not None:
                self._now[key] = value
        return value

    def keep(self, key: Hashable, value: Any) -> None:
        self._now[key] = value

    def piece(self, template: str, language: str, values: dict[str, Any]) -> str:
        """A template filled with values, which must be immutable."""
        return self.pieces(template, language, values)[0]

    def pieces(self, template: str, language: str, values: dict[str, Any]) -> list[str]:
        """The same, falling apart at its slots."""
        key = (template, language, *values.values())
        found: list[str] | None = SHARED.find(key)
        if found is None:
            found = find(language, template).render(lang=language, **values).split(SLOT)
            SHARED.keep(key, found)
        return found


_albums: WeakKeyDictionary[Table, Album] = WeakKeyDictionary()


def album_of(table: Table, watched: bool) -> Album:
    """The album of a table at its present state. Where nobody watches there is nothing to keep."""
    album = _albums.get(table) if watched else None
    if album is None:
        album = Album()
        if watched:
            _albums[table] = album
    album.turn(table)
    return album


def forget(table: Table) -> None:
    """The last one who watched has gone."""
    _albums.pop(table, None)
