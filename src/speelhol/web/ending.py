"""How a match ended: who won and why, in the game's own words, and what can be done next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .render import say

if TYPE_CHECKING:
    from .sight import Sight

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


def ending(sight: Sight, person: str, story: bool) -> str:
    """The result of the match that is over, to somebody who may be its host. `story`: there is one to read."""
    table, speech = sight.table, sight.speech
    match = table.playing
    result = match.result
    assert result is not None
    teams = set(result.scores) <= {0, 1}  # won or lost, no points
    closing = match.game.closing(table.view(None), speech)
    rows = [
        Rank(
            seat,
            speech.seat(seat),
            seat in result.winners,
            result.ranks[seat],
            "" if teams else speech.money(result.scores[seat]),
            say(speech.language, "wins") if seat in result.winners else "",
            closing.parts[seat] if closing.parts else "",
        )
        for seat in range(match.seats)
    ]
    rows.sort(key=lambda row: row.rank)
    stand = rows[:PODIUM] if 0 < len(result.winners) <= PODIUM and not teams else []
    told = table.view(None).log.since(table.told_before)
    return sight.show(
        "piece/result.html",
        code=table.code,
        verdict=speech.event(told[-1]) if told else say(speech.language, "The match is over"),
        order="" if teams else closing.order,
        tally=tuple(speech.event(event) for event in told[:-1]),
        podium=(stand[1], stand[0], *stand[2:]) if stand[1:] else tuple(stand),
        rest=tuple(rows[len(stand) :]),
        again=table.again,
        host=table.is_host(person),
        promised=bool(table.commitment),
        story=story,
        lesson=_next_lesson(sight),
    )


def _next_lesson(sight: Sight) -> str:
    """Where the learner's next lesson begins; empty outside lessons and after the last one."""
    opened, game = sight.table.opened, sight.table.game
    if not opened.lesson or sight.seat != 0 or opened.chapter == len(game.lessons):
        return ""
    return f"/learn/{game.name}?chapter={opened.chapter + 1}"
