"""The mind of Casablanca: what it does where the sensible thing is known, and what it believes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from speelhol.bots import Adviser, Budget, Chancer, Greedy, Schemer, Sharp
from speelhol.bots.worlds import Worlds
from speelhol.games.casablanca.actions import Bid, Bribe, Object
from speelhol.games.casablanca.bot.mind import LONG, MIND
from speelhol.games.casablanca.table import CAPITAL, HOME
from speelhol.kernel import EVEN, Action, Match, Temper
from tests.rules import rule

from .town import GAME, agent_town, play, position, town

HOMEWARD = {"green": "1"}
"""Green stands one street from its house; the case is put there too."""


def preferred(match: Match, seat: int, temper: Temper = EVEN, times: int = 30) -> list[Action]:
    rng = random.Random(1)
    return [MIND.prefer(match.view(seat), temper, rng) for _ in range(times)]


def share(actions: list[Action], wanted: str) -> float:
    return sum(str(action) == wanted for action in actions) / len(actions)


def most(match: Match, seat: int, who: int, agent: str) -> float:
    """How likely a seat holds it that somebody has the most on an agent."""
    view = match.view(seat)
    worlds = Worlds(view, random.Random(2), 100)
    found = {(b.data["seat"], b.data["agent"]): b.chance for b in MIND.beliefs(view, worlds.weighted)}
    return found[who, agent]


# ---- at a glance


@rule("casablanca/bribe.opening", "casablanca/bribe.capital")
def test_the_first_bribes_fit_every_temper() -> None:
    match = GAME.start(4, "openings")
    spent = []
    for bold in (0.0, 0.5, 1.0):
        sums = []
        for action in preferred(match, 0, Temper(bold=bold), 100):
            assert isinstance(action, Bribe)
            assert action in match.legal(0)
            sums.append(sum(amount for _, amount in action.sums))
        spent.append(sum(sums) / len(sums))
    assert spent[0] < spent[1] < spent[2]


@rule("casablanca/blocked.same")
def test_an_agent_that_was_blocked_is_hardly_brought_on_again_in_the_same_turn() -> None:
    """It may go elsewhere now, but whoever blocked it would do so once more."""
    match = town(2, ["green:5000 red:4900 blue:100", "green:100 white:100 brown:100"])
    green = [getattr(action, "agent", "") == "green" for action in preferred(match, 0)]
    play(match, "0 move green 1 no", "1 object", "0 withdraw")
    again = [getattr(action, "agent", "") == "green" for action in preferred(match, 0)]
    assert sum(again) < 5 < sum(green)
    assert all(action in match.legal(0) for action in preferred(match, 0))


@rule("casablanca/bribe.opening", "casablanca/bribe.capital")
def test_schemer_and_adviser_open_by_plan_with_all_their_money_on_one_house() -> None:
    match = GAME.start(4, "plans")
    view, rng = match.view(0), random.Random(3)
    kept = []
    for bold in (0.0, 0.5, 1.0):
        left = 0
        for number in range(20):
            level = (Schemer, Adviser)[number % 2](Temper(bold=bold))
            action = level.think(view, rng, Budget(60, 1)).action
            assert isinstance(action, Bribe)
            assert action in match.legal(0)
            (_, least), (second, _), (first, most) = sorted(action.sums, key=lambda pair: pair[1])
            assert least == 100
            if sum(amount for _, amount in action.sums) == CAPITAL:
                assert HOME[first] == HOME[second]
            else:
                left += 1
                assert most >= CAPITAL // 2 - 100
        kept.append(left)
    assert kept == [20, 0, 0]


def test_only_the_opening_is_planned() -> None:
    match = town(3)
    assert MIND.plan(match.view(0), EVEN, random.Random(1)) is None
    assert MIND.plan(GAME.start(3, "settle", variant="agent").view(0), EVEN, random.Random(1)) is None


@rule("casablanca/end.home", "casablanca/end.winner")
def test_the_case_is_brought_home_by_an_agent_of_mine_and_not_by_another() -> None:
    mine, other = "green:4000 blue:100 red:100", "green:100 blue:100 red:100"
    for ledger, home in ((mine, 1.0), (other, 0.0)):
        match = town(3, [ledger], HOMEWARD, case="1", carriers=("green", "blue"))
        assert share(preferred(match, 0), "move green cafe yes") == home


@rule("casablanca/objection.order", "casablanca/objection.bluff", "casablanca/failed.free")
def test_what_would_end_it_for_me_is_objected_to() -> None:
    """With money on the agent nearly always; without, as a bluff, as the temper has it."""
    willing = []
    for ledger, temper in (
        ("green:500 blue:4000 red:100", EVEN),
        ("blue:4000 red:100 grey:100", Temper(liar=1.0)),
        ("blue:4000 red:100 grey:100", Temper(liar=0.0)),
    ):
        match = town(3, ["green:4000 red:100 grey:100", ledger], {**HOMEWARD, "blue": "1"}, "1", ("green", "blue"))
        play(match, "0 move green cafe yes")
        willing.append(sum(isinstance(a, Object) for a in preferred(match, 1, temper, 60)) / 60)
    assert willing[0] > 0.85
    assert willing[0] > willing[1] > willing[2] > 0.05


@rule("casablanca/objection.order")
def test_what_helps_me_is_let_pass() -> None:
    match = town(3, ["green:100 red:100 grey:100", "green:5000 blue:100 red:100"], HOMEWARD, "1", ("green", "blue"))
    play(match, "0 move green cafe yes")
    assert share(preferred(match, 1), "allow") == 1


@rule("casablanca/bid.truth", "casablanca/bid.step", "casablanca/bid.meet")
def test_bids_stay_within_what_was_paid_and_stop_where_it_is_hopeless() -> None:
    match = town(3, ["green:1500 red:100 grey:100", "green:2000 blue:4000 red:100"], HOMEWARD, "1", ("green", "blue"))
    play(match, "0 move green cafe yes", "1 object", "0 fight")
    for bid in preferred(match, 1):
        assert isinstance(bid, Bid)
        assert bid.amount <= 2000
    play(match, "1 bid 1500")
    assert share(preferred(match, 0), "meet") > 0.85
    play(match, "0 meet")
    assert all(isinstance(a, Bid) and a.amount > 1500 for a in preferred(match, 1))
    play(match, "1 bid 2000")
    assert share(preferred(match, 0), "yield") == 1


@rule("casablanca/agent.home", "casablanca/agent.failed")
def test_the_variant_has_its_own_sense() -> None:
    """My own house counts, with any agent; and a hopeless objection is not worth a turn."""
    match = agent_town(3, ["green:2000"], {"green": "10"}, case="10", quarters=("police", "cafe", "airport"))
    assert share(preferred(match, 0), "move green police yes") == 1
    match = agent_town(3, ["green:2000"], {"green": "9"}, case="bazaar", quarters=("police", "cafe", "airport"))
    play(match, "0 move green bazaar no")
    assert share(preferred(match, 1), "allow") == 1


# ---- what it believes


def test_who_brings_an_agent_on_is_taken_to_have_paid_it() -> None:
    match = town(3, ["", "blue:100 red:100 grey:100", "blue:100 red:100 grey:100"][1:] * 2)
    before = most(match, 2, 0, "green")
    play(match, "0 move green 1 no", "1 allow", "2 allow", "1 rest", "2 rest")
    once = most(match, 2, 0, "green")
    play(match, "0 move green 4 no", "1 allow", "2 allow", "1 rest")
    assert before < once < most(match, 2, 0, "green")


@rule("casablanca/bid.stop")
def test_who_stops_bidding_is_taken_to_have_no_more() -> None:
    chances = []
    for end in ("1 give-up", "1 bid 1200"):
        match = town(3, ["green:1200 red:100 grey:100", "green:1500 blue:4000 red:100"], HOMEWARD)
        play(match, "0 move green 4 no", "1 object", "0 fight", "1 bid 800", "0 meet", end)
        if end != "1 give-up":
            play(match, "0 yield")
            play(match, "0 rest")
        else:
            play(match, "2 allow")
        view = match.view(2)
        rows = [p.bribes[1][0] for p in MIND.dream(view, 100, random.Random(4))]
        chances.append(sum(row > 1100 for row in rows) / 100)
    assert chances[0] < 0.6 < chances[1]


@pytest.mark.parametrize(("seats", "variant"), [(4, "casablanca"), (3, "agent")])
def test_what_it_dreams_can_not_be_told_from_what_is(seats: int, variant: Any) -> None:
    rng = random.Random(seats)
    match = GAME.start(seats, "dreams", variant=variant)
    ledgers = set()
    for number in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        for dreamt in MIND.dream(view, 2, rng) if number % 3 == 0 else ():
            world = GAME.imagine(view, rng, dreamt)
            assert world.view(seat).to_bytes() == view.to_bytes()
            ledgers.add(position(world).bribes)
        match.play(seat, MIND.prefer(view, EVEN, rng))
    assert len(ledgers) > 20


# ---- what it looks into


def test_a_match_that_lasts_too_long_is_played_at_a_glance() -> None:
    match = town(3, ["green:4000 blue:100 red:100"], HOMEWARD, case="1")
    rng = random.Random(5)
    assert any(Sharp().think(match.view(0), rng, Budget(60, 8)).choices for _ in range(5))
    position(match).turn = LONG * 3
    for level in (Sharp(), Schemer()):
        thought = level.think(match.view(0), rng, Budget(60, 8))
        assert thought.action in match.legal(0)
        assert not thought.choices
    assert Adviser().think(match.view(0), rng, Budget(60, 8)).choices


# ---- what it is worth


@rule("casablanca/aim.winner")
@pytest.mark.parametrize("variant", ["casablanca", "agent"])
def test_worth_adds_up_and_goes_with_the_case(variant: str) -> None:
    chances = []
    for place in ("9", "10"):
        if variant == "agent":
            match = agent_town(3, ["grey:4000"], {"grey": place}, case=place)
        else:
            match = town(3, ["grey:4000 blue:100 red:100"], {"grey": place}, place, ("grey", "blue"))
        worth = MIND.worth(match)
        assert sum(worth) == pytest.approx(1)
        chances.append(worth[0])
    assert chances[0] < chances[1]


def test_greedy_beats_random() -> None:
    """One greedy seat against two that play at random, each seat in turn, fairly a third."""
    wins = 0
    for number in range(18):
        rng = random.Random(number)
        match = GAME.start(3, f"contest/{number // 3}")
        mine = number % 3
        while not match.over:
            seat = match.to_act[0]
            bot = Greedy() if seat == mine else Chancer()
            match.play(seat, bot.choose(match.view(seat), rng))
        assert match.result is not None
        wins += mine in match.result.winners
    assert wins >= 11
