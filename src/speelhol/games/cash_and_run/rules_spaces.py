"""The spaces of the board, by their printed numbers: 1 Cash & Run, 3 bluff, 4 pot, 5 all play, 6 Grand Slam,
7 takeover. Casinos (2) have a module of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...kernel import (
    Action,
    Choices,
    Dealer,
    Decision,
    Either,
    Form,
    Money,
    Offers,
    Refused,
    Seat,
    Term,
    put,
)
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .gambling import GAMBLE, PICKS, POT_PICKS, TAKEOVER_PICKS, contest
from .holdings import end_turn, from_hand, pay_from_bank, pay_from_pot, pay_pot, put_under, take_top
from .rules_auction import Debt
from .rules_casino import PURCHASE, land_casino, refusal
from .rules_duel import Play, Wager
from .table import ALL_PLAY, AT, CASINOS, HAND_LIMIT, KIND, PLACE, PLAYED, PRICE, SLAM, SPACES, Cash


def land(p: Cash, seat: int, dealer: Dealer) -> None:
    """Whatever the space under the pawn brings. [lap.spaces]"""
    place = p.pawns[seat]
    assert place is not None
    LANDING[KIND[place]](p, seat, SPACES[place], dealer)


# ---- 1. Cash & Run


def land_corner(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    """A pawn may jump from here, but for a runner's. [corner.runner]"""
    if p.laps[seat] is not None:
        dealer.tell(e.Nothing(seat, "running"))
    else:
        p.then(Jump(seat))


class Jump(Decision[Cash, a.Go | a.Decline], frozen=True, tag="jump"):
    rule = "cash-and-run/corner.jump"

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return JUMPS

    def take(self, p: Cash, seat: int, action: a.Go | a.Decline, dealer: Dealer) -> None:
        if isinstance(action, a.Decline):
            dealer.tell(e.Declined(seat))
            return
        p.pawns = put(p.pawns, seat, PLACE[action.space])
        dealer.tell(e.Jumped(seat, action.space))
        land(p, seat, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Go):
            return Refused(self.rule, "not-a-corner" if action.space in PLACE else "no-such-space")
        return refusal(self.rule, action)


# ---- 3. bluff


def land_bluff(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    if p.chips[seat] >= PRICE:
        p.then(BuyBluff(seat))
    else:
        dealer.tell(e.Nothing(seat, "too-poor"))


class BuyBluff(Decision[Cash, a.Buy | a.Decline], frozen=True, tag="buy-bluff"):
    rule = "cash-and-run/bluff.buy"

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return PURCHASE

    def prompt(self, p: Cash, seat: int) -> str:
        return "buy-bluff" if len(p.hands[seat]) < HAND_LIMIT else "buy-bluff.full"

    def take(self, p: Cash, seat: int, action: a.Buy | a.Decline, dealer: Dealer) -> None:
        if isinstance(action, a.Decline):
            dealer.tell(e.Declined(seat))
            return
        pay_pot(p, seat, PRICE)
        dealer.tell(e.BoughtBluff(seat))
        dealer.whisper(seat, e.YouDrew(take_top(p, seat)))
        if len(p.hands[seat]) > HAND_LIMIT:
            p.then(DiscardBluff(seat))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return refusal(self.rule, action)


@per_process(256)
def discards(hand: tuple[str, ...]) -> Choices:
    return Choices(map(a.Discard, dict.fromkeys(hand)))


class DiscardBluff(Decision[Cash, a.Discard], frozen=True, tag="discard-bluff"):
    rule = "cash-and-run/bluff.swap"
    binding = True

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return discards(p.hands[seat])

    def take(self, p: Cash, seat: int, action: a.Discard, dealer: Dealer) -> None:
        from_hand(p, seat, action.card)
        put_under(p, seat, "put", (action.card,))
        dealer.tell(e.Discarded(seat))
        dealer.whisper(seat, e.YouPut(action.card))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Discard):
            return Refused(self.rule, "not-in-hand")
        return Refused("cash-and-run/bluff.limit", "must-discard")


