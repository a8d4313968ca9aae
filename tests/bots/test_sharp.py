"""How far ahead bots look: a sharp one as far as its game allows, and now and then not at all; a regular one now and
then, where its game says so; advice is never hasty."""

from __future__ import annotations

import random

import pytest

import speelhol
from speelhol.bots import Adviser, Budget, Greedy, Regular, Sharp
from speelhol.bots.sharp import MOST
from speelhol.kernel import Match

PLENTY = Budget(60.0, 10**6)


def worth_a_thought() -> tuple[Match, int]:
    match = speelhol.game("thieves").start(4, "sharp")
    return match, match.to_act[0]


def test_it_imagines_no_more_than_its_game_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = worth_a_thought()
    kind = type(match.game.mind)
    for plays in (8, 40):
        monkeypatch.setattr(kind, "plays", plays)
        assert 0 < Sharp().think(match.view(seat), random.Random(1), PLENTY).rounds <= plays + 8
    named = Budget(60.0, 90, named=True)
    assert 48 < Sharp().think(match.view(seat), random.Random(1), named).rounds <= 98, "just so many"
    assert 40 < Adviser().think(match.view(seat), random.Random(1), PLENTY).rounds <= MOST + 8


def test_it_is_hasty_as_often_as_its_game_says_and_advice_never_is(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = worth_a_thought()
    monkeypatch.setattr(type(match.game.mind), "glances", 0.5)
    thoughts = [Sharp().think(match.view(seat), random.Random(n), Budget(60.0, 6)) for n in range(40)]
    assert 8 < sum(not one.rounds for one in thoughts) < 32
    named = Budget(60.0, 6, named=True)
    assert all(Sharp().think(match.view(seat), random.Random(n), named).rounds for n in range(10))
    assert all(Adviser().think(match.view(seat), random.Random(n), Budget(60.0, 6)).rounds for n in range(10))


def test_a_regular_one_looks_ahead_as_often_as_its_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = worth_a_thought()
    kind = type(match.game.mind)
    monkeypatch.setattr(kind, "forethought", 0.3)
    monkeypatch.setattr(kind, "glances", 1.0)  # of sharp ones
    monkeypatch.setattr(kind, "plays", 400)
    thoughts = [Regular().think(match.view(seat), random.Random(n), PLENTY) for n in range(60)]
    looked = [one.rounds for one in thoughts if one.rounds]
    assert 8 < len(looked) < 30
    assert max(looked) < 24, "few, though Sharp would play 400"
    monkeypatch.setattr(kind, "forethought", 1.0)
    assert all(Regular().think(match.view(seat), random.Random(n), PLENTY).rounds for n in range(10))


@pytest.mark.parametrize("name", speelhol.games())
def test_where_its_game_asks_for_no_more_a_regular_one_decides_at_a_glance_and_draws_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So seeded matches of these games are what they were."""
    game = speelhol.game(name)
    monkeypatch.setattr(type(game.mind), "forethought", 0.0)
    match = game.start(game.seats[0], "regular")
    for n in range(12):
        seat = match.to_act[0]
        one, two = random.Random(n), random.Random(n)
        decided = Regular().think(match.view(seat), one, PLENTY)
        assert decided == Greedy().think(match.view(seat), two, PLENTY)
        assert one.getstate() == two.getstate()
        match.play(seat, decided.action)
        if match.over:
            break
