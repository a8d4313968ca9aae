"""The host of a table, and what they may do about those who come.

Everything here looks at a table only; what happens is an entry in its log, and a note that everybody reads. Nothing of
it tells anything about the match, and where nobody may talk, nobody is silenced or heard again either: that, too, would
be a sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from . import absence, keys, restored
from . import entries as e
from .chairs import Chair
from .door import Knock, changed
from .errors import TurnedAway
from .pace import Clock

if TYPE_CHECKING:
    from .state import State

MOST_KNOCKS = 20
"""People who wait at one door."""
MOST_KNOCKS_EACH = 3
"""Of these, from one place: nobody fills a door alone."""


class SentAway(Struct, frozen=True):
    """Somebody whom the host sent away, from which chair (-1: from none), in which sitting; and whether they may come
    back."""

    seat: int
    sitting: int
    people: tuple[str, ...]
    name: str
    admitted: bool = False
    barred: bool = False
    """May not even look."""
    renewed: int = 0
    """As of their chair."""


class Voice(Struct, frozen=True):
    """Somebody whom the host can silence or remove: by their seat, or, of those who watch, by a number after the last
    seat."""

    number: int
    name: str
    people: tuple[str, ...]
    silent: bool
    sitting: int = 0
    """Of their chair: another one if somebody else sits there."""


# ---- what it is like now


def host_seat(table: State) -> int | None:
    """The chair of the host; None if they have none of their own."""
    return next((s for s, chair in enumerate(table.chairs) if chair.person == table.host and not chair.guest), None)


def is_sent_away(table: State, person: str) -> bool:
    return any(person in one.people and not one.admitted for one in table.sent)


def why_not_look(table: State, person: str) -> str | None:
    """Why somebody may not look at a table, as a reason that has words; None if they may."""
    if any(person in one.people and one.barred and not one.admitted for one in table.sent):
        return "barred"
    if table.match is None or table.door.settings.watch or table.seats_of(person) or table.is_host(person):
        return None
    return "no-watching"


def is_silent(table: State, person: str) -> bool:
    """Whether the host has silenced somebody, on whatever device."""
    if not table.silenced:
        return False
    seated = [chair.person for chair in table.chairs if chair.holds(person)]
    return not table.silenced.isdisjoint((person, *seated))


def waits(table: State, person: str) -> bool:
    """Whether somebody waits for the host's yes."""
    return any(one.person == person for one in table.door.knocks)


def lends(table: State, person: str) -> bool:
    """Whether this is the host who was gone, in whose place somebody else is now."""
    lent = table.door.lent
    return bool(lent) and table.is_same(lent, person)


def voices(table: State) -> tuple[Voice, ...]:
    """Whoever could talk or has talked, but for bots and the host."""
    found = [
        Voice(seat, chair.name, (chair.person, *chair.devices), chair.person in table.silenced, chair.sitting)
        for seat, chair in enumerate(table.chairs)
        if chair.person is not None and chair.person != table.host
    ]
    for number, (person, name) in enumerate(table.watched_by.items(), len(table.chairs)):
        if not table.is_host(person) and not table.seats_of(person) and why_not_look(table, person) != "barred":
            found.append(Voice(number, name, (person,), person in table.silenced))
    return tuple(found)


# ---- what may be written next: each returns the entry, or raises TurnedAway


def admit(table: State, number: int, person: str) -> e.Admitted:
    """Whom the host sent away may come again."""
    table.host_only(person)
    if not 0 <= number < len(table.sent) or table.sent[number].admitted:
        raise TurnedAway("no-such-person")
    return e.Admitted(number)


def silence(table: State, number: int, person: str, silent: bool) -> e.Silenced:
    """What somebody says is no longer shown; or, if not `silent`, is shown again.

    Nobody silences a host for whom they stand in.
    """
    table.host_only(person)
    if table.match is not None and table.match.view(None).hush:
        raise TurnedAway("hush")
    people = _voice(table, number).people
    if silent:
        spare_host(table, *people)
    return e.Silenced(people, silent)


def remove(table: State, number: int, person: str, barred: bool) -> e.Left | e.GaveUp | e.KeptOut:
    """Somebody is at the table no longer, from whatever they had there; if `barred`, they can't look at it either.

    Nobody removes a host for whom they stand in.
    """
    table.host_only(person)
    voice = _voice(table, number)
    spare_host(table, *voice.people)
    if number >= len(table.chairs):
        return e.KeptOut(voice.people, voice.name, barred)
    if table.match is None:
        return e.Left(number, away=True, barred=barred)
    if table.match.over:
        raise TurnedAway("match-over")
    return e.GaveUp(number, removed=True, barred=barred)


def meant(table: State, person: str, seat: int, sitting: int | None, own: bool = False) -> None:
    """Raises TurnedAway for everybody but the host, or, with `own`, whoever sits in the chair; and if somebody else
    sits there than in the sitting that was meant; None: whoever does."""
    if not (own and seat in table.seats_of(person)):
        table.host_only(person)
    if sitting is not None and 0 <= seat < len(table.chairs) and table.chairs[seat].sitting != sitting:
        raise TurnedAway("somebody-else")