# ---- 4. win the pot


def land_pot(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    """The pot is played for, where there is one. [pot.empty]"""
    symbol = PLAYED[space]
    if not p.pot:
        dealer.tell(e.Nothing(seat, "empty-pot"))
    elif len(POT_PICKS[symbol]) > 1:
        p.then(PotGame(seat, symbol))
    else:
        play_for_pot(p, seat, symbol, POT_PICKS[symbol][0], dealer)


def play_for_pot(p: Cash, seat: int, symbol: str, pick: str, dealer: Dealer) -> None:
    """All of the pot, or nothing. [pot.lost]"""
    dealer.tell(e.Picked(seat, pick))
    if GAMBLE[symbol](seat, dealer) in PICKS[symbol][pick].on:
        dealer.tell(e.PotWon(seat, pay_from_pot(p, seat, p.pot)))
    else:
        dealer.tell(e.PotLost(seat, p.pot))


class PotGame(Decision[Cash, a.Pick], frozen=True, tag="pot-game"):
    rule = "cash-and-run/pot.games"

    seat: Seat
    symbol: Term

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return POT_OFFERS[self.symbol]

    def prompt(self, p: Cash, seat: int) -> str:
        return f"pot-game.{self.symbol}"

    def take(self, p: Cash, seat: int, action: a.Pick, dealer: Dealer) -> None:
        play_for_pot(p, seat, self.symbol, action.pick, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return Refused(self.rule, "not-this-game")


# ---- 5. all play


def land_all_play(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    """Everybody plays; the highest is paid by the bank, or by the lowest where the bank is short.

    [all-play.win] [all-play.short] [all-play.no-bluff]
    """
    symbol = PLAYED[space]
    dealer.tell(e.AllPlays(seat, symbol))
    everybody = p.playing
    while True:
        results = contest(everybody, symbol, dealer)
        top, bottom = max(results.values()), min(results.values())
        if top != bottom:
            break
        dealer.tell(e.Tied(everybody))
    winner = decide(tuple([s for s in everybody if results[s] == top]), symbol, max, dealer)
    if p.bank >= ALL_PLAY:
        dealer.tell(e.AllPlayWon(winner, pay_from_bank(p, winner, ALL_PLAY)))
        return
    lowest = decide(tuple([s for s in everybody if results[s] == bottom]), symbol, min, dealer)
    paid = pay_from_bank(p, winner, ALL_PLAY)
    dealer.tell(e.AllPlayWon(winner, paid))
    dealer.tell(e.BankShort(lowest, winner, ALL_PLAY - paid))
    p.then(Debt(lowest, winner, ALL_PLAY - paid))


def decide(seats: tuple[int, ...], symbol: str, best: Callable[[Iterable[int]], int], dealer: Dealer) -> int:
    """The tied seats play again, and those of them that tie again, until one is left. [all-play.ties]"""
    while len(seats) > 1:
        dealer.tell(e.Tied(seats))
        results = contest(seats, symbol, dealer)
        wanted = best(results.values())
        seats = tuple([s for s in seats if results[s] == wanted])
    return seats[0]


# ---- 6. Grand Slam

SLAM_GAMES = (("dice", "even"), ("cards", "red"), ("roulette", "odd"))
"""Step by step, what has to come."""


def land_slam(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    """Three steps to a million, where the bank has anything. [grand-slam.short]"""
    if p.bank:
        p.then(slam(p, seat, 0))
    else:
        dealer.tell(e.Nothing(seat, "empty-bank"))


def slam(p: Cash, seat: int, won: int) -> GrandSlam:
    """The next step of the ladder, with what the bank can pay for it."""
    return GrandSlam(seat, won, min(SLAM[won], p.bank), min(SLAM[won + 1], p.bank))


class GrandSlam(Decision[Cash, a.Collect | a.Dare], frozen=True, tag="grand-slam"):
    """The money, or the next step. [grand-slam.choice] [grand-slam.loss]"""

    rule = "cash-and-run/grand-slam.steps"

    seat: Seat
    won: int
    """Steps won so far."""
    safe: Money
    """What stopping brings: no more than the bank has."""
    prize: Money
    """What one more step brings: no more than the bank has."""

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return SLAM_OFFERS

    def prompt(self, p: Cash, seat: int) -> str:
        short = "short." if self.prize < SLAM[self.won + 1] else ""
        return f"grand-slam.{short}{SLAM_GAMES[self.won][0]}"

    def take(self, p: Cash, seat: int, action: a.Collect | a.Dare, dealer: Dealer) -> None:
        if isinstance(action, a.Collect):
            dealer.tell(e.SlamPaid(seat, pay_from_bank(p, seat, self.safe)))
            return
        symbol, pick = SLAM_GAMES[self.won]
        if GAMBLE[symbol](seat, dealer) not in PICKS[symbol][pick].on:
            dealer.tell(e.SlamLost(seat))
            end_turn(p)
        elif self.won + 1 < len(SLAM_GAMES):
            dealer.tell(e.SlamStep(seat, self.prize))
            p.then(slam(p, seat, self.won + 1))
        else:
            dealer.tell(e.SlamPaid(seat, pay_from_bank(p, seat, self.prize)))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return Refused(self.rule, "collect-or-dare")


# ---- 7. takeover


def land_takeover(p: Cash, seat: int, space: str, dealer: Dealer) -> None:
    if seat not in p.owners:
        dealer.tell(e.Nothing(seat, "no-casino"))
    elif p.chips[seat] < PRICE:
        dealer.tell(e.Nothing(seat, "too-poor"))
    elif all(owner in (None, seat) for owner in p.owners):
        dealer.tell(e.Nothing(seat, "no-rival"))
    else:
        p.then(Takeover(seat, PLAYED[space]))


@per_process(4096)
def takeovers(symbol: str, casinos: tuple[str, ...]) -> Either:
    return Either(DECLINE, Form(a.Challenge, casino=casinos, pick=TAKEOVER_PICKS[symbol]))


class Takeover(Decision[Cash, a.Challenge | a.Decline], frozen=True, tag="takeover"):
    rule = "cash-and-run/takeover.challenge"
    binding = True

    seat: Seat
    symbol: Term

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Offers:
        targets = [c for c, owner in zip(CASINOS, p.owners, strict=True) if owner is not None and owner != seat]
        return takeovers(self.symbol, tuple(targets))

    def prompt(self, p: Cash, seat: int) -> str:
        return f"takeover.{self.symbol}"

    def take(self, p: Cash, seat: int, action: a.Challenge | a.Decline, dealer: Dealer) -> None:
        if isinstance(action, a.Decline):
            dealer.tell(e.Declined(seat))
            return
        host = p.owner(action.casino)
        assert host is not None
        pay_pot(p, seat, PRICE)
        dealer.tell(e.Challenged(seat, host, action.casino, action.pick))
        p.then(Play(Wager(seat, host, action.casino, self.symbol, action.pick, 0)))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Challenge):
            if action.pick not in TAKEOVER_PICKS[self.symbol]:
                return Refused("cash-and-run/takeover.games", "not-this-game")
            owner = p.owner(action.casino) if action.casino in AT else None
            if owner == seat:
                return Refused("cash-and-run/takeover.target", "your-own-casino")
            return Refused("cash-and-run/takeover.target", "nobodys-casino")
        return refusal(self.rule, action)


LANDING = {
    "corner": land_corner,
    "casino": land_casino,
    "bluff": land_bluff,
    "pot": land_pot,
    "all-play": land_all_play,
    "grand-slam": land_slam,
    "takeover": land_takeover,
}
DECLINE = Choices((a.Decline(),))
JUMPS = Choices((a.Decline(), *(a.Go(space) for space, kind in zip(SPACES, KIND, strict=True) if kind != "corner")))
POT_OFFERS = {symbol: Choices(map(a.Pick, picks)) for symbol, picks in POT_PICKS.items()}
SLAM_OFFERS = Choices((a.Collect(), a.Dare()))
