"""The lobby: tables whose host wants them to be found, and a seat at one of them. Of others it knows nothing."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from ..games import game as find_game
from ..games import games
from .cluster.watching import Watcher
from .storage import lobby
from .storage.store import Away
from .tables import hosting
from .tables.door import Level
from .tables.errors import TurnedAway
from .tables.pace import Pace
from .tables.people import place_mark
from .tables.table import Table

if TYPE_CHECKING:
    from .deeds import Deeds
    from .den import Den

MOST_SHOWN = 60
MOST_EACH = 3
"""Tables that one address puts there at a time, unless the owner says otherwise."""
SOON = 300.0
"""Seconds after which a table that was opened for somebody in a hurry begins."""
SHORTLY = 60.0
"""Seconds for which somebody who wants to play now waits for others at most."""
MOST_ALIKE = 9
"""Names that are tried for somebody whose own is taken."""

log = logging.getLogger("speelhol.den")


class Seek(Struct, frozen=True):
    """A table that looks for players, as everybody sees it."""

    code: str
    game: str
    opener: str
    opened: float
    taken: tuple[int, ...]
    free: int
    pace: Pace
    languages: tuple[str, ...]
    level: Level
    approve: bool
    start: float
    here: bool
    """Somebody has it open."""


class Hurry(Struct, frozen=True):
    """Somebody who wants a seat now: see `Deeds.quick_seat`."""

    person: str
    name: str
    game: str
    language: str
    soon: bool
    bots: bool
    begins: bool
    place: str
    opens: Callable[[], None]


def seeks(table: Table) -> bool:
    """Whether a table stands in the lobby by the choice of its host, and waits for players."""
    return table.door.settings.listed and table.match is None and not table.door.closed


class Lobby:
    """The tables of the house that look for players, and who watches them. One for each den."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._tables: dict[int, Table] = {}
        self._watchers: set[Watcher] = set()
        self.most_each: float = MOST_EACH
        self.shown: tuple[Seek, ...] = ()
        """Those first at which somebody is, and of them the newest; the same for everybody."""

    def note(self, table: Table) -> None:
        """Something happened at a table; most of them are none of the lobby's business."""
        known = table.id in self._tables
        if seeks(table):
            if not known:
                self._tables[table.id] = table
                self._den.begin(lobby.put_down(self._den.store, table.id, table.code))
        elif known:
            del self._tables[table.id]
            self._den.begin(lobby.strike_off(self._den.store, table.id))
        else:
            return
        self.compare()

    def forget(self, table_id: int) -> None:
        """A table is gone."""
        if self._tables.pop(table_id, None) is not None:
            self.compare()

    def follows(self, table: Table) -> bool:
        """Whether news of a table that another process writes are wanted here."""
        return table.id in self._tables

    async def refresh(self) -> None:
        """Read which tables stand in the lobby, whoever put them there."""
        try:
            tables = [await self._den.table(code) for code in await lobby.codes(self._den.store)]
        except Away:
            log.warning("the lobby could not be read")
            return
        known = {**self._tables, **{table.id: table for table in tables}}
        self._tables = {number: table for number, table in known.items() if seeks(table)}
        self.compare()

    def compare(self) -> None:
        """See what stands there now, and wake those who watch if it has changed. Where nobody is, nobody is sent."""
        found = [
            (_seek(table, self._here(table)), table.door.listed_from)
            for table in self._tables.values()
            if self._alive(table)
        ]
        ranked = sorted(found, key=lambda one: (not one[0].here, -one[0].opened))
        shown = tuple(self._some_of_each((seek, place) for seek, place in ranked if seek.free))[:MOST_SHOWN]
        if shown != self.shown:
            self.shown = shown
            self.wake()

    def _some_of_each(self, ranked: Iterable[tuple[Seek, str]]) -> Iterable[Seek]:
        """The first few of each address."""
        taken: Counter[str] = Counter()
        for seek, place in ranked:
            taken[place] += 1
            if not place or taken[place] <= self.most_each:
                yield seek

    def admit(self, place: str) -> str:
        """The mark of where a table is put into the lobby from. Raises TurnedAway where enough from there wait."""
        mark = place_mark(self._den.secret, "lobby", place) if place else ""
        waiting = [one for one in self._tables.values() if mark and one.door.listed_from == mark and self._alive(one)]
        if len(waiting) >= self.most_each:
            raise TurnedAway("many-listed")
        return mark

    def _here(self, table: Table) -> bool:
        return self._den.watched(table) or bool(self._den.present(table))

    def _alive(self, table: Table) -> bool:
        return table.opened.pace.kind == "days" or not self._den.attendance.deserted(table)

    def watch(self, wake: Callable[[], None]) -> Watcher:
        """Somebody looks at the lobby from now on; `wake` is called whenever it has changed."""
        watcher = Watcher(None, wake, self._den.watchers.closing)
        self._watchers.add(watcher)
        self._den.metrics.open_streams.inc()
        return watcher

    def unwatch(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        self._den.metrics.open_streams.dec()

    def wake(self) -> None:
        """Something about the house has changed."""
        for watcher in self._watchers:
            watcher.wake()

    def send_away(self) -> None:
        """The house is about to close."""
        for watcher in self._watchers:
            watcher.closing = True
            watcher.wake()


def _seek(table: Table, here: bool) -> Seek:
    host, settings = hosting.host_seat(table), table.door.settings
    return Seek(
        table.code,
        table.opened.game,
        "" if host is None else table.chairs[host].name,
        table.opened.at,
        tuple(seat for seat, chair in enumerate(table.chairs) if chair.taken),
        sum(not chair.taken for chair in table.chairs),
        table.opened.pace,
        settings.languages,
        settings.level,
        settings.approve,
        settings.start,
        here,
    )


async def quick_seat(den: Deeds, shown: tuple[Seek, ...], asked: Hurry) -> tuple[Table, int]:
    """A seat at a table that waits, first where somebody is, then the fullest; or at a new one, which stands in the
    lobby. Where the match is to begin by itself, and in time, no host has to deal."""
    latest = den.now() + (SOON if asked.soon else SHORTLY)
    for one in sorted(shown, key=lambda one: (not one.here, one.free, one.opened)):
        if (one.game != asked.game and asked.game) or one.approve or one.pace.kind == "days":
            continue
        if asked.begins and not 0 < one.start <= latest:
            continue
        try:
            table = await den.table(one.code)
            free = seeks(table) and not table.seats_of(asked.person)
            seat = await sit_as(den, table, asked.person, asked.name) if free else None
        except TurnedAway:
            continue  # somebody was quicker, or it is not for them
        if seat is not None:
            return table, seat
    return await _new_table(den, asked)


async def _new_table(den: Deeds, asked: Hurry) -> tuple[Table, int]:
    """One that begins now with bots, or stands in the lobby."""
    rules, person, listed = find_game(asked.game or usual_game()), asked.person, asked.soon or not asked.bots
    if listed:
        den.lobby.admit(asked.place)
    asked.opens()
    seats = list(rules.seats)
    pace = Pace(absent="vote")
    table = await den.open_table(rules.name, seats[min(1, len(seats) - 1)], {}, person, pace, name=asked.name)
    if listed:
        start = den.now() + SOON if asked.soon and asked.bots else 0.0
        await den.adjust(table, person, {"listed": True, "languages": (asked.language,), "start": start}, asked.place)
    else:
        await den.fill(table, person)
        await den.deal(table, person)
    return table, table.seats_of(person)[0]


def usual_game() -> str:
    """What is opened for somebody who wants to play anything: what is over soonest."""
    return min(games(), key=lambda name: find_game(name).minutes)


async def sit_as(den: Deeds, table: Table, person: str, name: str, place: str = "") -> int | None:
    """Sit down by a name, or by one like it if that is taken. None where the host is asked first. Raises TurnedAway."""
    for number in range(1, MOST_ALIKE + 1):
        try:
            own = name if number == 1 else f"{name[:18]} {number}"
            return await den.sit(table, None, person, own, place=place)
        except TurnedAway as turned:
            if turned.reason != "name-taken" or number == MOST_ALIKE:
                raise
    raise AssertionError("the last try returns or raises")
