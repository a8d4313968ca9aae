"""The game in the rulebook's order: the deal, the tricks, the end."""

from __future__ import annotations

from speelhol.kernel import Action, Choices, Dealer, Decision, Options, Refused, Result, Step, put

from . import events as e
from .actions import Lay
from .table import CARDS, HAND, HighCard, trick


def setup(seats: int, options: Options, rules: int) -> HighCard:
    return HighCard(seats, options, rules, (Deal(),))


# ---- the deal


class Deal(Step[HighCard], frozen=True, tag="deal"):
    """Everybody gets a hand, and the lot says who begins. [deal.three]"""

    def run(self, p: HighCard, dealer: Dealer) -> None:
        cards = dealer.shuffled(CARDS)
        p.hands = tuple(tuple(sorted(cards[HAND * seat : HAND * seat + HAND])) for seat in range(p.seats))
        p.points = (0,) * p.seats
        for seat, hand in enumerate(p.hands):
            dealer.whisper(seat, e.Dealt(hand))
        p.turn = dealer.draw(p.seats)
        dealer.tell(e.Begins(p.turn))
        p.then(Turn())


# ---- the tricks


class Turn(Decision[HighCard, Lay], frozen=True, tag="turn"):
    """The last card is asked for as well: a question is skipped for public reasons only."""

    rule = "high-card/trick.turn"

    def who(self, p: HighCard) -> int:
        return p.turn

    def offers(self, p: HighCard, seat: int) -> Choices:
        return Choices(Lay(card) for card in p.hands[seat])

    def take(self, p: HighCard, seat: int, action: Lay, dealer: Dealer) -> None:
        p.hands = put(p.hands, seat, tuple(card for card in p.hands[seat] if card != action.card))
        p.laid += ((seat, action.card),)
        p.turn = (seat + 1) % p.seats
        dealer.tell(e.Laid(seat, action.card))
        if trick(p.seats, p.laid):
            p.then(Turn())
        else:
            count(p, dealer)
            p.then(Turn() if p.hands[p.turn] else End())

    def refuse(self, p: HighCard, seat: int, action: Action) -> Refused:
        return Refused("high-card/trick.own", "not-in-hand")


def count(p: HighCard, dealer: Dealer) -> None:
    """The trick is complete: the highest card takes it, and its player leads to the next. [trick.highest]"""
    seat, card = max(p.laid[-p.seats :], key=lambda one: one[1])
    p.points = put(p.points, seat, p.points[seat] + 1)
    p.turn = seat
    dealer.tell(e.Took(seat, card))


# ---- the end


class End(Step[HighCard], frozen=True, tag="end"):
    """Whoever took the most tricks has won. [end.most]"""

    def run(self, p: HighCard, dealer: Dealer) -> None:
        p.result = Result.of(p.points)
        dealer.tell(e.Ended(p.result.winners))
