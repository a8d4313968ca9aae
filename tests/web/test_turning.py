"""The marks of the replay: the moments at which a match took a turn, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import speelhol
from speelhol.games.casa_de_papel import events as p
from speelhol.games.casablanca import events as b
from speelhol.games.cash_and_run import events as c
from speelhol.games.counterfeiters import events as k
from speelhol.games.thieves import events as t
from speelhol.kernel import Event, Record, Timeline
from speelhol.kernel.timeline import ALL, OPEN
from speelhol.web.pages.replay import MOST_HIGHLIGHTS, MOST_TURNS, highlights_of
from tests.contract.cases import random_match
from tests.contract.records import kept_of

TURNS: dict[str, tuple[type[Event], ...]] = {
    "thieves": (t.Caught, t.Ended),
    "counterfeiters": (k.Recognised, k.GodfatherCame, k.StrikeBegan, k.CaseClosed, k.TimeUp, k.Ended),
    "casa-de-papel": (p.Pressed, p.Unmasked, p.GoalMet, p.Accused, p.Ended),
    "casablanca": (b.Yielded, b.GaveUp, b.Struck, b.OneCarrier, b.Home, b.Stopped, b.Drawn, b.Won),
    "cash-and-run": (
        *(c.LapBegan, c.LapLost, c.HeldBack, c.TookOver, c.Doubted, c.SlamPaid, c.SlamLost, c.Bankrupted),
        c.Ended,
    ),
}
"""What each game's match is told by, when somebody asks later how it went; of Thieves also the getaway cars."""
SEEDS = {"thieves": 1, "counterfeiters": 1, "casa-de-papel": 2, "casablanca": 2, "cash-and-run": 3}
"""So many matches more than the stored ones meet every kind that is not too rare."""
RARE = {p.Unmasked, k.TimeUp, b.Stopped, b.Drawn}


def matches(name: str) -> list[Timeline]:
    game = speelhol.game(name)
    stored = [Record.from_bytes(Path(file).read_bytes()) for file in sorted(kept_of(game, "records").glob("*.json"))]
    seats = game.seats[len(game.seats) // 2]
    more = [random_match(game, seats, {}, f"turns {seed}").record() for seed in range(SEEDS[name])]
    return [Timeline(game, record) for record in (*stored, *more)]


@pytest.mark.parametrize("name", TURNS)
def test_every_turning_point_is_marked(name: str) -> None:
    met: set[type[Event]] = set()
    for timeline in matches(name):
        told = [(at, event) for at, news in enumerate(timeline.told) for event, to in news if to is None and at]
        turns = {at for at, event in told if isinstance(event, TURNS[name]) or (name == "thieves" and found(event))}
        marked = {mark.at: mark.what for mark in highlights_of(timeline)}
        assert marked.keys() <= turns
        assert len(marked) == min(len(turns), MOST_TURNS)
        met |= {type(event) for what in marked.values() for event, _ in what}
        assert timeline.last in marked
    assert met >= {*TURNS[name]} - RARE


def found(event: Event) -> bool:
    """A getaway car came."""
    return isinstance(event, (t.Refilled, t.Struck)) and event.found > 0


class Coin(Event, frozen=True, tag="coin"):
    reveals = True


class Turn(Event, frozen=True, tag="turn"):
    turning = True


def few(*told: Event, to: int | None = None) -> Timeline:
    """A timeline of what was told alone."""
    timeline = object.__new__(Timeline)
    timeline.told = [[], *([(event, to)] for event in told)]
    return timeline


def test_of_a_game_that_tells_none_what_came_to_light_is_marked() -> None:
    assert [mark.at for mark in highlights_of(few(*[Coin()] * MOST_HIGHLIGHTS))] == [*range(1, MOST_HIGHLIGHTS + 1)]
    assert not highlights_of(few(*[Coin()] * (MOST_HIGHLIGHTS + 1)))
    assert [mark.at for mark in highlights_of(few(Coin(), Turn(), Coin()))] == [2]


def test_of_too_many_the_rarest_and_the_last_are_marked() -> None:
    marks = highlights_of(few(t.Caught((0,)), *[Turn()] * 100))
    assert [mark.at for mark in marks] == [1, *range(103 - MOST_TURNS, 102)]


def test_what_was_whispered_is_marked_for_those_eyes_alone() -> None:
    timeline = few(p.Unmasked(1, "raquel"), to=2)
    assert [len(highlights_of(timeline, eyes)) for eyes in (OPEN, 1, 2, ALL)] == [0, 0, 1, 1]
