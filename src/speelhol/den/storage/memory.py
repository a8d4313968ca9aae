"""Tables kept in memory: found by number and by name, those that nobody has looked at for longest let go first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from ..tables.table import Table


class Memory:
    """The tables that a process has at hand."""

    def __init__(self, most: int, in_use: Callable[[int], bool]) -> None:
        """in_use: whether a table of this number can't be let go now"""
        self.most = most
        self._in_use = in_use
        self._kept: OrderedDict[int, Table] = OrderedDict()
        # A table that was let go may still be in somebody's hands: nobody may make a second one of it.
        self._known: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._kept)

    def number_of(self, code: str) -> int | None:
        """The number of the table of this code, if it is kept."""
        return self._numbers.get(code)

    def at_hand(self, code: str) -> Table | None:
        """The table of this code, if it is kept."""
        return self._kept.get(self._numbers.get(code, -1))

    def get(self, table_id: int) -> Table | None:
        """A table that is kept, or that somebody still holds."""
        return self._known.get(table_id)

    def known(self) -> dict[int, Table]:
        """All of those."""
        return dict(self._known)

    def know(self, table: Table) -> None:
        """From now on this is the table of its number, for as long as anybody holds it."""
        self._known[table.id] = table

    def keep(self, table: Table) -> int | None:
        """Keep a table that somebody looks at. Returns the number of one to let go, where there are too many."""
        self._known[table.id] = self._kept[table.id] = table
        self._numbers[table.code] = table.id
        self._kept.move_to_end(table.id)
        if len(self._kept) <= self.most:
            return None
        return next((number for number in self._kept if number != table.id and not self._in_use(number)), None)

    def let_go(self, table_id: int) -> bool:
        """Keep a table no longer; whether it was kept."""
        table = self._kept.pop(table_id, None)
        if table is not None:
            self._numbers.pop(table.code, None)
        return table is not None
