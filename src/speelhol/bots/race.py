"""A race between choices: all are tried in the same likely worlds with the same luck, and the better half goes on.

What is compared is what they bring in equal circumstances, so a few plays tell them apart. The choice that is preferred
at a glance stays in the race to its end: another one wins only by what speaks for it, and little of that is luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..kernel import Action, Match, Random
from .bot import Clock, Weighed
from .worlds import Worlds

DOUBT = 3.0
"""So many plays in which there was no difference are added before another choice is taken for better."""

Trial = Callable[[Match, Action, float], float]
"""What a choice brings in a world (which must be copied) with some luck: the chance to win."""


class Standing:
    """One choice in the race."""

    __slots__ = ("action", "plays", "total")

    def __init__(self, action: Action, total: float = 0.0, plays: float = 0) -> None:
        self.action = action
        self.total = total
        self.plays = plays

    @property
    def mean(self) -> float:
        return self.total / self.plays if self.plays else 0.0


class Race:
    def __init__(self, field: Sequence[Standing], worlds: Worlds, rng: Random) -> None:
        """The field: all choices, the preferred one first; they may begin with something that speaks for them."""
        self.field = field
        self.rounds = 0
        self._worlds = worlds
        self._rng = rng

    def run(self, trial: Trial, rounds: int, late: Clock) -> Action:
        """The best choice, after so many trials in all or when it is late."""
        left = list(self.field)
        stages = halvings(len(left))
        for stage in range(1, stages + 1):
            share = stage / stages
            todo = max(1, rounds // stages // len(left))
            while todo > 0 and not late(share):
                some = self._worlds.spread(min(todo, len(self._worlds.worlds)), self._rng)
                todo -= len(some)
                for world in some:
                    if late(share):
                        break
                    luck = self._rng.random()
                    for one in left:
                        one.total += trial(world, one.action, luck)
                        one.plays += 1
                    self.rounds += len(left)
            others = sorted(left[1:], key=lambda one: -one.mean)
            left = [left[0], *others[: len(left) // 2]]
        return max(left, key=lambda one: self._lead(one)).action

    def _lead(self, one: Standing) -> float:
        """By how much a choice is better than the preferred one, as far as that can be believed."""
        if one is self.field[0]:
            return 1e-9
        return (one.mean - self.field[0].mean) * one.plays / (one.plays + DOUBT)

    def best(self, chosen: Action) -> tuple[Weighed, ...]:
        """The three that came farthest, the chosen one first."""
        ranked = sorted(self.field, key=lambda one: (one.action != chosen, -one.plays, -one.mean))
        return tuple(Weighed(one.action, one.mean, int(one.plays)) for one in ranked[:3])


def halvings(choices: int) -> int:
    return max(1, math.ceil(math.log2(choices)))


def worlds_for(choices: int, rounds: int, most: int, least: int) -> int:
    """How many worlds to imagine: no more than there will be trials."""
    stages = halvings(choices)
    trials, left = 0, choices
    for _ in range(stages):
        trials += rounds // stages // left
        left = 1 + left // 2
    return max(least, min(most, trials))
