"""A thief's sense: who would be caught in a raid, what the loot is worth by then, and when to call the police.

One small judgement serves all: from everybody's raid value and end value, the cars in the street, the getaway cars
still to come and the hands as far as they are known, `odds` and `chances` say how likely each seat is to win. At a
glance a thief plays the card after which that is best, taking what lies face down for what people usually hide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ...kernel import Action, Belief, Match, Mind, Random, Temper, View
from .rules import PlayDrawn
from .rules_actions import ChooseSwap
from .rules_raid import cars_on
from .table import (
    BRIBE,
    CARS,
    COUNTS,
    ESCAPE,
    GETAWAYS,
    RAID_AT,
    SIREN,
    STRIKE,
    SWAP,
    WORTH_AT_END,
    WORTH_IN_RAID,
    Give,
    Keep,
    Play,
    Slot,
    Swap,
    Thieves,
)
from .view import Seen

HIDDEN_RAID, HIDDEN_END = 1.8, 1.9
"""What a face-down card of somebody else is usually worth: people hide good money."""
HIDDEN_SPREAD = 1.0
"""How far off that is, for one card."""
MIXED = 0.01
"""How far choices may lie apart, in chance to win, and still be mixed."""

# fitted to who won, over positions of matches among thieves that play at a glance: how much something adds to the
# logarithm of the odds
LEAD = (0.0, 0.34, 0.22, 0.18, 0.18, 0.17, 0.17, 0.17)
"""Each point of loot, by the getaway cars still to come."""
FEAR = (0.05, 0.05, 0.12, 0.1)
"""Each point of loot that the police would take, by the cars in the street."""
NEAR, FAR = 3.0, 5.0
"""Who lies this far behind the richest need not fear a raid, and who leads by the rest is the one who is caught."""
HAND = {SIREN: 0.0, BRIBE: 0.1, SWAP: 0.28, STRIKE: 0.08}
"""Action cards in hand."""
HAND_MONEY, HAND_CARS = 0.13, 0.04
"""The best money in hand, for each point; and each police car in the hand of somebody who need not fear it."""

TEMPO = 0.24
"""What it is worth to be next, compared with having just played."""

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


def odds(raid: Sequence[float], end: Sequence[float], cars: int, left: int) -> list[float]:
    """By seat how good the loot is, as a logarithm of odds."""
    first = second = -1.0
    for value in raid:
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    lead, fear = LEAD[left], FEAR[cars]
    found = []
    for value, goal in zip(raid, end, strict=True):
        gap = value - (second if value == first else first) + NEAR
        if gap <= 0:
            found.append(lead * goal)
        else:
            found.append(goal * (lead - fear * (gap / FAR if gap < FAR else 1.0)))
    return found


def chances(points: Sequence[float]) -> list[float]:
    """By seat the chance to win."""
    shares = [math.exp(x) for x in points]
    total = sum(shares)
    return [x / total for x in shares]


def promise(hand: Sequence[str], safe: bool) -> float:
    """How much a hand adds: money to lay, cars to call, tricks to play."""
    money, more = 0, 0.0
    for card in hand:
        if card in WORTH_AT_END:
            if WORTH_AT_END[card] > money:
                money = WORTH_AT_END[card]
        elif card in CARS:
            if safe:
                more += HAND_CARS * CARS[card]
        else:
            more += HAND[card]
    return more + HAND_MONEY * money


class Bag:
    """What a seat takes the table for: by seat what the loot is worth to the police, at the end, and how unsure."""

    __slots__ = ("cars", "end", "hand", "left", "me", "raid", "safe", "unsure")

    def __init__(self, now: Seen, me: int) -> None:
        self.me = me
        self.raid: list[float] = []
        self.end: list[float] = []
        self.unsure: list[float] = []
        for slots in now.loot:
            raid = end = hidden = 0.0
            for slot in slots:
                card = slot.card
                if card is None:
                    hidden += 1
                else:
                    raid += WORTH_IN_RAID[card]
                    end += WORTH_AT_END[card]
            self.raid.append(raid + hidden * HIDDEN_RAID)
            self.end.append(end + hidden * HIDDEN_END)
            self.unsure.append(hidden)
        self.cars = now.cars
        self.left = ESCAPE - now.getaways
        self.hand = 0.0
        """What the rest of my hand promises, once a card is played."""
        others = max([value for seat, value in enumerate(self.raid) if seat != me])
        self.safe = self.raid[me] <= others

    def chance(self, cars: int) -> float:
        """Mine, with so many cars in the street."""
        shares = odds(self.raid, self.end, cars, self.left)
        me = self.me
        mine = math.exp(shares[me] + self.hand)
        return mine / (sum([math.exp(x) for x in shares]) - math.exp(shares[me]) + mine)

    def with_money(self, seat: int, raid: float, end: float) -> float:
        """My chance with so much more in somebody's loot."""
        was = self.raid[seat], self.end[seat]
        self.raid[seat] += raid
        self.end[seat] += end
        got = self.chance(self.cars)
        self.raid[seat], self.end[seat] = was
        return got

    def raided(self) -> float:
        """My chance after a raid right now, over who may turn out to be the richest."""
        raid, end = self.raid, self.end
        top = max(raid)
        if top <= 0:
            return self.chance(0)
        width = 0.25 + 0.45 * math.sqrt(sum(self.unsure)) * HIDDEN_SPREAD
        shares = [math.exp((value - top) / width) if value > 0 else 0.0 for value in raid]
        total, got = sum(shares), 0.0
        for seat, share in enumerate(shares):
            if share > 0.02 * total:
                was = raid[seat], end[seat]
                raid[seat] = end[seat] = 0.0
                got += share / total * self.chance(0)
                raid[seat], end[seat] = was
        return got

    def parked(self, cars: int) -> float:
        """My chance with so many more cars in the street."""
        return self.raided() if self.cars + cars >= RAID_AT else self.chance(self.cars + cars)


