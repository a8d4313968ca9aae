"""Sharp: one step of look-ahead over imagined worlds; also the engine of hints."""

from __future__ import annotations

import math

from ..kernel import Action, Random, View
from ..kernel.chance import Loose
from .bot import Budget, Level, Thought, Weighed
from .worlds import Worlds, generator, play_on

WORLDS = 64
"""Worlds imagined for a decision."""
MOST = 480
"""Imagined plays for a decision; with more, one should look further ahead instead."""


class Sharp(Level):
    """Tries each choice in the same likely worlds with the same luck, plays on at a glance, keeps the better half."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        late = budget.clock()
        assert view.offers is not None
        assert view.seat is not None
        worlds = Worlds(view, rng, WORLDS)
        mind, seat = worlds.mind, view.seat
        choices = list(mind.consider(view, self.temper, rng))
        sums: dict[Action, list[float]] = {action: [0.0, 0] for action in choices}
        left, rounds = choices, 0
        halvings = max(1, math.ceil(math.log2(len(choices))))
        plays = min(budget.rounds, MOST) // halvings
        for halving in range(1, halvings + 1):
            if len(left) == 1:
                break
            for world in worlds.spread(max(1, plays // len(left)), rng):
                luck = rng.random()
                if late(halving / halvings):
                    break
                for action in left:
                    tried = world.copy(Loose(generator(_Fixed(luck))))
                    tried.play(seat, action)
                    # whoever decides by the very numbers that will fall next knows too much
                    got = play_on(tried, mind, self.temper, generator(_Fixed(1 + luck)), mind.patience)[seat]
                    sums[action][0] += got
                    sums[action][1] += 1
                    rounds += 1
            left = sorted(left, key=lambda a: -_mean(sums[a]))[: (len(left) + 1) // 2]
        ranked = sorted(choices, key=lambda a: (-sums[a][1], -_mean(sums[a])))
        best = tuple(Weighed(a, _mean(sums[a]), int(sums[a][1])) for a in ranked[:3])
        return Thought(left[0], best, tuple(mind.beliefs(view, worlds.weighted)), rounds)


class _Fixed:
    """A generator that says one number: the same luck for every choice."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def _mean(pair: list[float]) -> float:
    return pair[0] / pair[1] if pair[1] else 0.0
