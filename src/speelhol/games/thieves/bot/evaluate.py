"""How a thief stands: what the loot is worth to the police and at the end, and the chance to win that follows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..table import BRIBE, CARS, RAID_AT, SIREN, STRIKE, SWAP, WORTH_AT_END, WORTH_IN_RAID, Slot

_exp = math.exp

HIDDEN_RAID, HIDDEN_END = 1.8, 1.9
"""What a face-down card of somebody else is usually worth: people hide good money."""
HIDDEN_SPREAD = 1.0
"""How far off that is, for one card."""

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


def _two_best(raid: Sequence[float]) -> tuple[float, float]:
    """The most that lies before anybody, and the most before anybody else."""
    first = second = -1.0
    for value in raid:
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    return first, second


def odds(raid: Sequence[float], end: Sequence[float], cars: int, left: int) -> list[float]:
    """By seat how good the loot is, as a logarithm of odds."""
    first, second = _two_best(raid)
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

    def __init__(self, loot: Sequence[Sequence[Slot]], me: int, cars: int, left: int) -> None:
        """`loot` as this seat sees it or lying open: what the seat can't see is not looked at."""
        self.me = me
        self.raid: list[float] = []
        self.end: list[float] = []
        self.unsure: list[float] = []
        for slots in loot:
            raid = end = hidden = 0.0
            for slot in slots:
                if slot.up or me in slot.seen:
                    card: str = slot.card  # type: ignore[assignment]  # it is seen
                    raid += WORTH_IN_RAID[card]
                    end += WORTH_AT_END[card]
                else:
                    hidden += 1
            self.raid.append(raid + hidden * HIDDEN_RAID)
            self.end.append(end + hidden * HIDDEN_END)
            self.unsure.append(hidden)
        self.cars = cars
        self.left = left
        self.hand = 0.0
        """What the rest of my hand promises, once a card is played."""
        others = max([value for seat, value in enumerate(self.raid) if seat != me])
        self.safe = self.raid[me] <= others

    def chance(self, cars: int) -> float:
        """Mine, with so many cars in the street."""
        raid, me = self.raid, self.me
        first, second = _two_best(raid)
        lead, fear = LEAD[self.left], FEAR[cars]
        mine = rest = 0.0
        for seat, goal in enumerate(self.end):  # `odds`, without lists: look-ahead comes here a million times
            value = raid[seat]
            gap = value - (second if value == first else first) + NEAR
            points = goal * (lead if gap <= 0 else lead - fear * (gap / FAR if gap < FAR else 1.0))
            if seat == me:
                mine = _exp(points + self.hand)
            else:
                rest += _exp(points)
        return mine / (rest + mine)

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