def spare_host(table: State, *people: str) -> None:
    """Raises TurnedAway if one of these is the host for whom somebody stands in: nobody sends them away."""
    if any(lends(table, one) for one in people):
        raise TurnedAway("host-returns")


def knock(table: State, person: str, name: str, luck: str, place: str, program: bool) -> e.Knocked:
    """Somebody waits for the host's yes. place: the mark of where they come from; empty if nobody knows"""
    if waits(table, person):
        raise TurnedAway("waits-already")
    if place and sum(one.place == place for one in table.door.knocks) >= MOST_KNOCKS_EACH:
        raise TurnedAway("many-from-there")
    if len(table.door.knocks) >= MOST_KNOCKS:
        raise TurnedAway("many-wait")
    return e.Knocked(person, name, luck, place, program)


def withdraw(table: State, person: str) -> e.Withdrew:
    """Somebody who waits at the door does so no longer. Raises Moot if they don't wait."""
    if not waits(table, person):
        raise absence.Moot
    return e.Withdrew(person)


def answer(table: State, number: int, person: str, yes: bool) -> e.Sat | e.KeptOut:
    """The host lets somebody sit down who waits at the door, or not: the one of this number."""
    table.host_only(person)
    if table.match is not None:
        raise TurnedAway("already-dealt")
    one = next((one for one in table.door.knocks if one.number == number), None)
    if one is None:
        raise TurnedAway("no-such-person")
    if not yes:
        return e.KeptOut((one.person,), one.name)
    seat = next((s for s, chair in enumerate(table.chairs) if not chair.taken), None)
    if seat is None:
        raise TurnedAway("table-full")
    return e.Sat(seat, one.person, one.name, one.luck, one.program)


def adjust(table: State, person: str, changes: dict[str, Any], place: Callable[[], str]) -> e.Adjusted:
    """The host chooses who may come, watch and talk; `place` gives the mark of where they put the table into the lobby
    from, or raises. Raises Moot if that is so already."""
    table.host_only(person)
    settings = replace(table.door.settings, **changes)
    if settings == table.door.settings:
        raise absence.Moot
    listing = settings.listed and not table.door.settings.listed
    return e.Adjusted(settings, place() if listing else "")


def change_speed(table: State, person: str, speed: e.Speed) -> e.SpeedChanged:
    """How fast one thing happens after another from now on, also in a match. Raises Moot if it does."""
    table.host_only(person)
    if speed == table.opened.speed:
        raise absence.Moot
    return e.SpeedChanged(speed)


def pause(table: State, person: str, paused: bool) -> e.Paused:
    """The host lets the match rest, or go on. Raises Moot if it does."""
    table.host_only(person)
    if table.playing.over:
        raise TurnedAway("match-over")
    if paused == (table.clock.paused is not None):
        raise absence.Moot
    return e.Paused(paused)


def rest(table: State, resting: bool) -> e.Paused:
    """The house lets a match rest in which time counts, or go on if it was the house that stopped it. Raises Moot."""
    if table.match is None or table.match.over or table.door.closed or not table.clock.runs:
        raise absence.Moot
    if table.clock.paused is not None if resting else not table.clock.by_house:
        raise absence.Moot
    return e.Paused(resting, house=True)


def close(table: State, person: str | None) -> e.Closed:
    """The host closes a table, before the match or in it; or, if nobody is named, the owner of the house."""
    if person is not None:
        table.host_only(person)
    if table.phase == "over":
        raise TurnedAway("match-over")
    if person is None:
        return e.Closed(house=True)
    seat = host_seat(table)
    return e.Closed("" if seat is None else table.chairs[seat].name)


def _voice(table: State, number: int) -> Voice:
    voice = next((one for one in voices(table) if one.number == number), None)
    if voice is None:
        raise TurnedAway("no-such-person")
    return voice


# ---- what the log says


