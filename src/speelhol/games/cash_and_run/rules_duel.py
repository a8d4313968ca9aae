"""A game between two, in a casino or for a takeover: the result, the bluffs, and only then what it costs."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...kernel import Action, Choices, Dealer, Decision, Money, Refused, Seat, Step, Term
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .gambling import AGAIN, GAMBLE, PICKS
from .holdings import from_hand, hand_over, pay, put_under
from .rules_auction import Debt
from .table import Cash


class Wager(Struct, frozen=True, cache_hash=True):
    """Who plays whom, at what, for what."""

    seat: Seat
    """The visitor, or the challenger of a takeover."""
    host: Seat
    casino: Term
    symbol: Term
    pick: Term
    stake: Money
    """0 in a takeover: casinos are played for."""

    def other(self, seat: int) -> int:
        return self.host if seat == self.seat else self.seat

    def due(self, loser: int) -> int:
        """What the loser has to pay in chips."""
        return self.stake if loser == self.seat else self.stake * PICKS[self.symbol][self.pick].pays


class Play(Step[Cash], frozen=True, tag="play"):
    """The game itself; whoever loses it may bluff, as long as they have cards. [bluff.scope] [bluff.repeat]"""

    game: Wager

    def run(self, p: Cash, dealer: Dealer) -> None:
        game = self.game
        outcome = GAMBLE[game.symbol](game.seat, dealer)
        loser = game.host if outcome in PICKS[game.symbol][game.pick].on else game.seat
        winner = game.other(loser)
        dealer.tell(e.Won(winner, loser))
        if p.hands[loser]:
            p.then(OfferBluff(loser, winner, game.symbol, game.due(loser), game))
        else:
            p.then(Settle(loser, game))


# ---- bluffing


@per_process(256)
def bluffs(hand: tuple[str, ...]) -> Choices:
    return Choices((CONCEDE, *map(a.Bluff, dict.fromkeys(hand))))


class OfferBluff(Decision[Cash, a.Bluff | a.Concede], frozen=True, tag="offer-bluff"):
    """The loser may lay a card face down, whatever it shows, and claim to have the symbol.

    [bluff.broke] [takeover.bluff]
    """

    rule = "cash-and-run/bluff.offer"
    binding = True

    seat: Seat
    judge: Seat
    symbol: Term
    due: Money
    game: Wager

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return bluffs(p.hands[seat])

    def prompt(self, p: Cash, seat: int) -> str:
        return "offer-bluff" if self.game.stake else "offer-bluff.takeover"

    def take(self, p: Cash, seat: int, action: a.Bluff | a.Concede, dealer: Dealer) -> None:
        if isinstance(action, a.Concede):
            dealer.tell(e.Conceded(seat))
            p.then(Settle(seat, self.game))
            return
        from_hand(p, seat, action.card)
        p.laid = action.card
        dealer.tell(e.Bluffed(seat, self.judge, self.symbol))
        dealer.whisper(seat, e.YouPut(action.card))
        p.then(JudgeBluff(self.judge, seat, self.symbol, self.game.due(self.judge), self.due, self.game))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bluff):
            return Refused(self.rule, "not-in-hand")
        return Refused(self.rule, "bluff-or-concede")


class JudgeBluff(Decision[Cash, a.Accept | a.Doubt], frozen=True, tag="judge-bluff"):
    """The winner believes the card, or has it opened. [bluff.true] [bluff.false]"""

    rule = "cash-and-run/bluff.judge"
    binding = True

    seat: Seat
    bluffer: Seat
    symbol: Term
    risk: Money
    """What the judge has to pay if the card is true."""
    gain: Money
    """What the judge gets if it is not."""
    game: Wager

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return VERDICTS

    def prompt(self, p: Cash, seat: int) -> str:
        return "judge-bluff" if self.game.stake else "judge-bluff.takeover"

    def take(self, p: Cash, seat: int, action: a.Accept | a.Doubt, dealer: Dealer) -> None:
        card, p.laid = p.laid, None
        assert card is not None
        if isinstance(action, a.Accept):
            put_under(p, self.bluffer, "put", (card,))
            dealer.tell(e.Accepted(seat, self.bluffer))
            again = AGAIN[self.symbol][self.game.pick]
            p.then(PickAgain(self.game.seat, self.symbol, self.game) if len(again) > 1 else Play(self.game))
        else:
            put_under(p, self.bluffer, "shown", (card,))
            true = card == self.symbol
            dealer.tell(e.Doubted(seat, self.bluffer, card, true))
            p.then(Settle(seat if true else self.bluffer, self.game))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return Refused(self.rule, "accept-or-doubt")


class PickAgain(Decision[Cash, a.Pick], frozen=True, tag="pick-again"):
    """The same game for the same stake; colour, numbers or suit may be chosen anew."""

    rule = "cash-and-run/bluff.replay"

    seat: Seat
    symbol: Term
    game: Wager

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return AGAIN[self.symbol][self.game.pick]

    def take(self, p: Cash, seat: int, action: a.Pick, dealer: Dealer) -> None:
        dealer.tell(e.Picked(seat, action.pick))
        p.then(Play(replace(self.game, pick=action.pick)))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bet):
            return Refused(self.rule, "same-stake")
        return Refused(self.rule, "same-game")


# ---- what it costs


class Settle(Step[Cash], frozen=True, tag="settle"):
    """After the last bluff: who pays whom, or which casino changes hands. [casino.payout] [casino.order]"""

    seat: Seat
    """The loser, now that all bluffing is done."""
    game: Wager

    def run(self, p: Cash, dealer: Dealer) -> None:
        game = self.game
        if game.stake and self.seat == game.host:
            p.then(Debt(game.host, game.seat, game.due(game.host), game.casino))
        elif game.stake:
            pay(p, game.seat, game.host, game.stake)
            dealer.tell(e.Paid(game.seat, game.host, game.stake, 0))
        elif self.seat == game.host:
            take_over(p, game.seat, game.host, game.casino, dealer)
        else:
            own = p.casinos_of(game.seat)
            if len(own) > 1:
                p.then(ChoosePrize(game.host, game.seat))
            else:
                take_over(p, game.host, game.seat, own[0], dealer)


def take_over(p: Cash, seat: int, loser: int, casino: str, dealer: Dealer) -> None:
    """The casino changes hands. [takeover.won]"""
    dealer.tell(e.TookOver(seat, loser, casino))
    hand_over(p, casino, seat, dealer)


@per_process(4096)
def prizes(casinos: tuple[str, ...]) -> Choices:
    return Choices(map(a.Take, casinos))


class ChoosePrize(Decision[Cash, a.Take], frozen=True, tag="choose-prize"):
    """The owner who was challenged and won chooses one of the challenger's casinos."""

    rule = "cash-and-run/takeover.lost"

    seat: Seat
    loser: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return prizes(p.casinos_of(self.loser))

    def take(self, p: Cash, seat: int, action: a.Take, dealer: Dealer) -> None:
        take_over(p, seat, self.loser, action.casino, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return Refused(self.rule, "not-the-losers-casino")


CONCEDE = a.Concede()
VERDICTS = Choices((a.Accept(), a.Doubt()))
