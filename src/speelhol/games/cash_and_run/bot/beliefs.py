"""What a bot believes of somebody, by its own view: whether the card that they lay, or laid last, shows the symbol."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Belief, View
from ..events import Bluffed, Doubted
from ..rules_duel import OfferBluff
from .policy_duels import true_odds


def beliefs(view: View, about: int) -> Sequence[Belief]:
    chance = _chance(view, about)
    return [] if chance is None else [Belief("claim", chance, {})]


def _chance(view: View, about: int) -> float | None:
    """That a claim is true: one that could be made now, or the newest one; None if there is none."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, OfferBluff) and step.seat == about:
        return true_odds(view.now, view.now.held[about], step.symbol)
    for event in view.log.newest_first():
        if isinstance(event, Doubted) and event.bluffer == about:
            return float(event.true)
        if isinstance(event, Bluffed) and event.seat == about:
            return true_odds(view.now, view.now.held[about] + 1, event.symbol)
    return None
