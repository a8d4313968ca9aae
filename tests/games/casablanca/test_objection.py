"""Influence: objections, bidding, and what follows when they succeed or fail."""

from __future__ import annotations

import pytest

from speelhol.games.casablanca.events import (
    Bribed,
    Fought,
    Objected,
    Rested,
    Struck,
    WantsMove,
    Withdrew,
)
from tests.rules import rule

from .town import GAME, MOVE, act, allow, fight, heard, on, place, play, position, refused, tag, texts, town

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
    assert match.view(0).prompt == "act.again.strike"
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


@rule("casablanca/blocked.same")
def test_the_very_action_that_was_blocked_is_off_and_nothing_else() -> None:
    match = town(2, ["green:1000 purple:1000 blue:100"] * 2, {"green": "4", "purple": "4", "blue": "4"}, case="4")
    before = texts(match)
    play(match, "0 move green 1 yes", "1 object", "0 withdraw")
    assert before - texts(match) == {"move green 1 yes"}
    assert refused(match, "0 move green 1 yes") == ("blocked.same", "deed-blocked")
    play(match, "0 strike green blue", "1 object", "0 fight", "1 bid 1000", "0 yield")
    assert before - texts(match) == {"move green 1 yes", "strike green blue"}
    assert refused(match, "0 strike green blue") == ("blocked.same", "deed-blocked")
    play(match, "0 move green 1 no")
    allow(match)
    assert place(match, "green") == "1"
    assert position(match).case == "4"
    assert "move green 1 yes" not in texts(match)  # the next player's turn; green has left the case behind


@rule("casablanca/blocked.same")
def test_a_blocked_agent_may_be_struck_and_the_next_player_is_free() -> None:
    match = town(2, ["green:1000 purple:1000 blue:100", "green:1200 purple:100 blue:100"])
    play(match, f"0 {MOVE}", "1 object", "0 withdraw")
    assert texts(match, "strike") == {"strike green purple", "strike purple green"}
    act(match, "strike purple green")
    assert place(match, "green") is None
    assert match.view(None).now.barred == ()
    match = town(2)
    play(match, f"0 {MOVE}", "1 object", "0 withdraw", "0 rest")
    assert "move green 1 no" in texts(match)  # the next player is free


@rule("casablanca/blocked.same")
def test_the_turn_is_over_when_every_move_was_blocked() -> None:
    """Whether there would be a strike left is nobody's business: the thousand that it needs is a secret."""
    match = town(2, ["green:1000 red:1000 brown:100"], {"green": "hotel", "red": "hotel"})
    position(match).places = ("hotel", None, None, None, "hotel", None, None, None)
    moves = sorted(texts(match, "move"))
    assert len(moves) == 4
    for tried, move in enumerate(moves):
        assert match.to_act == (0,)
        assert list(map(str, match.view(None).now.barred)) == moves[:tried]
        play(match, f"0 {move}", "1 object", "0 withdraw")
    assert match.to_act == (1,)
    assert tag(match) == "act"


def test_by_the_first_rules_a_blocked_agent_does_nothing_more_that_turn() -> None:
    match = town(2, ["green:1000 purple:1000 blue:100", "green:1200 purple:100 blue:100"], rules=1)
    play(match, f"0 {MOVE}", "1 object", "0 withdraw")
    assert refused(match, "0 move green 3 no") == ("blocked.same", "agent-blocked")
    assert refused(match, "0 strike green purple") == ("blocked.same", "agent-blocked")
    assert texts(match, "strike") == {"strike purple green"}
    for agent in ("purple", "blue", "white", "red", "brown", "yellow", "grey"):
        assert match.to_act == (0,)
        play(match, f"0 {min(texts(match, f'move {agent}'))}", "1 object", "0 withdraw")
    assert match.to_act == (1,)


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
