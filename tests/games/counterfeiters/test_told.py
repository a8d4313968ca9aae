"""What is asked and seen on the way, and why something can't be done."""

from __future__ import annotations

import pytest

from speelhol.games.counterfeiters import events as e
from speelhol.kernel import Event
from tests.rules import rule

from .town import NOW, offered, play, refused, skip, town

JET = (("ink", "jet", "printer"), ("ink", "printer"))


@rule("counterfeiters/setup.board", "counterfeiters/market.buy")
@pytest.mark.parametrize(("seats", "slots"), [(2, 4), (3, 6), (4, 6)])
def test_every_slot_of_the_market_has_a_price_and_a_space_and_there_are_no_others(seats: int, slots: int) -> None:
    assert NOW[seats].slots == tuple(f"m{slot}" for slot in range(1, slots + 1))
    match = town(seats, cash=(500,) * seats)
    card = match.view(0).now.market[-1]
    for slot in (-1, 0, slots + 1):
        assert refused(match, f"0 buy {slot} {card} 20") == ("market.buy", "no-such-slot")
    play(match, f"0 buy {slots} {card} 20")
    assert match.view(1).now.placed[0] == (f"m{slots}",)


@rule("counterfeiters/market.real", "counterfeiters/market.one-jet")
def test_a_first_jet_is_refused_for_its_price_alone() -> None:
    match = town(market=("jet", "jet", "jet", None), cash=(40, 500), cards=(("ink", "printer"), JET[0]))
    assert refused(match, "0 buy 1 jet 50") == ("market.real", "too-dear")
    assert "buy 3 jet 40" in offered(match, 0)
    play(match, "0 skip")
    assert refused(match, "1 buy 1 jet 50") == ("market.one-jet", "second-jet")


@rule("counterfeiters/flight.transfer")
@pytest.mark.parametrize(
    ("cash", "offshore", "prompt"),
    [(70, 0, "move-money.out"), (10, 10, "move-money"), (70, 50, "move-money"), (0, 50, "move-money.home")],
)
def test_a_traveller_is_asked_about_the_ways_that_there_are(cash: int, offshore: int, prompt: str) -> None:
    match = town(cash=(cash, 30), offshore=(offshore, 0), cards=JET)
    play(match, "0 place jet")
    assert match.view(0).prompt == prompt
    verbs = {"move-money.out": {"stash"}, "move-money.home": {"fetch"}, "move-money": {"stash", "fetch"}}
    assert {text.split()[0] for text in offered(match, 0)} == verbs[prompt]


@rule("counterfeiters/flight.transfer", "counterfeiters/henchmen.effect")
def test_the_smallest_sum_is_refused_where_it_is_not_and_less_for_moving_nothing() -> None:
    home = town(cash=(0, 30), offshore=(50, 0), cards=JET)
    out = town(cash=(50, 30), offshore=(0, 0), cards=JET)
    for match, move, reason in ((home, "stash", "not-in-hand"), (out, "fetch", "not-offshore")):
        play(match, "0 place jet")
        assert refused(match, f"0 {move} 10") == ("flight.transfer", reason)
        for amount in (-10, 0, 5):
            assert refused(match, f"0 {move} {amount}") == ("henchmen.effect", "move-something")


@rule("counterfeiters/money.secret", "counterfeiters/flight.fare", "counterfeiters/flight.jet")
def test_everybody_sees_the_fare_and_that_somebody_flew() -> None:
    match = town(cash=(100, 100), flows=((100,), (100,)), cards=JET)
    play(match, "0 place jet", "0 stash 50", "1 place flight", "1 stash 20")
    assert match.view(None).now.flows == ((100, "flight"), (100, -30, "flight"))
    skip(match, 4)
    play(match, "0 place flight", "0 fetch 10")
    assert match.view(None).now.flows[0] == (100, "flight", -30, "flight")


def test_what_comes_to_light_is_what_a_match_that_is_looked_at_again_marks() -> None:
    told = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind != Event]
    assert {kind.__name__ for kind in told if kind.reveals} == {
        "Counted",
        "Equipped",
        "MarketFilled",
        "Starts",
        "Washed",
    }
