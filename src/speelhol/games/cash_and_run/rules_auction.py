"""Auctions, debts and bankruptcy.

`Debt` and `RaiseStake` put themselves back after every sale until nothing is due any more or nothing is left to sell.
They stay on the agenda beneath each auction, so that everybody sees what it is for.
"""

from __future__ import annotations

from ...kernel import Action, Choices, Dealer, Decision, Either, Form, Money, Offers, Refused, Seat, Step, Term
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .holdings import end_turn, finish, hand_over, pay, pay_from_bank, pay_from_pot, put_under
from .table import PRICE, UNIT, Cash

PASS = Choices((a.Pass(),))


@per_process(4096)
def bids(least: int, purse: int) -> Either:
    return Either(PASS, Form(a.Bid, amount=range(least, purse + 1, UNIT)))


@per_process(4096)
def sales(casinos: tuple[str, ...]) -> Choices:
    return Choices(map(a.Offer, casinos))


# ---- auctions


def put_up(p: Cash, seller: int, casino: str, creditor: int | None, due: int, dealer: Dealer) -> None:
    """A casino comes under the hammer: for a creditor, or to raise `due` for a stake, or (due 0) of free will.

    [auction.final]
    """
    dealer.tell(e.PutUp(seller, casino, creditor, due))
    n = p.seats
    order = [(seller + i) % n for i in range(1, n)]
    others = tuple([s for s in order if s not in p.out])
    p.then(Call(seller, casino, creditor, due, PRICE, None, others))


class Call(Step[Cash], frozen=True, tag="call"):
    """Who is asked next: those who can't pay the next bid fall out, and the last bidder standing wins."""

    seller: Seat
    casino: Term
    creditor: Seat | None
    due: Money
    least: Money
    best: Seat | None
    """Who made the highest bid so far."""
    bidders: tuple[Seat, ...]
    """Who has not passed, the next one first; the highest bidder, if any, comes last."""

    def purse(self, p: Cash, seat: int) -> int:
        """What a seat can bid: its chips and, for the creditor, what it is still owed. [auction.claim]"""
        return p.chips[seat] + (self.due if seat == self.creditor else 0)

    def run(self, p: Cash, dealer: Dealer) -> None:
        best, least = self.best, self.least
        able = tuple([s for s in self.bidders if s == best or self.purse(p, s) >= least])
        if best is None and not able:
            self.to_bank(p, dealer)
        elif able == (best,):
            self.to_buyer(p, able[0], least - UNIT, dealer)
        else:
            seat = able[0]
            purse = self.purse(p, seat)
            p.then(Bidding(seat, self.seller, self.casino, self.creditor, self.due, least, purse, best, able))

    def to_bank(self, p: Cash, dealer: Dealer) -> None:
        """Nobody bids: the bank buys it back, as far as bank and pot can pay; whoever visits it leaves.

        [auction.bank] [auction.bank-empty] [casino.returned]
        """
        paid = pay_from_bank(p, self.seller, UNIT)
        paid += pay_from_pot(p, self.seller, UNIT - paid)
        dealer.tell(e.BoughtBack(self.casino, self.seller, paid))
        hand_over(p, self.casino, None, dealer)

    def to_buyer(self, p: Cash, buyer: int, price: int, dealer: Dealer) -> None:
        offset = min(price, self.due) if buyer == self.creditor else 0
        pay(p, buyer, self.seller, price - offset)
        p.offset = offset
        dealer.tell(e.Sold(self.casino, self.seller, buyer, price, offset))
        hand_over(p, self.casino, buyer, dealer)


