"""What happened is told in the words that fit it, and what is asked too."""

from __future__ import annotations

import pytest

from speelhol.games.thieves import actions as a
from speelhol.games.thieves import events as e
from speelhol.kernel import Action, Event
from tests.rules import rule
from tests.wordings import Worded, each_wording, unworded

from .tables import GAME, table

WORDED: Worded = [
    (e.Refilled(0, 1, 0, 3), "refilled"),
    (e.Refilled(0, 1, 2, 5), "refilled.found"),
    (e.Refilled(0, 1, 1, 6), "refilled.found"),
    (e.Refilled(0, 0, 1, 7), "refilled.last"),
    (e.Struck(0, 0, 3), "struck"),
    (e.Struck(0, 1, 6), "struck.found"),
    (e.Struck(0, 1, 7), "struck.last"),
    *((e.Parked(0, card, 1), f"parked.{card}") for card in ("single", "double")),
    *((e.Used(0, card), f"used.{card}") for card in ("siren", "swap", "strike", "bribe")),
    (e.Heeded(0, ("single",)), "heeded"),
    (e.Heeded(0, ()), "heeded.none"),
    (e.Swapped(0, 1, 1, 1, None, None), "swapped.down-down"),
    (e.Swapped(0, 1, 1, 1, "m1", None), "swapped.up-down"),
    (e.Swapped(0, 1, 1, 1, None, "m1"), "swapped.down-up"),
    (e.Swapped(0, 1, 1, 1, "m1", "m1"), "swapped.up-up"),
    (e.Bribed(0, ("single",)), "bribed"),
    (e.Bribed(0, ()), "bribed.none"),
    (e.Opened(0, ("m1",), 1), "opened"),
    (e.Opened(0, (), 0), "opened.none"),
    (e.Caught((1,)), "caught"),
    (e.Caught((0, 2)), "caught.tie"),
    (e.Caught(()), "caught.none"),
    (e.Counted(0, ("m1",), 1), "counted"),
    (e.Counted(0, (), 0), "counted.none"),
    (e.Ended((1,), 5, False), "ended"),
    (e.Ended((1,), 5, True), "ended.lighter"),
    (e.Ended((0, 1), 5, False), "ended.shared"),
    (e.Ended((0, 1), 5, True), "ended.shared.lighter"),
    *((a.Play(card), f"play.{card}") for card in ("single", "double", "siren", "swap", "strike", "bribe")),
    (a.Swap(1, 2, 3), "swap"),
    (a.Swap(1, 2, None), "swap.blind"),
]


@each_wording(WORDED)
def test_it_is_told_in_the_words_that_fit(value: Event | Action, wording: str) -> None:
    assert value.wording() == wording


def test_every_wording_is_told_by_something() -> None:
    assert unworded(GAME, WORDED) == set()


@rule("thieves/turn.refill")
def test_drawing_as_always_is_no_news_but_a_getaway_car_is() -> None:
    assert e.Refilled(0, 1, 0, 3).routine
    assert not e.Refilled(0, 1, 1, 4).routine
    assert e.YouDrew(("m1",)).routine
    assert e.YouKept("m1").routine
    assert not e.Kept(0).routine


@rule("thieves/turn.play")
@pytest.mark.parametrize(
    ("hand", "prompt"),
    [
        ("m0 single siren swap", "play-card"),
        ("ring horseshoe m1 m2", "play-card"),
        ("single double siren swap", "play-card.no-money"),
    ],
)
def test_who_holds_no_money_is_not_told_where_to_lay_it(hand: str, prompt: str) -> None:
    view = table(hand, "m1 m1 m1", "m1 m1 m1").view(0)
    assert view.prompt == prompt


def test_what_comes_to_light_is_what_a_match_that_is_looked_at_again_marks() -> None:
    told = [
        kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    ]
    assert {kind.__name__ for kind in told if not kind.reveals} == {
        "YouKept",
        "Kept",
        "Gave",
        "Parked",
        "Used",
        "NoSwap",
        "Bribed",
        "RaidBegan",
    }
