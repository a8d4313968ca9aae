"""What happened is told in the words that fit it."""

from __future__ import annotations

from typing import Literal

import speelhol
from speelhol.games.counterfeiters import actions as a
from speelhol.games.counterfeiters import events as e
from speelhol.kernel import Action, Event
from tests.wordings import Worded, each_wording, unworded

GAME = speelhol.game("counterfeiters")
WHERE: tuple[Literal["shop", "fence"], ...] = ("shop", "fence")

NOTES = [e.Notes(n & 1, n >> 1 & 1, n >> 2) for n in range(8)]
GRADES = ("none", "1", "2", "12", "3", "13", "23", "123")
SPACES = ("print", "print-cap", "shop", "shop-cap", "fence", "fence-cap", "tax", "sunglasses", "jet", "flight")
WORDED: Worded = [
    *((e.Went(0, where), f"went.{where}") for where in WHERE),
    *((e.Sold(0, where, NOTES[1], 50), f"sold.{where}") for where in WHERE),
    (e.Cheated(0, 30, True), "cheated.sunglasses"),
    (e.Cheated(0, 30, False), "cheated"),
    (e.Flew(0, 30), "flew"),
    (e.Flew(0, 0), "flew.jet"),
    (e.Moved(10, 10, True), "moved.stash"),
    (e.Moved(10, 0, False), "moved.fetch"),
    (e.Recognised("star-1", False), "recognised"),
    (e.Recognised("star-3", True), "recognised.closed"),
    (e.Ended((1,), 100), "ended"),
    (e.Ended((0, 1), 100), "ended.draw"),
    *((a.Place(space), f"place.{space}") for space in SPACES),
    *((a.HandOver(n.one, n.two, n.three), f"hand-over.{g}") for n, g in zip(NOTES, GRADES, strict=True)),
]


@each_wording(WORDED)
def test_it_is_told_in_the_words_that_fit(value: Event | Action, wording: str) -> None:
    assert value.wording() == wording


def test_every_wording_is_told_by_something() -> None:
    assert unworded(GAME, WORDED) == set()


def test_notes_are_told_by_grade_and_none_that_are_not_there() -> None:
    assert [str(notes) for notes in NOTES[1:4]] == ["1 × ★", "1 × ★★", "1 × ★ + 1 × ★★"]
    assert str(e.Notes(0, 2, 3)) == "2 × ★★ + 3 × ★★★"


def test_what_everybody_starts_with_is_no_news() -> None:
    assert e.Equipped(0, ("printer", "ink"), 20).routine
