"""Set-up and the course of a round: henchmen one at a time, clockwise, until none is left or the case is closed."""

from __future__ import annotations

from ...kernel import Dealer, Options, Seat, Step
from . import events as e
from . import table as t
from .rules_end import DINERS, END_ROUND, FINALE, LastPlacements, bring_home, fill, in_stock
from .rules_henchmen import TURN
from .rules_police import godfather
from .table import MOST, RATES, Counterfeiters


def setup(seats: int, options: Options, rules: int) -> Counterfeiters:
    return Counterfeiters(seats, options, rules, (SET_UP,))


# ---- set-up


class SetUp(Step[Counterfeiters], frozen=True, tag="set-up"):
    """Who begins, with what, and what lies on the market and on the street.

    [aim.win] [setup.board] [setup.first] [setup.money] [setup.kit] [setup.deck] [setup.market] [setup.officer]
    """

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        kit, seats = p.kit, p.seats
        p.marker = dealer.draw(seats)
        dealer.tell(e.Starts(p.marker))
        components = dealer.shuffled(kit.kit_cards)
        p.cards = tuple([tuple(sorted((t.PRINTER, components[seat]))) for seat in kit.everyone])
        p.gone = tuple(sorted((*components[seats:], *(t.PRINTER,) * (kit.printers - seats))))
        p.cash = tuple([RATES.start_money[(seat - p.marker) % seats] for seat in kit.everyone])
        p.flows = tuple([(cash,) for cash in p.cash])
        for seat in kit.everyone:
            dealer.tell(e.Equipped(seat, p.cards[seat], p.cash[seat]))
        p.offshore = (0,) * seats
        p.flights = ((),) * seats
        p.fakes = (t.NO_NOTES,) * seats
        p.supply = t.FAKES
        p.officer = kit.start
        p.deck = tuple([card for cards in kit.classes for card in dealer.shuffled(cards)])
        p.stock = in_stock(kit.classes, p.deck)
        p.market = (None,) * len(kit.prices)
        fill(p, dealer)
        bring_home(p)
        p.then(START_ROUND)


# ---- a round


class StartRound(Step[Counterfeiters], frozen=True, tag="start-round"):
    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        p.round += 1
        dealer.tell(e.RoundBegan(p.round, p.marker))
        p.then(NEXT_TURN[p.marker])


class NextTurn(Step[Counterfeiters], frozen=True, tag="next-turn"):
    """The nearest player clockwise from this seat who still has a henchman; with none left the round is over.

    [henchmen.order] [end.stop]
    """

    seat: Seat

    def run(self, p: Counterfeiters, dealer: Dealer) -> None:
        if p.closing:
            p.then(LAST_PLACEMENTS[self.seat], *FINALE)
            return
        seats, seat = p.seats, self.seat
        for _ in range(seats):
            after = (seat + 1) % seats
            if p.left[seat]:
                p.then(TURN[seat], NEXT_TURN[after])
                return
            seat = after
        if p.round < RATES.rounds:
            p.then(END_ROUND, DINERS, START_ROUND)
            return
        dealer.tell(e.TimeUp(p.round))
        godfather(p, dealer)
        p.closing = True
        p.then(*FINALE)


SET_UP, START_ROUND = SetUp(), StartRound()
NEXT_TURN = tuple(NextTurn(seat) for seat in range(MOST))
LAST_PLACEMENTS = tuple(LastPlacements(seat) for seat in range(MOST))
