"""Police cars, and the raid that four of them start."""

from __future__ import annotations

from ...kernel import Dealer, Step
from ...kernel.cache import per_process
from . import events as e
from .stretches import open_loot, open_stretch
from .table import CARS, RAID_AT, WORTH_IN_RAID, Slot, Thieves


@per_process(4096)
def cars_on(cards: tuple[str, ...]) -> int:
    """How many police cars are on these cards: a double counts two. [cards.police]"""
    return sum([CARS[card] for card in cards])


def raid_due(p: Thieves) -> bool:
    """Whether there are enough police cars on the table for a raid. [raid.four]"""
    return cars_on(p.police) >= RAID_AT


def cards_of(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple([slot.card for slot in slots if slot.card is not None])


class Raid(Step[Thieves], frozen=True, tag="raid"):
    """All loot is opened, the richest lose theirs, and a stretch begins. [raid.open] [raid.survivors]"""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        dealer.tell(e.RaidBegan(cars_on(p.police)))
        open_loot(p)
        loot = [cards_of(slots) for slots in p.loot]
        values = [sum([WORTH_IN_RAID[card] for card in cards]) for cards in loot]
        for seat, cards in enumerate(loot):
            dealer.tell(e.Opened(seat, cards, values[seat]))
        caught = richest(values)
        dealer.tell(e.Caught(caught))
        give_back(p, loot, caught, dealer)


def richest(values: list[int]) -> tuple[int, ...]:
    """Whose loot is worth most; nobody, where it is worth nothing. [raid.richest] [raid.tie] [raid.nobody]"""
    top = max(values)
    return tuple([seat for seat, value in enumerate(values) if value == top > 0])


def give_back(p: Thieves, loot: list[tuple[str, ...]], caught: tuple[int, ...], dealer: Dealer) -> None:
    """What is lost, what was discarded and the police cars go into the pile; getaway cars stay.

    [raid.shuffle] [raid.getaways]
    """
    back: tuple[str, ...] = p.police + p.discard
    safe: tuple[str, ...] = ()
    for seat, cards in enumerate(loot):
        if seat in caught:
            back += cards
        else:
            safe += cards
    p.loot = tuple([() if seat in caught else slots for seat, slots in enumerate(p.loot)])
    p.police = p.discard = ()
    open_stretch(p, open_cards=tuple(sorted(back + safe)))
    p.pile = tuple(sorted(p.pile + back))
    dealer.tell(e.Reshuffled(len(back)))


RAID = Raid()
