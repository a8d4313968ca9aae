"""The end of a round, and the end of the game: last placements, lawyers, diners, tickets, count."""

from __future__ import annotations

from typing import Any

from ...kernel import Action, Choices, Dealer, Decision, Refused, Result, Sealed, Seat, Step, Term, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import table as t
from .rules_henchmen import LAST, LAWYERS, bundles, gain, give_up
from .table import RATES, SPACES, Counterfeiters

# ---- the end of a round


class EndRound(Step[Counterfeiters], frozen=True, tag="end-round"):
    """Henchmen go home; the bins are emptied, the market slides to the right and is filled up.

    [round.bins] [round.slide]
    """

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        kit = p.kit
        bring_home(p)
        binned = tuple([card for slot in kit.bins if (card := p.market[slot]) is not None])
        if binned:
            p.gone = tuple(sorted((*p.gone, *binned)))
            dealer.tell(e.Binned(binned))
        kept = [card for slot, card in enumerate(p.market) if card is not None and slot not in kit.bins]
        p.market = (*(None,) * (len(kit.prices) - len(kept)), *kept)
        fill(p, dealer)


def bring_home(p: Counterfeiters) -> None:
    """Everybody has all henchmen before them again, and every space is free. [round.over]"""
    p.left, p.flat, p.placed = (RATES.henchmen,) * p.seats, (0,) * p.seats, ((),) * p.seats
    p.room = p.kit.room


def fill(p: Counterfeiters, dealer: Dealer) -> None:
    """Cards from the deck, the rightmost empty slot first; when the deck is short, slots on the left stay empty.

    [round.fill]
    """
    new = p.deck[: p.market.count(None)]
    if not new:
        return
    p.deck = p.deck[len(new) :]
    p.stock = in_stock(p.kit.classes, p.deck)
    cards = [card for card in p.market if card is not None]
    cards = [*reversed(new), *cards]
    p.market = (*(None,) * (len(p.market) - len(cards)), *cards)
    dealer.tell(e.MarketFilled(new))


def in_stock(classes: tuple[tuple[str, ...], ...], deck: tuple[str, ...]) -> tuple[str, ...]:
    """The deck as everybody knows it: sorted in each class, for the classes lie one on the other."""
    stock: list[str] = []
    end = len(deck)
    for cards in reversed(classes):
        start = max(0, end - len(cards))
        stock[:0] = sorted(deck[start:end])
        end = start
    return tuple(stock)


# ---- diners


def washes(p: Counterfeiters, seat: int) -> Choices:
    """The ways in which the seat's diners can turn its notes; one way only if there is nothing to choose.

    [diner.short]
    """
    one, two, three = notes = p.fakes[seat]
    number = min(p.cards[seat].count(t.DINER), sum(notes))
    return bundles((min(one, number), min(two, number), min(three, number)), number, number)


def choosers(p: Counterfeiters) -> tuple[int, ...]:
    return tuple([seat for seat in p.kit.everyone if len(washes(p, seat)) > 1])


class Diners(Step[Counterfeiters], frozen=True, tag="diners"):
    """Asks those who have a choice, which everybody can see. [end.diners]"""

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        if choosers(p):
            p.then(CHOOSE_WASH)
        else:
            wash(p, (None,) * p.seats, dealer)


def wash(p: Counterfeiters, answers: tuple[a.HandOver | None, ...], dealer: Dealer) -> None:
    for seat, answer in enumerate(answers):
        action: Any = answer if answer is not None else washes(p, seat)[0]
        notes = (action.one, action.two, action.three)
        if any(notes):
            money = RATES.face_value * sum(notes)
            give_up(p, seat, notes)
            gain(p, seat, money)
            dealer.tell(e.Washed(seat, e.Notes(*notes), money))


