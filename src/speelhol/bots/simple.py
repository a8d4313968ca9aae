"""Random and Greedy: they look at the table as it is and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from ..games import game
from ..kernel import Action, Choices, Either, Form, Offers, Random, View
from .bot import Budget, Level, Thought


class Chancer(Level):
    """Legal, and uniform over kinds of action, then over values."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        kinds = sorted(_by_kind(view.offers).items())
        _, parts = kinds[int(rng.random() * len(kinds))]
        return Thought(_uniform(parts, rng))


class Greedy(Level):
    """The game's own heuristics, at a glance."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        return Thought(game(view.game).mind.prefer(view, self.temper, rng))


class Beginner(Greedy):
    """Greedy with slips: every now and then whatever comes to mind, as somebody does who learns the game."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        if rng.random() < game(view.game).mind.slips:
            return Thought(view.offers.sample(rng))
        return super().think(view, rng, budget)


def _by_kind(offers: Offers) -> dict[str, list[Offers]]:
    """The parts of some offers by the tag of their kind of action."""
    kinds: dict[str, list[Offers]] = {}
    if isinstance(offers, Either):
        for part in offers.parts:
            for tag, found in _by_kind(part).items():
                kinds.setdefault(tag, []).extend(found)
    elif isinstance(offers, Choices):
        listed: dict[str, list[Action]] = {}
        for action in offers:
            listed.setdefault(str(action.__struct_config__.tag), []).append(action)
        kinds = {tag: [Choices(actions)] for tag, actions in listed.items()}
    else:
        kinds[str(offers.kind.__struct_config__.tag)] = [offers]  # type: ignore[attr-defined]  # a form or a split
    return kinds


def _uniform(parts: Sequence[Offers], rng: Random) -> Action:
    at = int(rng.random() * sum(part.count for part in parts))
    for part in parts:
        if at < part.count:
            if isinstance(part, Choices):
                return part[at]
            if isinstance(part, Form):
                values = []
                for domain in part.domains.values():
                    at, i = divmod(at, len(domain))
                    values.append(domain[i])
                return part.kind(*values)
            return part.sample(rng)
        at -= part.count
    raise AssertionError("offers without a count")
