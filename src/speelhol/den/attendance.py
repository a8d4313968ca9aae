"""At which tables somebody is, or was a moment ago: where nobody is, bots wait.

What counts is that a page, a stream or a program was there, whoever it was and whatever it may see; nothing of the
match. So whether a table waits tells nothing about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .table import Table

if TYPE_CHECKING:
    from .den import Den

DESERTED = 60.0
"""Seconds without anybody after which the bots of a table wait."""


class Attendance:
    """When somebody was last seen at each table of a den."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._seen: WeakKeyDictionary[Table, float] = WeakKeyDictionary()

    def note(self, table: Table) -> None:
        """Somebody is at a table right now."""
        self._seen[table] = self._den.now()

    def deserted(self, table: Table) -> bool:
        """Whether nobody has been at a table for a while, here or at another process."""
        if self._den.watched(table) or self._den.present(table):
            self.note(table)
        seen = self._seen.get(table)
        return seen is None or self._den.now() - seen > DESERTED
