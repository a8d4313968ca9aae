"""What the host of a table may do, as data: the people there, who waits at the door, and how it is set."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...den import Table, hosting
from ..text.bots import own_program, speed_picker
from ..text.templates import say, template
from .audience import Audience
from .seats import is_here, watching_words


class Guest(Struct, frozen=True):
    """Somebody whom the host may silence, remove or make the host."""

    who: int
    seat: int | None
    name: str
    words: str
    silent: bool
    after: str
    """What follows if they are removed; empty if they can't be: the host for whom somebody stands in, and everybody
    when the match is over."""
    sitting: int


def sheet(table: Table, language: str, present: frozenset[str]) -> dict[str, Any]:
    """The host's sheet, of what everybody may know."""
    chairs, settings = table.chairs, table.door.settings
    guests = []
    for one in hosting.voices(table):
        seat = one.number if one.number < len(chairs) else None
        here = is_here(chairs[seat], present) if seat is not None else not present.isdisjoint(one.people)
        words = say(
            language, "presence.away" if not here else "presence.here" if seat is not None else "presence.watches"
        )
        stays = table.phase == "over" or any(hosting.lends(table, person) for person in one.people)
        after = "" if stays else say(language, f"removal.{_after(table, seat)}")
        guests.append(Guest(one.number, seat, one.name, words, one.silent, after, one.sitting))
    knocks = table.door.knocks if table.match is None else ()
    return {
        "guests": guests,
        "knocks": [(one.number, one.name, own_program(one.program, language)) for one in knocks],
        "sent": [(who, one.name) for who, one in enumerate(table.sent) if not one.admitted],
        "watch": settings.watch,
        "talk": settings.talk,
        "approve": settings.approve,
        "listed": settings.listed,
        "watching": watching_words(table, present, language),
        "gathers": table.match is None,
        "plays": table.phase == "playing",
        "lent": bool(table.door.lent),
        "paused": table.clock.paused is not None,
        "speeds": speed_picker(language, {"speed": table.opened.speed}),
        "hush": table.match is not None and table.view(None).hush,
    }


def _after(table: Table, seat: int | None) -> str:
    """What becomes of somebody's chair if they are removed; or of themselves, if they have none."""
    if seat is None:
        return "watch"
    return "free" if table.match is None else "vote" if table.clock.pace.absent == "vote" else "bot"


def hosted(table: Table) -> tuple[Any, ...]:
    """What the sheet is made of besides the chairs and who is here."""
    return table.opened.speed, table.host, table.silenced, table.watched_by, table.door, table.sent, table.clock.paused


NOTHING = {"leave": "", "sheet": ""}


def house(table: Table, audience: Audience, present: frozenset[str]) -> dict[str, str]:
    """What is above the match for an audience, as HTML: how to give up a seat, and the sheet for the host."""
    if audience.spectator or table.lesson is not None:
        return NOTHING
    draw = template(audience.language, "table/host.html").module
    leaves = [(seat, table.chairs[seat].name) for seat in audience.mine] if table.phase == "playing" else []
    shown = sheet(table, audience.language, present) if audience.host else None
    return {
        "leave": str(draw.host_leave(leaves, table.code)) if leaves else "",  # type: ignore[attr-defined]
        "sheet": str(draw.host_sheet(shown, table.code)) if shown else "",  # type: ignore[attr-defined]
    }
