"""Who is at a table: in which chairs, who is the host, who may talk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from ...kernel import Match
from .chairs import Chair, holders_of
from .door import Door
from .errors import TurnedAway


class Company:
    """The people of a table, as its log has them."""

    chairs: tuple[Chair, ...]
    first_sitting: int = 0
    """Of a chair that is put there."""
    host: str
    door: Door
    match: Match | None
    ended: Mapping[str, str] = MappingProxyType({})
    """Devices that held a chair until somebody made a new link to it, and its name then. Rebound, never changed."""
    _holders: tuple[tuple[Chair, ...], Mapping[str, tuple[int, ...]]] = (), MappingProxyType({})
    """Everybody's seats, and the chairs of which that is so."""
    restored = 0.0
    """When the backup was written from which the table was put back before its match was over."""

    def arrange(self, seats: int) -> None:
        """So many chairs stand at the table: those that were there, without the last ones or with new ones. No key to
        one that was taken away opens another that comes in its place."""
        kept, away = self.chairs[:seats], self.chairs[seats:]
        self.first_sitting = max(self.first_sitting, *(chair.sitting + 1 for chair in away), 0)
        self.chairs = kept + (Chair(sitting=self.first_sitting),) * (seats - len(kept))

    def seat(self, seat: int, chair: Chair) -> None:
        self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])

    def sit_person(self, seat: int, chair: Chair) -> None:
        """A person takes a chair: their own, or, if they have one, somebody else's who shares their device."""
        shares = any(one.person == chair.person and not one.guest for one in self.chairs)
        self.seat(seat, replace(chair, guest=f"{chair.person}/{seat}" if shares else ""))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name or f"#{seat + 1}" for seat, chair in enumerate(self.chairs))

    @property
    def people(self) -> int:
        """In how many chairs people sit."""
        return sum(chair.person is not None for chair in self.chairs)

    def seats_of(self, person: str) -> tuple[int, ...]:
        chairs, holders = self._holders
        if chairs is not self.chairs:
            holders = holders_of(self.chairs)
            self._holders = self.chairs, holders
        return holders.get(person, ())

    def left_by(self, person: str) -> int | None:
        """The seat that somebody left for good in this match, if they have none now."""
        if self.seats_of(person):
            return None
        return next((seat for seat, chair in enumerate(self.chairs) if person in chair.former), None)

    def own(self, seat: int, person: str) -> int:
        """The seat, if this person holds it now. Raises TurnedAway."""
        if not 0 <= seat < len(self.chairs) or not self.chairs[seat].holds(person):
            raise TurnedAway("not-yours")
        return seat

    def is_host(self, person: str) -> bool:
        return self.is_same(self.host, person)

    def is_same(self, whom: str, person: str) -> bool:
        """Whether somebody is this person, on whatever device of theirs; a device that has only a guest's chair of
        theirs is the guest's."""
        own = (chair for chair in self.chairs if chair.person == whom and not chair.guest)
        return person == whom or any(chair.holds(person) for chair in own)

    def may_talk(self, person: str, present: Collection[str]) -> bool:
        """Who sits here may talk; and who has come to watch a match, while they have it open and so are `present`."""
        watches = self.match is not None and person in present and (self.door.settings.talk or self.is_host(person))
        return bool(self.seats_of(person)) or watches

    def host_only(self, person: str) -> None:
        """Raises TurnedAway for everybody but the host."""
        if not self.is_host(person):
            raise TurnedAway("host-only")
