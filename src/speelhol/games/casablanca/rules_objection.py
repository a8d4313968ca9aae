"""Influence: objections clockwise, standing by an action or not, and the bidding that decides between two players.

An announced action lies in `p.deed`. These steps leave it there if it stands and take it away if it is blocked.
"""

from __future__ import annotations

from ...kernel import Action, Choices, Dealer, Decision, Either, Form, Offers, Random, Refused, Seat, put
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import ledger
from .actions import Deed
from .table import EXACT, NUMBER, UNIT, Casablanca

LONGEST = 8


class Mostly(Choices):
    """Choices of which the first is the usual one."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        return self[0] if rng.random() < 0.85 else super().sample(rng)


ALLOW, OBJECT, FIGHT, WITHDRAW = a.Allow(), a.Object(), a.Fight(), a.Withdraw()
GIVE_UP, MEET, YIELD = a.GiveUp(), a.Meet(), a.Yield()
OBJECTIONS, STANDS = Mostly((ALLOW, OBJECT)), Choices((FIGHT, WITHDRAW))
ANSWERS, ONLY_YIELD, ONLY_GIVE_UP = Mostly((MEET, YIELD)), Choices((YIELD,)), Choices((GIVE_UP,))


def deed_of(p: Casablanca) -> Deed:
    assert p.deed is not None
    return p.deed


def stake(p: Casablanca, seat: int) -> int:
    """What a seat has on the agent that wants to act. [objection.striker]"""
    deed = p.deed
    assert deed is not None
    return p.bribes[seat][NUMBER[deed.agent]]


# ---- who objects?


def ask_next(p: Casablanca) -> None:
    """The next player clockwise may object; if none is left, the action stands."""
    if p.queue:
        seat = p.queue[0]
        p.queue = p.queue[1:]
        p.then(MAY_OBJECT[seat])


class MayObject(Decision[Casablanca, a.Allow | a.Object], frozen=True, tag="may-object"):
    """Whether the next one objects, with money there or without. [objection.bluff]"""

    seat: Seat
    rule = "casablanca/objection.order"
    binding = True

    def who(self, p: Casablanca) -> int:
        return self.seat

    def offers(self, p: Casablanca, seat: int) -> Choices:
        return OBJECTIONS

    def prompt(self, p: Casablanca, seat: int) -> str:
        said = "may-object.agent" if p.agent_game else "may-object"
        return said if stake(p, seat) else said + ".nothing"

    def take(self, p: Casablanca, seat: int, action: a.Allow | a.Object, dealer: Dealer) -> None:
        if type(action) is a.Object:
            dealer.tell(e.Objected(seat))
            p.then(STAND[seat])
        else:
            ask_next(p)


class Stand(Decision[Casablanca, a.Fight | a.Withdraw], frozen=True, tag="stand"):
    objector: Seat
    rule = "casablanca/objection.withdraw"
    binding = True

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Choices:
        return STANDS

    def prompt(self, p: Casablanca, seat: int) -> str:
        said = "stand.agent" if p.agent_game else "stand"
        return said if stake(p, seat) else said + ".nothing"

    def take(self, p: Casablanca, seat: int, action: a.Fight | a.Withdraw, dealer: Dealer) -> None:
        if type(action) is a.Fight:
            dealer.tell(e.Fought(seat))
            p.then(RAISE[self.objector])
        else:
            dealer.tell(e.Withdrew(seat))
            block(p)


def block(p: Casablanca) -> None:
    """The action is off, and can't be tried again this turn. [blocked.success] [blocked.final]"""
    deed = deed_of(p)
    p.barred += (deed if p.rules >= EXACT else deed.agent,)
    p.deed = None
    p.queue = ()
    p.bid = 0


# ---- bidding


@per_process(8192)
def raises(bid: int, most: int) -> Offers:
    """Any higher sum up to what one has paid, or no more. [bid.begin] [bid.stop] [agent.opening-bid]"""
    return Either(ONLY_GIVE_UP, Form(a.Bid, amount=range(bid + UNIT, most + 1, UNIT)))


class Raise(Decision[Casablanca, a.Bid | a.GiveUp], frozen=True, tag="raise"):
    """The objector names a sum aloud, which costs nothing. [bid.aloud] [bid.kept]"""

    objector: Seat
    rule = "casablanca/bid.step"
    binding = True

    def who(self, p: Casablanca) -> int:
        return self.objector

    def offers(self, p: Casablanca, seat: int) -> Offers:
        return raises(p.bid, stake(p, seat))

    def prompt(self, p: Casablanca, seat: int) -> str:
        said = "raise.no-more" if stake(p, seat) <= p.bid else "raise" if p.bid else "raise.first"
        return said + ".agent" if p.agent_game else said

    def take(self, p: Casablanca, seat: int, action: a.Bid | a.GiveUp, dealer: Dealer) -> None:
        if type(action) is a.Bid:
            dealer.tell(e.Named(seat, action.amount))
            ledger.hear(p, seat, NUMBER[deed_of(p).agent], action.amount)
            p.bid = action.amount
            p.then(ANSWER[seat])
        else:
            dealer.tell(e.GaveUp(seat))
            fail(p, seat, dealer)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bid):
            if action.amount <= p.bid or action.amount % UNIT:
                return Refused(self.rule, "bid-in-hundreds", least=p.bid + UNIT)
            return Refused("casablanca/bid.truth", "more-than-you-paid", stake=stake(p, seat))
        return Refused(self.rule, "not-offered")


class Answer(Decision[Casablanca, a.Meet | a.Yield], frozen=True, tag="answer"):
    objector: Seat
    rule = "casablanca/bid.meet"
    binding = True

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Choices:
        return ANSWERS if stake(p, seat) >= p.bid else ONLY_YIELD

    def prompt(self, p: Casablanca, seat: int) -> str:
        said = "answer.agent" if p.agent_game else "answer"
        return said if stake(p, seat) >= p.bid else said + ".short"

    def take(self, p: Casablanca, seat: int, action: a.Meet | a.Yield, dealer: Dealer) -> None:
        if type(action) is a.Meet:
            dealer.tell(e.Met(seat, p.bid))
            ledger.hear(p, seat, NUMBER[deed_of(p).agent], p.bid)
            p.then(RAISE[self.objector])
        else:
            dealer.tell(e.Yielded(seat, self.objector))
            block(p)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Meet):
            return Refused("casablanca/bid.truth", "more-than-you-paid", stake=stake(p, seat))
        if isinstance(action, a.Bid):
            return Refused(self.rule, "only-meet")
        return Refused(self.rule, "not-offered")


def fail(p: Casablanca, objector: int, dealer: Dealer) -> None:
    """The objection has failed; in the variant it costs the objector a turn. The next player may object.

    [failed.equal] [failed.next] [failed.free] [agent.failed]
    """
    p.bid = 0
    if p.agent_game:
        p.down = put(p.down, objector, True)
        dealer.tell(e.FaceDown(objector))
    ask_next(p)


MAY_OBJECT = tuple(MayObject(seat) for seat in range(LONGEST))
STAND = tuple(Stand(seat) for seat in range(LONGEST))
RAISE = tuple(Raise(seat) for seat in range(LONGEST))
ANSWER = tuple(Answer(seat) for seat in range(LONGEST))
