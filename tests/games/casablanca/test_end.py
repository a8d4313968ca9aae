"""The black case and the end."""

from __future__ import annotations

import pytest

from speelhol.games.casablanca.events import Counted, Home, Moved, OneCarrier, Opened, Stopped, Sum, Won
from speelhol.kernel import Match
from tests.rules import rule

from .town import GAME, act, place, play, position, refused, tag, texts, town

RED_NEXT_DOOR = {"red": "6"}


def deliver(ledgers: list[str], mover: int = 0) -> Match:
    """Red brings the case from house 6 to the airport by the mover's move; brown has carried it before."""
    match = town(max(2, len(ledgers)), ledgers, RED_NEXT_DOOR, case="6", carriers=["brown"], first=mover)
    act(match, "move red airport yes")
    return match


def winners(match: Match) -> tuple[int, ...]:
    assert match.over
    assert match.result is not None
    return match.result.winners


# ---- the case


@rule("casablanca/case.take")
def test_the_case_is_taken_along_or_left() -> None:
    match = town(2, places={"green": "bazaar", "blue": "bazaar"})
    assert {text for text in texts(match, "move green") if " 4 " in text} == {"move green 4 no", "move green 4 yes"}
    assert refused(match, "0 move red 6 yes") == ("case.take", "case-elsewhere")
    act(match, "move green 4 no")
    assert position(match).case == "bazaar"
    told = act(match, "move blue 4 yes")
    assert told[-1] == Moved("blue", "4", True)
    assert position(match).case == "4"
    act(match, "move green 1 yes")  # from under blue's nose, without a strike
    assert position(match).case == "1"
    assert place(match, "blue") == "4"
    assert match.view(None).now.carriers == ("green", "blue")


@rule("casablanca/case.take")
def test_a_blocked_move_carries_nothing() -> None:
    match = town(2, places={"green": "bazaar"})
    play(match, "0 move green 4 yes", "1 object", "0 withdraw")
    assert position(match).case == "bazaar"
    assert position(match).carriers == ()


@rule("casablanca/case.place")
def test_the_case_stays_where_its_carrier_is_struck() -> None:
    match = town(2, ["blue:1000 green:100 white:100"] * 2, {"green": "bazaar", "blue": "4"})
    act(match, "move green 4 yes")
    act(match, "strike blue green")
    assert place(match, "green") is None
    assert position(match).case == "4"
    assert "move blue 5 yes" in texts(match)


@rule("casablanca/case.carriers", "casablanca/case.one-carrier")
def test_one_carrier_is_not_enough() -> None:
    match = town(2, ["red:500 blue:100 white:100"], RED_NEXT_DOOR, case="6", carriers=["red"])
    told = act(match, "move red airport yes")
    assert told[-1] == OneCarrier("red")
    assert not match.over
    assert position(match).case == "airport"
    assert place(match, "red") == "airport"
    act(match, "move brown 2 yes")  # a second carrier
    act(match, "move red 2 no")
    told = act(match, "move red airport yes")
    assert told[2] == Home(1, "red", "airport")
    assert match.over


@rule("casablanca/case.carriers")
@pytest.mark.parametrize("struck", [False, True])
def test_the_one_who_brings_it_home_counts_and_so_does_a_carrier_who_was_struck(struck: bool) -> None:
    match = town(2, ["red:1500 blue:100 white:100"] * 2, {"red": "6", "green": "5"}, case="5")
    act(match, "move green 6 yes")
    act(match, "strike red green" if struck else "rest")
    assert (place(match, "green") is None) == struck
    assert match.view(None).now.carriers == ("green",)
    told = act(match, "move red airport yes")
    assert Home(0, "red", "airport") in told
    assert match.over


@rule("casablanca/case.last")
def test_one_carrier_is_enough_when_one_agent_is_left() -> None:
    match = town(2, ["red:1100 blue:100 white:100", "red:100 blue:100 white:100"])
    p = position(match)
    p.places = ("6", "6", None, None, "6", None, None, None)
    p.bribes = ((0, 0, 0, 0, 2100, 0, 0, 0), (0, 0, 0, 0, 100, 0, 0, 0))
    p.case = "6"
    act(match, "strike red green")
    assert len([at for at in p.places if at is not None]) == 2
    play(match, "1 rest")
    act(match, "strike red purple")
    assert texts(match, "strike") == set()  # the last agent has nobody to strike: one always survives
    told = act(match, "move red airport yes")
    assert Home(1, "red", "airport") in told
    assert winners(match) == (1,)  # 2100 less two strikes is 100 on both sides; seat 1 made the move


@rule("casablanca/case.last", "casablanca/case.one-carrier")
def test_one_carrier_is_too_few_while_two_agents_are_left() -> None:
    """Also when the other one is far away, and can't come for the case any more."""
    match = town(2, ["red:1500 blue:100 white:100"] * 2, case="6")
    position(match).places = (None, "1", None, None, "6", None, None, None)
    assert OneCarrier("red") in act(match, "move red airport yes")
    assert not match.over


@rule("casablanca/case.last", "casablanca/end.home")
def test_the_case_at_home_with_its_last_agent_does_not_end_it() -> None:
    """Addendum 13: the end needs a move into the headquarters."""
    match = town(2, places={"red": "airport"}, case="airport")
    position(match).places = (None, None, None, None, "airport", None, None, None)
    play(match, "0 rest", "1 rest")
    assert not match.over
    act(match, "move red 2 yes")
    act(match, "move red airport yes")
    assert match.over


# ---- the end


@rule("casablanca/end.home", "casablanca/aim.winner")
def test_the_carrier_must_reach_the_headquarters_of_its_own_colour() -> None:
    match = town(2, places={"green": "6", "red": "6"}, case="6", carriers=["brown", "blue"])
    act(match, "move green airport yes")
    assert not match.over
    act(match, "move red airport no")
    assert not match.over
    act(match, "move red 2 yes")
    assert not match.over
    act(match, "move red airport yes")
    assert match.over


