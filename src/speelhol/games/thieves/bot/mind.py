"""The mind of a thief: what to do, what others may hide by what they did, and who is winning."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....kernel import Action, Belief, Match, Mind, Random, Temper, View
from ....kernel.chance import SharedNumbers
from ....kernel.network import Network
from ..imagine import imagine
from ..rules_raid import cars_on
from ..table import BRIBE, CARS, ESCAPE, RAID_AT, SIREN, STRIKE, SWAP, WORTH_AT_END, Thieves
from ..view import Seen
from .evaluate import TEMPO, chances, odds, promise, worths
from .features import features
from .infer import likely, tells
from .policy import Open, rated, second

KEPT = {"m0": -0.3, "m1": 0.0, "m2": 0.15, "m3": 0.0, "ring": -1.1, "horseshoe": 0.5}
"""How much likelier than by the deck alone a hidden card is this one (a logarithm)."""
HELD = {
    **dict.fromkeys(WORTH_AT_END, -0.2),
    **dict.fromkeys(CARS, 0.2),
    BRIBE: 0.4,
    SIREN: -0.2,
    SWAP: 0.25,
    STRIKE: 0.2,
}
"""The same for a card in hand: money is laid, police cars and tricks wait for their moment."""


LEARNED = Network.read(__package__, "worth.json")
"""Who wins, as `bench.training` learned it."""
MORE = 2
"""How many worlds are imagined for one that is taken."""


class Thief(Mind):
    patience = 4
    plays = 32
    depth = 1
    first_look = 24

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        assert view.seat is not None
        return max(rated(view.now, view.seat, view.agenda[-1], temper, rng, view.rules), key=second)[0]

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        assert view.seat is not None
        found = sorted(
            rated(view.now, view.seat, view.agenda[-1], temper, rng, view.rules, True), key=second, reverse=True
        )
        return [action for action, _ in found[:6]]

    def play_on(
        self, world: Match, temper: Temper, rng: SharedNumbers, decisions: int, plotter: int | None = None
    ) -> Sequence[float]:
        p = world.position
        assert isinstance(p, Thieves)
        while decisions > 0 and p.agenda:
            (seat,) = p.waiting
            rng.turn(seat)
            world.take(seat, max(rated(Open(p, seat), seat, p.agenda[-1], temper, rng, p.rules), key=second)[0])
            decisions -= 1
        return self.judge(world)

    # ---- what the others may hide

    def dream(self, view: View, many: int, rng: Random) -> Sequence[Thieves]:
        """More worlds than are wanted, and of these the likely ones: by what people keep, and by their last plays."""
        worlds = [imagine(view, rng) for _ in range(MORE * many)]
        told = tells(view)
        logs = [_habits(view, world) + sum([likely(world, tell) for tell in told]) for world in worlds]
        top = max(logs)
        weights = [math.exp(x - top) for x in logs]
        step = sum(weights) / many
        picked: list[Thieves] = []
        at = rng.random() * step
        for world, weight in zip(worlds, weights, strict=True):
            while at < weight and len(picked) < many:
                picked.append(world)
                at += step
            at -= weight
        return [*picked, *worlds[: many - len(picked)]]

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Thieves)
        raid, end = worths(p.loot)
        top = max(raid)
        points = odds(raid, end, cars_on(p.police), ESCAPE - p.getaways)
        for seat, hand in enumerate(p.hands):
            points[seat] += promise(hand, raid[seat] < top) - TEMPO * ((seat - p.turn) % p.seats) / p.seats
        return chances(points)

    def judge(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Thieves)
        return chances(LEARNED.rate(*features(p)))

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Who would be caught now and, once it may come to that, who could bring the raid about."""
        tags = ("richest", "raider") if view.now.cars >= 2 else ("richest",)
        told = []
        for tag in tags:
            seats = [seat for seat in range(view.seats) if tag == "richest" or seat != view.seat]
            asked = [Belief(tag, 0.0, {"seat": seat}) for seat in seats]
            chances = [sum([weight for world, weight in worlds if self.holds(belief, world)]) for belief in asked]
            best = max(range(len(asked)), key=chances.__getitem__)
            if chances[best]:
                told.append(Belief(tag, chances[best], asked[best].data))
        return told

    def round(self, view: View) -> int:
        """Getaway cars on the table: the clock of this game."""
        now: Seen = view.now
        return now.getaways

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Thieves)
        seat: int = belief.data["seat"]
        if belief.tag == "raider":
            missing = RAID_AT - cars_on(p.police)
            return any(CARS.get(card, 0) >= missing for card in p.hands[seat])
        raid, _ = worths(p.loot)
        return 0 < raid[seat] == max(raid)


def _habits(view: View, p: Thieves) -> float:
    """Rings are pushed onto others and horseshoes hidden; who lays money has other cards left."""
    now: Seen = view.now
    total = 0.0
    for seen, slots in zip(now.loot, p.loot, strict=True):
        for known, slot in zip(seen, slots, strict=True):
            if known.card is None and slot.hand is not None:
                total += KEPT[slot.card]  # type: ignore[index]  # a world has a face on every card
    for seat, hand in enumerate(p.hands):
        if seat != view.seat:
            for card in hand:
                total += HELD[card]
    return total


MIND = Thief()
