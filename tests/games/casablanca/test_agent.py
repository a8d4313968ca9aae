"""The variant Agent for two to four players."""

from __future__ import annotations

from itertools import permutations

import pytest

from speelhol.games.casablanca.events import Drawn, FaceDown, FaceUp, Home, Settled, Starts, Streets, Won
from speelhol.kernel import Match, Scripted
from tests.rules import rule

from .town import AGENT, GAME, act, agent_town, heard, on, place, play, position, refused, tag, texts

MOVE = "move green 1 no"


# ---- headquarters


@rule("casablanca/agent.quarters")
def test_headquarters_are_chosen_by_seat_from_a_drawn_one() -> None:
    match = GAME.begin(3, AGENT, GAME.rules, Scripted([2]))
    assert match.to_act == (2,)
    assert texts(match) == {"settle police", "settle cafe", "settle airport", "settle hotel"}
    play(match, "2 settle hotel")
    assert match.to_act == (0,)
    assert refused(match, "0 settle hotel") == ("agent.quarters", "taken")
    assert refused(match, "0 settle bazaar") == ("agent.quarters", "no-headquarters")
    assert refused(match, "0 rest") == ("agent.quarters", "not-offered")
    play(match, "0 settle cafe", "1 settle airport")
    assert match.view(None).now.quarters == ("cafe", "airport", "hotel")


@rule("casablanca/agent.quarters")
def test_with_four_players_the_last_one_has_no_choice_and_is_not_asked() -> None:
    match = GAME.begin(4, AGENT, GAME.rules, Scripted([0]))
    told = play(match, "0 settle hotel", "1 settle cafe", "2 settle airport")
    assert Settled(3, "police") in told
    assert tag(match) == "act"


@rule("casablanca/agent.first")
@pytest.mark.parametrize("quarters", list(permutations(("police", "cafe", "airport", "hotel"), 2)))
def test_the_police_or_the_next_headquarters_clockwise_begins(quarters: tuple[str, str]) -> None:
    match = GAME.begin(2, AGENT, GAME.rules, Scripted([0]))
    told = play(match, f"0 settle {quarters[0]}", f"1 settle {quarters[1]}")
    clockwise = ["police", "cafe", "airport", "hotel"]
    first = 0 if clockwise.index(quarters[0]) < clockwise.index(quarters[1]) else 1
    assert told[-1] == Starts(first)
    assert match.to_act == (first,)


# ---- turns


@rule("casablanca/agent.bribe")
def test_one_agent_a_bribe_and_no_compulsory_first_one() -> None:
    match = agent_town(3)
    assert tag(match) == "act"
    assert position(match).turn == 1
    assert match.view(0).now.bribes == (0,) * 8
    assert refused(match, "0 bribe green:100+purple:100") == ("agent.bribe", "one-agent")
    assert refused(match, "0 bribe green:10100") == ("bribe.capital", "too-much")
    assert refused(match, "0 bribe green:50") == ("bribe.unit", "in-hundreds")
    play(match, "0 bribe green:2500", f"1 {MOVE}")
    assert on(match, 0, "green") == 2500
    assert tag(match) == "may-object"


@rule("casablanca/agent.bribe")
def test_every_bribe_is_listed_once() -> None:
    """Eight agents and a hundred sums each: listing them takes no walk through all splits."""
    match = agent_town(2)
    bribes = [action for action in match.legal(0) if str(action).startswith("bribe")]
    assert len(bribes) == len(set(map(str, bribes))) == 800


@rule("casablanca/agent.bribe")
def test_a_bribe_may_be_raised_in_a_later_turn() -> None:
    """Rulebook, variant, "Omkopen": raising a sum later counts as a turn."""
    match = agent_town(2)
    play(match, "0 bribe green:300", "1 rest", "0 bribe green:400")
    assert on(match, 0, "green") == 700
    assert match.view(0).now.capital == 9300
    assert match.to_act == (1,)


