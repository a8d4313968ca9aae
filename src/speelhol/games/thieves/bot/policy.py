"""A thief's sense: who would be caught in a raid, what the loot is worth by then, and when to call the police.

One small judgement serves all: from everybody's raid value and end value, the cars in the street, the getaway cars
still to come and the hands as far as they are known, `odds` and `chances` say how likely each seat is to win. At a
glance a thief plays the card after which that is best, taking what lies face down for what people usually hide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ....kernel import Action, Random, Temper
from ..actions import Give, Keep, Play, Swap
from ..rules import PlayDrawn
from ..rules_action_cards import ChooseSwap
from ..rules_raid import cars_on
from ..table import (
    BRIBE,
    CARS,
    COUNTS,
    ESCAPE,
    GETAWAYS,
    POINTED,
    RAID_AT,
    SIREN,
    SWAP,
    WORTH_AT_END,
    WORTH_IN_RAID,
    Slot,
    Thieves,
)
from .evaluate import HIDDEN_END, HIDDEN_RAID, Bag, promise

GOOD, NEAR_RAID = 2, 2
"""With fewer police cars than this, nobody pushes money of this worth at the end onto others; it need not be judged."""
MIXED = 0.01
"""How far choices may lie apart, in chance to win, and still be mixed."""


class Known(Protocol):
    """What a thief looks at: a view's table, or an imagined one that lies open."""

    @property
    def hand(self) -> tuple[str, ...]: ...
    @property
    def drawn(self) -> str | None: ...
    @property
    def loot(self) -> tuple[tuple[Slot, ...], ...]: ...
    @property
    def cars(self) -> int: ...
    @property
    def getaways(self) -> int: ...
    @property
    def police(self) -> tuple[str, ...]: ...
    @property
    def discard(self) -> tuple[str, ...]: ...
    @property
    def hands(self) -> Sequence[int]: ...
    @property
    def quiet(self) -> tuple[int, ...]: ...
    @property
    def pile(self) -> int: ...


class Open:
    """An imagined table with the eyes of a seat, without the trouble of a view. Face-down cards keep their faces:
    whoever looks asks first whether the seat has seen them."""

    __slots__ = ("cars", "discard", "drawn", "getaways", "hand", "loot", "p", "pile", "police", "quiet")

    def __init__(self, p: Thieves, seat: int) -> None:
        self.p = p
        self.hand: tuple[str, ...] = p.hands[seat]
        self.drawn = p.drawn
        self.loot = p.loot
        self.cars = cars_on(p.police)
        self.getaways = p.getaways
        self.police, self.discard, self.quiet = p.police, p.discard, p.quiet
        self.pile = len(p.pile)

    @property
    def hands(self) -> list[int]:
        return [len(hand) for hand in self.p.hands]


def rated(
    now: Known, me: int, step: Any, temper: Temper, rng: Random, rules: int, thorough: bool = False
) -> list[tuple[Action, float]]:
    """What a seat may do and its chance to win after that. thorough: also what is hardly worth a look."""
    bag = Bag(now.loot, me, now.cars, ESCAPE - now.getaways)
    if isinstance(step, ChooseSwap):
        return _swaps(now, bag, rng, rules, thorough)
    drawn = isinstance(step, PlayDrawn)
    cards: Iterable[Any] = (now.drawn,) if drawn else dict.fromkeys(now.hand)
    mixed, daring = MIXED, 0.04 * (temper.bold - 0.5)
    random = rng.random
    found: list[tuple[Action, float]] = []
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
            found.append((Keep(card), value + mixed * random()))
            if end >= GOOD and bag.cars < NEAR_RAID and not thorough:
                continue
            for seat in marks:
                found.append((Give(card, seat), bag.with_money(seat, raid, end) + mixed * random()))
            continue
        if card in CARS:
            value = bag.parked(CARS[card]) + daring
        elif card == BRIBE:
            value = bag.chance(0) - daring
        elif card == SIREN:
            value = _siren(now, bag) + daring
        elif card == SWAP:
            value = max([value for _, value in _swaps(now, bag, rng, rules, False)], default=bag.chance(bag.cars))
        else:
            value = (bag.with_money(me, 1.5, 1.5) + bag.parked(1)) / 2
        found.append((Play(card), value + mixed * random()))
    return found


def second(pair: tuple[Action, float]) -> float:
    return pair[1]


def _marks(bag: Bag, thorough: bool) -> Sequence[int]:
    """On whom it may pay to push money: the richest of the others in the eyes of the police, and who has least."""
    me, raid, end = bag.me, bag.raid, bag.end
    others = [seat for seat in range(len(raid)) if seat != me]
    if thorough:
        return others
    return {max(others, key=raid.__getitem__): None, min(others, key=end.__getitem__): None}  # type: ignore[return-value]


def _siren(now: Known, bag: Bag) -> float:
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


def _swaps(now: Known, bag: Bag, rng: Random, rules: int, thorough: bool) -> list[tuple[Action, float]]:
    """The swaps that may pay: the least I can give for the most I can get, and the ring for anything."""
    me = bag.me
    mine = sorted(
        (
            (WORTH_AT_END[slot.card or "m1"], -WORTH_IN_RAID[slot.card or "m1"], place)
            for place, slot in enumerate(now.loot[me], 1)
        ),
    )
    found: list[tuple[Action, float]] = []
    if not mine:
        return found
    raid, end = bag.raid, bag.end
    gives = mine if thorough else [mine[0], *([mine[-1]] if len(mine) > 1 else [])]
    for seat, slots in enumerate(now.loot):
        if seat == me or not slots:
            continue
        wants, hidden = _targets(slots, me, rules)
        wants.sort(key=lambda want: -want[0])
        wants = wants if thorough else wants[:2]
        if hidden and not thorough:
            hidden = [hidden[int(rng.random() * len(hidden))]]
        wants += [(HIDDEN_END, HIDDEN_RAID, place) for place in hidden]
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
                found.append((Swap(place, seat, theirs), value + 0.01 * rng.random()))
    return found


def _targets(
    slots: Sequence[Slot], me: int, rules: int
) -> tuple[list[tuple[float, float, int | None]], list[int | None]]:
    """The cards whose worth I know, at the end and in a raid; and the places of the others, or None for chance."""
    known: list[tuple[float, float, int | None]] = []
    hidden: list[int | None] = []
    for place, slot in enumerate(slots, 1):
        if slot.up or (rules >= POINTED and me in slot.seen):
            card: str = slot.card  # type: ignore[assignment]  # it is seen
            known.append((WORTH_AT_END[card], WORTH_IN_RAID[card], place))
        else:
            hidden.append(place)
    return known, hidden if rules >= POINTED else [None] * bool(hidden)
