"""How a match ended: who won and why, in the game's own words, and what can be done next."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...den import Table
from ...kernel import LEARNER, Result, Speech
from ..text.templates import say, template
from .audience import Audience
from .own import left_words

PODIUM = 3
"""So many stand on it; a team that wins together is a list."""


class Rank(Struct, frozen=True):
    seat: int
    name: str
    won: bool
    rank: int
    score: str
    words: str
    part: str
    """Who they were; empty in games where nobody plays a part."""
    left: str
    """That they left and a bot played on, if so."""


def result(table: Table, audience: Audience, speech: Speech, story: bool) -> str:
    """The result of the match that is over, as HTML. `story`: there is one to read."""
    draw = template(audience.language, "table/result.html").module
    return str(draw.podium(_told(table, audience, speech, story), table.code))  # type: ignore[attr-defined]


def _told(table: Table, audience: Audience, speech: Speech, story: bool) -> dict[str, Any]:
    match = table.playing
    ended = match.result
    assert ended is not None
    teams = set(ended.scores) <= {0, 1}  # won or lost, no points
    closing = match.game.closing(table.view(None), speech)
    said = say(speech.language, "draw" if ended.draw else "wins")
    rows = [
        Rank(
            seat,
            speech.seat(seat),
            seat in ended.winners,
            ended.ranks[seat],
            "" if teams else speech.money(ended.scores[seat]),
            said if seat in ended.winners else "",
            closing.parts[seat] if closing.parts else "",
            say(speech.language, "presence.gone.over") if chair.gone and chair.held else "",
        )
        for seat, chair in enumerate(table.chairs)
    ]
    rows.sort(key=lambda row: row.rank)
    stand = rows[:PODIUM] if 0 < len(ended.winners) <= PODIUM and not teams else []
    told = table.view(None).log.since(table.told_before)
    return {
        "own": _own(ended, audience, speech.language, teams),
        "left": left_words(table, audience),
        "verdict": speech.event(told[-1]) if told else say(speech.language, "The match is over"),
        "order": "" if teams else closing.order,
        "tally": [speech.event(event) for event in told[:-1]],
        "podium": [stand[1], stand[0], *stand[2:]] if stand[1:] else stand,
        "rest": rows[len(stand) :],
        "again": table.again or "",
        "host": audience.host,
        "promised": bool(table.commitment),
        "story": story,
        "better": story and bool(audience.mine) and not table.opened.lesson,
        "lesson": _next_lesson(table, audience),
    }


def _own(ended: Result, audience: Audience, language: str, teams: bool) -> str:
    """How it ended for the reader; "" for whoever holds no seat, or several."""
    seat = audience.seat
    if seat is None or len(audience.mine) != 1:
        return ""
    if ended.draw:
        return say(language, "Nobody wins and nobody loses.")
    if seat in ended.winners:
        return say(language, "You win!")
    if teams:
        return say(language, "You lose.")
    return say(language, "You are number {n} of {all}.", n=ended.ranks[seat], all=len(ended.ranks))


def _next_lesson(table: Table, audience: Audience) -> tuple[str, str] | None:
    """Where the learner's next lesson begins, and its title; None outside lessons and after the last one."""
    opened, lessons = table.opened, table.game.lessons
    if not opened.lesson or audience.seat != LEARNER or opened.number >= len(lessons):
        return None
    title = lessons[opened.number].title[audience.language]
    return f"/learn/{table.game.name}?lesson={opened.number + 1}", title