@rule("casablanca/agent.same")
def test_striking_moving_and_resting_are_as_in_the_main_game() -> None:
    match = agent_town(2, ["green:1200 purple:900", "purple:300"])
    assert refused(match, "0 move red 7 no") == ("move.streets", "no-street")
    assert refused(match, "0 strike purple green") == ("strike.price", "thousand-needed")
    assert refused(match, "0 strike green blue") == ("strike.place", "not-together")
    act(match, "strike green purple")
    assert (on(match, 0, "green"), on(match, 0, "purple"), on(match, 1, "purple")) == (200, 0, 0)
    assert match.view(None).now.gone == ((1000, 900, 0, 0, 0, 0, 0, 0), (0, 300, 0, 0, 0, 0, 0, 0))
    play(match, "1 rest")
    assert match.to_act == (0,)


# ---- objections


@rule("casablanca/agent.blocked")
@pytest.mark.parametrize("answer", ["fight", "withdraw"])
def test_a_blocked_or_withdrawn_action_ends_the_turn(answer: str) -> None:
    match = agent_town(3, ["green:1100", "green:1300"])
    play(match, "0 strike green purple", "1 object", f"0 {answer}")
    if answer == "fight":
        play(match, "1 bid 1200", "0 yield")
    assert place(match, "purple") == "cafe"
    assert on(match, 0, "green") == 1100  # the thousand is with the agent again
    assert match.to_act == (1,)
    assert tag(match) == "act"
    assert match.view(None).now.down == (False, False, False)
    assert heard(match, 0, "green") == 1000


@rule("casablanca/agent.failed")
@pytest.mark.parametrize(("mine", "theirs"), [(500, 500), (500, 300), (0, 0)])
def test_a_failed_objection_costs_the_next_turn(mine: int, theirs: int) -> None:
    """Rulebook, variant, b): an equal or lower sum loses; $0 against $0 included."""
    match = agent_town(3, [f"green:{mine}" if mine else "", f"green:{theirs}" if theirs else ""])
    play(match, f"0 {MOVE}", "1 object", "0 fight")
    if theirs:
        play(match, f"1 bid {theirs}", "0 meet")
    told = play(match, "1 give-up")
    assert FaceDown(1) in told
    assert match.view(None).now.down == (False, True, False)
    assert match.to_act == (2,)  # who may still object
    turn = position(match).turn
    told = play(match, "2 allow")
    assert place(match, "green") == "1"
    assert FaceUp(1) in told
    assert match.to_act == (2,)  # seat 1's turn was turning the form
    assert position(match).turn == turn + 2
    assert match.view(None).now.down == (False, False, False)


@rule("casablanca/agent.failed")
def test_each_failed_objector_pays() -> None:
    match = agent_town(4, ["green:500"])
    play(match, f"0 {MOVE}", "1 object", "0 fight", "1 give-up", "2 object", "0 fight", "2 give-up", "3 object")
    assert match.view(None).now.down == (False, True, True, False)
    told = play(match, "0 fight", "3 give-up")
    assert place(match, "green") == "1"
    assert [event for event in told if isinstance(event, FaceUp)] == [FaceUp(1), FaceUp(2), FaceUp(3)]
    assert match.to_act == (0,)


@rule("casablanca/agent.silent")
def test_a_form_that_lies_face_down_cannot_object_until_it_is_turned() -> None:
    match = agent_town(3, ["green:500"])
    play(match, f"0 {MOVE}", "1 allow", "2 object", "0 fight", "2 give-up")
    assert match.to_act == (1,)
    told = play(match, "1 move green 2 no")
    assert match.to_act == (0,)  # seat 2 is passed over
    assert told[-1].__struct_config__.tag == "wants-move"
    told = play(match, "0 allow")
    assert FaceUp(2) in told
    assert match.to_act == (0,)
    play(match, "0 move green 1 no", "1 allow")
    assert match.to_act == (2,)  # and now may object again
    assert tag(match) == "may-object"


@rule("casablanca/agent.silent")
def test_with_all_forms_face_down_nobody_is_asked() -> None:
    match = agent_town(2, ["green:500"])
    position(match).down = (False, True)
    play(match, f"0 {MOVE}")
    assert place(match, "green") == "1"
    assert match.to_act == (0,)
    assert position(match).down == (False, False)


# ---- winning


