"""What a host does about a table and those who come to it, who stands in for them, and how somebody leaves for good."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .attendance import Attendance
from .lobby import Lobby
from .tables import absence, hosting, lent, succession
from .tables import entries as e
from .tables.errors import HouseRests
from .tables.pace import Pace
from .tables.table import Table


class HostDeeds(ABC):
    """The deeds around the match, over whatever writes them down."""

    attendance: Attendance
    lobby: Lobby
    now: Callable[[], float]

    @abstractmethod
    async def write(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        """Write the entry that `make` makes of the table as it is then, and only then let it happen and tell."""

    @abstractmethod
    def present(self, table: Table) -> frozenset[str]:
        """The people who have a table open."""

    # ---- the role

    async def take_over(self, table: Table, person: str) -> None:
        """Somebody who sits at a table whose host has gone stands in for them. Raises TurnedAway."""

        def make(now: Table) -> e.AnyEntry:
            at = self.attendance.takeover(now)
            return succession.take_over(now, person, at is not None and at <= self.now())

        await self.write(table, make)

    async def stand_in(self, table: Table) -> None:
        """The host has been gone for a minute: of those who play and are here, the first stands in for them."""

        def make(now: Table) -> e.AnyEntry:
            return succession.stand_in(now, self.present(now), self.attendance.host_gone(now))

        with suppress(absence.Moot, HouseRests):
            await self.write(table, make)

    async def host_back(self, table: Table, person: str) -> None:
        """The host for whom somebody stands in is here, and has the role again."""
        with suppress(absence.Moot, HouseRests):
            await self.write(table, lambda now: succession.host_back(now, person))

    async def pass_host(self, table: Table, seat: int, person: str, sitting: int | None = None) -> None:
        """The host makes somebody else who sits here the host. Raises TurnedAway.

        sitting: of the chair, as the host saw it; refused if somebody else sits there now
        """

        def make(now: Table) -> e.AnyEntry:
            hosting.meant(now, person, seat, sitting)
            return succession.pass_on(now, seat, person)

        await self.write(table, make)

    # ---- those who come

    async def remove(self, table: Table, who: int, person: str, bar: bool = False, sitting: int | None = None) -> None:
        """The host removes one of the voices, before the match or in it; `bar`: they can't look at the table either,
        and every chair of theirs is free.

        In a match the seat goes on as the table does with absent players. Raises TurnedAway, also for who has only just
        begun to stand in for the host; `sitting` as in `pass_host`.
        """

        def make(now: Table) -> e.AnyEntry:
            hosting.meant(now, person, who, sitting)
            entry = hosting.remove(now, who, person, bar)
            lent.spare_others(now, bar, self.now())
            return entry

        gone = table.chairs[who].person if 0 <= who < len(table.chairs) else None
        await self.write(table, make)
        while bar and gone and (more := [s for s, chair in enumerate(table.chairs) if chair.person == gone]):
            await self.write(table, lambda now, seat=more[0]: hosting.remove(now, seat, person, True))  # type: ignore[misc]

    async def admit(self, table: Table, who: int, person: str) -> None:
        """The host lets somebody come again who was sent away: the `who`th of them. Raises TurnedAway."""
        await self.write(table, lambda now: hosting.admit(now, who, person))

    async def answer_knock(self, table: Table, who: int, person: str, yes: bool = True, before: bool = False) -> None:
        """The host lets somebody sit down who waits at the door, by the number of their knock; or not. Raises
        TurnedAway.

        before: a no that is meant for everybody, too, who knocked before them
        """
        waiting = [one.number for one in table.door.knocks if one.number < who] if before and not yes else []
        for number in (*waiting, who):
            await self.write(table, lambda now, number=number: hosting.answer(now, number, person, yes))  # type: ignore[misc]

    async def withdraw(self, table: Table, person: str) -> None:
        """Somebody who waits at the door does so no longer."""
        with suppress(absence.Moot):
            await self.write(table, lambda now: hosting.withdraw(now, person))

    async def silence(
        self, table: Table, who: int, person: str, silent: bool = True, sitting: int | None = None
    ) -> None:
        """The host silences one of the voices, or lets them talk again. Raises TurnedAway; `sitting` as in
        `pass_host`."""

        def make(now: Table) -> e.AnyEntry:
            hosting.meant(now, person, who, sitting)
            return hosting.silence(now, who, person, silent)

        await self.write(table, make)

    async def adjust(self, table: Table, person: str, changes: dict[str, Any], place: str = "") -> None:
        """The host chooses who may come, watch and talk: settings by name. Raises TurnedAway.

        place: where they are, so that nobody fills the lobby alone
        """
        with suppress(absence.Moot):
            await self.write(table, lambda now: hosting.adjust(now, person, changes, lambda: self.lobby.admit(place)))

    async def resign(self, table: Table, seat: int, person: str) -> None:
        """Somebody leaves the match for good; their seat goes on as the table does with absent players, and the host's
        role, if it was theirs, with somebody who plays. Where nobody does, the table closes. Raises TurnedAway.
        """
        await self.write(table, lambda now: succession.resign(now, now.own(seat, person), self.present(now)))
        with suppress(absence.Moot):
            await self.write(table, succession.left)

    # ---- the table

    async def change_rules(
        self,
        table: Table,
        person: str,
        options: dict[str, Any],
        pace: Pace,
        hints: e.Hints,
        speed: e.Speed = "calm",
        seats: int = 0,
    ) -> None:
        """The host changes the house rules before the match, and the number of chairs (0: as many as there are). Raises
        TurnedAway; ValueError, in a sentence, if they don't fit."""
        await self.write(table, lambda now: now.change_rules(person, options, pace, hints, speed, seats))

    async def change_speed(self, table: Table, person: str, speed: e.Speed) -> None:
        """The host chooses how fast one thing happens after another, in a match too. Raises TurnedAway."""
        with suppress(absence.Moot):
            await self.write(table, lambda now: hosting.change_speed(now, person, speed))

    async def pause(self, table: Table, person: str, paused: bool = True) -> None:
        """The host lets the match rest, clocks included, or go on. Raises TurnedAway."""
        with suppress(absence.Moot):
            await self.write(table, lambda now: hosting.pause(now, person, paused))

    async def rest(self, table: Table, resting: bool = True) -> None:
        """The house lets a match rest in which time counts, or go on. Raises absence.Moot if there is nothing to do."""
        await self.write(table, lambda now: hosting.rest(now, resting))

    async def close_table(self, table: Table, person: str | None) -> None:
        """The host closes the table, or, if nobody is named, the owner of the house: nothing more happens there, and
        what was hidden stays so. Raises TurnedAway, also for who stands in for the host."""

        def make(now: Table) -> e.AnyEntry:
            entry = hosting.close(now, person)
            if person is not None:
                lent.spare_table(now)
            return entry

        await self.write(table, make)
