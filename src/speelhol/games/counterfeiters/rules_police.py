"""The police track: what the officer's steps bring about."""

from __future__ import annotations

from ...kernel import Dealer, Seat, Step
from . import events as e
from . import table as t
from .table import MOST, RATES, Counterfeiters


class Officer(Step[Counterfeiters], frozen=True, tag="officer"):
    """One step onward, once the action under the police cap is done. [police.cap] [police.track] [end.case]"""

    seat: Seat

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        kit = p.kit
        was_on_strike = p.on_strike
        p.officer += 1
        dealer.tell(e.OfficerMoved(p.officer, kit.last))
        if was_on_strike and not p.on_strike:
            dealer.tell(STRIKE_ENDED)
        if p.officer in kit.investigation:
            investigate(p, dealer)
        if p.officer in kit.godfather:
            godfather(p, dealer)
        if p.officer in kit.strike and not was_on_strike:
            dealer.tell(STRIKE_BEGAN)
        if p.officer == kit.last:
            p.closing = True
            dealer.tell(e.CaseClosed(self.seat))


def investigate(p: Counterfeiters, dealer: Dealer) -> None:
    p.refused += 1
    dealer.tell(e.Recognised(t.STARS[p.refused - 1], p.refused == len(t.STARS)))


def share(cash: int) -> int:
    """What the Godfather takes of the money in hand: half, rounded up to a whole note."""
    return (cash // RATES.unit + 1) // 2 * RATES.unit


def godfather(p: Counterfeiters, dealer: Dealer) -> None:
    """He takes his share of the money in hand, and of nothing else. [police.godfather] [police.safe]"""
    dealer.tell(GODFATHER_CAME)
    p.cash, before = tuple([cash - share(cash) for cash in p.cash]), p.cash
    p.flows = tuple([(*flows, t.GODFATHER) for flows in p.flows])
    for seat, left in enumerate(p.cash):
        dealer.whisper(seat, e.Paid(before[seat] - left, left))


GODFATHER_CAME, STRIKE_BEGAN, STRIKE_ENDED = e.GodfatherCame(), e.StrikeBegan(), e.StrikeEnded()
OFFICER = tuple(Officer(seat) for seat in range(MOST))