class ChooseWash(Sealed[Counterfeiters], frozen=True, tag="choose-wash"):
    rule = "counterfeiters/diner.choice"

    def who(self, p: Counterfeiters) -> tuple[int, ...]:
        return choosers(p)

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        return washes(p, seat)

    def take(self, p: Counterfeiters, answers: tuple[a.HandOver | None, ...], dealer: Dealer) -> None:
        wash(p, answers, dealer)

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.HandOver):
            notes = (action.one, action.two, action.three)
            if any(n > have for n, have in zip(notes, p.fakes[seat], strict=True)):
                return Refused(self.rule, "not-that-many")
            return Refused("counterfeiters/diner.wash", "one-for-each-diner", diners=p.cards[seat].count(t.DINER))
        return Refused("counterfeiters/diner.wash", "diner-compulsory")


# ---- the end of the game


class LastPlacements(Step[Counterfeiters], frozen=True, tag="last-placements"):
    """One more henchman for everybody who has one left; who closed the case comes last. [end.last]"""

    first: Seat

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        order = [(self.first + i) % p.seats for i in range(p.seats)]
        p.then(*[LAST[seat] for seat in order if p.left[seat]])


class Lawyer(Step[Counterfeiters], frozen=True, tag="lawyer"):
    """Asks the owner, if somebody owns the card and has a henchman on the board. [end.lawyer-late]"""

    card: Term

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        for seat, cards in enumerate(p.cards):
            if self.card in cards and p.placed[seat]:
                p.then(CallLawyer(seat, self.card))


@per_process()
def recalls(placed: tuple[str, ...]) -> Choices:
    """Any henchman that stands on the board, or none. [end.lawyer-board]"""
    return Choices((STAY, *(a.Recall(space) for space in sorted(set(placed)))))


class CallLawyer(Decision[Counterfeiters, a.Recall | a.Stay], frozen=True, tag="call-lawyer"):
    seat: Seat
    card: Term
    rule = "counterfeiters/end.lawyer"

    def who(self, p: Counterfeiters) -> int:
        return self.seat

    def offers(self, p: Counterfeiters, seat: int) -> Choices:
        return recalls(p.placed[seat])

    def take(self, p: Counterfeiters, seat: int, action: a.Recall | a.Stay, dealer: Dealer) -> None:
        if isinstance(action, a.Stay):
            dealer.tell(e.Stayed(seat, self.card))
            return
        placed = list(p.placed[seat])
        placed.remove(action.space)
        p.placed = put(p.placed, seat, tuple(placed))
        p.left = put(p.left, seat, p.left[seat] + 1)
        if action.space in SPACES:  # a space of the market stays useless: its card is gone
            at = SPACES.index(action.space)
            p.room = put(p.room, at, p.room[at] + 1)
        dealer.tell(e.Recalled(seat, self.card, action.space))
        p.then(LAWYERS[seat])

    def refuse(self, p: Counterfeiters, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Recall):
            return Refused(self.rule, "not-your-henchman")
        return Refused(self.rule, "not-offered")


class Tickets(Step[Counterfeiters], frozen=True, tag="tickets"):
    """Every winning ticket pays now. [end.tickets]"""

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        for seat, cards in enumerate(p.cards):
            money = sum([t.TICKETS.get(card, 0) for card in cards])
            if money:
                gain(p, seat, money)
                dealer.tell(e.TicketPaid(seat, money))


class Count(Step[Counterfeiters], frozen=True, tag="count"):
    """All real money is shown, in hand and offshore; the most wins. [end.count] [end.draw]"""

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        totals = tuple([cash + offshore for cash, offshore in zip(p.cash, p.offshore, strict=True)])
        for seat, total in enumerate(totals):
            dealer.tell(e.Counted(seat, p.cash[seat], p.offshore[seat], total, p.flights[seat]))
        p.result = Result.of(totals)
        dealer.tell(e.Ended(p.result.winners, max(totals)))


STAY = a.Stay()
END_ROUND, DINERS, CHOOSE_WASH, TICKETS, COUNT = EndRound(), Diners(), ChooseWash(), Tickets(), Count()
FINALE = (Lawyer(t.GREAT_LAWYER), Lawyer(t.BAD_LAWYER), DINERS, TICKETS, COUNT)
