"""Influence: objections, bidding, and what follows when they succeed or fail."""

from __future__ import annotations

import pytest

from speelhol.games.casablanca.events import (
    Bribed,
    Fought,
    GaveUp,
    Met,
    Moved,
    Named,
    Objected,
    Rested,
    Struck,
    WantsMove,
    Withdrew,
    Yielded,
)
from speelhol.kernel import Match, Refused
from tests.rules import rule

from .town import GAME, act, allow, heard, on, place, play, position, refused, tag, texts, town

MOVE = "move green 1 no"


def fight(a: int, b: int, seats: int = 3) -> Match:
    """Seat 0 has $a on green and wants to move it; seat 1 has $b there, objects, and seat 0 fights."""
    sums = [f"green:{n} " if n else "" for n in (a, b)]
    ledgers = [f"{own}purple:100 blue:100 white:100" for own in sums]
    match = town(seats, ledgers)
    play(match, f"0 {MOVE}", "1 object", "0 fight")
    return match


# ---- who objects


@rule("casablanca/objection.announce")
def test_a_move_is_announced_first_and_a_bribe_meets_no_objection() -> None:
    match = town(3)
    assert play(match, f"0 {MOVE}") == [WantsMove(0, "green", "1", False)]
    assert place(match, "green") == "cafe"
    assert match.view(None).now.deed == GAME.read(MOVE)
    assert tag(match) == "may-object"
    allow(match)
    assert place(match, "green") == "1"
    assert match.view(None).now.deed is None
    assert play(match, "1 bribe green:100") == [Bribed(1)]
    assert tag(match) == "act"


@rule("casablanca/objection.order")
@pytest.mark.parametrize("first", [0, 2])
def test_the_others_are_asked_clockwise_from_the_left_once_each(first: int) -> None:
    match = town(4, first=first)
    play(match, f"{first} {MOVE}")
    asked = []
    while tag(match) == "may-object":
        asked.append(match.to_act[0])
        assert match.view(None).now.queue == tuple((first + i) % 4 for i in range(len(asked) + 1, 4))
        play(match, f"{match.to_act[0]} allow")
    assert asked == [(first + i) % 4 for i in (1, 2, 3)]
    assert match.to_act == ((first + 1) % 4,)


@rule("casablanca/objection.order", "casablanca/failed.next")
def test_whoever_let_it_pass_or_failed_is_not_asked_again() -> None:
    match = town(4, ["green:500 blue:100 white:100"])
    play(match, f"0 {MOVE}", "1 allow", "2 object", "0 fight", "2 give-up")
    assert match.to_act == (3,)
    assert refused(match, "1 object") == ("house/table.turn", "not-asked")
    play(match, "3 allow")
    assert place(match, "green") == "1"


@rule("casablanca/objection.bluff")
def test_an_objector_without_a_dollar_may_object_and_is_asked_like_any_other() -> None:
    """Addendum 2: nobody learns whether the objector had nothing or kept it secret."""
    logs = []
    for own in (0, 4000):
        match = fight(500, own)
        assert tag(match) == "raise"
        assert match.to_act == (1,)
        play(match, "1 give-up")
        logs.append([match.view(seat).to_bytes() for seat in (None, 0, 2)])
        allow(match)
        assert place(match, "green") == "1"
    assert logs[0] == logs[1]


@rule("casablanca/objection.withdraw")
def test_withdrawing_counts_as_a_successful_objection_and_tells_nothing() -> None:
    match = town(3, ["green:500 blue:100 white:100", "green:900 blue:100 white:100"])
    told = play(match, f"0 {MOVE}", "1 object", "0 withdraw")
    assert told[1:] == [Objected(1), Withdrew(0)]
    assert place(match, "green") == "cafe"
    assert tag(match) == "act"
    assert match.to_act == (0,)
    assert heard(match, 0, "green") == heard(match, 1, "green") == 0
    assert refused(match, "0 bribe green:100") == ("blocked.bribe", "no-bribe-now")


@rule("casablanca/objection.striker")
def test_the_money_on_the_striker_counts_not_that_on_the_victim() -> None:
    """Rulebook, "Belangrijk: als er bezwaar wordt gemaakt tegen het slaan"."""
    match = town(3, ["green:1000 blue:100 white:100", "green:300 purple:5000 blue:100"])
    play(match, "0 strike green purple", "1 object", "0 fight")
    assert texts(match) == {"give-up", "bid 100", "bid 200", "bid 300"}
    assert refused(match, "1 bid 400") == ("bid.truth", "more-than-you-paid")
    told = play(match, "1 bid 300", "0 meet", "1 give-up") + allow(match)
    assert Struck("green", "purple") in told


# ---- bidding


@rule("casablanca/bid.begin", "casablanca/bid.step", "casablanca/bid.meet", "casablanca/blocked.success")
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
def test_a_strike_lowers_the_bound_by_its_price() -> None:
    match = town(2, ["green:2500 purple:100 blue:100", "green:2000 purple:100 blue:100"])
    play(match, "0 strike green purple", "1 object", "0 fight", "1 bid 1900", "0 meet", "1 give-up")
    assert heard(match, 0, "green") == 900
    assert heard(match, 1, "green") == 1900
    assert (heard(match, 0, "purple"), heard(match, 1, "purple")) == (0, 0)


