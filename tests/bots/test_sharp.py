"""How dim a sharp bot is: as many imagined plays as its game allows, and now and then none; advice is never hasty."""

from __future__ import annotations

import random

import pytest

import speelhol
from speelhol.bots import Adviser, Budget, Sharp
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
