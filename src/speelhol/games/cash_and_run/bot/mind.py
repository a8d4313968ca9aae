"""The mind of a gambler: what deserves a thought, what a position is worth, what the others may hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ....kernel import Action, Belief, Match, Mind, Random, Temper, View
from ....kernel.network import Network
from .. import actions as a
from ..rules import StartTurn
from ..rules_auction import Bidding
from ..rules_casino import Stake
from ..rules_duel import JudgeBluff, OfferBluff
from ..rules_spaces import Jump, Takeover
from ..table import AT, SYMBOL, Cash
from ..view import Seen
from . import evaluate
from . import policy_duels as duels
from .features import features
from .policy import DECIDE, _any, _jumps, _second

LEARNED = Network.read(__package__, "worth.json")
"""Who wins, as `bench.training` learned it."""


class Gambler(Mind):
    patience = 14
    plays = 48

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        step = view.agenda[-1]
        action: Action = DECIDE.get(type(step), _any)(view, step, temper, rng)
        return action

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        """All where they are few; of bets, bids, jumps and challenges the telling ones."""
        step = view.agenda[-1]
        first = self.prefer(view, temper, rng)
        some: dict[Action, None] = {first: None}
        if isinstance(step, Stake):
            some |= dict.fromkeys(duels.bets(view, step, rng))
        elif isinstance(step, Bidding):
            most = min(step.purse, evaluate.price(view.now, step.seat, AT[step.casino], step.seller))
            some |= {a.Pass(): None, a.Bid(step.least): None}
            if most >= step.least:
                some[a.Bid(most)] = None
        elif isinstance(step, Jump):
            rated = sorted(_jumps(view, temper, rng), key=_second, reverse=True)
            some |= dict.fromkeys([action for action, _ in rated[:6]])
        elif isinstance(step, Takeover):
            rated = sorted(duels.challenges(view, step, rng), key=_second, reverse=True)
            some |= dict.fromkeys([action for action, _ in rated[:4]])
            some[a.Decline()] = None
        elif isinstance(step, StartTurn):
            some |= {a.Roll(): None}
        elif _alike(step):
            return [first]
        else:
            assert view.offers is not None
            if view.offers.count <= 8:
                some |= dict.fromkeys(view.offers)
        return list(some)

    # ---- what the cards may be

    def weigh(self, view: View, world: Match) -> float:
        """Losers who have the symbol nearly always show a card; without it they do so less often."""
        p = world.position
        assert isinstance(p, Cash)
        step = view.agenda[-1]
        if isinstance(step, JudgeBluff) and step.bluffer != view.seat:
            return 0.0 if p.laid == step.symbol else _UNTRUE[step.symbol in p.hands[step.bluffer]]
        return 0.0

    def settled(self, world: Match) -> bool:
        """A turn begins: no game or auction is in the air."""
        return type(world.position.agenda[-1]) is StartTurn

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Cash)
        return evaluate.chances(p)

    def judge(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Cash)
        found = LEARNED.rate(*features(p))
        odds = [0.0 if seat in p.out else math.exp(points) for seat, points in enumerate(found)]
        total = sum(odds)
        return [x / total for x in odds]

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Whether the card before me is what it is said to be; whether the other one can truly claim the symbol."""
        step = view.agenda[-1] if view.agenda else None
        if isinstance(step, JudgeBluff) and step.bluffer != view.seat:
            asked = Belief("bluff-false", 0.0, {"seat": step.bluffer, "symbol": step.symbol})
        elif isinstance(step, OfferBluff) and step.judge != view.seat:
            asked = Belief("has-symbol", 0.0, {"seat": step.judge, "symbol": step.symbol})
        elif isinstance(step, Stake) and step.host != view.seat:
            asked = Belief("has-symbol", 0.0, {"seat": step.host, "symbol": SYMBOL[step.casino]})
        else:
            return ()
        chance = sum([weight for world, weight in worlds if self.holds(asked, world)])
        return (Belief(asked.tag, chance, asked.data),)

    def round(self, view: View) -> int:
        now: Seen = view.now
        return now.round

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Cash)
        symbol: str = belief.data["symbol"]
        seat: int = belief.data["seat"]
        if belief.tag == "bluff-false":
            return p.laid != symbol
        return symbol in p.hands[seat]


_UNTRUE = {True: -2.5, False: -0.45}
"""How much less likely a false claim is, with and without the true card in hand (a logarithm)."""


def _alike(step: Any) -> bool:
    """Questions whose answers are as good as each other: which number, which colour."""
    return type(step) not in DECIDE


MIND = Gambler()
