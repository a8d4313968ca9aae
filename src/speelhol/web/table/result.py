"""How a match ended: who won and why, in the game's own words, and what can be done next."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...den import Table
from ...kernel import Speech
from ..text.templates import say
from .audience import Audience

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


def result(table: Table, audience: Audience, speech: Speech, story: bool) -> dict[str, Any]:
    """The result of the match that is over. `story`: there is one to read."""
    match = table.playing
    ended = match.result
    assert ended is not None
    teams = set(ended.scores) <= {0, 1}  # won or lost, no points
    closing = match.game.closing(table.view(None), speech)
    rows = [
        Rank(
            seat,
            speech.seat(seat),
            seat in ended.winners,
            ended.ranks[seat],
            "" if teams else speech.money(ended.scores[seat]),
            say(speech.language, "wins") if seat in ended.winners else "",
            closing.parts[seat] if closing.parts else "",
        )
        for seat in range(match.seats)
    ]
    rows.sort(key=lambda row: row.rank)
    stand = rows[:PODIUM] if 0 < len(ended.winners) <= PODIUM and not teams else []
    told = table.view(None).log.since(table.told_before)
    return {
        "verdict": speech.event(told[-1]) if told else say(speech.language, "The match is over"),
        "order": "" if teams else closing.order,
        "tally": [speech.event(event) for event in told[:-1]],
        "podium": [stand[1], stand[0], *stand[2:]] if stand[1:] else stand,
        "rest": rows[len(stand) :],
        "again": table.again or "",
        "host": audience.host,
        "promised": bool(table.commitment),
        "story": story,
        "lesson": _next_lesson(table, audience),
    }


def _next_lesson(table: Table, audience: Audience) -> str:
    """Where the learner's next lesson begins; empty outside lessons and after the last one."""
    opened = table.opened
    if not opened.lesson or audience.seat != 0 or opened.chapter == len(table.game.lessons):
        return ""
    return f"/learn/{table.game.name}?chapter={opened.chapter + 1}"
