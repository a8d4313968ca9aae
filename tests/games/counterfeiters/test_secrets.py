"""What is seen and what is not; and that imagined worlds are exactly those that the open table allows."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from speelhol.games.counterfeiters.events import Counted
from speelhol.games.counterfeiters.imagine import _purse, _route
from speelhol.games.counterfeiters.table import Flow
from tests.rules import rule

from .town import GAME, deal, play, position, skip, told, town

Transfers = tuple[int, ...]


@rule("counterfeiters/money.secret")
def test_a_flight_shows_neither_sum_nor_direction() -> None:
    cards = (("ink", "jet", "printer"), ("ink", "printer"))
    worlds = [town(cash=(200, 30), offshore=(100, 0), cards=cards) for _ in range(3)]
    for match, move in zip(worlds, ("stash 200", "stash 10", "fetch 100"), strict=True):
        play(match, "0 place jet", f"0 {move}")
    assert len({match.view(1).to_bytes() for match in worlds}) == 1
    assert len({match.view(None).to_bytes() for match in worlds}) == 1
    assert len({match.view(0).to_bytes() for match in worlds}) == 3


@rule("counterfeiters/money.secret")
def test_the_godfathers_share_is_whispered() -> None:
    views = []
    for cash in (10, 500):
        match = town(cash=(40, cash), officer=2)
        for event, to in play(match, "0 place print-cap"):
            if type(event).__name__ == "Paid":
                assert to is not None
        views.append((match.view(0).to_bytes(), match.view(None).to_bytes(), match.view(1).now.cash))
    assert views[0][:2] == views[1][:2]
    assert [v[2] for v in views] == [0, 250]


@rule("counterfeiters/money.secret")
def test_cards_prices_and_fake_notes_are_open_and_money_is_not() -> None:
    match = deal(2, top=["printer", "ink", "diner", "paper"])
    play(match, "0 buy 4 printer 20", "1 place print")
    seen = match.view(None).now
    assert seen.cards == (("ink", "printer", "printer"), ("ink", "printer"))
    assert seen.fakes == ((0, 0, 0), (2, 0, 0))
    assert seen.flows == ((20, -20), (30,))
    assert seen.purses == ()
    assert (seen.mine, seen.cash, seen.offshore, seen.flights) == (False, 0, 0, ())
    assert match.view(1).now.cash == 30
    assert not hasattr(seen, "bank")


@rule("counterfeiters/money.secret", "counterfeiters/end.count")
def test_at_the_end_all_money_is_shown() -> None:
    match = town(cash=(40, 90), offshore=(60, 0), officer=9, refused=3, left=(1, 0), flat=(2, 3))
    play(match, "0 place print-cap")
    assert [(purse.cash, purse.offshore) for purse in match.view(1).now.purses] == [(20, 60), (40, 0)]


@rule("counterfeiters/money.secret", "counterfeiters/end.count")
def test_what_the_end_shows_of_the_flights_is_told_as_well() -> None:
    """Two stories with the same sums at the end differ in what is told, not in a quiet change of the view."""
    cards = (("ink", "jet", "printer"), ("ink", "printer"))
    told_at_the_end = []
    for first, second in ((50, 20), (60, 10)):
        flown: dict[str, Any] = {"cash": (30, 30), "offshore": (70, 0), "flights": ((first, second), ())}
        match = town(cards=cards, officer=9, refused=3, left=(1, 0), flat=(2, 3), **flown)
        events = told(match, "0 place print-cap")
        told_at_the_end.append([event for event in events if isinstance(event, Counted)])
    assert [(c.cash, c.offshore, c.flights) for c, _ in told_at_the_end] == [(10, 70, (50, 20)), (10, 70, (60, 10))]


@rule("counterfeiters/setup.deck")
def test_the_view_tells_which_cards_are_left_but_not_their_order() -> None:
    tops = (
        ["printer", "ink", "diner", "paper", "printer", "jet", "ink"],
        ["printer", "ink", "diner", "paper", "printer", "ink", "jet"],
    )
    one, two = (deal(2, top=top) for top in tops)
    assert position(one).deck != position(two).deck
    assert one.view(0).to_bytes() == two.view(0).to_bytes()
    assert sorted(one.view(0).now.stock) == sorted(position(one).deck)


@rule("counterfeiters/money.secret")
def test_before_the_first_flight_everybody_can_work_out_the_hands() -> None:
    rng = random.Random(1)
    match = town(cash=(100, 200), flows=((100,), (200,)), officer=2)
    play(match, "0 place print-cap", "1 place tax")
    for _ in range(20):
        assert position(GAME.imagine(match.view(0), rng)).cash == position(match).cash == (50, 130)


# ---- imagine against brute force


def possible(flows: tuple[Flow, ...], abroad: bool) -> set[Transfers]:
    """Every sequence of transfers that the rules allow, tried out one by one."""
    total = sum(f for f in flows if isinstance(f, int) and f > 0)
    number = flows.count("flight") - abroad
    steps = [n for n in range(-total, total + 1, 10) if n]
    return {moves for moves in product(steps, repeat=number) if fits(flows, moves, abroad)}


def fits(flows: tuple[Flow, ...], moves: Transfers, abroad: bool) -> bool:
    cash = offshore = 0
    left = list(moves)
    for flow in flows:
        if flow == "godfather":
            cash -= -(-cash // 20) * 10
        elif flow == "flight":
            if not left:
                return abroad and cash + offshore > 0
            moved = left.pop(0)
            cash, offshore = cash - moved, offshore + moved
        else:
            assert isinstance(flow, int)
            cash += flow
        if cash < 0 or offshore < 0:
            return False
    return True


CASES: list[tuple[tuple[Flow, ...], bool]] = [
    ((50, "flight"), False),
    ((50, "flight"), True),
    ((50, "flight", -30), False),
    ((60, "flight", "godfather", -20), False),
    ((60, "flight", "godfather", -20, "flight"), False),
    ((40, -30, "flight", 30, -30, "flight"), True),
    ((30, "flight", "flight", -30), False),
    ((40, "flight", "flight", -30, "flight"), True),
    ((70, "flight", "godfather", "flight", -40), False),
    ((80, "godfather", "flight", "godfather", 20, -20, "flight", "godfather", -10), False),
    ((30, "flight", -20, 10, "flight", "godfather", -10), False),
    ((20, "flight", 20, "godfather", "godfather", "flight"), True),
    ((40, "flight", "flight", -30, "godfather", "flight"), True),
    ((60, "flight", "godfather", "flight", "godfather", -10, "flight", -20), False),
    ((40, "flight", "godfather", "flight", "godfather", -10, "flight"), True),
]


@rule("counterfeiters/flight.transfer")
@pytest.mark.parametrize(("flows", "abroad"), CASES)
def test_imagined_transfers_are_all_that_the_flows_allow(flows: tuple[Flow, ...], abroad: bool) -> None:
    rng = random.Random(2)
    plan = _route(flows, abroad)
    found = {_purse(plan, rng).flights for _ in range(4000)}
    assert found == possible(flows, abroad) != set()


def test_imagined_transfers_fit_random_flows() -> None:
    """Flows made by random legal play of one purse, tight ones among them, against brute force."""
    rng = random.Random(3)
    for _ in range(150):
        flows: list[Flow] = [rng.choice((20, 30, 40, 50))]
        cash, offshore, flights = int(str(flows[0])), 0, 0
        for _ in range(rng.randrange(2, 9)):
            kind = rng.random()
            if kind < 0.2:
                flows.append("godfather")
                cash = cash // 20 * 10
            elif kind < 0.5 and cash + offshore and flights < 3:
                options = [n for n in range(-offshore, cash + 1, 10) if n]
                moved = rng.choice((options[0], options[-1], rng.choice(options)))
                flows.append("flight")
                flights += 1
                cash, offshore = cash - moved, offshore + moved
            elif kind < 0.8 and cash:
                paid = rng.choice((cash, 10))  # often all there is
                flows.append(-paid)
                cash -= paid
            elif sum(f for f in flows if isinstance(f, int) and f > 0) < 90:
                flows.append(20)
                cash += 20
        worlds = possible(tuple(flows), False)
        assert worlds
        plan = _route(tuple(flows), False)
        for _ in range(20):
            assert _purse(plan, rng).flights in worlds


def test_a_seat_may_take_its_flight_back_while_nobody_has_moved() -> None:
    match = town(cash=(100, 100), cards=(("ink", "jet", "printer"), ("ink", "printer")))
    assert told(match, "0 place jet")
    play(match, "0 stash 50")
    assert match.why_not_undo(0) is None
    skip(match, 1)
    refusal = match.why_not_undo(0)
    assert refusal is not None
    assert refusal.reason == "others-acted"
