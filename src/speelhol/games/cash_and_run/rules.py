"""Set-up, the turn, and the Cash & Run lap. The spaces, games between two, and auctions have modules of their own."""

from __future__ import annotations

from typing import Any

from ...kernel import Action, Choices, Dealer, Decision, Random, Refused, Sealed, Seat, Step, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from .gambling import SUITS, pull
from .holdings import advance_lap, finish, take_top, worth
from .rules_auction import put_up
from .rules_casino import Leaning, refusal
from .rules_spaces import land
from .table import (
    AT,
    CASINOS,
    DECK,
    LAP,
    MOST,
    PLACE,
    ROUNDS,
    SPACES,
    START_CHIPS,
    TOTAL,
    Cash,
    CashOptions,
    Lap,
    combinations_in,
    nearest_corner,
)


def setup(seats: int, options: CashOptions, rules: int) -> Cash:
    return Cash(seats, options, rules, (SET_UP,))


# ---- set-up


class SetUp(Step[Cash], frozen=True, tag="set-up"):
    """Chips, casinos and bluff cards for everybody; the rest is bank, supply and stack.

    [set-up.chips] [set-up.casinos] [set-up.bluff-card] [bluff.cards]
    """

    def run(self, p: Cash, dealer: Dealer) -> None:
        seats = range(p.seats)
        p.chips = (START_CHIPS,) * p.seats
        p.bank = TOTAL - sum(p.chips)
        p.pawns = p.laps = (None,) * p.seats
        each = 2 if p.options.casinos == "two" else 1
        casinos = dealer.shuffled(CASINOS)
        owners: list[int | None] = [None] * len(CASINOS)
        for i, casino in enumerate(casinos[: each * p.seats]):
            owners[AT[casino]] = i // each
        p.owners = tuple(owners)
        p.stack = tuple(dealer.shuffled(DECK))
        p.hands = ((),) * p.seats
        for seat in seats:
            card = take_top(p, seat)
            dealer.whisper(seat, e.Dealt(p.casinos_of(seat), card))
        if each == 1:  # everybody's pawn has one place to go, and everybody knows it
            place_pawns(p, [p.casinos_of(seat)[0] for seat in seats], dealer)
            p.then(FIRST_PLAYER)
        else:
            p.then(CHOOSE_START, FIRST_PLAYER)


@per_process()
def starts(casinos: tuple[str, ...]) -> Choices:
    return Choices(map(a.Start, casinos))


class ChooseStart(Sealed[Cash], frozen=True, tag="choose-start"):
    """Casino cards are still face down: nobody knows where the others can begin."""

    rule = "cash-and-run/set-up.pawn"

    def who(self, p: Cash) -> tuple[int, ...]:
        return tuple(range(p.seats))

    def offers(self, p: Cash, seat: int) -> Choices:
        return starts(p.casinos_of(seat))

    def take(self, p: Cash, answers: tuple[a.Start, ...], dealer: Dealer) -> None:
        place_pawns(p, [answer.casino for answer in answers], dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Start):
            return Refused(self.rule, "not-your-casino")
        return Refused(self.rule, "not-offered")


def place_pawns(p: Cash, casinos: list[str], dealer: Dealer) -> None:
    """The pawns stand, and from now on all casino cards lie open. [set-up.open]"""
    p.pawns = tuple([PLACE[casino] for casino in casinos])
    for seat, casino in enumerate(casinos):
        dealer.tell(e.Opened(seat, p.casinos_of(seat), casino))


class FirstPlayer(Step[Cash], frozen=True, tag="first-player"):
    """The highest roll begins; whoever ties rolls again. [set-up.first]"""

    def run(self, p: Cash, dealer: Dealer) -> None:
        seats = list(range(p.seats))
        while len(seats) > 1:
            totals = {}
            for seat in seats:
                totals[seat] = 2 + dealer.draw(6) + dealer.draw(6)
                dealer.tell(e.RolledFirst(seat, totals[seat]))
            best = max(totals.values())
            seats = [seat for seat in seats if totals[seat] == best]
        p.first = seats[0]
        dealer.tell(e.Begins(p.first))
        p.then(NEXT_TURN)