def apply(table: State, entry: e.AnyEntry) -> None:
    """Take an entry about the host and the door in."""
    door = table.door
    match entry:
        case e.Hosted():
            lent = (door.lent or table.host) if entry.lent else ""
            table.host = table.chairs[entry.seat].person or ""
            since = door.lent_at if door.lent else entry.at
            table.door = replace(door, lent="" if lent == table.host else lent, lent_at=since)
            table.note("hosted", entry.seat)
        case e.HostBack():
            table.host, table.door = door.lent, replace(door, lent="")
            table.note("host-back", host_seat(table))
        case e.Admitted():
            _let_in_again(table, entry.number)
        case e.Silenced():
            people = set(entry.people)
            table.silenced = table.silenced | people if entry.silent else table.silenced - people
            table.talk = tuple(replace(one, hidden=entry.silent) if one.person in people else one for one in table.talk)
            _note_silence(table, people, "silenced" if entry.silent else "heard-again")
        case e.Knocked():
            one = Knock(entry.person, entry.name, entry.luck, door.knocked, entry.place, entry.program)
            table.door = replace(door, knocks=(*door.knocks, one), knocked=door.knocked + 1)
        case e.Withdrew():
            no_longer_waits(table, entry.person)
        case e.KeptOut():
            no_longer_waits(table, *entry.people)
            table.sent += (SentAway(-1, 0, entry.people, entry.name, barred=entry.barred),)
            table.note("barred" if entry.barred else "kept-out", None, name=entry.name)
        case e.GaveUp():
            if entry.removed:
                send_away(table, table.chairs[entry.seat], entry.seat, entry.barred)
            else:
                table.note("resigned", entry.seat)
                _succeed(table, entry)
            absence.give_up(table, entry.seat, entry.at)
        case e.Adjusted():
            table.door = replace(door, settings=entry.settings, listed_from=entry.listed_from or door.listed_from)
            for what, name in changed(door.settings, entry.settings):
                table.note(what, None, name=name)
        case e.Ruled():
            _rule(table, entry)
        case e.SpeedChanged():
            table.opened = replace(table.opened, speed=entry.speed)
            table.note(entry.speed, None)
        case e.Paused():
            clock, words = table.clock, ("house-rests", "house-goes-on") if entry.house else ("paused", "resumed")
            table.clock = clock.rest(entry.at, entry.house) if entry.paused else clock.go_on(entry.at)
            table.paused_by = host_seat(table) if entry.paused and not entry.house else None
            table.note(words[not entry.paused], None)
        case e.Closed():
            table.door = replace(door, closed=True)
            if entry.house or entry.left or entry.by is not None:
                of_house = "closed.house" if entry.house else "closed.left" if entry.left else ""
                table.note(of_house or ("closed.host" if entry.by else "closed.nobody"), None, name=entry.by or "")
        case e.Restored():
            restored.apply(table, entry)


def _rule(table: State, entry: e.Ruled) -> None:
    """Other house rules, and as many chairs as they say."""
    before, seats = table.opened, entry.seats or table.opened.seats
    table.opened = replace(
        before, options=entry.options, pace=entry.pace, hints=entry.hints, speed=entry.speed, seats=seats
    )
    table.clock = Clock.of(entry.pace, seats)
    if seats != before.seats:
        table.arrange(seats)
        table.note("chairs", None, name=str(seats))
    if seats == before.seats or replace(table.opened, seats=before.seats) != before:
        table.note("ruled", None)


def _succeed(table: State, entry: e.GaveUp) -> None:
    """Whoever has just left for good is not the host any more, nor will be."""
    if entry.host is None:
        return
    before, lent, gone = table.host, table.door.lent, table.chairs[entry.seat].person
    table.host = table.chairs[entry.host].person or ""
    table.door = replace(table.door, lent="" if lent in (gone, table.host) else lent)
    if table.host != before:
        table.note("hosted", entry.host)


def _note_silence(table: State, people: set[str], what: str) -> None:
    """Tell everybody whom the host has silenced or lets talk again, under each name by which they are known here."""
    seated = [seat for seat, chair in enumerate(table.chairs) if chair.person in people and not chair.guest]
    for seat in seated:
        table.note(what, seat)
    sitting = {table.chairs[seat].person for seat in seated}
    for person, name in table.watched_by.items():
        if person in people - sitting:
            table.note(what, None, name=name)


def send_away(table: State, chair: Chair, seat: int, barred: bool) -> None:
    """The host has sent the person of a chair away, on all their devices.

    They hold no other chair by its link either. Whoever has a chair of their own and looked into theirs stays.
    """
    own = {one.person for other, one in enumerate(table.chairs) if other != seat}
    people = (chair.person or "", *(one for one in chair.devices if one not in own))
    table.sent += (SentAway(seat, chair.sitting, people, chair.name, barred=barred, renewed=chair.renewed),)
    table.note("barred" if barred else "removed", seat)
    for other, one in enumerate(table.chairs):
        if other != seat and not set(people).isdisjoint(one.devices):
            keys.end_links(table, other, people)


def no_longer_waits(table: State, *people: str) -> None:
    """These people don't wait at the door any more."""
    if table.door.knocks:
        left = tuple(one for one in table.door.knocks if one.person not in people)
        table.door = replace(table.door, knocks=left)


def _let_in_again(table: State, number: int) -> None:
    """Somebody may come again; in a match to the seat that they had, which a bot plays until they are back. Keys and
    devices from before stay shut, but for who has nothing else to come with."""
    sent = list(table.sent)
    one = sent[number] = replace(sent[number], admitted=True)
    table.sent = tuple(sent)
    chair = table.chairs[one.seat] if 0 <= one.seat < len(table.chairs) else None
    if chair is not None and chair.gone:
        person, *devices = one.people
        back = replace(chair, person=person, gone=False, held=True, former=())
        table.ended = {**table.ended, **dict.fromkeys(devices, chair.name)}
        if back.keyed:
            back = replace(back, sitting=one.sitting, renewed=one.renewed)
        table.sit_person(one.seat, back)
    table.note("admitted", None, name=one.name)
