"""What a bot believes of somebody, by its own view: how much is in hand, and who is the richest."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from ....kernel import Belief, View
from ..imagine import imagine
from .infer import likelihood

WORLDS = 200
MUCH = 100
"""So many dollars in hand are worth a visit of the Godfather."""


def beliefs(view: View, about: int) -> Sequence[Belief]:
    rng = random.Random("beliefs")  # noqa: S311
    worlds = [imagine(view, rng) for _ in range(WORLDS)]
    weights = [math.exp(likelihood(p, view.seat)) for p in worlds]
    owned = [[cash + offshore for cash, offshore in zip(p.cash, p.offshore, strict=True)] for p in worlds]
    exposed = [weight for weight, p in zip(weights, worlds, strict=True) if p.cash[about] >= MUCH]
    richest = [weight for weight, sums in zip(weights, owned, strict=True) if sums[about] == max(sums)]
    total = math.fsum(weights)
    return [
        Belief("exposed", math.fsum(exposed) / total, {}),
        Belief("richest", math.fsum(richest) / total, {}),
    ]
