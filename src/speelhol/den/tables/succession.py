"""Whose role the host's is next: who stands in for a host who is gone, to whom it is passed on, and who has it when the
host leaves the match for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import absence
from . import entries as e
from .errors import TurnedAway
from .hosting import host_seat, lends

if TYPE_CHECKING:
    from .state import State


def heir(table: State, present: frozenset[str]) -> int | None:
    """Who stands in for a host who is gone: of those who are here in their own chair the first, those before who play
    themselves; where bots hold the seats of all who are here, one of them all the same."""
    here = (
        seat
        for seat, chair in enumerate(table.chairs)
        if chair.person not in (None, table.host) and not chair.guest and any(chair.holds(person) for person in present)
    )
    return min(here, key=lambda seat: (not table.chairs[seat].attends, seat), default=None)


def successor(table: State, seat: int, present: frozenset[str]) -> int | None:
    """Who is the host once the person of a seat has left for good, if the role is theirs or lent by them: whoever has
    it now, or of the others who sit here the first, those before who play and are here. None if nothing changes."""
    leaves = table.chairs[seat]
    if leaves.person not in (table.host, table.door.lent) or (leaves.guest and len(table.seats_of(leaves.person)) > 1):
        return None
    if leaves.person != table.host and (stays := host_seat(table)) is not None:
        return stays

    def rank(other: int) -> tuple[bool, bool, int]:
        chair = table.chairs[other]
        return not any(chair.holds(person) for person in present), not chair.attends, other

    others = (
        s for s, chair in enumerate(table.chairs) if chair.person not in (None, leaves.person) and not chair.guest
    )
    return min(others, key=rank, default=None)


def take_over(table: State, person: str, host_gone: bool) -> e.Hosted:
    """Somebody who sits at the table becomes its host. host_gone: nobody has seen the host for a while"""
    mine = [seat for seat in table.seats_of(person) if not table.chairs[seat].guest]
    if not mine:
        raise TurnedAway("not-yours")
    if table.match is not None:
        raise TurnedAway("already-dealt")
    if table.is_host(person) or not host_gone:
        raise TurnedAway("host-here")
    return e.Hosted(mine[0], lent=True)


def stand_in(table: State, present: frozenset[str], host_gone: bool) -> e.Hosted:
    """Somebody who is here is the host until the host is back. Raises Moot if nobody need or can."""
    seat = heir(table, present) if host_gone and not table.door.closed else None
    if seat is None:
        raise absence.Moot
    return e.Hosted(seat, lent=True)


def host_back(table: State, person: str) -> e.HostBack:
    """The host who was gone is here again. Raises Moot if nobody stands in for them."""
    if not lends(table, person):
        raise absence.Moot
    return e.HostBack()


def pass_on(table: State, seat: int, person: str) -> e.Hosted:
    """The host makes somebody else who sits here the host; what was lent stays lent, in whosever hands."""
    table.host_only(person)
    chair = table.chairs[seat] if 0 <= seat < len(table.chairs) else None
    if chair is None or chair.person is None or chair.person == table.host:
        raise TurnedAway("no-such-person")
    return e.Hosted(seat, lent=bool(table.door.lent))


def left(table: State) -> e.Closed:
    """A match that everybody has left for good is closed. Raises Moot while somebody plays, or if it has ended."""
    if table.people or table.phase != "playing":
        raise absence.Moot
    return e.Closed(left=True)


def resign(table: State, seat: int, present: frozenset[str]) -> e.GaveUp:
    """The person of a seat leaves the match for good; if they are the host, somebody else is from then on."""
    if table.playing.over:
        raise TurnedAway("match-over")
    if table.lesson is not None:
        raise TurnedAway("lesson")
    return e.GaveUp(seat, host=successor(table, seat, present))
