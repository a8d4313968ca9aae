"""The scene of a table: everything that one audience sees of it, as plain data, part by part.

It is made of the audience's own view and of what everybody may know about the table; so how it differs from the one
before it tells nothing more. Templates draw it (`page`), a stream sends how it differs (`stream`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...den import Table
from ...den.bots import EVENTS
from ...den.tables import passes
from ...den.tables.absence import Voting
from ...kernel import Game, Speech, View
from ...kernel.cache import per_process
from ..text import clocks
from ..text.templates import Notice, say
from . import log, options, own
from .audience import Audience
from .cache import TableCache
from .coach import coach
from .drawing import Drawing, drawing_of
from .host import hosted, house
from .promise import promised
from .reactions import reactions
from .result import result
from .seats import Plaque, asked, is_here, opens_of, own_plaques, plaques, watching_words
from .since import since

Scene = dict[str, Any]


def scene(
    table: Table,
    audience: Audience,
    present: frozenset[str],
    thinks: bool,
    vote: Voting,
    kept: TableCache,
) -> Scene:
    """What an audience sees now; made once for all of it, for every state of the table. `thinks`: bots can be asked;
    `vote`: how it stands with voting on who does not answer."""
    key, eyes = ("scene", audience, present, thinks, vote), () if audience.seat is None else (audience.seat,)
    return table.once(key, lambda: _scene(table, audience, present, thinks, vote, kept), (*eyes, *audience.mine))


def _scene(
    table: Table,
    audience: Audience,
    present: frozenset[str],
    thinks: bool,
    vote: Voting,
    kept: TableCache,
) -> Scene:
    view = clocks.eyes(table, audience.seat)
    chairs, language = table.chairs, audience.language
    speech = kept.part(("speech", language), chairs, lambda: table.game.speak(language, table.names))
    drawing = None if audience.words else drawing_of(table.game)
    shared = None if drawing is None else _shared(table, drawing, view, speech, kept)
    drawn = None if drawing is None else _drawn(drawing, view, speech, shared)
    moving = log.NOTHING if drawing is None else log.moving(table, audience.seat, view.log, drawing, speech, kept)
    state = "over" if view.over else "mine" if view.offers is not None else "waiting"
    in_hand = len(audience.mine) == 1 or (bool(audience.mine) and state == "mine")
    around = (chairs, present, view.hush, view.over, table.commitment, in_hand, *hosted(table))
    stays, watching, said, above = kept.part(
        ("around", audience), around, lambda: _around(table, audience, view, present, in_hand, kept)
    )
    return {
        **stays,
        "state": state,
        "told": told_to(table, audience.mine),
        "prompt": prompt(table, audience, view, speech, state, kept, present),
        "seats": _seats(table, audience, present, opens_of(drawn), opens_of(shared), kept),
        "scene": drawn,
        **(described(table.game, view, speech) if drawn is None else {}),
        "result": result(table, audience, speech, thinks) if view.over else "",
        "motions": moving.motions,
        "stages": moving.stages,
        "dock": options.dock(table, audience, view, speech, drawing, drawn or {}, vote),
        "passes": own.passes_of(table, audience.seat, speech),
        "notice": None,
        "watching": watching,
        "talk": said,
        "house": above,
        "log": log.lines(table, audience, view, speech, kept),
    }


def _around(
    table: Table, audience: Audience, view: View, present: frozenset[str], in_hand: bool, kept: TableCache
) -> tuple[Scene, str, Scene | None, dict[str, str]]:
    """What has nothing to do with what is played: what stays, who watches, talking, and what is above the match."""
    chairs, language, drawing = table.chairs, audience.language, drawing_of(table.game)
    drawn = drawing is not None and not audience.words
    stays = (chairs, table.commitment, table.opened.speed, table.phase, in_hand)
    return (
        kept.part(audience, stays, lambda: about(table, audience, drawn, in_hand)),
        kept.part(("watching", language), (chairs, present), lambda: watching_words(table, present, language)),
        kept.part(("talk", audience, view.hush), chairs, lambda: talk(table, audience, view)),
        kept.part(
            ("house", audience, view.hush),
            (view.over, chairs, present, *hosted(table)),
            lambda: house(table, audience, present),
        ),
    )


def _shared(table: Table, drawing: Drawing, view: View, speech: Speech, kept: TableCache) -> Mapping[str, Any] | None:
    """What everybody sees alike of the game's own part; made of the open table's view, so it can hold no secret."""
    common = drawing.common
    if common is None or not kept.lasts or view.over:
        return None
    key = ("common", speech.language)
    return table.once(key, lambda: kept.twins(key, common(table.view(None), speech)), ())


def _drawn(drawing: Drawing, view: View, speech: Speech, shared: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The game's own part."""
    return drawing.scene(view, speech) if shared is None else drawing.scene(view, speech, shared)


