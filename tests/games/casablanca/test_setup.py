"""Getting ready: the agents, the case, the town, the money, who begins."""

from __future__ import annotations

from collections import Counter, deque

import pytest

import speelhol
from speelhol.games.casablanca.events import Begins
from speelhol.games.casablanca.table import AGENTS, HEADQUARTERS, HOME, STREETS
from tests.rules import rule

from .town import GAME, play, position, tag


@rule("casablanca/setup.agents", "casablanca/aim.case")
@pytest.mark.parametrize("seats", range(2, 9))
def test_eight_agents_start_at_home_whatever_the_number_of_players(seats: int) -> None:
    """Rulebook, "Vorbereiding": Rick's Café green and purple, Hotel blue and white, Airport red and brown, police."""
    now = GAME.start(seats, "x").view(None).now
    assert dict(zip(AGENTS, now.places, strict=True)) == {
        "green": "cafe",
        "purple": "cafe",
        "blue": "hotel",
        "white": "hotel",
        "red": "airport",
        "brown": "airport",
        "yellow": "police",
        "grey": "police",
    }


@rule("casablanca/setup.case")
def test_the_case_lies_in_the_bazaar() -> None:
    for variant in ("casablanca", "agent"):
        now = GAME.start(3, "x", variant=variant).view(None).now
        assert now.case == "bazaar"
        assert now.carriers == ()


@rule("casablanca/setup.capital")
def test_everybody_has_ten_thousand_and_an_empty_ledger() -> None:
    match = GAME.start(4, "x")
    for seat in range(4):
        assert match.view(seat).now.capital == 10_000
        assert match.view(seat).now.bribes == (0,) * 8


@rule("casablanca/setup.start")
def test_the_lot_decides_who_begins_and_the_others_follow_clockwise() -> None:
    first: Counter[int] = Counter()
    for i in range(300):
        match = GAME.start(3, f"{i}")
        start = position(match).player
        first[start] += 1
        assert Begins(start) in list(match.view(None).log)
        if i < 20:
            play(match, *(f"{seat} bribe green:100+purple:100+blue:100" for seat in range(3)))
            order = []
            for _ in range(4):
                order.append(match.to_act[0])
                play(match, f"{match.to_act[0]} rest")
            assert order == [(start + i) % 3 for i in range(4)]
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 60  # a third each; so few has a chance below one in a million


def distances(start: str) -> dict[str, int]:
    """Streets from one place to all others, by a search of its own."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to in STREETS[here]:
            if to not in far:
                far[to] = far[here] + 1
                queue.append(to)
    return far


@rule("casablanca/move.town")
def test_the_town_has_17_buildings_and_28_streets() -> None:
    assert len(STREETS) == 17
    assert sum(map(len, STREETS.values())) == 2 * 28
    assert all(a in STREETS[b] for a in STREETS for b in STREETS[a])
    assert set(STREETS["bazaar"]) == {"4", "5", "8", "9"}
    assert set(HEADQUARTERS) == set(HOME.values())


@rule("casablanca/move.town")
def test_no_headquarters_is_favoured() -> None:
    assert {quarter: distances("bazaar")[quarter] for quarter in HEADQUARTERS} == dict.fromkeys(HEADQUARTERS, 3)
    for i, quarter in enumerate(HEADQUARTERS):
        far = distances(quarter)
        assert [far[HEADQUARTERS[(i + k) % 4]] for k in range(4)] == [0, 3, 6, 3]
    rings = (  # a quarter turn moves each ring on by a quarter of its length
        ("cafe", "1", "2", "airport", "6", "7", "hotel", "12", "11", "police", "10", "3"),
        ("4", "5", "8", "9"),
    )
    quarter_turn = {here: ring[(i + len(ring) // 4) % len(ring)] for ring in rings for i, here in enumerate(ring)}
    quarter_turn["bazaar"] = "bazaar"
    assert len(set(quarter_turn.values())) == 17
    for here, streets in STREETS.items():
        assert {quarter_turn[to] for to in streets} == set(STREETS[quarter_turn[here]])


def test_the_variant_is_for_two_to_four() -> None:
    assert [seats for seats, options in GAME.variants() if options == {"variant": "agent"}] == [2, 3, 4]
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        GAME.start(5, "x", variant="agent")
    with pytest.raises(ValueError, match="2 to 8 players, not 9"):
        GAME.start(9, "x")
    assert "casablanca" in speelhol.games()


@rule("casablanca/bribe.opening")
def test_first_everybody_bribes_at_once() -> None:
    match = GAME.start(5, "x")
    assert tag(match) == "open-bribes"
    assert match.to_act == (0, 1, 2, 3, 4)
    before = [match.view(seat).to_bytes() for seat in (None, 0, 1, 2, 4)]
    play(match, "3 bribe green:100+purple:100+blue:100")
    assert [match.view(seat).to_bytes() for seat in (None, 0, 1, 2, 4)] == before
    for seat in (0, 1, 2, 4):
        play(match, f"{seat} bribe green:100+purple:100+blue:100")
    assert tag(match) == "act"
    assert position(match).turn == 6  # the opening bribes are everybody's first turn
