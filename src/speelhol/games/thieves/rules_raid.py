"""Police cars, the raid that four of them start, and the end."""

from __future__ import annotations

from ...kernel import Dealer, Result, Step
from . import table as t
from .chapters import open_chapter, open_loot
from .table import CARS, KINDS, RAID_AT, WORTH_AT_END, WORTH_IN_RAID, Slot, Thieves


def cars_on(cards: tuple[str, ...]) -> int:
    """How many police cars are on these cards: a double counts two."""
    return sum([CARS[card] for card in cards])


def raid_due(p: Thieves) -> bool:
    return cars_on(p.police) >= RAID_AT


def cards_of(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple([slot.card for slot in slots if slot.card is not None])


class Raid(Step[Thieves], frozen=True, tag="raid"):
    def run(self, p: Thieves, dealer: Dealer) -> None:
        dealer.tell(t.RaidBegan(cars_on(p.police)))
        open_loot(p)
        values = [sum([WORTH_IN_RAID[card] for card in cards_of(slots)]) for slots in p.loot]
        for seat, slots in enumerate(p.loot):
            dealer.tell(t.Opened(seat, cards_of(slots), values[seat]))
        top = max(values)
        caught = tuple([seat for seat, value in enumerate(values) if value == top > 0])
        dealer.tell(t.Caught(caught))
        back = [*p.police, *p.discard]
        for seat in caught:
            back += cards_of(p.loot[seat])
        p.loot = tuple([() if seat in caught else slots for seat, slots in enumerate(p.loot)])
        out_of_sight = list(p.pile)
        for hand in p.hands:
            out_of_sight += hand
        open_chapter(p, tuple(map(out_of_sight.count, KINDS)))
        p.police = p.discard = ()
        p.pile = tuple(sorted((*p.pile, *back)))
        dealer.tell(t.Reshuffled(len(back)))


class End(Step[Thieves], frozen=True, tag="end"):
    def run(self, p: Thieves, dealer: Dealer) -> None:
        open_loot(p)
        scores = tuple([sum([WORTH_AT_END[card] for card in cards_of(slots)]) for slots in p.loot])
        for seat, slots in enumerate(p.loot):
            dealer.tell(t.Counted(seat, cards_of(slots), scores[seat]))
        standing = [(score, -len(slots)) for score, slots in zip(scores, p.loot, strict=True)]
        ranks = tuple([1 + sum([other > mine for other in standing]) for mine in standing])
        winners = tuple([seat for seat, rank in enumerate(ranks) if rank == 1])
        top = max(scores)
        p.result = Result(winners, ranks, scores)
        dealer.tell(t.Ended(winners, top, scores.count(top) > len(winners)))


RAID, END = Raid(), End()
