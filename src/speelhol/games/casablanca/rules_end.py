"""The end: the case is home, or play has gone on for too long. Then all ledgers are opened."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Dealer, Result, Seat, Step, Term
from . import events as e
from .table import AGENTS, DISTANCE, EXACT, NUMBER, Casablanca


def best(seats: Sequence[int], score: Sequence[int]) -> tuple[int, ...]:
    """Those of the seats with the highest score."""
    top = max(score[seat] for seat in seats)
    return tuple(seat for seat in seats if score[seat] == top)


def open_all(p: Casablanca, dealer: Dealer) -> None:
    """All ledgers are opened. [end.ledgers]"""
    for seat, row in enumerate(p.bribes):
        sums = tuple((agent, amount) for agent, amount in zip(AGENTS, row, strict=True) if amount)
        dealer.tell(e.Opened(seat, sums, p.capital[seat]))


def finish(p: Casablanca, scores: Sequence[int], winners: tuple[int, ...], dealer: Dealer) -> None:
    p.result = Result.of(scores, winners)
    dealer.tell(e.Won(winners))
    p.agenda = ()


class CaseHome(Step[Casablanca], frozen=True, tag="case-home"):
    """The main game: an agent has brought the case to its own headquarters. [end.winner] [end.tie] [end.nobody]"""

    agent: Term
    mover: Seat

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        open_all(p, dealer)
        sums = tuple(row[NUMBER[self.agent]] for row in p.bribes)
        for seat, amount in enumerate(sums):
            dealer.tell(e.Counted(seat, self.agent, amount))
        winners = best(range(p.seats), sums)
        winners = (self.mover,) if self.mover in winners else best(winners, p.capital)
        finish(p, sums, winners, dealer)


class CaseDelivered(Step[Casablanca], frozen=True, tag="case-delivered"):
    """The variant: a player has brought the case to the own headquarters. [agent.home]"""

    mover: Seat

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        open_all(p, dealer)
        finish(p, [int(seat == self.mover) for seat in range(p.seats)], (self.mover,), dealer)


class SafetyStop(Step[Casablanca], frozen=True, tag="safety-stop"):
    """Nobody brought the case home in all these turns. [end.stop] [agent.stop]"""

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        dealer.tell(e.Stopped(p.turn))
        open_all(p, dealer)
        if p.agent_game and p.rules >= EXACT:
            p.result = Result.of([0] * p.seats)
            dealer.tell(e.Drawn())
            p.agenda = ()
        elif p.agent_game:
            streets = [DISTANCE[quarter][p.case] for quarter in p.quarters if quarter is not None]
            for seat, number in enumerate(streets):
                dealer.tell(e.Streets(seat, number))
            nearest = best(range(p.seats), [-number for number in streets])
            finish(p, [int(seat in nearest) for seat in range(p.seats)], nearest, dealer)
        else:
            sums = tuple(sum(row) for row in p.bribes)
            for seat, amount in enumerate(sums):
                dealer.tell(e.Sum(seat, amount))
            finish(p, sums, best(best(range(p.seats), sums), p.capital), dealer)


SAFETY_STOP = SafetyStop()
