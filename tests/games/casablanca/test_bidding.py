"""Bidding: sums named and met, what everybody hears, and what can't be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from speelhol.games.casablanca.events import GaveUp, Met, Moved, Named, Yielded
from speelhol.kernel import Match, Refused
from tests.rules import rule

from .town import GAME, MOVE, act, agent_town, allow, fight, heard, on, place, play, position, refused, texts, town

# ---- bidding


@rule(
    "casablanca/bid.begin",
    "casablanca/bid.aloud",
    "casablanca/bid.step",
    "casablanca/bid.meet",
    "casablanca/blocked.success",
)
def test_the_worked_example_of_bidding() -> None:
    """Rulebook, "Bieden": B bids 100, A goes along; 200, A goes along; 500, A passes. B's objection is valid."""
    match = fight(400, 700)
    told = play(match, "1 bid 100", "0 meet", "1 bid 200", "0 meet", "1 bid 500", "0 yield")
    assert told == [
        Named(1, 100),
        Met(0, 100),
        Named(1, 200),
        Met(0, 200),
        Named(1, 500),
        Yielded(0, 1),
    ]
    assert place(match, "green") == "cafe"
    assert match.to_act == (0,)
    assert (heard(match, 0, "green"), heard(match, 1, "green")) == (200, 500)


@rule("casablanca/failed.equal")
def test_the_same_example_with_an_equal_sum() -> None:
    """Rulebook, "Niet succesvol bezwaar": had A bid as much as B or more, the objection would have been rejected."""
    match = fight(500, 500)
    play(match, "1 bid 100", "0 meet", "1 bid 200", "0 meet", "1 bid 500", "0 meet")
    assert texts(match) == {"give-up"}
    told = play(match, "1 give-up")
    assert told == [GaveUp(1)]
    assert allow(match)[-1] == Moved("green", "1", False)


@rule("casablanca/bid.begin")
def test_the_objector_begins() -> None:
    match = fight(500, 500)
    assert match.to_act == (1,)
    assert texts(match, "bid") == {"bid 100", "bid 200", "bid 300", "bid 400", "bid 500"}
    assert refused(match, "1 bid 0") == ("bid.step", "bid-in-hundreds")


@rule("casablanca/bid.step")
def test_raises_are_hundreds_above_the_last_sum() -> None:
    match = fight(900, 900)
    play(match, "1 bid 300", "0 meet")
    assert refused(match, "1 bid 300") == ("bid.step", "bid-in-hundreds")
    assert refused(match, "1 bid 200") == ("bid.step", "bid-in-hundreds")
    assert refused(match, "1 bid 450") == ("bid.step", "bid-in-hundreds")
    play(match, "1 bid 400", "0 meet", "1 bid 900", "0 meet", "1 give-up")


@rule("casablanca/bid.meet")
def test_the_active_player_never_names_a_sum() -> None:
    match = fight(900, 900)
    play(match, "1 bid 300")
    assert texts(match) == {"meet", "yield"}
    assert refused(match, "0 bid 400") == ("bid.meet", "only-meet")


@rule("casablanca/bid.truth")
def test_nobody_names_or_meets_more_than_was_paid() -> None:
    match = fight(200, 400)
    assert refused(match, "1 bid 500") == ("bid.truth", "more-than-you-paid")
    play(match, "1 bid 300")
    assert refused(match, "0 meet") == ("bid.truth", "more-than-you-paid")
    assert texts(match) == {"yield"}
    with pytest.raises(Refused) as error:
        match.play(0, GAME.read("meet"))
    assert error.value.data == {"stake": 200}  # the own sum, not the other's


@rule("casablanca/bid.stop")
def test_both_may_stop_with_money_left() -> None:
    match = fight(5000, 4000)
    play(match, "1 bid 100", "0 meet")
    assert "give-up" in texts(match)
    play(match, "1 bid 200")
    assert "yield" in texts(match)
    play(match, "0 yield")
    assert place(match, "green") == "cafe"
    for match, move in ((fight(5000, 4000), "1 give-up"), (fight(100, 4000), "1 give-up")):
        play(match, move)
        allow(match)
        assert place(match, "green") == "1"


@rule("casablanca/bid.kept")
def test_bidding_costs_nothing() -> None:
    match = fight(500, 500)
    before = (position(match).bribes, position(match).capital)
    play(match, "1 bid 400", "0 meet", "1 bid 500", "0 meet", "1 give-up")
    allow(match)
    assert (position(match).bribes, position(match).capital) == before


