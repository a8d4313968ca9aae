"""What somebody might have done better in a match that is over, from what their own seat knew at each moment."""

from __future__ import annotations

import random

from msgspec import Struct

from ..bots import Thought
from ..kernel import EVEN, Action, Timeline

MOMENTS = 12
"""So many decisions are thought about again, at most."""
THINGS = 3
"""So many are told."""
WORSE = 0.03
"""A smaller difference in the chance to win is no advice."""


class Better(Struct, frozen=True):
    """A decision of a match, by the number of its move, and what would have been better."""

    at: int
    played: Action
    thought: Thought
    mine: float
    """The chance to win that the played action gave, at most."""
    best: float


def moments(timeline: Timeline, seat: int) -> list[int]:
    """The moves of a seat that are worth another thought: first those that nobody would make at a glance, spread over
    the match."""
    mind, rng = timeline.frames[0].game.mind, random.Random(seat)  # noqa: S311 - the same moments for the same match
    sudden: list[int] = []
    others: list[int] = []
    for at, (mover, action) in enumerate(timeline.moves, 1):
        if mover != seat:
            continue
        view = timeline.frames[at - 1].view(seat)
        if view.offers is None or view.offers.count == 1:
            continue
        (others if mind.prefer(view, EVEN, rng) == action else sudden).append(at)
    first = _spread(sudden, MOMENTS)
    return sorted([*first, *_spread(others, MOMENTS - len(first))])


def _spread(moves: list[int], most: int) -> list[int]:
    """So many of them at most, as evenly as can be."""
    many = min(most, len(moves))
    return [moves[len(moves) * k // many] for k in range(many)]


def compared(at: int, played: Action, thought: Thought) -> Better | None:
    """What a thought says of an action that was played: None if it says nothing against it."""
    weighed = {one.action: one.worth for one in thought.choices if one.plays}
    if played == thought.action or thought.action not in weighed:
        return None
    best, mine = weighed[thought.action], weighed.get(played, min(weighed.values()))
    return Better(at, played, thought, mine, best) if best - mine >= WORSE else None


def worst(found: list[Better]) -> tuple[Better, ...]:
    """Those that cost most, in the order in which they were played."""
    return tuple(sorted(sorted(found, key=lambda one: one.mine - one.best)[:THINGS], key=lambda one: one.at))