class Thief(Mind):
    patience = 4

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return max(self._rated(view, temper, rng), key=_second)[0]

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        rated = sorted(self._rated(view, temper, rng, thorough=True), key=_second, reverse=True)
        return [action for action, _ in rated[:6]]

    def _rated(self, view: View, temper: Temper, rng: Random, thorough: bool = False) -> list[tuple[Action, float]]:
        now: Seen = view.now
        me = view.seat
        assert me is not None
        bag = Bag(now, me)
        step = view.agenda[-1]
        if isinstance(step, ChooseSwap):
            return _swaps(now, bag, rng, thorough)
        drawn = isinstance(step, PlayDrawn)
        cards: Iterable[Any] = (now.drawn,) if drawn else dict.fromkeys(now.hand)
        mixed, daring = MIXED, 0.04 * (temper.bold - 0.5)
        random = rng.random
        rated: list[tuple[Action, float]] = []
        marks = _marks(bag, thorough)
        for card in cards:
            rest = list(now.hand)
            if not drawn:
                rest.remove(card)
            bag.hand = promise(rest, bag.safe)
            if card in WORTH_IN_RAID:
                raid, end = WORTH_IN_RAID[card], WORTH_AT_END[card]
                value = bag.with_money(me, raid, end) + daring
                if end == 0:
                    value += 0.06 * (temper.liar - 0.4)  # looks like loot, and is none
                rated.append((Keep(card), value + mixed * random()))
                for seat in marks:
                    rated.append((Give(card, seat), bag.with_money(seat, raid, end) + mixed * random()))
                continue
            if card in CARS:
                value = bag.parked(CARS[card]) + daring
            elif card == BRIBE:
                value = bag.chance(0) - daring
            elif card == SIREN:
                value = _siren(now, bag) + daring
            elif card == SWAP:
                value = max([value for _, value in _swaps(now, bag, rng, False)], default=bag.chance(bag.cars))
            else:
                value = (bag.with_money(me, 1.5, 1.5) + bag.parked(1)) / 2
            rated.append((Play(card), value + mixed * random()))
        return rated

    # ---- what the others may hide

    def weigh(self, view: View, world: Match) -> float:
        """Rings are pushed onto others and horseshoes hidden; who lays money has other cards left."""
        now: Seen = view.now
        p = world.position
        assert isinstance(p, Thieves)
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


