"""The cards, and getting ready."""

from __future__ import annotations

from collections import Counter

import pytest

from speelhol.games.thieves.events import Dealt, Refilled, Starts
from speelhol.games.thieves.table import (
    CARS,
    COUNTS,
    GETAWAY,
    GETAWAYS,
    WORTH_AT_END,
    WORTH_IN_RAID,
    ThievesOptions,
    counts,
    deck,
)
from speelhol.kernel import Scripted
from tests.rules import rule

from .tables import GAME, at, only


@rule("thieves/cards.deck", "thieves/cards.actions")
def test_the_deck_has_52_cards_in_its_families() -> None:
    """Printed rules, “Speelmateriaal”: 52 playing cards, 26 of them money; 8 getaway cars."""
    assert len(deck(ThievesOptions())) + GETAWAYS == 52
    assert sum(COUNTS[card] for card in WORTH_IN_RAID) == 26
    assert sum(COUNTS[card] for card in CARS) == 10
    assert {card: n for card, n in COUNTS.items() if card not in WORTH_IN_RAID and card not in CARS} == {
        "siren": 2,
        "swap": 2,
        "strike": 2,
        "bribe": 2,
    }
    assert GETAWAYS == 8
    assert GETAWAY not in deck(ThievesOptions())


@rule("thieves/cards.money", "thieves/cards.ring", "thieves/cards.horseshoe")
def test_money_is_worth_44_in_a_raid_and_at_the_end() -> None:
    """Printed rules, “Ring met diamant”, “Hoefijzer”: 3 in a raid and 1 at the end, and the other way round."""
    money = {card: COUNTS[card] for card in WORTH_IN_RAID}
    assert money == {"m0": 3, "m1": 7, "m2": 7, "m3": 5, "ring": 2, "horseshoe": 2}
    assert WORTH_IN_RAID == {"m0": 0, "m1": 1, "m2": 2, "m3": 3, "ring": 3, "horseshoe": 1}
    assert WORTH_AT_END == {"m0": 0, "m1": 1, "m2": 2, "m3": 3, "ring": 1, "horseshoe": 3}
    for worth in (WORTH_IN_RAID, WORTH_AT_END):
        assert sum(worth[card] * n for card, n in money.items()) == 44


@rule("thieves/cards.option")
def test_there_may_be_one_ring_and_one_horseshoe() -> None:
    """The printed rules name both in the singular; how many there are is a choice."""
    one = ThievesOptions(one_ring=True)
    assert Counter(deck(ThievesOptions())) - Counter(deck(one)) == Counter(ring=1, horseshoe=1)
    assert len(deck(one)) + GETAWAYS == 50
    for worth in (WORTH_IN_RAID, WORTH_AT_END):
        assert sum(worth[card] * counts(one)[card] for card in worth) == 40
    match = GAME.start(3, "one", one_ring=True)
    everywhere = [*at(match).pile, *(card for hand in at(match).hands for card in hand)]
    assert everywhere.count("ring") == everywhere.count("horseshoe") == 1


@rule("thieves/cards.police")
def test_there_are_14_police_cars_on_10_cards() -> None:
    assert {card: COUNTS[card] for card in CARS} == {"single": 6, "double": 4}
    assert sum(CARS[card] * COUNTS[card] for card in CARS) == 14


@rule("thieves/aim.players")
def test_three_to_six_can_play() -> None:
    """Product pages: 3 to 6 players."""
    assert list(GAME.seats) == [3, 4, 5, 6]
    for seats in (2, 7):
        with pytest.raises(ValueError, match="3 to 6 players"):
            GAME.start(seats)


@rule("thieves/setup.deal", "thieves/setup.getaways")
@pytest.mark.parametrize("seats", GAME.seats)
def test_everybody_gets_three_cards_and_no_getaway_car(seats: int) -> None:
    """Printed rules, “Voorbereiding”: lay the 8 getaway cars aside, shuffle, deal 3 each."""
    first = Counter[str]()
    for i in range(30):
        match = GAME.start(seats, f"deal {i}")
        p = at(match)
        dealt = [only(list(match.view(seat).log), Dealt).hand for seat in range(seats)]
        assert [len(hand) for hand in dealt] == [3] * seats
        assert tuple(dealt) == tuple(past[0] for past in p.held)
        assert not [hand for hand in dealt if GETAWAY in hand]
        refilled = next(event for event in match.view(None).log if isinstance(event, Refilled))
        assert len(p.pile) == 52 - 3 * seats - refilled.cards - refilled.found
        assert p.pile.count(GETAWAY) == 8 - refilled.found == 8 - p.getaways
        first["found" if refilled.found else "none"] += 1
    assert first["found"]  # they are in the pile from the first draw on


@rule("thieves/setup.first")
def test_the_first_player_is_drawn_by_lot() -> None:
    for lot in range(4):
        deal = [0] * 12
        match = GAME.begin(4, ThievesOptions(), GAME.rules, Scripted([*deal, lot, 30]))
        assert at(match).turn == lot
        assert match.to_act == (lot,)
        assert [event for event in match.view(None).log if isinstance(event, Starts)] == [Starts(lot)]
    assert {at(GAME.start(4, f"lot {i}")).turn for i in range(40)} == {0, 1, 2, 3}
