"""What happened at a table, as one audience hears it: lines by their number, and how the newest events move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...bots.roster import CHARACTERS
from ...den import Remark, Table
from ...kernel import EVEN, Event, Game, Log, Motion, Speech, View
from ..text import clocks
from ..text.templates import say
from .audience import Audience
from .cache import KnownLines, TableCache, found_at
from .drawing import Drawing
from .patch import Patch
from .reactions import face_of, words
from .staged import BigMoment
from .staged import stages as staged

T = TypeVar("T")
LOG_LINES = 60
MANNERS = ("cautious", "bold", "liar")
"""Characters that are known by how they end a sentence."""
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
    reaction: str = ""
    """The drawing by which it was said."""
    said: int = 0
    """Of a remark: its place in the log, from 1."""
    routine: bool = False
    """Nobody has to be told of it but by the log."""
    before: str = ""
    """What is told of it before it is seen how it ends."""
    n: int = 0
    """The event's number as this audience counts, the same as that of its movements; 0 for a remark."""


def lines(table: Table, audience: Audience, view: View, speech: Speech, kept: TableCache) -> dict[int, Line]:
    """The newest events and remarks by their number."""
    told, dealer = view.log, table.playing.dealer
    count = len(told)
    key = (audience.seat, audience.language)
    known = kept.heard.get(key)
    if known is not None and known.dealer is dealer and known.talk is table.talk and not view.over:
        if known.count == count:
            same: dict[int, Line] = known.lines
            return same
        number = next(reversed(known.lines), -1) + 1
        come: dict[int, Line] = {}
        talks = _talks(table)
        for n, (event, secret) in enumerate(told.own_since(known.count), known.count + 1):
            added = _added(table, told, n, event, secret, speech) if talks else ""
            come[number] = _event(n, event, secret, speech, kept, added=added)
            number += 1
        found: dict[int, Line] = known.lines | come
        gone = list(islice(found, max(0, len(found) - LOG_LINES)))
        for oldest in gone:
            del found[oldest]
        if len(come) <= LOG_LINES:
            found_at(table)[id(known.lines), id(found)] = (known.lines, found, _grown(come, gone))
    else:
        found = dict(_all(table, audience, view, speech, kept))
        found = dict(list(found.items())[-LOG_LINES:])
    kept.heard[key] = KnownLines(dealer, table.talk, count, found)
    return found


def _talks(table: Table) -> bool:
    """Whether somebody here adds something to what they say."""
    return table.game.talk is not None and not all(chair.level is None for chair in table.chairs)


def _grown(come: dict[int, Line], gone: list[int]) -> Patch:
    """How lines differ of which some are new and the oldest are gone: nothing has to be compared."""
    return {"=": come, "-": gone} if gone else {"=": come}


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
            yield number, replace(remark_line(remarks.pop(0), table.game, audience.language), said=number + 1)
            number += 1
        place += 1
        link = ""
        if view.over:  # after the match its number leads to the moment
            eyes = "open" if audience.seat is None else audience.seat
            link = f"/t/{table.code}/replay?event={place}&eyes={eyes}"
        added = _added(table, told, place, event, secret, speech)
        yield number, _event(place, event, secret, speech, kept, link, added)
        number += 1
        open_count += not secret
    number += max(0, len(remarks) - LOG_LINES)
    for remark in remarks[-LOG_LINES:]:  # of those after the last event, no more are put into words than are shown
        yield number, replace(remark_line(remark, table.game, audience.language), said=number + 1)
        number += 1


def _event(
    n: int, event: Event, secret: bool, speech: Speech, kept: TableCache, link: str = "", added: str = ""
) -> Line:
    """What happened: the same line for all who count it alike. added: what a bot gives as its reason"""

    def make() -> Line:
        text, seat = kept.wording(event, speech) + added, getattr(event, "seat", None)
        return Line(text, secret, seat, link=link, routine=event.routine, before=speech.begins(event), n=n)

    return kept.of_event(("line", speech.language, n, event, secret, link, added), make)


def _added(table: Table, told: Log, n: int, event: Event, secret: bool, speech: Speech) -> str:
    """What a bot adds to event number `n`, with which it said something; made of open events, and so the same to
    everybody. Empty where it adds nothing, and for people."""
    seat = getattr(event, "seat", None)
    if table.game.talk is None or secret or seat is None or not table.chairs[seat].bot:
        return ""
    heard = [one for one, own in told.own_since(0)[:n] if not own]
    character = table.chairs[seat].character
    reason = table.game.talk(heard, CHARACTERS.get(character, EVEN))
    if reason is None:
        return ""
    manner = say(speech.language, f"bot.manner.{character}") if character in MANNERS else ""
    what = f"{speech.reason(reason, 'bot.talk')} {manner}".rstrip()
    return " " + speech.phrase("bot.talk.quoted", what=what)


def remark_line(one: Remark, game: Game, language: str) -> Line:
    """What somebody said at a table of a game, or what the house noted."""
    if one.note:
        return Line(clocks.note_words(one, language), one.to is not None, one.seat)
    face = face_of(one.text)
    if face:
        return Line(words(game, face, language), seat=one.seat, name=one.name, reaction=f"r-{face}")
    return Line(one.text, seat=one.seat, name=one.name)


class Moving(NamedTuple):
    """What of the newest events may still have to be shown, by their number as an audience counts."""

    motions: dict[int, tuple[Motion, ...]]
    stages: dict[int, BigMoment]


NOTHING = Moving({}, {})


def moving(table: Table, seat: int | None, told: Log, drawing: Drawing, speech: Speech, kept: TableCache) -> Moving:
    """How the newest events move, and the big moments among them; each the very same as before if nothing comes to it
    or goes."""
    dealer, count = table.playing.dealer, len(told)
    key = ("moving", seat, speech.language)
    known, oldest = kept.heard.get(key), max(0, count - RECENT)
    if known is None or known.dealer is not dealer or known.count > count:
        found, start = NOTHING, oldest
    elif known.count == count:
        shown: Moving = known.lines
        return shown
    else:
        found, start = known.lines, max(known.count, oldest)
    events = list(enumerate(told.since(start), start + 1))
    come: dict[int, tuple[Motion, ...]] = {}
    for n, event in events:
        moves = kept.moves.get(event)
        if moves is None:
            moves = kept.moves[event] = tuple(drawing.motions(event))
        if moves:
            come[n] = moves
    big = [one for one in events if type(one[1]) in drawing.staged]
    found = Moving(
        _followed(found.motions, come, oldest),
        _followed(found.stages, staged(big, seat, drawing, speech, kept) if big else {}, oldest),
    )
    kept.heard[key] = KnownLines(dealer, (), count, found)
    return found


def _followed(before: dict[int, T], come: dict[int, T], oldest: int) -> dict[int, T]:
    """What was, less what is too old, and what has come."""
    if before and next(iter(before)) <= oldest:
        before = {n: one for n, one in before.items() if n > oldest}
    return before | come if come else before