def _seats(
    table: Table,
    audience: Audience,
    present: frozenset[str],
    opens: Mapping[int, str],
    common: Mapping[int, str],
    kept: TableCache,
) -> tuple[Plaque, ...]:
    """Everybody's plaque, which most moves leave as it is; those of others are the same to all.

    opens: what the drawing tells of the seats; `common`: as far as it is made of what everybody sees
    """
    language, mine = audience.language, audience.mine

    def find() -> tuple[Plaque, ...]:
        now_asked, clock = asked(table), table.clock if table.clock.pace.kind != "none" else None
        standing = passes.standing(table)
        of = (table.chairs, present, opens, now_asked, clock, table.playing.over, standing, table.at_rest)
        return kept.part(("seats", language, audience.words), of, make)

    def make() -> tuple[Plaque, ...]:
        made = plaques(table, language, present, opens, asked(table))
        return tuple(kept.twins(("plaques", language), dict(enumerate(made))).values())

    others = table.once(("seats", language, audience.words, present), find, ()) if opens is common else find()
    if not mine:
        return others
    return kept.part(("seats", language, mine), others, lambda: own_plaques(others, mine, language))


def told_to(table: Table, mine: tuple[int, ...]) -> int:
    """How many open events those who share a device had been told of when one of them acted last: of what comes after
    that they see how it moves, though the hand is covered by then."""
    if len(mine) < 2:
        return 0
    return max(table.view(seat).log.open_before(table.heard(seat)) for seat in mine)


def with_notice(shown: Scene, notice: Notice) -> Scene:
    """The same scene with a refusal in it."""
    return {**shown, "notice": notice, "dock": shown["dock"] or options.NOTHING}


# ---- what stays


def about(table: Table, audience: Audience, drawn: bool, in_hand: bool) -> Scene:
    """What does not change while a match is played, but for whether the device is in the hands of who looks."""
    return {
        "lang": audience.language,
        "drawn": drawn,
        "can_draw": drawing_of(table.game) is not None,
        "title": table.game.speak(audience.language).phrase("title"),
        "code": table.code,
        "game": table.game.name,
        "seat": audience.seat,
        "mine": audience.mine,
        "spectator": audience.spectator,
        "deal": promised(table),
        "reactions": reactions(table.game, audience.language),
        "events": EVENTS[table.opened.speed],
        "notes": own.notes_of(table, audience.seat, audience.language),
        "settings": own.settings_of(table, audience, in_hand, drawn, drawing_of(table.game) is not None),
    }


# ---- the question


def prompt(
    table: Table,
    audience: Audience,
    view: View,
    speech: Speech,
    state: str,
    kept: TableCache,
    present: frozenset[str],
) -> dict[str, Any]:
    """What is asked, and why, and who is asked; while others are, what has just happened, or that they are away."""
    above = banner(table, audience, view, speech, state, kept, present)
    rule, agenda = why(table, speech, kept)
    return {
        "who": above.who,
        "name": speech.seat(audience.seat) if audience.seat is not None and len(audience.mine) > 1 else "",
        "head": above.head,
        "rest": above.rest,
        "further": above.further,
        "clock": clocks.deadline(table, audience.seat) if state == "mine" else None,
        "pace": clocks.pace_words(table.opened.pace, audience.language),
        "rule": rule,
        "agenda": agenda,
        "waiting": awaited(table, view, speech) if state == "waiting" else "",
        "since": since(table, audience.seat, view, speech, kept) if state == "mine" and table.lesson is None else None,
        "stake": at_stake(table.game, view, speech) if state == "mine" and table.lesson is None else "",
        "more": coach(table, audience, view, speech) or own.beside_question(table, audience),
        "hint": _hint(table, audience) if state == "mine" else None,
    }


class Banner(NamedTuple):
    """What stands above a table: of whom it tells, the headline, what is below it, and what a phone has no room for."""

    who: int | None
    head: str
    rest: str
    further: str


def banner(
    table: Table,
    audience: Audience,
    view: View,
    speech: Speech,
    state: str,
    kept: TableCache,
    present: frozenset[str],
) -> Banner:
    """The question, or what stands in for it; while others are asked, above it that they are away, or the news."""
    if (instead := clocks.stand_in(table, view, audience.language)) is not None:
        return Banner(audience.seat, instead[0], *first(instead[1]))
    question, more = headline(speech.ask(view))
    if state == "waiting":
        news = newest(view, speech, kept, audience.seat)
        if awaited := away(table, audience, view, present):
            return Banner(awaited[0], absence(awaited, speech), question if news is None else news[0], "")
        if news is not None:
            return Banner(news[1], news[0], question, "")
    return Banner(audience.seat if state == "mine" else acting(table), question, *first(more))


