"""Worlds a seat holds possible, weighted by what the others' behaviour makes likely."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ..games import game
from ..kernel import Match, Mind, Position, Random, Temper, View
from ..kernel.chance import SharedNumbers

FEW = 16
"""Worlds where there is little to decide: enough to say what is believed."""


class Worlds:
    """Imagined matches for one view, drawn in proportion to their weights."""

    def __init__(self, view: View, rng: Random, many: int) -> None:
        """Imagine `many` worlds. Their own chance comes from `rng` too."""
        self.game = game(view.game)
        self.mind: Mind = self.game.mind
        dreamt: Sequence[Position | None] = self.mind.dream(view, many, rng) or [None] * many
        self.worlds = [self.game.imagine(view, rng, position) for position in dreamt]
        logs = [self.mind.weigh(view, world) for world in self.worlds]
        top = max(logs)
        raw = [math.exp(x - top) for x in logs]
        total = sum(raw)
        self.weights: Sequence[float] = [x / total for x in raw]

    def spread(self, many: int, rng: Random) -> list[Match]:
        """So many of the worlds, each as often as its weight says, as evenly as can be; in random order."""
        picked: list[Match] = []
        at, left = rng.random(), 0.0
        for world, weight in zip(self.worlds, self.weights, strict=True):
            left += weight * many
            while len(picked) < many and at < left:
                picked.append(world)
                at += 1
        while len(picked) < many:
            picked.append(self.worlds[-1])
        picked.sort(key=lambda _: rng.random())
        return picked

    @property
    def weighted(self) -> list[tuple[Match, float]]:
        return list(zip(self.worlds, self.weights, strict=True))


def play_on(
    world: Match, mind: Mind, temper: Temper, rng: SharedNumbers, decisions: int, plotter: int | None = None
) -> Sequence[float]:
    """Let everybody (but one who plots on) decide at a glance for a while, and judge; by seat. It uses the world up."""
    return mind.play_on(world, temper, rng, decisions, plotter)


def generator(rng: Random) -> random.Random:
    """A quick generator of one's own, fixed by the next number of another."""
    return random.Random(rng.random())  # noqa: S311 - imagined worlds


class Lucks:
    """Luck for one decision: the same for every choice, another one in every trial."""

    def __init__(self, rng: Random) -> None:
        source = generator(rng).random
        self._numbers = [source() for _ in range(SharedNumbers.SIZE)]

    def pair(self, number: float) -> tuple[SharedNumbers, SharedNumbers]:
        """What falls, and what people feel like: whoever decides by the very numbers that will fall knows too much."""
        at = int(number * SharedNumbers.SIZE)
        falls = SharedNumbers(self._numbers, at)
        return falls, SharedNumbers(self._numbers, (at + SharedNumbers.SIZE // 2) % SharedNumbers.SIZE, falls)