def carry(match: Match, mover: int, to: str) -> list[object]:
    """The mover has green carry the case from house 10 or 1 to a headquarters."""
    while match.to_act != (mover,):
        play(match, f"{match.to_act[0]} rest")
    return list(act(match, f"move green {to} yes"))


def winners(match: Match) -> tuple[int, ...]:
    assert match.over
    assert match.result is not None
    return match.result.winners


@rule("casablanca/agent.home", "casablanca/agent.carriers")
def test_whoever_brings_the_case_to_the_own_headquarters_wins() -> None:
    match = agent_town(3, ["", "green:5000"], {"green": "10"}, case="10")
    told = carry(match, 0, "police")
    assert Home(0, "green", "police") in told
    assert winners(match) == (0,)
    assert match.result is not None
    assert match.result.scores == (1, 0, 0)
    assert match.view(None).now.carriers == ("green",)  # one carrier was enough
    assert told[-1] == Won((0,))


@rule("casablanca/agent.home")
def test_an_objection_can_stop_the_winning_move() -> None:
    match = agent_town(2, ["", "green:100"], {"green": "10"}, case="10")
    play(match, "0 move green police yes", "1 object", "0 fight", "1 bid 100", "0 yield")
    assert not match.over
    assert position(match).case == "10"


@rule("casablanca/agent.stranger")
def test_an_opponents_delivery_wins_nothing() -> None:
    """Rulebook, variant, "Het winnen": the case must first be brought out and then in again by its owner."""
    match = agent_town(3, places={"green": "10", "grey": "police"}, case="10")
    carry(match, 1, "police")
    assert not match.over
    play(match, "2 rest")
    act(match, "move green 11 yes")
    carry(match, 2, "police")
    assert not match.over
    act(match, "move green 10 yes")
    carry(match, 0, "police")
    assert winners(match) == (0,)


@rule("casablanca/agent.stranger")
def test_the_agents_own_headquarters_or_one_that_nobody_owns_means_nothing() -> None:
    match = agent_town(2, places={"green": "1", "white": "7"}, case="1", quarters=("police", "airport"))
    carry(match, 0, "cafe")  # green comes home, as the main game would want
    assert not match.over
    match = agent_town(2, places={"white": "7"}, case="7", quarters=("police", "airport"))
    act(match, "move white hotel yes")
    assert not match.over


@rule("casablanca/agent.opening-bid")
def test_the_first_sum_may_be_everything_or_none() -> None:
    """The printed variant wants "een relatief klein deelbedrag" first, and does not say how small."""
    match = agent_town(2, ["green:400", "green:700"])
    play(match, "0 move green 1 no", "1 object", "0 fight")
    assert {"bid 100", "bid 700", "give-up"} <= texts(match)
    play(match, "1 bid 700", "0 yield")
    assert place(match, "green") == "cafe"


@rule("casablanca/agent.stop")
def test_at_the_stop_nobody_has_won() -> None:
    """Not even who has the case at home: an opponent carried it in."""
    match = agent_town(3, places={"green": "10"}, case="10")
    play(match, "0 rest")
    carry(match, 1, "police")
    told: list[object] = []
    while not match.over:
        told = list(play(match, f"{match.to_act[0]} rest"))
    assert position(match).turn == 480
    assert told[-1] == Drawn()
    assert not any(isinstance(event, Streets | Won) for event in told)
    assert match.result is not None
    assert match.result.ranks == (1, 1, 1)
    assert len(set(match.result.scores)) == 1


@pytest.mark.parametrize(
    ("case", "streets", "nearest"), [("10", [1, 2, 5], (0,)), ("3", [2, 1, 4], (1,)), ("bazaar", [3, 3, 3], (0, 1, 2))]
)
def test_by_the_first_rules_the_nearest_headquarters_wins(
    case: str, streets: list[int], nearest: tuple[int, ...]
) -> None:
    match = agent_town(3, case=case, rules=1)
    told: list[object] = []
    while not match.over:
        told = list(play(match, f"{match.to_act[0]} rest"))
    assert position(match).turn == 480
    assert [event for event in told if isinstance(event, Streets)] == [Streets(s, n) for s, n in enumerate(streets)]
    assert winners(match) == nearest
    assert match.result is not None
    assert match.result.scores == tuple(int(seat in nearest) for seat in range(3))
