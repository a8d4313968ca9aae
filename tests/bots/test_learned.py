"""What bots have learned from many matches: it fits what they look at, is small, and adds up."""

from __future__ import annotations

import random
from array import array
from importlib import import_module

import pytest

import speelhol
from bench import training
from speelhol.kernel import EVEN, Match
from speelhol.kernel.network import Network
from tests.contract.cases import having

LEARNED = having("bot/worth.json")


def settled(name: str, seats: int, decisions: int) -> Match:
    """A match some way in, at a moment that can be judged."""
    game, rng = speelhol.game(name), random.Random(seats)
    match = game.start(seats, f"learned/{seats}")
    while not match.over and (decisions > 0 or not game.mind.settled(match)):
        seat = match.to_act[0]
        match.play(seat, game.mind.prefer(match.view(seat), EVEN, rng))
        decisions -= 1
    return match


def test_some_games_have_learned() -> None:
    assert LEARNED


@pytest.mark.parametrize("name", LEARNED)
def test_it_fits_what_is_looked_at_at_every_table(name: str) -> None:
    network = Network.read(training.package(name), "worth.json")
    features = import_module(f"{training.package(name)}.features").features
    many = set()
    for seats in speelhol.game(name).seats:
        for decisions in (0, 9, 30):
            match = settled(name, seats, decisions)
            if match.over:
                continue
            before = match.record()
            shared, own = features(match.position)
            many.add((len(shared), *{len(row) for row in own}))
            assert len(own) == seats
            assert match.record() == before
            chances = match.game.mind.judge(match)
            assert sum(chances) == pytest.approx(1)
            assert min(chances) >= 0
    ((shared_facts, own_facts),) = many
    assert (shared_facts, own_facts) == training.sizes(name)
    assert {len(row) for row in network.shared} == {shared_facts + 1}, "and a constant"
    assert {len(row) for row in network.own} == {own_facts}
    assert {len(row) for row in network.second} == {len(network.own) + 1}
    assert len(network.last) == len(network.second) + 1
    assert (speelhol.game(name).folder.root / "bot" / "worth.json").stat().st_size < 2_000_000


@pytest.mark.parametrize("name", LEARNED)
def test_who_won_is_no_longer_judged(name: str) -> None:
    match = settled(name, speelhol.game(name).seats[0], 10**6)
    assert match.result is not None
    assert match.game.mind.judge(match) == [float(s in match.result.winners) for s in range(match.seats)]


def test_whoever_is_bankrupt_wins_nothing() -> None:
    match = settled("cash-and-run", 4, 12)
    match.position.out = (2,)  # type: ignore[attr-defined]
    chances = match.game.mind.judge(match)
    assert chances[2] == 0
    assert sum(chances) == pytest.approx(1)


def test_rows_to_learn_from_are_the_same_again() -> None:
    played = training.play("thieves", 0, "test", 2, 60.0)
    rows = array("f", played)
    assert len(rows) % training.width("thieves") == 0
    assert rows
    assert played == training.play("thieves", 0, "test", 2, 60.0)
    for end in range(training.width("thieves"), len(rows) + 1, training.width("thieves")):
        assert sum(rows[end - training.MOST : end]) == pytest.approx(1), "who won"