def at_stake(game: Game, view: View, speech: Speech) -> str:
    """What may come of the decision, the end of the match first; "" for most."""
    stakes = sorted(game.stakes(view, speech), key=lambda stake: not stake.ends)
    return " ".join(stake.words for stake in stakes)


def newest(view: View, speech: Speech, kept: TableCache, seat: int | None) -> tuple[str, int | None] | None:
    """What happened last that is worth telling, in words, and who did it; None before anything has, and if it was the
    seat itself: nobody has to be told by name what they have just done."""
    event = next((one for one in view.log.newest_first() if not one.routine), None)
    doer = getattr(event, "seat", None)
    return None if event is None or (doer is not None and doer == seat) else (kept.wording(event, speech), doer)


def away(table: Table, audience: Audience, view: View, present: frozenset[str]) -> tuple[int, ...]:
    """Whom the table waits for while they are away, if it waits for nobody else, as far as that may be told."""
    gone = table.once(("away", present), lambda: _all_away(table, present), ())
    if not gone or view.agenda[-1].discreet or any(seat in audience.mine for seat in gone):
        return ()
    return gone


def _all_away(table: Table, present: frozenset[str]) -> tuple[int, ...]:
    """Those who are asked, if not one of them is here."""
    awaited, chairs = asked(table), table.chairs
    return awaited if all(chairs[seat].attends and not is_here(chairs[seat], present) for seat in awaited) else ()


def absence(seats: tuple[int, ...], speech: Speech) -> str:
    """For whom the table waits, and that they are away."""
    who = speech.join(speech.seat(seat) for seat in seats)
    if len(seats) == 1:
        return say(speech.language, "Waiting for {who}, who is away.", who=who)
    return say(speech.language, "Waiting for {who}, who are away.", who=who)


def acting(table: Table) -> int | None:
    """The one who is asked, or who won; None for several at once."""
    result = table.playing.result
    seats = asked(table) if result is None else result.winners
    return seats[0] if len(seats) == 1 else None


def _hint(table: Table, audience: Audience) -> tuple[str, str] | None:
    """A mark of the moment, and where to ask for a hint; None for everybody who may not."""
    if not audience.hints:
        return None
    return table.moment(audience.seat), f"/t/{table.code}/hint?seat={audience.seat}"


@per_process(4096)
def headline(question: str) -> tuple[str, str]:
    """A question as a headline and the rest of it."""
    end = re.match(r".{8,110}?[.?!](?=\s|$)", question) or re.match(r".{4,110}?[:;](?=\s)", question)
    if end is None:
        return question, ""
    rest = question[end.end() :].strip()
    return question[: end.end()].rstrip(":;\u202f\xa0 "), rest[:1].upper() + rest[1:]


@per_process(4096)
def first(rest: str) -> tuple[str, str]:
    """The first sentence and those after it, for which a phone has no room beside the table."""
    end = re.match(r".{8,}?[.?!](?=\s)", rest)
    return (rest, "") if end is None else (rest[: end.end()], rest[end.end() :])


Why = tuple[tuple[str, str] | None, tuple[str, ...]]


def why(table: Table, speech: Speech, kept: TableCache) -> Why:
    """The rule behind the question, with its text, and what comes after it; the same for everybody."""

    def make() -> Why:
        agenda = table.playing.position.agenda
        rule = table.game.rulebook[agenda[-1].rule] if agenda else None
        steps = tuple(speech.step(step) for step in reversed(agenda[:-1]))
        return (rule.id, rule.text[speech.language]) if rule else None, steps

    def find() -> Why:
        return kept.part(("why", speech.language), (table.playing.position.agenda, speech), make)

    return table.once(("why", speech.language), find, ())


def awaited(table: Table, view: View, speech: Speech) -> str:
    """Whom the table waits for, as far as that may be told."""
    if view.agenda[-1].discreet or view.answer is None:
        return ""
    return speech.join(speech.seat(s) for s in table.playing.to_act)


# ---- the table in words, and talking


def described(game: Game, view: View, speech: Speech) -> Scene:
    """Board and hand in words."""
    panels = game.describe(view.now, speech)
    return {
        "panels": [panel for panel in panels if not panel.private],
        "hands": [panel for panel in panels if panel.private],
    }


def talk(table: Table, audience: Audience, view: View) -> Scene | None:
    """A line to talk into, for those who may, with a name for whoever has no chair; that nobody may now, for all."""
    if not view.hush and not audience.talks:
        return None
    return {
        "hush": view.hush,
        "silent": audience.silent,
        "name": audience.name if audience.talks and not audience.mine else None,
    }


def past(table: Table, audience: Audience, view: View, speech: Speech) -> Mapping[str, Any] | None:
    """What a drawn table showed at a moment that has passed; None in words."""
    drawing: Drawing | None = None if audience.words else drawing_of(table.game)
    return None if drawing is None else drawing.scene(view, speech)
