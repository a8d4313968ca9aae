"""Bots never peek: what they decide follows from the view alone, and luck is all they have where luck decides."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import speelhol
from speelhol.bots import LADDER, Adviser, Budget, schemer, sharp, simple, worlds
from speelhol.kernel import Match, Mind
from speelhol.kernel.network import Network
from tests.bots import cups
from tests.contract.cases import having

ROUNDS = Budget(60, 24)


def somewhere(game: str, seed: int) -> tuple[Match, int]:
    """A match some way in, with the seat that is asked."""
    rng = random.Random(seed)
    chosen = speelhol.game(game)
    match = chosen.start(chosen.seats[len(chosen.seats) // 2], f"honest/{seed}")
    for _ in range(3 + seed * 7):
        ahead = match.copy()
        seat = ahead.to_act[0]
        ahead.play(seat, ahead.legal(seat).sample(rng))
        if ahead.over:
            break
        match = ahead
    return match, match.to_act[0]


@pytest.mark.parametrize("name", speelhol.games())
@pytest.mark.parametrize("level", ["greedy", "regular", "sharp", "schemer", "adviser"])
def test_a_decision_is_the_same_in_worlds_that_the_seat_cant_tell_apart(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(speelhol.game(name).mind), "forethought", 1.0)  # a regular one looks ahead every time
    for number in range(4):
        match, seat = somewhere(name, number)
        twin = match.game.imagine(match.view(seat), random.Random(number))
        assert twin.view(seat).to_bytes() == match.view(seat).to_bytes()
        bot = {**LADDER, "adviser": Adviser}[level]()
        real, imagined = (bot.think(m.view(seat), random.Random("whim"), ROUNDS) for m in (match, twin))
        assert real == imagined


@pytest.mark.parametrize("name", having("bot/worth.json"))
def test_what_is_judged_by_what_was_learned_is_imagined(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is shown the same numbers in worlds that the seat can't tell apart, and never the truth alone."""
    shown: list[tuple[tuple[float, ...], ...]] = []
    rate = Network.rate

    def watched(self: Network, shared: list[float], own: list[list[float]]) -> list[float]:
        shown.append((tuple(shared), *map(tuple, own)))
        return rate(self, shared, own)

    monkeypatch.setattr(Network, "rate", watched)
    judged = 0
    for number in range(4):
        match, seat = somewhere(name, number)
        seen = []
        for world in (match, match.game.imagine(match.view(seat), random.Random(number))):
            shown.clear()
            LADDER["schemer"]().think(world.view(seat), random.Random("whim"), ROUNDS)
            seen.append(list(shown))
        assert seen[0] == seen[1]
        judged += len(seen[0])
    assert judged


@pytest.mark.parametrize("name", speelhol.games())
@pytest.mark.parametrize("level", list(LADDER))
def test_thinking_changes_nothing(name: str, level: str) -> None:
    match, seat = somewhere(name, 2)
    before = match.view(seat).to_bytes(), match.record()
    action = LADDER[level]().think(match.view(seat), random.Random(1), ROUNDS).action
    assert (match.view(seat).to_bytes(), match.record()) == before
    assert action in match.legal(seat)


@pytest.mark.parametrize(
    ("level", "sense"),
    [
        *product(("sharp", "schemer", "adviser"), (cups.Sense, cups.Judging)),
        *product(("schemer", "adviser"), (cups.Planning,)),
        *product(("regular", "sharp", "adviser"), (cups.Hasty,)),
    ],
)
def test_three_cups_are_played_at_the_honest_optimum(
    level: str, sense: type[Mind], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By all that a mind may have to look with: a judgement, a plan, haste and forethought."""
    for module in (simple, worlds, sharp, schemer):
        monkeypatch.setattr(module, "game", lambda _: cups.GAME)
    monkeypatch.setattr(cups.GAME, "mind", sense())
    rng = random.Random(level)
    bot, wins, chose = {**LADDER, "adviser": Adviser}[level](), 0, Counter[str]()
    matches = 200
    for number in range(matches):
        match = cups.GAME.start(2, f"cups/{number}")
        while not match.over:
            seat = match.to_act[0]
            mine = match.view(0).offers is not None
            action = bot.think(match.view(0), rng, Budget(60, 100)).action if mine else match.legal(seat).sample(rng)
            chose[str(action)] += seat == 0
            match.play(seat, action)
        assert match.result is not None
        wins += 0 in match.result.winners
    assert chose["switch"] > 0.9 * matches, "two worlds in three say so"
    assert 0.58 < wins / matches < 0.75, "more would be peeking"
    pointed = [chose[f"point {cup}"] for cup in cups.CUPS]
    assert pointed == [0, matches, 0] if sense is cups.Planning else min(pointed) > 0
