"""The end."""

from __future__ import annotations

import pytest

from speelhol.games.thieves.events import Counted, Ended, RaidBegan, Refilled
from speelhol.games.thieves.table import GETAWAY
from speelhol.kernel import Match
from tests.rules import rule

from .tables import GAME, at, only, table

HANDS = ("m0 double double", "m2 m2 m2", "m1 m1 m1")


def ended(loot: list[str], *more: str) -> Match:
    """A match that ends because seat 0 finds the seventh getaway car."""
    match = table(*HANDS, *more, getaways=6, loot=loot, refill=True, draws=[GETAWAY])
    assert match.over
    return match


@rule("thieves/end.seventh")
def test_the_seventh_getaway_car_ends_the_game_at_once() -> None:
    """Reviews of the game agree: the seventh getaway car ends it; no replacement is drawn, no card is played."""
    match = table("m0", *HANDS[1:], getaways=6, police="double single", refill=True, draws=["single", GETAWAY])
    p = at(match)
    assert match.over
    assert match.to_act == ()
    assert p.hands[0] == ("m0", "single")  # what was drawn before it
    assert p.police == ("double", "single")
    log = list(match.view(None).log)
    assert only(log, Refilled) == Refilled(0, 1, 1, 7)
    assert not [event for event in log if isinstance(event, RaidBegan)]
    assert p.pile.count(GETAWAY) == 1


@rule("thieves/end.seventh")
def test_the_sixth_does_not() -> None:
    match = table(*HANDS, getaways=5, refill=True, draws=[GETAWAY, "m1"])
    assert not match.over
    assert match.to_act == (0,)


@rule("thieves/end.hand")
def test_cards_in_hand_are_worth_nothing() -> None:
    match = ended(["m1", "", ""])
    assert match.result is not None
    assert match.result.scores == (1, 0, 0)  # seat 1 holds 6, seat 2 holds 3


@rule("thieves/end.score", "thieves/cards.ring", "thieves/cards.horseshoe", "thieves/aim.loot")
def test_the_most_valuable_loot_wins_by_end_values() -> None:
    """Printed rules: at the end a ring is worth 1 and a horseshoe 3. For the police seat 1 would be the richest."""
    match = ended(["[horseshoe] m1", "ring [ring]", "m3"])
    assert match.result is not None
    assert match.result.scores == (4, 2, 3)
    assert match.result.winners == (0,)
    assert match.result.ranks == (1, 3, 2)
    log = list(match.view(2).log)
    assert [event.cards for event in log if isinstance(event, Counted)] == [
        ("horseshoe", "m1"),
        ("ring", "ring"),
        ("m3",),
    ]
    assert only(log, Ended) == Ended((0,), 4, False)


@rule("thieves/end.tie")
@pytest.mark.parametrize(
    ("loot", "winners", "ranks"),
    [
        (["m2 m2", "[m3] m1 m0", "m1"], (0,), (1, 2, 3)),
        (["m1 [m1] m2", "m3 [m1]", ""], (1,), (2, 1, 3)),
        (["m3", "m2", "m1 m1"], (0,), (1, 2, 3)),
    ],
)
def test_among_equals_the_lighter_bag_wins(loot: list[str], winners: tuple[int], ranks: tuple[int, ...]) -> None:
    match = ended(loot)
    assert match.result is not None
    assert match.result.winners == winners
    assert match.result.ranks == ranks
    scores = match.result.scores
    assert only(list(match.view(None).log), Ended).lighter == (scores.count(max(scores)) > 1)


@rule("thieves/end.shared")
def test_equal_value_in_equally_many_cards_is_a_shared_win() -> None:
    match = ended(["m2 m2", "[m3] m1", "m1 m1 m2"])
    assert match.result is not None
    assert match.result.winners == (0, 1)
    assert match.result.ranks == (1, 1, 3)
    assert only(list(match.view(None).log), Ended) == Ended((0, 1), 4, True)


@rule("thieves/end.shared", "thieves/end.tie")
@pytest.mark.parametrize(
    ("loot", "lighter"), [(["m2 m2", "[m3] m1", "m1 m1 m2"], True), (["m2 m2", "[m3] m1", "m1 m1"], False)]
)
def test_the_result_says_why_a_heavier_bag_does_not_share(loot: list[str], lighter: bool) -> None:
    """Three have as much, and two of them win: the log names the bags, and so does the result."""
    match = ended(loot)
    for language, bags in (("en", "lightest bags"), ("nl", "lichtste zakken"), ("fr", "sacs les plus légers")):
        speech = GAME.speak(language, ("Ann", "Bram", "Cleo"))
        said = speech.event(only(list(match.view(2).log), Ended))
        assert (bags in said) == lighter
        assert "Cleo" not in said
        assert bool(GAME.closing(match.view(2), speech).order) == lighter


@rule("thieves/end.shared")
def test_with_no_loot_at_all_everybody_shares() -> None:
    match = ended(["", "", "", ""], "m3 m3 m3")
    assert match.result is not None
    assert match.result.winners == (0, 1, 2, 3)
