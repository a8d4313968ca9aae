"""The keys to chairs: whoever sits in one is told when a program uses theirs, and can make a new one that ends others.

A key is a link to another device, too, so whoever gets hold of one could look on in silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from . import absence
from . import entries as e

if TYPE_CHECKING:
    from .state import State


def use(table: State, seat: int) -> e.KeyUsed:
    """A program shows the key to a chair. Raises Moot if its person was told, and where they sat down by a key."""
    if _told(table, seat):
        raise absence.Moot
    return e.KeyUsed(seat)


def is_news(table: State, seat: int, person: str) -> bool:
    """Whether the key to a chair is shown for the first time, by nobody whose browser holds it."""
    return not _told(table, seat) and not table.chairs[seat].holds(person)


def _told(table: State, seat: int) -> bool:
    chair = table.chairs[seat]
    return chair.keyed or (seat, chair.sitting, chair.renewed) in table.keys_used


def renew(table: State, seat: int, person: str) -> e.KeyRenewed:
    """A new key to a chair, for one of those who hold it.

    The browser in which somebody sat down stays, whoever asks for it: or else a stolen link could lock them out. Who
    has a chair at somebody else's device and takes it along has it alone from then on.
    """
    chair = table.chairs[table.own(seat, person)]
    elsewhere = person in chair.devices
    if chair.guest and elsewhere:
        return e.KeyRenewed(seat, person)
    return e.KeyRenewed(seat, chair.person or "", (person,) if elsewhere else ())


def renew_along(table: State, seat: int, person: str) -> e.KeyRenewed:
    """The same at a rematch, for who made a new key at the table before. Raises Moot unless they hold the chair here
    as they were seated for the rematch: who has made a new key here since has nothing to fear of older ones."""
    chair = table.chairs[seat]
    if not chair.inherited or not chair.holds(person):
        raise absence.Moot
    return replace(renew(table, seat, person), along=True)


def apply(table: State, entry: e.KeyUsed | e.KeyRenewed) -> None:
    chair = table.chairs[entry.seat]
    if isinstance(entry, e.KeyUsed):
        table.keys_used |= {(entry.seat, chair.sitting, chair.renewed)}
        table.note("key-used", entry.seat, to=entry.seat)
        return
    new = replace(chair, person=entry.person, devices=entry.devices, renewed=chair.renewed + 1)
    new = replace(new, alone=chair.alone or not entry.along)
    table.ended = {**table.ended, **{one: chair.name for one in chair.devices if not new.holds(one)}}
    if entry.person == chair.person:
        table.seat(entry.seat, new)
    else:
        table.sit_person(entry.seat, new)
        if chair.person in table.silenced:
            table.silenced |= {entry.person}
    table.note("key-renewed", entry.seat, to=entry.seat)


def end_links(table: State, seat: int, people: tuple[str, ...]) -> None:
    """These people hold a chair of somebody else's no longer, into which they had come by its link; nor does the link,
    unless whoever sits there has nothing else to hold it by."""
    chair = table.chairs[seat]
    new = replace(chair, devices=tuple(one for one in chair.devices if one not in people))
    if not chair.keyed:
        new = replace(new, renewed=chair.renewed + 1, alone=True)
        table.note("key-renewed", seat, to=seat)
    table.seat(seat, new)
