"""2. Casinos: free ones, one's own, and those of others, where a game must be played."""

from __future__ import annotations

from ...kernel import Action, Choices, Dealer, Decision, Form, Money, Random, Refused, Seat, Step, Term
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .gambling import CASINO_PICKS
from .holdings import hand_over, pay_pot
from .rules_auction import RaiseStake
from .rules_duel import Play, Wager
from .table import PRICE, SYMBOL, UNIT, Cash


class Leaning(Choices):
    """Choices of which random play takes the first most of the time."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        return self[0] if rng.random() < 0.8 else super().sample(rng)


PURCHASE = Leaning((a.Buy(), a.Decline()))


def refusal(rule: str, action: Action) -> Refused:
    """For a question in the middle of a turn."""
    if isinstance(action, a.Announce | a.Offer):
        return Refused("cash-and-run/turn.start", "only-at-turn-start")
    return Refused(rule, "not-offered")


def land_casino(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    """Nobody's casino can be bought, somebody's is visited, one's own earns a roll. [turn.afford] [casino.own]"""
    owner = p.owner(space)
    if owner is None:
        if p.chips[seat] >= PRICE:
            p.then(BuyCasino(seat, space))
        else:
            dealer.tell(e.Nothing(seat, "too-poor"))
    elif owner != seat:
        p.then(Visit(seat, owner, space))
    elif p.laps[seat] is None:
        p.again = True
        dealer.tell(e.AtHome(seat, space))
    else:
        dealer.tell(e.Nothing(seat, "running"))


class BuyCasino(Decision[Cash, a.Buy | a.Decline], frozen=True, tag="buy-casino"):
    rule = "cash-and-run/casino.buy"

    seat: Seat
    casino: Term

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return PURCHASE

    def take(self, p: Cash, seat: int, action: a.Buy | a.Decline, dealer: Dealer) -> None:
        if isinstance(action, a.Decline):
            dealer.tell(e.Declined(seat))
            return
        pay_pot(p, seat, PRICE)
        dealer.tell(e.BoughtCasino(seat, self.casino))
        hand_over(p, self.casino, seat, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return refusal(self.rule, action)


class Visit(Step[Cash], frozen=True, tag="visit"):
    """In somebody else's casino a game must be played, whatever has to be sold for the stake. [casino.declare]"""

    seat: Seat
    host: Seat
    casino: Term

    def run(self, p: Cash, dealer: Dealer) -> None:
        if p.chips[self.seat] < UNIT:
            p.then(RaiseStake(self.seat, self.casino), self)
        else:
            cash = p.chips[self.host]
            dealer.tell(e.Declared(self.host, cash, self.casino, self.seat))
            p.then(Stake(self.seat, self.host, self.casino, cash, p.chips[self.seat]))


@per_process(2048)
def bets(symbol: str, chips: int) -> Form:
    """What a game can be played for, on what. [casino.roulette] [casino.dice] [casino.cards]"""
    return Form(a.Bet, pick=CASINO_PICKS[symbol], stake=range(UNIT, chips + 1, UNIT))


class Stake(Decision[Cash, a.Bet], frozen=True, tag="stake"):
    rule = "cash-and-run/casino.stake"
    binding = True

    seat: Seat
    host: Seat
    casino: Term
    cash: Money
    """What the owner has declared."""
    most: Money
    """All that the visitor has."""

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Form:
        return bets(SYMBOL[self.casino], self.most)

    def prompt(self, p: Cash, seat: int) -> str:
        return f"stake.{SYMBOL[self.casino]}"

    def take(self, p: Cash, seat: int, action: a.Bet, dealer: Dealer) -> None:
        dealer.tell(e.Staked(seat, action.pick, action.stake))
        p.then(Play(Wager(seat, self.host, self.casino, SYMBOL[self.casino], action.pick, action.stake)))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if not isinstance(action, a.Bet):
            return Refused("cash-and-run/casino.visit", "must-play")
        if action.pick not in CASINO_PICKS[SYMBOL[self.casino]]:
            return Refused("cash-and-run/casino.games", "not-played-here")
        if type(action.stake) is int and action.stake > self.most:
            return Refused(self.rule, "more-than-you-have", cash=self.most)
        return Refused(self.rule, "not-in-steps", unit=UNIT)
