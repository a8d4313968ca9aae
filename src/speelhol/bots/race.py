"""A race between choices: all are tried in the same likely worlds with the same luck, and the better half goes on.

What is compared is what they bring in equal circumstances, so a few plays tell them apart. The choice that is preferred
at a glance stays in the race to its end: another one wins only by what speaks for it, and little of that is luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..kernel import Action, Match, Random
from .bot import Deadline, Weighed
from .worlds import Worlds

BEHIND, APART = 0.006, 0.03
"""Before anything was tried: how much worse than the preferred choice others are, and by how much they lie apart."""
ENOUGH = 8
"""Plays after which a choice may be clearly no better than the preferred one; asked again when they have doubled."""
SURE = 2.5
"""Standard errors by which that must be so,"""
SLIGHT = 0.003
"""and what is no difference."""

Trial = Callable[[Match, Action, float], float]
"""What a choice brings in a world (which must be copied) with some luck: the chance to win."""


class Standing:
    """One choice in the race."""

    __slots__ = ("action", "leads", "plays", "squares", "total", "trials")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.total = 0.0
        self.plays = 0
        """With what spoke for it beforehand."""
        self.trials = 0
        self.leads = self.squares = 0.0
        """Sums over the trials: by how much it was better than the preferred choice."""

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

    def run(self, trial: Trial, rounds: int, late: Deadline) -> Action:
        """The best choice, after so many trials in all, when it is late, or when it is clear."""
        left = list(self.field)
        stages = halvings(len(left))
        for stage in range(1, stages + 1):
            share = stage / stages
            todo = max(1, rounds // stages // len(left))
            while todo > 0 and len(left) > 1 and not late(share):
                some = self._worlds.spread(min(todo, len(self._worlds.worlds)), self._rng)
                todo -= len(some)
                for world in some:
                    if late(share) or len(left) == 1:
                        break
                    self._try(trial, world, left)
                    left = [one for one in left if one is left[0] or not _hopeless(one)]
            others = sorted(left[1:], key=lambda one: -one.mean)
            left = [left[0], *others[: len(left) // 2]]
        return max(left, key=self._lead).action

    def _try(self, trial: Trial, world: Match, left: Sequence[Standing]) -> None:
        """All that are left, in one world with the same luck."""
        luck = self._rng.random()
        first = None
        for one in left:
            got = trial(world, one.action, luck)
            if first is None:
                first = got
            one.total += got
            one.plays += 1
            one.trials += 1
            one.leads += got - first
            one.squares += (got - first) ** 2
        self.rounds += len(left)

    def _lead(self, one: Standing) -> float:
        """By how much a choice is better than the preferred one, as far as that can be believed."""
        if one is self.field[0]:
            return 0.0
        lead = one.mean - self.field[0].mean
        doubt = (_error(one) / APART) ** 2
        return (lead - BEHIND * doubt) / (1 + doubt)

    def best(self, chosen: Action) -> tuple[Weighed, ...]:
        """The chosen one and the two that come next, each with the chance to win that can be believed."""
        base = self.field[0].mean
        worth = {one.action: max(0.0, base + self._lead(one)) for one in self.field}
        ranked = sorted(self.field, key=lambda one: (one.action != chosen, -worth[one.action], -one.plays))
        most = worth[chosen]  # what fell behind early is not held to be better, whatever a few plays brought
        return tuple(Weighed(one.action, min(most, worth[one.action]), int(one.plays)) for one in ranked[:3])


def _error(one: Standing) -> float:
    """How much luck may be in a choice's lead: its standard error, for a few trials taken with care."""
    many = one.trials
    if not many:
        return 1.0
    lead = one.leads / many
    return math.sqrt((max(0.0, one.squares / many - lead * lead) + APART * APART / many) / many)


def _hopeless(one: Standing) -> bool:
    """Clearly no better than the preferred choice."""
    many = one.trials
    if many < ENOUGH or many & (many - 1):
        return False
    lead = one.leads / many
    error = math.sqrt(max(0.0, one.squares / many - lead * lead) / many)
    return lead + SURE * error < SLIGHT


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