@rule("casablanca/failed.equal")
def test_nothing_against_nothing_is_equal() -> None:
    """Addendum 1: an active player with $0 may fight; if nothing is named, the action stands."""
    match = fight(0, 0)
    assert texts(match) == {"give-up"}
    play(match, "1 give-up")
    allow(match)
    assert place(match, "green") == "1"
    match = fight(0, 100)
    play(match, "1 bid 100")
    assert texts(match) == {"yield"}
    play(match, "0 yield")
    assert place(match, "green") == "cafe"


# ---- what everybody hears


@rule("casablanca/bid.heard")
def test_sums_named_and_met_are_lower_bounds_that_stay() -> None:
    match = fight(600, 900)
    play(match, "1 bid 400", "0 meet", "1 bid 700", "0 yield", "0 rest")
    assert (heard(match, 0, "green"), heard(match, 1, "green"), heard(match, 2, "green")) == (400, 700, 0)
    act(match, "move blue 7 no")
    play(match, "2 move green 3 no", "0 object", "2 fight", "0 bid 100", "2 yield")
    assert heard(match, 0, "green") == 400  # a smaller sum tells nothing new
    for seat in (None, 0, 1, 2):
        assert match.view(seat).now.heard[1][0] == 700


@rule("casablanca/bid.heard", "casablanca/strike.price")
def test_an_announced_strike_shows_a_thousand_even_if_it_is_withdrawn() -> None:
    """Addendum 4."""
    match = town(3, ["green:2500 purple:100 blue:100"])
    play(match, "0 strike green purple", "1 object", "0 withdraw")
    assert heard(match, 0, "green") == 1000
    assert on(match, 0, "green") == 2500
    play(match, "0 rest", "1 rest", "2 rest", "0 strike green purple", "1 object", "0 fight", "1 give-up", "2 allow")
    assert on(match, 0, "green") == 1500
    assert heard(match, 0, "green") == 0  # the known thousand was the one that was spent


@rule("casablanca/bid.heard")
def test_a_strike_lowers_the_bound_by_its_price_and_clears_those_on_the_victim() -> None:
    match = town(2, ["green:2500 purple:700 blue:100", "green:2000 purple:900 blue:100"])
    play(match, "0 move purple 1 no", "1 object", "0 fight", "1 bid 600", "0 meet", "1 bid 800", "0 yield", "0 rest")
    play(match, "1 rest")
    assert (heard(match, 0, "purple"), heard(match, 1, "purple")) == (600, 800)
    play(match, "0 strike green purple", "1 object", "0 fight", "1 bid 1900", "0 meet", "1 give-up")
    assert heard(match, 0, "green") == 900
    assert heard(match, 1, "green") == 1900
    assert (heard(match, 0, "purple"), heard(match, 1, "purple")) == (0, 0)


# ---- what binds


def undone(match: Match, seat: int) -> str:
    """Why a seat can't take back what it did; nothing if it can."""
    why = match.why_not_undo(seat)
    return why.reason if why is not None else ""


@rule("casablanca/objection.binds")
def test_words_once_spoken_are_not_taken_back() -> None:
    match = fight(500, 500)
    for move in ("1 bid 100", "0 meet", "1 give-up"):
        play(match, move)
        assert undone(match, int(move[0])) == "binding"


@rule("casablanca/objection.binds")
@pytest.mark.parametrize("deed", [MOVE, "strike green purple"])
@pytest.mark.parametrize("make", [town, agent_town])
def test_what_is_announced_binds(make: Callable[..., Match], deed: str) -> None:
    """Everybody heard it, and behind a strike a thousand: that stays in the log and on the notepad."""
    match = make(2, ["green:1500 blue:100 white:100"])
    while match.to_act != (0,):
        play(match, f"{match.to_act[0]} rest")
    play(match, f"0 {deed}")
    assert undone(match, 0) == "binding"
    with pytest.raises(Refused):
        match.undo(0)
    assert match.view(None).now.deed == GAME.read(deed)
    assert heard(match, 0, "green") == (1000 if deed.startswith("strike") else 0)


@rule("casablanca/objection.binds")
@pytest.mark.parametrize("deed", ["bribe green:500", "rest"])
def test_a_bribe_and_a_rest_can_be_taken_back(deed: str) -> None:
    match = town(2)
    before = match.view(0).to_bytes()
    play(match, f"0 {deed}")
    match.undo(0)
    assert match.view(0).to_bytes() == before


def test_by_the_first_rules_an_announcement_can_be_taken_back() -> None:
    match = town(2, ["green:1500 blue:100 white:100"], rules=1)
    play(match, "0 strike green purple")
    match.undo(0)
    assert heard(match, 0, "green") == 0
