"""At which tables somebody is, or was a moment ago: where nobody is, bots wait; where the host is gone before the deal,
somebody else may take over; and whoever is there or has just left is not voted on.

What counts is that a page, a stream or a program was there, whoever it was and whatever it may see; nothing of the
match. So whether a table waits tells nothing about it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .tables.table import Table

if TYPE_CHECKING:
    from .den import Den

DESERTED = 60.0
"""Seconds without anybody after which the bots of a table wait."""

AWAY = 60.0
"""Seconds after which somebody who left a table is away."""

HOST_GONE = 60.0
"""Seconds without its host after which somebody else may take a table over."""


class Attendance:
    """When somebody was last seen at each table of a den, and when its host was."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._seen: WeakKeyDictionary[Table, float] = WeakKeyDictionary()
        self._hosts: WeakKeyDictionary[Table, tuple[str, float | None]] = WeakKeyDictionary()
        """Who the host is, and since when they are gone; None while they are there."""
        self._offers: WeakKeyDictionary[Table, float] = WeakKeyDictionary()
        """When to tell the people of a table that they may take over."""
        self._people: WeakKeyDictionary[Table, dict[str, float]] = WeakKeyDictionary()
        """Who has been at a table while it is played, and when they were last seen."""
        self._there: WeakKeyDictionary[Table, frozenset[str]] = WeakKeyDictionary()
        """Who had a table open when somebody came or went the last time."""

    def note(self, table: Table) -> None:
        """Somebody is at a table right now."""
        self._seen[table] = self._den.now()

    def deserted(self, table: Table) -> bool:
        """Whether nobody has been at a table for a while, here or at another process."""
        if self._den.watched(table) or self._den.present(table):
            self.note(table)
        seen = self._seen.get(table)
        return seen is None or self._den.now() - seen > DESERTED

    def around(self, table: Table) -> frozenset[str]:
        """Who is at a table, or was less than a minute ago."""
        self._look_round(table)
        since = self._den.now() - AWAY
        return frozenset(person for person, seen in self._people[table].items() if seen > since)

    def _look_round(self, table: Table) -> None:
        """Note who is there, and who was when somebody came or went the last time: they have just gone."""
        now, seen = self._den.now(), self._people.setdefault(table, {})
        there = self._den.present(table)
        seen.update(dict.fromkeys(there | self._there.get(table, frozenset()), now))
        self._there[table] = there
        for person in [one for one, at in seen.items() if at < now - AWAY]:
            del seen[person]

    # ---- the host

    def note_person(self, table: Table, person: str) -> None:
        """Somebody asked for something at a table, whether or not they have it open."""
        if table.match is not None and table.seats_of(person):
            self._people.setdefault(table, {})[person] = self._den.now()
        elif table.match is None and table.is_host(person):
            self._hosts[table] = (table.host, self._den.now())
            self.look(table)

    def look(self, table: Table) -> None:
        """Somebody may have come or gone: see who is there, and whether the host is."""
        if table.match is not None:
            self._look_round(table)
            self._hosts.pop(table, None)
            self._offers.pop(table, None)
            return
        host, since = self._hosts.get(table, ("", None))
        if any(table.is_host(person) for person in self._den.present(table)):
            since = None
        elif since is None or host != table.host:
            since = self._den.now()
        self._hosts[table] = (table.host, since)
        if since is None:
            self._offers.pop(table, None)
        elif since + HOST_GONE > self._den.now():
            self._offers[table] = since + HOST_GONE
            self._den.timers.note(since + HOST_GONE)

    def takeover(self, table: Table) -> float | None:
        """When somebody else may take over as host of a table that waits for it; None while the host is there."""
        self.look(table)
        _, since = self._hosts.get(table, ("", None))
        return None if since is None else since + HOST_GONE

    def offer(self) -> float:
        """Tell those who wait for a host that they may take over, where it is time. Returns when it is time next."""
        now = self._den.now()
        for table in [table for table, at in self._offers.items() if at <= now]:
            del self._offers[table]
            self._den.tell(table)
        return min(self._offers.values(), default=inf)
