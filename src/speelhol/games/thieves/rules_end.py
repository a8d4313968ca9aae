"""The end: what lies in front of everybody is counted."""

from __future__ import annotations

from ...kernel import Dealer, Result, Step
from . import events as e
from .rules_raid import cards_of
from .stretches import open_loot
from .table import WORTH_AT_END, Thieves


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


END = End()
