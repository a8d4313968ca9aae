"""A thief's sense: who would be caught in a raid, what the loot is worth by then, and when to call the police.

One small judgement serves all: from everybody's raid value and end value, the cars in the street and the getaway cars
still to come, `chances` says how likely each seat is to win. At a glance a thief plays the card after which that is
best, taking what lies face down for what people usually hide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
SAVED = {SIREN: 0.02, BRIBE: 0.03, SWAP: 0.01, STRIKE: 0.0, "single": 0.0, "double": 0.0}
"""What it is worth to have a card later instead of now."""

# fitted to who won, over positions of matches among thieves that play at a glance
RAID_COMES = (-1.2, 0.45, 0.72)
"""The odds that a raid comes before the end: as it is, for each car in the street, for each getaway car missing."""
GAP = (-2.2, 0.6)
"""The odds to be the one who is caught: for being level with the next one, and by how much a lead counts."""
STEEP = (0.02, 0.45)
"""How much a lead in loot counts: always, and more the nearer the end."""
HAND = (0.05, 0.02, 0.05)
"""How much a hand promises: by its best money, by each police car, by each action card."""

KEPT = {"m0": -1.6, "m1": -0.3, "m2": 0.2, "m3": 0.5, "ring": -0.8, "horseshoe": 0.6}
"""How much likelier than by the deck alone a hidden card is this one (a logarithm)."""
HELD_BACK = 0.9
"""How much less likely it is that a thief holds what would have helped, but was not played (a logarithm)."""


def chances(raid: Sequence[float], end: Sequence[float], cars: int, left: int) -> list[float]:
    """By seat the chance to win."""
    base, each, missing = RAID_COMES
    comes = 1 / (1 + math.exp(-(base + each * cars + missing * left)))
    first = second = -1.0
    for value in raid:
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    level, slope = GAP
    steep = STEEP[0] + STEEP[1] / left
    odds = []
    for value, goal in zip(raid, end, strict=True):
        gap = value - (second if value == first else first)
        caught = comes / (1 + math.exp(-(level + gap) * slope)) if gap > -6 else 0.0
        odds.append(math.exp(steep * goal * (1 - caught)))
    total = sum(odds)
    return [x / total for x in odds]


class Bag:
    """What a seat takes the table for: by seat what the loot is worth to the police, at the end, and how unsure."""

    __slots__ = ("cars", "end", "left", "me", "raid", "unsure")

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

    def as_it_is(self) -> float:
        return chances(self.raid, self.end, self.cars, self.left)[self.me]

    def with_money(self, seat: int, raid: float, end: float) -> float:
        """My chance with so much more in somebody's loot."""
        was = self.raid[seat], self.end[seat]
        self.raid[seat] += raid
        self.end[seat] += end
        got = chances(self.raid, self.end, self.cars, self.left)[self.me]
        self.raid[seat], self.end[seat] = was
        return got

    def raided(self) -> float:
        """My chance after a raid right now, over who may turn out to be the richest."""
        raid, end = self.raid, self.end
        top = max(raid)
        if top <= 0:
            return chances(raid, end, 0, self.left)[self.me]
        width = 0.25 + 0.45 * math.sqrt(sum(self.unsure)) * HIDDEN_SPREAD
        odds = [math.exp((value - top) / width) if value > 0 else 0.0 for value in raid]
        total, got = sum(odds), 0.0
        for seat, share in enumerate(odds):
            if share > 0.02 * total:
                rest = raid.copy()
                goal = end.copy()
                rest[seat] = goal[seat] = 0.0
                got += share / total * chances(rest, goal, 0, self.left)[self.me]
        return got

    def parked(self, cars: int) -> float:
        """My chance with so many more cars in the street."""
        if self.cars + cars >= RAID_AT:
            return self.raided()
        return chances(self.raid, self.end, self.cars + cars, self.left)[self.me]


