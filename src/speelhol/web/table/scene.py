"""The scene of a table: everything that one audience sees of it, as plain data, part by part.

It is made of the audience's own view and of what everybody may know about the table; so how it differs from the one
before it tells nothing more. Templates draw it (`page`), a stream sends how it differs (`stream`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...den import Chair, Table
from ...den.tables import hosting
from ...kernel import SPOKEN, Game, Speech, View, filled
from ...kernel.cache import per_process
from ..text import clocks
from ..text.templates import Notice
from . import log, options
from .audience import Audience
from .cache import TableCache
from .drawing import Drawing, drawing_of
from .result import result
from .seats import Plaque, asked, opens_of, own_plaques, plaques, watching_words

Scene = dict[str, Any]


def scene(table: Table, audience: Audience, present: frozenset[str], thinks: bool, kept: TableCache) -> Scene:
    """What an audience sees now; made once for all of it, for every state of the table. `thinks`: bots can be asked."""
    return table.once(("scene", audience, present, thinks), lambda: _scene(table, audience, present, thinks, kept))


def _scene(table: Table, audience: Audience, present: frozenset[str], thinks: bool, kept: TableCache) -> Scene:
    view = clocks.eyes(table, audience.seat)
    chairs, language = table.chairs, audience.language
    speech = kept.part(("speech", language), chairs, lambda: table.game.speak(language, table.names))
    drawing = None if audience.words else drawing_of(table.game)
    drawn = None if drawing is None else _drawn(table, drawing, view, speech, kept)
    state = "over" if view.over else "mine" if view.offers is not None else "waiting"
    return {
        **kept.part(audience, (chairs, table.commitment), lambda: about(table, audience, drawing is not None)),
        "state": state,
        "prompt": prompt(table, audience, view, speech, state),
        "seats": _seats(table, audience, present, opens_of(drawn), kept),
        "scene": drawn,
        **(described(table.game, view, speech) if drawn is None else {}),
        "result": result(table, audience, speech, thinks) if view.over else None,
        "motions": {} if drawing is None else log.motions(table, audience.seat, view.log, drawing, kept),
        "dock": options.dock(table, audience, view, speech, drawing, drawn or {}),
        "notice": None,
        "watching": kept.part(
            ("watching", language), (chairs, present), lambda: watching_words(table, present, language)
        ),
        "talk": kept.part(
            ("talk", audience),
            (view.hush, chairs, table.host, table.silenced, table.watched_by),
            lambda: talk(table, audience, view),
        ),
        "log": log.lines(table, audience, view, speech, kept),
    }


def _drawn(table: Table, drawing: Drawing, view: View, speech: Speech, kept: TableCache) -> Mapping[str, Any]:
    """The game's own part. What everybody sees alike is made of the open table's view, so it can hold no secret."""
    common = drawing.common
    if common is None or not kept.lasts or view.over:
        return drawing.scene(view, speech)
    key = ("common", speech.language)
    shared = table.once(key, lambda: kept.twins(key, common(table.view(None), speech)))
    return drawing.scene(view, speech, shared)


def _seats(
    table: Table, audience: Audience, present: frozenset[str], opens: Mapping[int, str], kept: TableCache
) -> tuple[Plaque, ...]:
    """Everybody's plaque, which most moves leave as it is; those of others are the same to all."""
    now_asked, clock = asked(table), table.clock if table.clock.pace.kind != "none" else None
    of = (table.chairs, present, opens, now_asked, clock, table.playing.over)
    language, mine = audience.language, audience.mine

    def make() -> tuple[Plaque, ...]:
        made = plaques(table, language, present, opens, now_asked)
        return tuple(kept.twins(("plaques", language), dict(enumerate(made))).values())

    others = kept.part(("seats", language), of, make)
    if not mine:
        return others
    return kept.part(("seats", language, mine), others, lambda: own_plaques(others, mine, language))


def with_notice(shown: Scene, notice: Notice) -> Scene:
    """The same scene with a refusal in it."""
    return {**shown, "notice": notice, "dock": shown["dock"] or options.NOTHING}


# ---- what stays


def about(table: Table, audience: Audience, drawn: bool) -> Scene:
    """What does not change while a match is played."""
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
    }


class ShownPromise(Struct, frozen=True):
    """What everybody may know of how the cards are dealt."""

    commitment: str
    lucks: tuple[tuple[str, str], ...]
    """What the people at the table added, by name."""
    by_seat: tuple[str, ...]


def promised(table: Table) -> ShownPromise:
    return _promised(table.commitment, table.chairs)


@per_process(512)
def _promised(commitment: str, chairs: tuple[Chair, ...]) -> ShownPromise:
    people = tuple((chair.name, chair.luck) for chair in chairs if chair.taken and not chair.bot)
    return ShownPromise(commitment, people, tuple(chair.luck for chair in chairs))


# ---- the question


def prompt(table: Table, audience: Audience, view: View, speech: Speech, state: str) -> dict[str, Any]:
    """What is asked, and why, and who is asked."""
    held = clocks.stand_in(table, view, audience.language)
    head, more = held or headline(speech.ask(view))
    rest, further = first(more)
    rule, agenda = why(table, speech)
    return {
        "who": audience.seat if held or state == "mine" else acting(table),
        "name": speech.seat(audience.seat) if audience.seat is not None and len(audience.mine) > 1 else "",
        "head": head,
        "rest": rest,
        "further": further,
        "clock": clocks.deadline(table, audience.seat) if state == "mine" else None,
        "pace": clocks.pace_words(table.opened.pace, audience.language),
        "rule": rule,
        "agenda": agenda,
        "waiting": thinking(table, view, speech) if state == "waiting" else "",
        "coach": coach(table, audience, view, speech),
        "hint": _hint(table, audience) if state == "mine" else None,
    }


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


def coach(table: Table, audience: Audience, view: View, speech: Speech) -> str:
    """What the coach says in a lesson; empty elsewhere."""
    lesson = table.lesson
    if lesson is None or audience.seat != 0:
        return ""
    tip = table.coach
    if tip is not None and view.offers is not None:
        said = tip.say
    elif table.taught:
        said = lesson.end
    else:
        return ""
    sentence = SPOKEN[speech.language].typeset(said[speech.language])
    return filled(speech.language, sentence, {str(seat): name for seat, name in enumerate(speech.names)})


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


def why(table: Table, speech: Speech) -> Why:
    """The rule behind the question, with its text, and what comes after it; the same for everybody."""

    def make() -> Why:
        agenda = table.playing.position.agenda
        rule = table.game.rulebook[agenda[-1].rule] if agenda else None
        steps = tuple(speech.step(step) for step in reversed(agenda[:-1]))
        return (rule.id, rule.text[speech.language]) if rule else None, steps

    return table.once(("why", speech.language), make)


def thinking(table: Table, view: View, speech: Speech) -> str:
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
    """A line to talk into, for those who may, with a name for whoever has no chair; that nobody may now, for all; and
    whom the host may silence."""
    if not view.hush and not audience.talks:
        return None
    hosts = audience.host and not audience.spectator
    return {
        "hush": view.hush,
        "silent": audience.silent,
        "name": audience.name if audience.talks and not audience.mine else None,
        "voices": [(one.number, one.name, one.silent) for one in hosting.voices(table)] if hosts else [],
    }


def past(table: Table, audience: Audience, view: View, speech: Speech) -> Mapping[str, Any] | None:
    """What a drawn table showed at a moment that has passed; None in words."""
    drawing: Drawing | None = None if audience.words else drawing_of(table.game)
    return None if drawing is None else drawing.scene(view, speech)
