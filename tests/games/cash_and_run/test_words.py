"""What happened is told in the words that fit it."""

from __future__ import annotations

from typing import Literal, get_args

import speelhol
from speelhol.games.cash_and_run import events as e
from speelhol.kernel import Action, Event
from tests.wordings import Worded, each_wording, unworded

GAME = speelhol.game("cash-and-run")
Why = Literal["running", "too-poor", "empty-pot", "empty-bank", "no-casino", "no-rival"]
WHY: tuple[Why, ...] = get_args(Why)
ENDS: tuple[Literal["lap", "last", "stop"], ...] = ("lap", "last", "stop")

WORDED: Worded = [
    (e.Rolled(0, 3, 3, "london"), "rolled.double"),
    (e.Rolled(0, 3, 4, "london"), "rolled"),
    *((e.Nothing(0, why), f"nothing.{why}") for why in WHY),
    (e.Paid(0, 1, 100, 0), "paid"),
    (e.Paid(0, 1, 100, 50), "paid.part"),
    (e.Paid(0, 1, 0, 50), "paid.nothing"),
    (e.Doubted(0, 1, "dice", True), "doubted.true"),
    (e.Doubted(0, 1, "blank", False), "doubted.false"),
    (e.PutUp(0, "london", 1, 100), "put-up.debt"),
    (e.PutUp(0, "london", None, 100), "put-up.stake"),
    (e.PutUp(0, "london", None, 0), "put-up.free"),
    (e.Sold("london", 0, 1, 100, 50), "sold.claim"),
    (e.Sold("london", 0, 1, 100, 0), "sold"),
    (e.Bankrupted(0, None, 0), "bankrupted.stake"),
    (e.Bankrupted(0, 1, 100), "bankrupted"),
    *((e.Ended((0,), why), f"ended.{why}") for why in ENDS),
]


@each_wording(WORDED)
def test_it_is_told_in_the_words_that_fit(value: Event | Action, wording: str) -> None:
    assert value.wording() == wording


def test_every_wording_is_told_by_something() -> None:
    assert unworded(GAME, WORDED) == set()


def test_turns_and_what_one_draws_oneself_are_no_news() -> None:
    for event in (e.TurnBegan(0, 1), e.Stopped(0), e.YouDrew("dice"), e.YouPut("dice")):
        assert event.routine