@rule("casablanca/end.home")
def test_objections_come_before_the_end() -> None:
    match = town(
        2, ["red:100 blue:100 white:100", "red:200 blue:100 white:100"], RED_NEXT_DOOR, case="6", carriers=["brown"]
    )
    play(match, "0 move red airport yes", "1 object", "0 fight", "1 bid 200", "0 yield")
    assert not match.over
    assert position(match).case == "6"


@rule("casablanca/end.winner", "casablanca/aim.winner")
def test_the_most_money_on_the_carrier_wins_whoever_moved_it() -> None:
    match = deliver(["red:500 blue:100 white:100", "red:700 blue:100 white:100", "red:600 blue:9000 white:100"])
    assert winners(match) == (1,)
    assert match.result is not None
    assert match.result.scores == (500, 700, 600)
    assert match.result.ranks == (3, 1, 2)
    told = list(match.view(None).log)
    assert [event for event in told if isinstance(event, Counted)] == [
        Counted(0, "red", 500),
        Counted(1, "red", 700),
        Counted(2, "red", 600),
    ]
    assert told[-1] == Won((1,))


@rule("casablanca/end.winner")
def test_money_used_for_strikes_does_not_count() -> None:
    """Addendum 9: $1,000 less for each strike made with the carrier."""
    match = town(
        2,
        ["red:1500 blue:100 white:100", "red:600 blue:100 white:100"],
        {"red": "6", "green": "6"},
        case="6",
        carriers=["brown"],
    )
    act(match, "strike red green")
    act(match, "move red airport yes")
    assert winners(match) == (1,)
    assert match.result is not None
    assert match.result.scores == (500, 600)


@rule("casablanca/end.tie")
def test_a_tie_goes_to_the_mover_then_to_capital_then_is_shared() -> None:
    tied = ["red:500 blue:100 white:100", "red:500 blue:900 white:900", "red:400 blue:100 white:100"]
    assert winners(deliver(tied, mover=1)) == (1,)
    assert winners(deliver(tied, mover=0)) == (0,)
    assert winners(deliver(tied, mover=2)) == (0,)  # seat 0 has more unspent
    equal = ["red:500 blue:100 white:100", "red:500 green:100 white:100", "red:400 blue:100 white:100"]
    match = deliver(equal, mover=2)
    assert winners(match) == (0, 1)
    assert match.result is not None
    assert match.result.ranks == (1, 1, 3)


@rule("casablanca/end.nobody")
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_if_nobody_paid_the_carrier_the_mover_wins(mover: int) -> None:
    assert winners(deliver(["green:500 blue:100 white:100"] * 3, mover)) == (mover,)


@rule("casablanca/end.ledgers")
def test_all_ledgers_are_opened_at_the_end_and_not_before() -> None:
    match = town(2, ["red:500 blue:100 white:100"] * 2, RED_NEXT_DOOR, case="6", carriers=["brown"])
    play(match, "0 move red airport yes")
    assert match.view(None).now.ledgers == ()
    assert match.view(None).now.purses == ()
    play(match, "1 allow")
    now = match.view(None).now
    assert now.ledgers == position(match).bribes
    assert now.purses == (9300, 9300)
    opened = [event for event in match.view(None).log if isinstance(event, Opened)]
    assert opened[0] == Opened(0, (("blue", 100), ("white", 100), ("red", 500)), 9300)


@rule("casablanca/end.stop")
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("rules", GAME.versions)
def test_play_stops_after_480_turns_and_everybody_has_had_as_many(seats: int, rules: int) -> None:
    """By the first rules seven players are stopped in the middle of a round."""
    match = town(seats, rules=rules)
    last: int = match.view(None).now.last
    turns = [1] * seats
    while not match.over:
        (seat,) = match.to_act
        turns[seat] += 1
        play(match, f"{seat} rest")
    assert last == (483 if seats == 7 and rules > 1 else 480)
    assert (len(set(turns)) == 1) == (seats != 7 or rules > 1)
    told = list(match.view(None).log)
    assert Stopped(last) in told
    assert isinstance(told[-1], Won)


@rule("casablanca/end.stop")
def test_at_the_stop_the_largest_sum_on_living_agents_wins() -> None:
    ledgers = ["green:1000 purple:100 blue:500", "green:100 purple:5000 blue:100", "green:300 blue:100 white:300"]
    match = town(3, ledgers)
    act(match, "strike green purple")
    position(match).turn = 480
    told = play(match, "1 rest")
    assert [event for event in told if isinstance(event, Sum)] == [Sum(0, 500), Sum(1, 200), Sum(2, 700)]
    assert winners(match) == (2,)


@rule("casablanca/end.stop")
def test_a_tie_at_the_stop_goes_to_capital_then_is_shared() -> None:
    match = town(3, ["green:1500 purple:100 blue:100", "green:400 purple:100 blue:200"])
    act(match, "strike green purple")  # both have 600 left; the strike and purple cost seat 0 1,000 more
    position(match).turn = 480
    play(match, "1 rest")
    assert winners(match) == (1,)
    match = town(3, ["green:200 purple:100 blue:100", "red:200 purple:100 blue:100", "green:100 blue:100 white:100"])
    position(match).turn = 480
    play(match, "0 rest")
    assert winners(match) == (0, 1)


def test_nothing_is_asked_when_it_is_over() -> None:
    match = deliver(["red:500 blue:100 white:100"] * 2)
    assert tag(match) == ""
    assert match.to_act == ()
    assert refused(match, "0 rest") == ("house/table.turn", "over")
