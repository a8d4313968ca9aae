"""Police cars and the raid."""

from __future__ import annotations

from collections import Counter

import pytest

from speelhol.games.thieves.events import Caught, Opened, Parked, RaidBegan, Reshuffled
from speelhol.games.thieves.table import GETAWAY
from tests.rules import rule

from .tables import at, loot_of, only, play, table

HANDS = ("single double m0 m0", "m2 m2 m2", "m1 m1 m1")


@rule("thieves/raid.lay")
def test_a_police_car_lies_open_and_stays() -> None:
    match = table(*HANDS, police="single")
    told = play(match, "play single")
    assert only(told, Parked) == Parked(0, "single", 2)
    assert at(match).police == ("single", "single")
    assert not [event for event in told if isinstance(event, RaidBegan)]
    play(match, "keep m2")
    assert at(match).police == ("single", "single")


@rule("thieves/raid.four", "thieves/cards.police")
@pytest.mark.parametrize(
    ("police", "card", "cars"),
    [
        ("", "double", 0),
        ("single single", "single", 0),
        ("single", "double", 0),
        ("single single single", "single", 4),
        ("double", "double", 4),
        ("single double", "single", 4),
        ("double single", "double", 5),
    ],
)
def test_four_or_more_cars_bring_one_raid(police: str, card: str, cars: int) -> None:
    """Printed rules, “Politieauto's”: 4 or more, a combination of singles and doubles is possible."""
    match = table(*HANDS, police=police, loot=["", "m1"])
    told = play(match, f"play {card}")
    assert [event.cars for event in told if isinstance(event, RaidBegan)] == ([cars] if cars else [])
    assert (at(match).police == ()) == bool(cars)
    assert (at(match).loot[1] == ()) == bool(cars)


@rule("thieves/raid.open", "thieves/cards.ring", "thieves/cards.horseshoe")
def test_everybody_opens_the_loot_and_counts_it_for_the_police() -> None:
    """Printed rules, “Politieauto's”: mind the changed values of ring and horseshoe."""
    match = table(*HANDS, police="single double", loot=["[ring] m1", "[horseshoe] m2", "[m0]"])
    told = play(match, "play single")
    assert [event for event in told if isinstance(event, Opened)] == [
        Opened(0, ("ring", "m1"), 4),
        Opened(1, ("horseshoe", "m2"), 3),
        Opened(2, ("m0",), 0),
    ]


@rule("thieves/raid.richest", "thieves/raid.survivors", "thieves/aim.loot")
def test_the_richest_loses_all_and_the_others_lie_open_from_now_on() -> None:
    """Printed rules, “Politieauto's”: the player with the highest value discards all cards of the loot.

    By end values seat 1 would be richer: what counts is what the police see.
    """
    match = table(*HANDS, police="single double", loot=["[ring] m1", "[horseshoe] m2", "[m0]"])
    told = play(match, "play single")
    assert only(told, Caught) == Caught((0,))
    assert [loot_of(slots) for slots in at(match).loot] == [[], ["horseshoe", "m2"], ["m0"]]
    for seat in (None, 0, 1, 2):
        shown = match.view(seat).now.loot
        assert [loot_of(slots) for slots in shown] == [[], ["horseshoe", "m2"], ["m0"]]
        assert all(slot.up for slots in shown for slot in slots)


@rule("thieves/raid.tie")
def test_all_who_share_the_top_lose() -> None:
    match = table(*HANDS, police="double single", loot=["m3", "[ring]", "m2"])
    told = play(match, "play single")
    assert only(told, Caught) == Caught((0, 1))
    assert [loot_of(slots) for slots in at(match).loot] == [[], [], ["m2"]]


@rule("thieves/raid.nobody")
def test_nobody_loses_at_zero_but_the_cars_go_back() -> None:
    match = table(*HANDS, police="double single", loot=["[m0]", "", ""])
    before = at(match).pile
    told = play(match, "play single")
    p = at(match)
    assert only(told, Caught) == Caught(())
    assert loot_of(p.loot[0]) == ["m0"]
    assert p.police == ()
    (drawn,) = Counter(p.hands[1]) - Counter(("m2", "m2", "m2"))
    assert Counter(p.pile) + Counter([drawn]) == Counter(before) + Counter(("double", "single", "single"))


@rule("thieves/raid.shuffle", "thieves/bribe.back")
def test_lost_loot_police_and_discards_are_shuffled_into_the_pile() -> None:
    """Printed rules, “Politieauto's”: then shuffle the police cars and the discard pile into the draw pile.

    Of the discards here two are police cars that had been bribed.
    """
    match = table(
        *HANDS, police="double single", discard="bribe single double", loot=["m1", "m3 [m2]", "m1"], draws=["bribe"]
    )
    before = at(match).pile
    told = play(match, "play single")
    p = at(match)
    back = ("double", "single", "single", "bribe", "single", "double", "m3", "m2")
    assert only(told, Reshuffled) == Reshuffled(len(back))
    assert Counter(p.pile) + Counter(["bribe"]) == Counter(before) + Counter(back)
    assert p.discard == p.police == ()


@rule("thieves/raid.getaways")
def test_getaway_cars_stay_on_the_table() -> None:
    match = table(*HANDS, police="double single", getaways=3, loot=["m1"])
    play(match, "play single")
    assert at(match).getaways == 3
    assert at(match).pile.count(GETAWAY) == 5
