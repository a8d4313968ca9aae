"""The host of a table: who takes over when they are gone, whom they send away, whom they silence.

Everything here looks at a table only; what happens is an entry in its log. Nothing of it tells anything about the
match, and where nobody may talk, nobody is silenced or heard again either: that, too, would be a sign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from . import entries as e
from .errors import TurnedAway

if TYPE_CHECKING:
    from .state import State


class SentAway(Struct, frozen=True):
    """Somebody whom the host sent away, from which chair, in which sitting; and whether they may come back."""

    seat: int
    sitting: int
    people: tuple[str, ...]
    name: str
    admitted: bool = False


class Voice(Struct, frozen=True):
    """Somebody who can be silenced: by their seat, or, of those who watch, by a number after the last seat."""

    number: int
    name: str
    people: tuple[str, ...]
    silent: bool


# ---- what it is like now


def host_seat(table: State) -> int | None:
    """The chair of the host; None if they have none."""
    return next((seat for seat, chair in enumerate(table.chairs) if chair.person == table.host), None)


def is_sent_away(table: State, person: str) -> bool:
    return any(person in one.people and not one.admitted for one in table.sent)


def is_silent(table: State, person: str) -> bool:
    """Whether the host has silenced somebody, on whatever device."""
    if not table.silenced:
        return False
    seated = [chair.person for chair in table.chairs if chair.holds(person)]
    return not table.silenced.isdisjoint((person, *seated))


def voices(table: State) -> tuple[Voice, ...]:
    """Whoever could talk or has talked, but for bots and the host."""
    found = [
        Voice(seat, chair.name, (chair.person, *chair.devices), chair.person in table.silenced)
        for seat, chair in enumerate(table.chairs)
        if chair.person is not None and chair.person != table.host
    ]
    for number, (person, name) in enumerate(table.watched_by.items(), len(table.chairs)):
        if not table.is_host(person) and not table.seats_of(person):
            found.append(Voice(number, name, (person,), person in table.silenced))
    return tuple(found)


# ---- what may be written next: each returns the entry, or raises TurnedAway


def take_over(table: State, person: str, host_gone: bool) -> e.Hosted:
    """Somebody who sits at the table becomes its host. host_gone: nobody has seen the host for a while"""
    mine = table.seats_of(person)
    if not mine:
        raise TurnedAway("not-yours")
    if table.match is not None:
        raise TurnedAway("already-dealt")
    if table.is_host(person) or not host_gone:
        raise TurnedAway("host-here")
    return e.Hosted(mine[0])


def admit(table: State, number: int, person: str) -> e.Admitted:
    """Whom the host sent away may sit down again."""
    table.host_only(person)
    if table.match is not None:
        raise TurnedAway("already-dealt")
    if not 0 <= number < len(table.sent) or table.sent[number].admitted:
        raise TurnedAway("no-such-person")
    return e.Admitted(number)


def silence(table: State, number: int, person: str, silent: bool) -> e.Silenced:
    """What somebody says is no longer shown; or, if not `silent`, is shown again."""
    table.host_only(person)
    if table.match is not None and table.match.view(None).hush:
        raise TurnedAway("hush")
    voice = next((one for one in voices(table) if one.number == number), None)
    if voice is None:
        raise TurnedAway("no-such-person")
    return e.Silenced(voice.people, silent)


def take(table: State, entry: e.Hosted | e.Admitted | e.Silenced) -> None:
    """Take an entry about the host and whom they don't want in."""
    match entry:
        case e.Hosted():
            table.host = table.chairs[entry.seat].person or ""
            table.note("hosted", entry.seat)
        case e.Admitted():
            sent = list(table.sent)
            sent[entry.number] = replace(sent[entry.number], admitted=True)
            table.sent = tuple(sent)
        case e.Silenced():
            people = set(entry.people)
            table.silenced = table.silenced | people if entry.silent else table.silenced - people
            table.talk = tuple(replace(one, hidden=entry.silent) if one.person in people else one for one in table.talk)
