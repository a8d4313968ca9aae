"""Somebody does not answer: when that is so, what the table then does, and how the person comes back.

Everything here looks at a table only; what happens is an entry in its log. Whether a seat has answered a
discreet question shows in nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from ...kernel import put
from . import entries as e
from .chairs import Chair
from .errors import TurnedAway

if TYPE_CHECKING:
    from .state import State


THINKING = 300.0
"""Seconds without a clock in which somebody who has the table open may think in peace."""


class Voting(NamedTuple):
    """How it stands with voting on seats that don't answer."""

    in_peace: frozenset[int]
    """The seats that nobody may vote on yet."""
    here: frozenset[int]
    """Those whose people are there to vote."""


class Moot(Exception):
    """There is nothing to write: somebody was quicker, here or in another process."""


def due(table: State) -> float | None:
    """When something happens at this table unless somebody answers before."""
    clock = table.clock
    if table.match is None and not table.door.closed:
        return table.door.settings.start or None
    if not clock.pace.fires or table.match is None or table.at_rest:
        return None
    seats = _slow(table)
    if clock.pace.absent == "vote" and not any(_voters(table, seat) for seat in seats):
        return None
    return min((d for seat in seats if (d := clock.deadline(seat)) is not None), default=None)


def _slow(table: State) -> list[int]:
    """The seats of people that owe an answer as far as everybody may know, and for which nothing has happened yet."""
    clock = table.clock
    return [] if clock.lapsed else [s for s in table.asked if table.chairs[s].attends and s not in clock.overdue]


def time_up(table: State, now: float) -> e.TimeUp:
    """Whose time is up. Raises Moot if nobody's is."""
    at = due(table)
    if at is None or at > now:
        raise Moot
    clock = table.clock
    seats = [s for s in _slow(table) if (d := clock.deadline(s)) is not None and d <= now]
    if clock.pace.absent == "bot":  # by a vote, all alike: who is missing is not told
        seats = [s for s in seats if s in table.playing.to_act]
    return e.TimeUp(tuple(seats))


def vote(table: State, seat: int, person: str, around: frozenset[str], now: float) -> e.Voted:
    """Somebody wants a bot to hold a seat whose time is up. `around` are the people who have the table open, or had it
    less than a minute ago: nobody decides alone because the others have just looked away."""
    mine = {s for s in table.seats_of(person) if table.chairs[s].attends} - {seat}
    if not mine:
        raise TurnedAway("not-yours")
    if seat not in waited_for(table):
        raise TurnedAway("still-thinks")
    if seat in in_peace(table, around, now):
        raise TurnedAway("still-here")
    here = voters(table, around) - {seat}
    return e.Voted(seat, tuple(sorted(mine)), tuple(sorted(here | mine)))


def voters(table: State, around: frozenset[str]) -> frozenset[int]:
    """The seats whose people can vote, of those who are around."""
    return frozenset(s for who in around for s in table.seats_of(who) if table.chairs[s].attends)


def needed(table: State, seat: int, here: frozenset[int]) -> int:
    """How many votes in all give a seat to a bot, if these seats are there when the next one is cast."""
    return _majority(len((table.clock.votes[seat] | here) - {seat}))


def _majority(voters: int) -> int:
    return voters // 2 + 1


def in_peace(table: State, around: frozenset[str], now: float) -> frozenset[int]:
    """The seats that nobody may vote on yet, though they don't answer: without a clock, whoever is here may think. Who
    has answered a discreet question shows in this no more than in whom the table waits for."""
    if table.clock.pace.kind != "none" or now - table.clock.put >= THINKING:
        return frozenset()
    return frozenset(s for s in waited_for(table) if any(table.chairs[s].holds(who) for who in around))


def waited_for(table: State) -> list[int]:
    """The seats that the others may vote on: those that don't answer, and those whose person has gone for good."""
    if table.at_rest:
        return []
    chairs = table.chairs
    gone = {seat for seat, chair in enumerate(chairs) if chair.gone and not chair.held}
    if not gone and not table.clock.overdue:
        return []
    gone &= set(table.asked)
    return [s for s in sorted(table.clock.overdue | gone) if chairs[s].attends or s in gone]


def come_back(table: State, seat: int) -> e.Returned:
    """The person of a held seat takes it again. Raises Moot if no bot holds it."""
    if not table.chairs[seat].held:
        raise Moot
    return e.Returned(seat)


def give_up(table: State, seat: int, at: float) -> None:
    """The person of a seat has gone for good. Where the others decide about absent players they vote on a bot, as soon
    as the seat is asked; elsewhere a bot plays on at once, also where the table waits: nobody would ever come."""
    chair = table.chairs[seat]
    former = tuple(one for one in (chair.person, *chair.devices, chair.guest) if one)
    left = Chair(name=chair.name, luck=chair.luck, sitting=chair.sitting + 1, held=chair.held, gone=True, former=former)
    table.seat(seat, left)
    table.clock = table.clock.held(seat, at)
    for other, one in enumerate(table.chairs):
        if one.gone and (table.clock.pace.absent != "vote" or not _voters(table, other)):
            table.seat(other, replace(one, held=True))


def apply(table: State, entry: e.TimeUp | e.Voted | e.Returned) -> None:
    """Take an entry about somebody's absence in."""
    clock = table.clock
    match entry:
        case e.TimeUp() if clock.pace.absent == "vote":
            table.clock = replace(clock, overdue=clock.overdue | set(entry.seats))
        case e.TimeUp() if clock.discreet:
            table.clock = replace(clock, lapsed=True)
            for seat in entry.seats:
                table.note("lapsed", seat, to=seat)
        case e.TimeUp():
            for seat in entry.seats:
                _hold(table, seat, "held", entry.at)
        case e.Voted():
            votes = clock.votes[entry.seat] | set(entry.by)
            table.clock = replace(clock, votes=put(clock.votes, entry.seat, votes))
            if len(votes) >= _majority(len(votes | set(entry.of))):
                _hold(table, entry.seat, "voted", entry.at)
        case e.Returned():
            table.seat(entry.seat, replace(table.chairs[entry.seat], held=False))
            owes = table.match is not None and entry.seat in table.match.to_act
            table.clock = clock.returned(entry.seat, entry.at, owes)
            table.note("back", entry.seat)


def _hold(table: State, seat: int, why: str, at: float) -> None:
    table.seat(seat, replace(table.chairs[seat], held=True))
    table.clock = table.clock.held(seat, at)
    table.note(why, seat)


def _voters(table: State, seat: int) -> list[int]:
    return [s for s, chair in enumerate(table.chairs) if chair.attends and s != seat]