# ---- the turn


class NextTurn(Step[Cash], frozen=True, tag="next-turn"):
    """Lies at the bottom of the agenda as long as the match goes on."""

    def run(self, p: Cash, dealer: Dealer) -> None:
        n, first = p.seats, p.first
        if p.turn < 0:
            seat, new_round = first, True
        else:
            seat = (p.turn + 1) % n
            new_round = seat == first
            while seat in p.out:
                seat = (seat + 1) % n
                new_round = new_round or seat == first
        if new_round:
            if p.round == ROUNDS:
                stop(p, dealer)
                return
            p.round += 1
        p.turn = seat
        dealer.tell(e.TurnBegan(seat, p.round))
        p.then(START_TURN[seat], NEXT_TURN)


def stop(p: Cash, dealer: Dealer) -> None:
    """The safety stop: what everybody has is counted. [end.stop]"""
    most = max(worth(p, seat) for seat in p.playing)
    finish(p, tuple([seat for seat in p.playing if worth(p, seat) == most]), "stop", dealer)


class TurnOffers(Choices):
    """What a turn can begin with. Random play announces when it can, else mostly rolls, and rarely auctions."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        return self[0] if rng.random() < 0.96 else super().sample(rng)


@per_process(8192)
def turns(casinos: tuple[str, ...], announce: bool, auction: bool) -> TurnOffers:
    return TurnOffers((*((a.Announce(),) if announce else ()), a.Roll(), *(map(a.Offer, casinos) if auction else ())))


def may_auction(p: Cash, seat: int) -> bool:
    """Of free will, at the start of a turn: not while anybody runs, unless the chips are gone."""
    return not p.chips[seat] or not any(p.laps)


class StartTurn(Decision[Cash, Any], frozen=True, tag="start-turn"):
    rule = "cash-and-run/turn.start"
    binding = True

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> TurnOffers:
        casinos = p.casinos_of(seat)
        announce = p.laps[seat] is None and bool(combinations_in(p.seats, casinos))
        return turns(casinos, announce, may_auction(p, seat))

    def prompt(self, p: Cash, seat: int) -> str:
        casinos = p.casinos_of(seat)
        ready = ".ready" if combinations_in(p.seats, casinos) else ""
        running = p.laps[seat] is not None
        sells = bool(casinos) and may_auction(p, seat)
        return f"start-turn{'.running' if running else ready}{'.auction' if sells else ''}"

    def take(self, p: Cash, seat: int, action: a.Announce | a.Roll | a.Offer, dealer: Dealer) -> None:
        if isinstance(action, a.Roll):
            roll(p, seat, dealer)
        elif isinstance(action, a.Announce):
            announce(p, seat, dealer)
        else:
            p.then(self)
            put_up(p, seat, action.casino, None, 0, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Announce):
            if p.laps[seat] is not None:
                return Refused("cash-and-run/lap.announce", "already-running")
            return Refused(GOAL[p.seats], "no-combination")
        if isinstance(action, a.Offer):
            if action.casino not in p.casinos_of(seat):
                return Refused("cash-and-run/auction.voluntary", "not-your-casino")
            return Refused("cash-and-run/lap.auctions", "no-auction-in-lap")
        if isinstance(action, a.Stop):
            return Refused("cash-and-run/turn.roll", "must-roll")
        return Refused(self.rule, "not-offered")


def roll(p: Cash, seat: int, dealer: Dealer) -> None:
    """Two dice, and the pawn goes on; a runner may be home before anything else happens. [lap.finish] [lap.no-extra]"""
    first, second = 1 + dealer.draw(6), 1 + dealer.draw(6)
    place = p.pawns[seat]
    assert place is not None
    place = (place + first + second) % LAP
    p.pawns = put(p.pawns, seat, place)
    dealer.tell(e.Rolled(seat, first, second, SPACES[place]))
    if p.laps[seat] is None:
        p.again = first == second
    else:
        gone = advance_lap(p, seat, first + second)
        dealer.tell(e.LapWent(seat, max(0, LAP - gone)))
        if gone >= LAP:
            finish(p, (seat,), "lap", dealer)
            return
    p.then(AFTER_ROLL[seat])
    land(p, seat, dealer)


class AfterRoll(Step[Cash], frozen=True, tag="after-roll"):
    """Once the space has been dealt with: a double, or an own casino, earns one more roll. [lap.lost-roll]"""

    seat: Seat

    def run(self, p: Cash, dealer: Dealer) -> None:
        if p.again:
            p.again = False
            p.then(ROLL_AGAIN[self.seat])


class RollAgain(Decision[Cash, a.Roll | a.Stop], frozen=True, tag="roll-again"):
    rule = "cash-and-run/turn.again"

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return ROLL_OR_STOP

    def take(self, p: Cash, seat: int, action: a.Roll | a.Stop, dealer: Dealer) -> None:
        if isinstance(action, a.Roll):
            roll(p, seat, dealer)
        else:
            dealer.tell(e.Stopped(seat))

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        return refusal(self.rule, action)


# ---- the Cash & Run lap


def announce(p: Cash, seat: int, dealer: Dealer) -> None:
    """A spade holds one back; with any other card the pawn goes to the nearest corner.

    [lap.spade] [lap.corner] [lap.several]
    """
    dealer.tell(e.Announced(seat))
    if pull(seat, dealer) // 13 == SUITS.index("spades"):
        dealer.tell(e.HeldBack(seat))
        return
    p.pawns = put(p.pawns, seat, nearest_corner(p.pawns[seat] or 0))
    found = combinations_in(p.seats, p.casinos_of(seat))
    if len(found) > 1:
        p.then(LAY_OUT[seat])
    else:
        begin_lap(p, seat, found[0], dealer)


def begin_lap(p: Cash, seat: int, casinos: tuple[str, ...], dealer: Dealer) -> None:
    corner = SPACES[p.pawns[seat] or 0]
    p.laps = put(p.laps, seat, Lap(corner, 0, casinos))
    dealer.tell(e.LapBegan(seat, corner, casinos))


@per_process(4096)
def layouts(seats: int, casinos: tuple[str, ...]) -> Choices:
    return Choices(map(a.LayOut, combinations_in(seats, casinos)))


class ChooseCombination(Decision[Cash, a.LayOut], frozen=True, tag="choose-combination"):
    """Whoever owns more than one winning combination says which one counts."""

    rule = "cash-and-run/lap.combination"
    binding = True

    seat: Seat

    def who(self, p: Cash) -> int:
        return self.seat

    def offers(self, p: Cash, seat: int) -> Choices:
        return layouts(p.seats, p.casinos_of(seat))

    def take(self, p: Cash, seat: int, action: a.LayOut, dealer: Dealer) -> None:
        begin_lap(p, seat, action.casinos, dealer)

    def refuse(self, p: Cash, seat: int, action: Action) -> Refused:
        if isinstance(action, a.LayOut) and not set(action.casinos) <= set(p.casinos_of(seat)):
            return Refused(self.rule, "not-your-casino")
        return Refused(GOAL[p.seats], "not-a-combination")


GOAL = {3: "cash-and-run/goal.three", **dict.fromkeys((4, 5, 6), "cash-and-run/goal.more")}
ROLL_OR_STOP = Leaning((a.Roll(), a.Stop()))
SET_UP, CHOOSE_START, FIRST_PLAYER, NEXT_TURN = SetUp(), ChooseStart(), FirstPlayer(), NextTurn()
START_TURN, AFTER_ROLL, ROLL_AGAIN, LAY_OUT = (
    [kind(seat) for seat in range(MOST)] for kind in (StartTurn, AfterRoll, RollAgain, ChooseCombination)
)
