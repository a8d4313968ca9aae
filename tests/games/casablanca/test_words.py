"""What happened is told in the words that fit it."""

from __future__ import annotations

import speelhol
from speelhol.games.casablanca import actions as a
from speelhol.games.casablanca import events as e
from speelhol.kernel import Action, Event
from tests.wordings import Worded, each_wording, unworded

GAME = speelhol.game("casablanca")

WORDED: Worded = [
    (e.WantsMove(0, "red", "2", True), "wants-move.case"),
    (e.WantsMove(0, "red", "2", False), "wants-move"),
    (e.Moved("red", "2", True), "moved.case"),
    (e.Moved("red", "2", False), "moved"),
    (e.Lost(0, "red", 100), "lost"),
    (e.Lost(0, "red", 0), "lost.nothing"),
    (e.Won((1,)), "won"),
    (e.Won((0, 1)), "won.shared"),
    (a.Move("red", "2", True), "move.case"),
    (a.Move("red", "2", False), "move"),
]


@each_wording(WORDED)
def test_it_is_told_in_the_words_that_fit(value: Event | Action, wording: str) -> None:
    assert value.wording() == wording


def test_every_wording_is_told_by_something() -> None:
    assert unworded(GAME, WORDED) == set()


def test_what_one_writes_oneself_is_no_news() -> None:
    assert e.Wrote("red", 100).routine