class Thief(Mind):
    patience = 5

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return max(self._rated(view, temper, rng), key=_second)[0]

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        rated = sorted(self._rated(view, temper, rng, thorough=True), key=_second, reverse=True)
        return [action for action, _ in rated[:10]]

    def _rated(self, view: View, temper: Temper, rng: Random, thorough: bool = False) -> list[tuple[Action, float]]:
        now: Seen = view.now
        me = view.seat
        assert me is not None
        bag = Bag(now, me)
        step = view.agenda[-1]
        if isinstance(step, ChooseSwap):
            return _swaps(now, bag, rng, thorough)
        drawn = isinstance(step, PlayDrawn)
        cards: Sequence[Any] = (now.drawn,) if drawn else dict.fromkeys(now.hand)
        mixed, daring = MIXED, 0.04 * (temper.bold - 0.5)
        random = rng.random
        rated: list[tuple[Action, float]] = []
        marks = _marks(bag, thorough)
        for card in cards:
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
                value = chances(bag.raid, bag.end, 0, bag.left)[me] - daring
            elif card == SIREN:
                value = _siren(now, bag) + daring
            elif card == SWAP:
                value = max([value for _, value in _swaps(now, bag, rng, False)], default=bag.as_it_is())
            else:
                value = (bag.with_money(me, 1.5, 1.5) + bag.parked(1)) / 2
            if not drawn:
                value -= SAVED[card] * min(1.0, bag.left / 4)
            rated.append((Play(card), value + mixed * random()))
        return rated

    # ---- what the others may hide

    def weigh(self, view: View, world: Match) -> float:
        """Good money is what people hide; and who holds what would have helped just now has mostly played it."""
        now: Seen = view.now
        me = view.seat
        p = world.position
        assert isinstance(p, Thieves)
        total = 0.0
        for seen, slots in zip(now.loot, p.loot, strict=True):
            for known, slot in zip(seen, slots, strict=True):
                if known.card is None and slot.hand is not None:
                    total += KEPT[slot.card]  # type: ignore[index]  # a world has a face on every card
        raid, _ = worths(p.loot)
        top = max(raid)
        missing = RAID_AT - now.cars
        for seat, hand in enumerate(p.hands):
            if seat == me or seat == now.turn:
                continue
            if raid[seat] == top:
                if now.cars >= 2 and BRIBE in hand:
                    total -= HELD_BACK
            elif top >= 3 and cars_on(tuple([c for c in hand if c in CARS])[:1]) >= missing:
                total -= HELD_BACK
        return total

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Thieves)
        raid, end = worths(p.loot)
        left = ESCAPE - p.getaways
        loose = chances(raid, end, cars_on(p.police), left)
        odds = [chance * math.exp(_promise(hand, left)) for chance, hand in zip(loose, p.hands, strict=True)]
        total = sum(odds)
        return [x / total for x in odds]

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Who would be caught now, and who could bring the raid about."""
        now: Seen = view.now
        caught, ready = [0.0] * view.seats, [0.0] * view.seats
        for world, weight in worlds:
            p = world.position
            assert isinstance(p, Thieves)
            raid, _ = worths(p.loot)
            top = max(raid)
            for seat, value in enumerate(raid):
                if value == top > 0:
                    caught[seat] += weight
                if seat != view.seat and any(CARS.get(card, 0) + now.cars >= RAID_AT for card in p.hands[seat]):
                    ready[seat] += weight
        told = []
        if any(caught):
            seat = max(range(view.seats), key=caught.__getitem__)
            told.append(Belief("richest", caught[seat], {"seat": seat}))
        if now.cars >= 2:
            seat = max(range(view.seats), key=ready.__getitem__)
            told.append(Belief("raider", ready[seat], {"seat": seat}))
        return told


def _promise(hand: Sequence[str], left: int) -> float:
    """How much a hand adds to the odds (a logarithm): good money, cars to call, tricks."""
    money = max([WORTH_AT_END.get(card, 0) for card in hand], default=0)
    cars = sum([CARS.get(card, 0) for card in hand])
    tricks = sum([card in SAVED and card not in CARS for card in hand])
    return (HAND[0] * money + HAND[1] * cars + HAND[2] * tricks) * min(1.0, left / 3)


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
        ((WORTH_AT_END[slot.card or "m1"], -WORTH_IN_RAID[slot.card or "m1"], place) for place, slot in enumerate(now.loot[me], 1)),
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
                value = chances(raid, end, bag.cars, bag.left)[me]
                raid[me] -= danger
                raid[seat] += danger
                end[me] -= gain
                end[seat] += gain
                rated.append((Swap(place, seat, theirs), value + 0.01 * rng.random()))
    return rated


MIND = Thief()
