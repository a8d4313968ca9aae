"""At which tables somebody is, or was a moment ago: where nobody is, bots wait; where the host is gone, somebody who is
there stands in for them; and whoever is there or has just left is not voted on.

What counts is that a page, a stream or a program was there, whoever it was and whatever it may see; nothing of the
match. So whether a table waits tells nothing about it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .tables import absence, hosting, succession
from .tables.pace import NOBODY
from .tables.table import Table

if TYPE_CHECKING:
    from .den import Den

DESERTED = 60.0
"""Seconds without anybody after which the bots of a table wait."""

AWAY = 60.0
"""Seconds after which somebody who left a table is away."""

HOST_GONE = 60.0
"""Seconds without its host after which somebody else stands in."""

LATELY, MOST_LEFT = 3_600.0, 5_000
"""For how many seconds somebody who closed a table can still report what happened there, and how many are kept."""


class Attendance:
    """When somebody was last seen at each table of a den, and when its host was."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._seen: WeakKeyDictionary[Table, float] = WeakKeyDictionary()
        self._hosts: WeakKeyDictionary[Table, tuple[str, float | None]] = WeakKeyDictionary()
        """Who the host is, and since when they are gone; None while they are there."""
        self._offers: WeakKeyDictionary[Table, float] = WeakKeyDictionary()
        """When to let somebody stand in for the host of a table, or, if nobody can, tell those who sit there."""
        self._left: dict[tuple[int, str], float] = {}
        """When somebody closed a table last, by the table and them; the oldest first."""
        self._people: WeakKeyDictionary[Table, dict[str, float]] = WeakKeyDictionary()
        """Who has been at a table while it is played, and when they were last seen."""
        self._there: WeakKeyDictionary[Table, frozenset[str]] = WeakKeyDictionary()
        """Who had a table open when somebody came or went the last time."""
        self._thoughts: WeakKeyDictionary[Table, float] = WeakKeyDictionary()
        """When somebody who does not answer has thought in peace for long enough, or somebody is away."""

    def note_leaving(self, table: Table, person: str | None) -> None:
        """Somebody closes a table that they had open."""
        self.note(table)
        if person:
            self._left.pop((table.id, person), None)
            self._left[table.id, person] = self._den.now()
            if len(self._left) > MOST_LEFT:
                del self._left[next(iter(self._left))]

    def watched(self, table: Table, person: str) -> bool:
        """Whether somebody has a table open, or had a while ago."""
        left = self._left.get((table.id, person))
        return person in self._den.present(table) or (left is not None and self._den.now() - left < LATELY)

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

    def in_peace(self, table: Table) -> frozenset[int]:
        """The seats that nobody may vote on yet, since somebody is there to think; those who wait are told when that
        is over."""
        if not table.clock.overdue:
            return NOBODY
        around, now = self.around(table), self._den.now()
        found = absence.in_peace(table, around, now)
        if found:
            left = around - self._den.present(table)
            self._look_again(table, left, table.clock.put + absence.THINKING)
        return found

    def voters(self, table: Table) -> frozenset[int]:
        """The seats whose people are there to vote on whoever does not answer; those who wait are told when they are
        fewer."""
        if not absence.waited_for(table):
            return NOBODY
        around = self.around(table)
        if left := around - self._den.present(table):
            self._look_again(table, left)
        return absence.voters(table, around)

    def _look_again(self, table: Table, left: frozenset[str], at: float = inf) -> None:
        """Tell those at a table at a moment, or before it when the first of those who have just left is away."""
        at = min([at, self._thoughts.get(table, inf), *(self._people[table][one] + AWAY for one in left)])
        self._thoughts[table] = at
        self._den.timers.note(at)

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
        """Somebody asked for something at a table, whether or not they have it open; in the dark, where it may be their
        answer, only open pages count."""
        if table.clock.discreet and not hosting.lends(table, person):
            return
        if table.match is not None and table.seats_of(person):
            self._people.setdefault(table, {})[person] = self._den.now()
        if table.is_host(person):
            self._hosts[table] = (table.host, self._den.now())
            self.refresh(table)
        elif hosting.lends(table, person):
            self._den.begin(self._den.host_back(table, person))

    def refresh(self, table: Table) -> None:
        """Somebody may have come or gone: see who is there, and whether the host is."""
        if table.match is not None:
            self._look_round(table)
        if _keeps_host(table):
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
        elif since + HOST_GONE > self._den.now() or succession.heir(table, self._den.present(table)) is not None:
            self._offers[table] = since + HOST_GONE
            self._den.timers.note(since + HOST_GONE)

    def takeover(self, table: Table) -> float | None:
        """When somebody else may take over as host before the deal; None while the host is there."""
        return None if table.match is not None else self._gone_at(table)

    def host_gone(self, table: Table) -> bool:
        """Whether nobody has seen the host of a table for a while."""
        at = self._gone_at(table)
        return at is not None and at <= self._den.now()

    def _gone_at(self, table: Table) -> float | None:
        """When the host has been gone for long enough; None while they are there."""
        self.refresh(table)
        _, since = self._hosts.get(table, ("", None))
        return None if since is None else since + HOST_GONE

    def offer(self) -> float:
        """Let somebody stand in for a host who is gone, where it is time; where nobody is there who can, tell those who
        sit there. Returns when it is time next."""
        now = self._den.now()
        for table in [table for table, at in self._offers.items() if at <= now]:
            del self._offers[table]
            if succession.heir(table, self._den.present(table)) is None:
                self._den.tell(table)
            else:
                self._den.begin(self._den.stand_in(table))
        for table in [table for table, at in self._thoughts.items() if at <= now]:
            del self._thoughts[table]
            self._den.tell(table)
        return min([inf, *self._offers.values(), *self._thoughts.values()])


def _keeps_host(table: Table) -> bool:
    """Whether a table keeps its host however long they are away: a lesson, one that is closed, and one at which a move
    may take days."""
    slow = table.match is not None and table.clock.pace.kind == "days"
    return slow or table.opened.lesson or table.door.closed
