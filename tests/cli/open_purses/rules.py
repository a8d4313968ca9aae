"""The game in the rulebook's order: the pile, the bids, the end."""

from __future__ import annotations

from speelhol.kernel import Choices, Dealer, Options, Result, Sealed, Step, put

from . import events as e
from .actions import Bid
from .table import LOTS, PURSE, ROUNDS, OpenPurses


def setup(seats: int, options: Options, rules: int) -> OpenPurses:
    return OpenPurses(seats, options, rules, (Shuffle(),))


class Shuffle(Step[OpenPurses], frozen=True, tag="shuffle"):
    """The lots are shuffled into a pile, and everybody has five coins. [lots.pile]"""

    def run(self, p: OpenPurses, dealer: Dealer) -> None:
        p.pile = tuple(dealer.shuffled(LOTS))
        p.purses, p.points = (PURSE,) * p.seats, (0,) * p.seats
        p.then(PutUp())


class PutUp(Step[OpenPurses], frozen=True, tag="put-up"):
    """The next lot of the pile. [lots.pile]"""

    def run(self, p: OpenPurses, dealer: Dealer) -> None:
        p.shown, p.pile = (*p.shown, p.pile[0]), p.pile[1:]
        dealer.tell(e.Shown(p.shown[-1]))
        p.then(Bids())


class Bids(Sealed[OpenPurses], frozen=True, tag="bids"):
    """All bid at once; the highest bid is paid and takes the lot. [lots.highest]"""

    rule = "open-purses/lots.bid"

    def who(self, p: OpenPurses) -> tuple[int, ...]:
        return tuple(range(p.seats))

    def offers(self, p: OpenPurses, seat: int) -> Choices:
        return Choices(Bid(coins) for coins in range(p.purses[seat] + 1))

    def take(self, p: OpenPurses, answers: tuple[Bid, ...], dealer: Dealer) -> None:
        bids = [bid.coins for bid in answers]
        for seat, coins in enumerate(bids):
            dealer.tell(e.Offered(seat, coins))
        if bids.count(max(bids)) == 1:
            seat, lot = bids.index(max(bids)), p.shown[-1]
            p.purses = put(p.purses, seat, p.purses[seat] - bids[seat])
            p.points = put(p.points, seat, p.points[seat] + lot)
            dealer.tell(e.Sold(seat, lot))
        p.then(PutUp() if len(p.shown) < ROUNDS else End())


class End(Step[OpenPurses], frozen=True, tag="end"):
    """Whoever has the most points has won. [end.most]"""

    def run(self, p: OpenPurses, dealer: Dealer) -> None:
        p.result = Result.of(p.points)
        dealer.tell(e.Ended(p.result.winners))
