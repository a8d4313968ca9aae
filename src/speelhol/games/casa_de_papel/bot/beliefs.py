"""What a bot believes of somebody, by its own view: which side they are on."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Belief, View
from .infer import robber


def beliefs(view: View, about: int) -> Sequence[Belief]:
    return [Belief("robber", robber(view, about), {})]
