"""What a bot believes of somebody, by its own view: whether the newest face-down card there is good money."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....kernel import Belief, View
from ..table import WORTH_AT_END
from ..view import Seen
from .mind import MIND

GOOD = 2
"""Good money is worth so much at the end, or more."""
WORLDS = 150


def beliefs(view: View, about: int) -> Sequence[Belief]:
    """Nothing where no card lies face down; certainty where the bot has seen it."""
    now: Seen = view.now
    down = [place for place, slot in enumerate(now.loot[about]) if not slot.up]
    if not down:
        return []
    place = max(down, key=lambda place: now.loot[about][place].number)
    card = now.loot[about][place].card
    if card is not None:
        return [Belief("good", float(WORTH_AT_END[card] >= GOOD), {})]
    worlds = MIND.dream(view, WORLDS, random.Random(about))  # noqa: S311 - the same belief for the same view
    good = [WORTH_AT_END[world.loot[about][place].card or ""] >= GOOD for world in worlds]
    return [Belief("good", sum(good) / len(good), {})]
