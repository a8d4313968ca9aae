"""What people report to the owner: a remark or a name, with what was said around it. Nothing of the match is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from .storage import admin as storage
from .tables import hosting
from .tables.chairs import Remark
from .tables.errors import TurnedAway
from .tables.people import tidy
from .tables.table import Table

if TYPE_CHECKING:
    from .den import Den

AROUND = 5
"""Lines of talk before and after the one that is reported."""
MOST_OFFERED = 20
"""Of the newest remarks, so many can be chosen."""
MOST_OPEN = 3
"""Reports of one person about one table that the owner has yet to see to, unless the owner says otherwise."""
LONGEST_WHY = 200


class Spoken(Struct, frozen=True, omit_defaults=True):
    """A line of talk: what somebody said, or what the house noted for everybody."""

    name: str
    text: str = ""
    note: str = ""


class Report(Struct, frozen=True, omit_defaults=True):
    """What somebody reported."""

    name: str
    people: tuple[str, ...]
    """Who is meant, on whatever devices."""
    text: str = ""
    """What they said; empty if it is their name."""
    before: tuple[Spoken, ...] = ()
    after: tuple[Spoken, ...] = ()
    why: str = ""
    game: str = ""


def remarks(table: Table, person: str) -> list[tuple[int, Remark]]:
    """What others said that can be reported, with its number, the newest first; also what the host has hidden since."""
    said = [(n, one) for n, one in enumerate(table.talk) if not one.note and not table.is_same(one.person, person)]
    return said[: -MOST_OFFERED - 1 : -1]


def heard(table: Table, person: str, remark: Remark) -> bool:
    """Whether somebody may read what they report. What the host has hidden since is for those who sit in the match in
    which it was said: they could read it then, as somebody who came later could not."""
    return not remark.hidden or (remark.after > 0 and bool(table.seats_of(person)))


def names(table: Table, person: str) -> list[hosting.Voice]:
    """Whose name can be reported: everybody here who is a person, but for oneself."""
    host = hosting.host_seat(table)
    found = list(hosting.voices(table))
    if host is not None:
        chair = table.chairs[host]
        found.append(hosting.Voice(host, chair.name, (chair.person or "", *chair.devices), False))
    return [one for one in found if person not in one.people]


def make(table: Table, person: str, what: str, why: str) -> Report:
    """The report of `talk:NUMBER` or `name:NUMBER`, as the two lists above number them. Raises TurnedAway."""
    kind, _, text = what.partition(":")
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else -1
    why, game = tidy(why, LONGEST_WHY), table.opened.game
    if kind == "talk":
        for n, one in remarks(table, person):
            if n == number:
                people = next((v.people for v in names(table, person) if one.person in v.people), (one.person,))
                before, after = _open(table.talk[:n])[-AROUND:], _open(table.talk[n + 1 :])[:AROUND]
                return Report(one.name, people, one.text, before, after, why, game)
    elif kind == "name":
        for voice in names(table, person):
            if voice.number == number:
                return Report(voice.name, voice.people, before=_open(table.talk)[-AROUND:], why=why, game=game)
    raise TurnedAway("no-such-report")


def _open(talk: tuple[Remark, ...]) -> tuple[Spoken, ...]:
    """What everybody could read of a talk."""
    return tuple(Spoken(one.name, one.text, one.note) for one in talk if one.to is None)


async def report(den: Den, table: Table, person: str, what: str, why: str) -> None:
    """Somebody who sits at a table, or watches there or did lately, reports a remark or a name. Raises TurnedAway."""
    if not table.seats_of(person) and not den.attendance.watched(table, person):
        raise TurnedAway("not-to-report")
    made = make(table, person, what, why)
    if den.admin.read_only:
        raise TurnedAway("read-only")
    if await storage.open_reports(den.store, table.code, person) >= den.admin.most_reports:
        raise TurnedAway("many-reports")
    text = msgspec.json.encode(made).decode()
    await storage.add_report(den.store, den.now(), table.code, person, text)
    den.metrics.reports.inc()


def read(text: str) -> Report:
    return msgspec.json.decode(text, type=Report)
