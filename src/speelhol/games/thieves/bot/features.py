"""What a trained judgement of Thieves looks at, in numbers: for all thieves, and for each one."""

from __future__ import annotations

from ..rules_raid import cars_on
from ..table import BRIBE, CARS, COUNTS, ESCAPE, GETAWAYS, RAID_AT, SIREN, STRIKE, SWAP, WORTH_AT_END, Thieves
from .evaluate import worths

KINDS = tuple(COUNTS)
"""Every kind of card that can be in hand."""
TRICKS = (SIREN, SWAP, BRIBE, STRIKE)


def features(p: Thieves) -> tuple[list[float], list[list[float]]]:
    """What is the same for every seat, and by seat what is its own; all cards lie open."""
    seats = p.seats
    raid, end = worths(p.loot)
    cars = cars_on(p.police)
    missing = RAID_AT - cars
    left = ESCAPE - p.getaways
    pile = len(p.pile)
    soon = (GETAWAYS - p.getaways) / pile if pile else 1.0
    held = [[CARS[card] for card in hand if card in CARS] for hand in p.hands]
    raiders = [max(found, default=0) >= missing for found in held]
    in_hands = sum([sum(found) for found in held])
    tricks = [[hand.count(card) for card in TRICKS] for hand in p.hands]
    all_tricks = [sum(column) for column in zip(*tricks, strict=True)]
    shared = [
        float(cars == 1),
        float(cars == 2),
        float(cars >= 3),
        left / 7,
        float(left <= 1),
        1 / max(1, left),
        soon,
        left / max(0.02, soon) / 60,
        pile / 50,
        seats / 6,
        in_hands / 6,
        sum(raiders) / seats,
        max(end) / 10,
        max(raid) / 10,
        len(p.discard) / 20,
    ]
    own: list[list[float]] = []
    for seat, hand in enumerate(p.hands):
        mine, goal, slots = raid[seat], end[seat], p.loot[seat]
        others = [s for s in range(seats) if s != seat]
        rich = max([raid[s] for s in others])
        best = max([end[s] for s in others])
        ahead, apart = goal - best, mine - rich
        wait = (seat - p.turn) % seats
        before = [s for s in others if (s - p.turn) % seats < wait]
        money = [card for card in hand if card in WORTH_AT_END]
        counts = [hand.count(card) / 2 for card in KINDS]
        top = float(mine >= rich)
        caught = float(any(raiders[s] for s in before))
        own.append([
            goal / 10,
            mine / 10,
            ahead / 10,
            (ahead if ahead > 0 else 0) / 10,
            apart / 10,
            (apart if apart > 0 else 0) / 10,
            top,
            float(mine == rich),
            float(apart == -1 or apart == -2),
            top * cars / 3,
            sum([goal < end[s] for s in others]) / seats,
            sum([goal == end[s] for s in others]) / seats,
            len(slots) / 8,
            sum([not slot.up for slot in slots]) / 8,
            max([WORTH_AT_END[card] for card in money], default=0) / 3,
            sum([WORTH_AT_END[card] for card in money]) / 6,
            len(hand) / 4,
            sum(held[seat]) / 4,
            float(raiders[seat]),
            caught,
            float(any(raiders[s] for s in others)),
            top * caught,
            (1 - top) * float(raiders[seat]),
            (in_hands - sum(held[seat])) / 6,
            *[(total - count) / 2 for total, count in zip(all_tricks, tricks[seat], strict=True)],
            wait / seats,
            float(wait == 0),
            float(wait == 1),
            *counts,
        ])  # fmt: skip
    return shared, own
