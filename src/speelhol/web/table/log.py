"""What happened at a table, as one audience hears it: lines by their number, and how the newest events move."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...den import Remark, Table
from ...kernel import Event, Log, Motion, Speech, View
from ..text import clocks
from .audience import Audience
from .cache import KnownLines, TableCache
from .drawing import Drawing

LOG_LINES = 60
RECENT = 16
"""Of so many events the movements are in the scene; a page that has seen them already skips them."""


class Line(Struct, frozen=True, omit_defaults=True):
    """What happened, or what somebody said."""

    text: str
    secret: bool = False
    seat: int | None = None
    """Whom it is about."""
    name: str = ""
    link: str = ""
    n: int = 0
    """The event's number as this audience counts, the same as that of its movements; 0 for a remark."""


def lines(table: Table, audience: Audience, view: View, speech: Speech, kept: TableCache) -> dict[int, Line]:
    """The newest events and remarks by their number."""
    told, dealer = view.log, table.playing.dealer
    key = (audience.seat, audience.language)
    known = kept.heard.get(key)
    if known is not None and known.dealer is dealer and known.talk is table.talk and not view.over:
        if known.count == len(told):
            return known.lines
        number = max(known.lines, default=-1) + 1
        found = dict(known.lines)
        for n, (event, secret) in enumerate(told.own_since(known.count), known.count + 1):
            found[number] = _event(n, event, secret, speech, kept)
            number += 1
        while len(found) > LOG_LINES:
            del found[next(iter(found))]
    else:
        found = dict(_all(table, audience, view, speech, kept))
        found = dict(list(found.items())[-LOG_LINES:])
    kept.heard[key] = KnownLines(dealer, table.talk, len(told), found)
    return found


def _all(table: Table, audience: Audience, view: View, speech: Speech, kept: TableCache) -> Iterator[tuple[int, Line]]:
    """Oldest first, remarks where they were made."""
    told = view.log
    start = max(0, len(told) - LOG_LINES)
    events = told.own_since(max(0, start - 1))
    open_count = told.open_before(start)
    # a remark stands behind the open event that was told before it, and so before what was whispered after that
    first = open_count + bool(start and events.pop(0)[1])
    mine = [r for r in table.talk if (r.to is None or r.to == audience.seat) and not r.hidden]
    remarks = [r for r in mine if r.after >= first]
    number, place = start + len(mine) - len(remarks), start
    for event, secret in events:
        while remarks and remarks[0].after <= open_count:
            yield number, remark_line(remarks.pop(0), audience.language)
            number += 1
        place += 1
        link = ""
        if view.over:  # after the match its number leads to the moment
            eyes = "open" if audience.seat is None else audience.seat
            link = f"/t/{table.code}/replay?event={place}&eyes={eyes}"
        yield number, _event(place, event, secret, speech, kept, link)
        number += 1
        open_count += not secret
    for remark in remarks:
        yield number, remark_line(remark, audience.language)
        number += 1


def _event(n: int, event: Event, secret: bool, speech: Speech, kept: TableCache, link: str = "") -> Line:
    """What happened."""
    return Line(kept.wording(event, speech), secret, getattr(event, "seat", None), link=link, n=n)


def remark_line(one: Remark, language: str) -> Line:
    """What somebody said, or what the house noted."""
    if one.note:
        return Line(clocks.note_words(one, language), one.to is not None, one.seat)
    return Line(one.text, seat=one.seat, name=one.name)


def motions(
    table: Table, seat: int | None, told: Log, drawing: Drawing, kept: TableCache
) -> dict[int, tuple[Motion, ...]]:
    """How the newest events move, by their number as this audience counts."""
    dealer, oldest = table.playing.dealer, max(0, len(told) - RECENT)
    known = kept.heard.get(("motions", seat))
    if known is not None and known.dealer is dealer:
        if known.count == len(told):
            return known.lines
        found = {n: moves for n, moves in known.lines.items() if n > oldest}
        start = max(known.count, oldest)
    else:
        found, start = {}, oldest
    for n, event in enumerate(told.since(start), start + 1):
        moves = kept.moves.get(event)
        if moves is None:
            moves = kept.moves[event] = tuple(drawing.motions(event))
        if moves:
            found[n] = moves
    kept.heard["motions", seat] = KnownLines(dealer, (), len(told), found)
    return found