# ---- a successful objection


@rule("casablanca/blocked.success")
def test_a_blocked_strike_costs_nothing() -> None:
    match = town(2, ["green:1000 purple:100 blue:100", "green:1200 purple:100 blue:100"])
    play(match, "0 strike green purple", "1 object", "0 fight", "1 bid 1100", "0 yield")
    assert on(match, 0, "green") == 1000
    assert place(match, "purple") == "cafe"
    assert position(match).gone == ((0,) * 8,) * 2


@rule("casablanca/blocked.final")
def test_nobody_is_asked_after_a_successful_objection() -> None:
    """Rulebook: "Tegen een succesvol bezwaar kunnen de andere spelers niet verder meer bezwaar hebben"."""
    match = fight(100, 300, seats=5)
    play(match, "1 bid 300", "0 yield")
    assert tag(match) == "act"
    assert match.to_act == (0,)
    assert match.view(None).now.queue == ()


@rule("casablanca/blocked.again", "casablanca/blocked.bribe")
def test_a_blocked_player_may_try_another_move_or_strike_but_not_bribe() -> None:
    match = town(2, ["green:100 purple:1000 blue:100", "green:900 purple:100 blue:100"])
    play(match, f"0 {MOVE}", "1 object", "0 fight", "1 bid 200", "0 yield")
    assert match.view(0).prompt == "act.again"
    assert refused(match, "0 bribe purple:100") == ("blocked.bribe", "no-bribe-now")
    assert texts(match, "bribe") == set()
    assert {text.split()[0] for text in texts(match)} == {"move", "strike", "rest"}
    assert place(match, "purple") == "cafe"
    act(match, "move purple 1 no")
    assert place(match, "purple") == "1"
    assert match.to_act == (1,)
    match = fight(100, 300)
    play(match, "1 bid 300", "0 yield")
    assert play(match, "0 rest") == [Rested(0)]
    assert match.to_act == (1,)


@rule("casablanca/blocked.agent")
def test_the_blocked_agent_is_done_for_this_turn_but_may_be_struck() -> None:
    match = town(2, ["green:1000 purple:1000 blue:100", "green:1200 purple:100 blue:100"])
    play(match, f"0 {MOVE}", "1 object", "0 withdraw")
    assert refused(match, "0 move green 3 no") == ("blocked.agent", "agent-blocked")
    assert refused(match, "0 strike green purple") == ("blocked.agent", "agent-blocked")
    assert texts(match, "strike") == {"strike purple green"}
    act(match, "strike purple green")
    assert place(match, "green") is None
    assert match.view(None).now.barred == ()
    match = town(2)
    play(match, f"0 {MOVE}", "1 object", "0 withdraw", "0 rest")
    assert "move green 1 no" in texts(match)  # the next player is free


@rule("casablanca/blocked.agent")
def test_the_turn_is_over_when_every_agent_was_blocked() -> None:
    match = town(2, places={"green": "4", "purple": None, "blue": None, "white": None})
    order = ["green", "red", "brown", "yellow", "grey"]
    for tried, agent in enumerate(order):
        assert match.to_act == (0,)
        assert match.view(None).now.barred == tuple(order[:tried])
        move = next(text for text in sorted(texts(match, f"move {agent}")))
        play(match, f"0 {move}", "1 object", "0 withdraw")
    assert match.to_act == (1,)
    assert tag(match) == "act"


# ---- a failed objection


@rule("casablanca/failed.next")
def test_after_a_failure_the_next_player_may_object_and_bidding_starts_afresh() -> None:
    match = town(4, ["green:500 blue:100 white:100", "green:300 blue:100 white:100", "green:600 blue:100 white:100"])
    play(match, f"0 {MOVE}", "1 object", "0 fight", "1 bid 300", "0 meet", "1 give-up")
    assert match.to_act == (2,)
    told = play(match, "2 object")
    assert told == [Objected(2)]
    assert play(match, "0 fight") == [Fought(0)]
    assert "bid 100" in texts(match)
    play(match, "2 bid 100", "0 meet", "2 bid 600", "0 yield")
    assert place(match, "green") == "cafe"


@rule("casablanca/failed.free")
def test_a_failed_objection_costs_nothing_in_the_main_game() -> None:
    match = fight(500, 0)
    play(match, "1 give-up", "2 allow")
    assert match.to_act == (1,)
    assert tag(match) == "act"
    play(match, "1 rest", f"2 {'move purple 1 no'}")
    assert match.to_act == (0,)
    play(match, "0 allow")
    assert match.to_act == (1,)  # and may object again
    assert texts(match) == {"allow", "object"}


def test_words_once_spoken_are_not_taken_back() -> None:
    match = fight(500, 500)
    for moves in (("1 bid 100",), ("0 meet",), ("1 give-up",)):
        play(match, *moves)
        why = match.why_not_undo(int(moves[0][0]))
        assert why is not None
        assert why.reason == "binding"