def _second(pair: tuple[Action, float]) -> float:
    return pair[1]


def worths(loot: Sequence[Sequence[Slot]]) -> tuple[list[int], list[int]]:
    """By seat what the loot is worth in a raid, and at the end, when all of it is open."""
    raid, end = [], []
    for slots in loot:
        a = b = 0
        for slot in slots:
            a += WORTH_IN_RAID[slot.card]  # type: ignore[index]
            b += WORTH_AT_END[slot.card]  # type: ignore[index]
        raid.append(a)
        end.append(b)
    return raid, end


def _marks(bag: Bag, thorough: bool) -> Sequence[int]:
    """On whom it may pay to push money: the richest of the others in the eyes of the police, and who has least."""
    me, raid, end = bag.me, bag.raid, bag.end
    others = [seat for seat in range(len(raid)) if seat != me]
    if thorough:
        return others
    return {max(others, key=raid.__getitem__): None, min(others, key=end.__getitem__): None}  # type: ignore[return-value]


def _siren(now: Seen, bag: Bag) -> float:
    """My chance after a siren: the others lay the police cars that they may hold."""
    seen = [*now.hand, *now.police, *now.discard]
    unseen = {card: COUNTS[card] - seen.count(card) for card in CARS}
    hidden = sum([size for seat, size in enumerate(now.hands) if seat != bag.me and seat not in now.quiet])
    cards = now.pile - (GETAWAYS - now.getaways) + sum(now.hands) - len(now.hand)
    expected = sum([CARS[card] * n for card, n in unseen.items()]) * hidden / max(1, cards)
    missing = RAID_AT - bag.cars
    comes = 1 / (1 + math.exp(-(expected - missing + 0.5) * 1.4)) if expected > 0 else 0.0
    more = min(int(expected), missing - 1)
    return comes * bag.raided() + (1 - comes) * bag.parked(more)


def _swaps(now: Seen, bag: Bag, rng: Random, thorough: bool) -> list[tuple[Action, float]]:
    """The swaps that may pay: the least I can give for the most I can get, and the ring for anything."""
    me = bag.me
    mine = sorted(
        (
            (WORTH_AT_END[slot.card or "m1"], -WORTH_IN_RAID[slot.card or "m1"], place)
            for place, slot in enumerate(now.loot[me], 1)
        ),
    )
    rated: list[tuple[Action, float]] = []
    if not mine:
        return rated
    raid, end = bag.raid, bag.end
    gives = mine if thorough else [mine[0], *([mine[-1]] if len(mine) > 1 else [])]
    for seat, slots in enumerate(now.loot):
        if seat == me or not slots:
            continue
        down = sum([not slot.up for slot in slots])
        wants: list[tuple[float, float, int | None]] = [
            (WORTH_AT_END[slot.card], WORTH_IN_RAID[slot.card], place)  # type: ignore[index]
            for place, slot in enumerate(slots, 1)
            if slot.up
        ]
        wants.sort(key=lambda want: -want[0])
        wants = wants if thorough else wants[:2]
        if down:
            wants.append((HIDDEN_END, HIDDEN_RAID, None))
        for give_end, less_raid, place in gives:
            for want_end, want_raid, theirs in wants:
                gain, danger = want_end - give_end, want_raid + less_raid
                raid[me] += danger
                raid[seat] -= danger
                end[me] += gain
                end[seat] -= gain
                value = bag.chance(bag.cars)
                raid[me] -= danger
                raid[seat] += danger
                end[me] -= gain
                end[seat] += gain
                rated.append((Swap(place, seat, theirs), value + 0.01 * rng.random()))
    return rated


MIND = Thief()
