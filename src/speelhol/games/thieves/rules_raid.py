"""Police cars, the raid that four of them start, and the end."""

from __future__ import annotations

from ...kernel import Dealer, Result, Step
from ...kernel.cache import per_process
from . import events as e
from .stretches import open_loot, open_stretch
from .table import CARS, RAID_AT, WORTH_AT_END, WORTH_IN_RAID, Slot, Thieves


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
    """All loot is opened; the richest lose theirs, and what is lost goes back into the pile.

    [raid.open] [raid.richest] [raid.tie] [raid.nobody] [raid.survivors] [raid.shuffle] [raid.getaways]
    """

    def run(self, p: Thieves, dealer: Dealer) -> None:
        dealer.tell(e.RaidBegan(cars_on(p.police)))
        open_loot(p)
        loot = [cards_of(slots) for slots in p.loot]
        values = [sum([WORTH_IN_RAID[card] for card in cards]) for cards in loot]
        for seat, cards in enumerate(loot):
            dealer.tell(e.Opened(seat, cards, values[seat]))
        top = max(values)
        caught = tuple([seat for seat, value in enumerate(values) if value == top > 0])
        dealer.tell(e.Caught(caught))
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


class End(Step[Thieves], frozen=True, tag="end"):
    """What lies in front of everybody is counted, and nothing else. [end.hand] [end.score] [end.tie] [end.shared]"""

    def run(self, p: Thieves, dealer: Dealer) -> None:
        open_loot(p)
        scores = tuple([sum([WORTH_AT_END[card] for card in cards_of(slots)]) for slots in p.loot])
        for seat, slots in enumerate(p.loot):
            dealer.tell(e.Counted(seat, cards_of(slots), scores[seat]))
        standing = [(score, -len(slots)) for score, slots in zip(scores, p.loot, strict=True)]
        ranks = tuple([1 + sum([other > mine for other in standing]) for mine in standing])
        winners = tuple([seat for seat, rank in enumerate(ranks) if rank == 1])
        top = max(scores)
        p.result = Result(winners, ranks, scores)
        dealer.tell(e.Ended(winners, top, scores.count(top) > len(winners)))


RAID, END = Raid(), End()