class Bidding(Decision[Cash, a.Bid | a.Pass], frozen=True, tag="bidding"):
    rule = "cash-and-run/auction.bid"
    binding = True

    seat: Seat
    seller: Seat
    casino: Term
    creditor: Seat | None
    due: Money
    least: Money
    purse: Money
    best: Seat | None
    bidders: tuple[Seat, ...]

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Offers:
        return bids(self.least, self.purse)

    def prompt(self, p: Cash, seat: int) -> str:
        if self.creditor is None:
            return "bidding.stake" if self.due else "bidding.free"
        return "bidding.creditor" if seat == self.creditor else "bidding.debt"

    def take(self, p: Cash, seat: int, action: a.Bid | a.Pass, dealer: Dealer) -> None:
        others = self.bidders[1:]
        if isinstance(action, a.Pass):
            dealer.tell(e.Passed(seat))
            p.then(Call(self.seller, self.casino, self.creditor, self.due, self.least, self.best, others))
        else:
            dealer.tell(e.BidMade(seat, action.amount))
            p.then(Call(self.seller, self.casino, self.creditor, self.due, action.amount + UNIT, seat, (*others, seat)))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bid) and type(action.amount) is int:
            if action.amount < self.least:
                rule = self.rule if self.best is not None else "cash-and-run/auction.minimum"
                return Refused(rule, "bid-too-low", least=self.least)
            if action.amount > self.purse:
                return Refused("cash-and-run/auction.purse", "more-than-you-have", cash=self.purse)
            return Refused(self.rule, "not-in-steps", unit=UNIT)
        return Refused(self.rule, "bid-or-pass")


# ---- debts


class Debt(Step[Cash], frozen=True, tag="debt"):
    """All chips first; then casinos, one at a time, the visited one before any other.

    [auction.debt] [bankruptcy.poor]
    """

    seat: Seat
    creditor: Seat
    due: Money
    casino: Term | None = None
    """The casino in which the debt was made, until it has been sold."""

    def run(self, p: Cash, dealer: Dealer) -> None:
        due = self.due - p.offset
        p.offset = 0
        if not due:
            return
        amount = min(due, p.chips[self.seat])
        due -= amount
        if amount:
            pay(p, self.seat, self.creditor, amount)
        dealer.tell(e.Paid(self.seat, self.creditor, amount, due))
        if not due:
            return
        own = p.casinos_of(self.seat)
        if self.casino in own:
            p.then(Debt(self.seat, self.creditor, due))
            put_up(p, self.seat, self.casino, self.creditor, due, dealer)
        elif own:
            p.then(ChooseSale(self.seat, self.creditor, due), Debt(self.seat, self.creditor, due))
        else:
            bankrupt(p, self.seat, self.creditor, due, dealer)


class RaiseStake(Step[Cash], frozen=True, tag="raise-stake"):
    """A visitor without chips sells casinos until a stake is possible. [bankruptcy.stake]"""

    seat: Seat
    casino: Term

    def run(self, p: Cash, dealer: Dealer) -> None:
        if p.chips[self.seat] >= UNIT:
            return
        if p.casinos_of(self.seat):
            p.then(ChooseSale(self.seat, None, UNIT), self)
        else:
            bankrupt(p, self.seat, None, UNIT, dealer)


class ChooseSale(Decision[Cash, a.Offer], frozen=True, tag="choose-sale"):
    rule = "cash-and-run/auction.choice"
    binding = True

    seat: Seat
    creditor: Seat | None
    """None: the money is for a stake."""
    due: Money

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return sales(p.casinos_of(seat))

    def prompt(self, p: Cash, seat: int) -> str:
        return "choose-sale.stake" if self.creditor is None else "choose-sale.debt"

    def take(self, p: Cash, seat: int, action: a.Offer, dealer: Dealer) -> None:
        put_up(p, seat, action.casino, self.creditor, self.due, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Offer):
            return Refused(self.rule, "not-your-casino")
        return Refused("cash-and-run/bankruptcy.sell", "must-sell")


# ---- bankruptcy


def bankrupt(p: Cash, seat: int, creditor: int | None, lost: int, dealer: Dealer) -> None:
    """The rest of the debt is void, pawn and cards leave; in the own turn the turn is over.

    [bankruptcy.out] [bankruptcy.rest] [bankruptcy.turn] [bankruptcy.last]
    """
    p.out += (seat,)
    p.pawns = (*p.pawns[:seat], None, *p.pawns[seat + 1 :])
    dealer.tell(e.Bankrupted(seat, creditor, lost))
    # shuffled, because the order in which a hand is kept would tell the others about its cards
    put_under(p, seat, "left", dealer.shuffled(p.hands[seat]))
    p.hands = (*p.hands[:seat], (), *p.hands[seat + 1 :])
    if len(p.out) == p.seats - 1:
        finish(p, p.playing, "last", dealer)
    elif seat == p.turn:
        end_turn(p)
