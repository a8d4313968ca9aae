"""The game in the rulebook's order: getting ready; turns of bribing, moving, striking; the case; the variant."""

from __future__ import annotations

from ...kernel import (
    Action,
    Choices,
    Dealer,
    Decision,
    Offers,
    Refused,
    Step,
    put,
)
from ...kernel.cache import per_process
from . import actions as a
from . import events as e
from . import ledger
from . import rules_bribing as b
from . import table as t
from .rules_deeds import Turns, can_strike, homeward, left, moves, strikes
from .rules_end import SAFETY_STOP, CaseDelivered, CaseHome
from .rules_objection import ask_next, deed_of
from .table import (
    AGENTS,
    BLOW,
    CARRIERS,
    EXACT,
    HEADQUARTERS,
    HOME,
    NUMBER,
    STREETS,
    Casablanca,
    last_turn,
)

AFTER = {n: tuple(tuple((seat + i) % n for i in range(1, n)) for seat in range(n)) for n in range(2, 9)}
"""By number of seats and seat: the others, clockwise."""


def setup(seats: int, options: t.CasablancaOptions, rules: int) -> Casablanca:
    """A match before anything is laid out. [aim.case] [aim.winner]"""
    return Casablanca(seats, options, rules, (SET_UP,))


# ---- getting ready


class SetUp(Step[Casablanca], frozen=True, tag="set-up"):
    """The agents at home, the case in the bazaar, everybody's money; the lot says who begins.

    [setup.agents] [setup.case] [setup.capital] [setup.start]
    """

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        ledger.open_ledgers(p)
        p.places = tuple(HOME.values())
        p.player = dealer.draw(p.seats)
        if p.agent_game:
            p.quarters = (None,) * p.seats
            p.down = (False,) * p.seats
            dealer.tell(e.Chooses(p.player))
            p.then(QUARTERS)
        else:
            dealer.tell(e.Begins(p.player))
            p.then(b.OPEN_BRIBES, TURN)


# ---- the turn


class Turn(Step[Casablanca], frozen=True, tag="turn"):
    def run(self, p: Casablanca, dealer: Dealer) -> None:
        if p.turn >= last_turn(p.seats, p.rules):
            p.then(SAFETY_STOP)
            return
        p.turn += 1
        if p.agent_game and p.down[p.player]:
            p.down = put(p.down, p.player, False)
            dealer.tell(e.FaceUp(p.player))
            p.then(NEXT_TURN)
        else:
            p.then(ACT, NEXT_TURN)


class NextTurn(Step[Casablanca], frozen=True, tag="next-turn"):
    def run(self, p: Casablanca, dealer: Dealer) -> None:
        p.player = (p.player + 1) % p.seats
        p.barred = ()
        p.then(TURN)


class Act(Decision[Casablanca, a.Bribe | a.Move | a.Strike | a.Rest], frozen=True, tag="act"):
    """What a player does in a turn, or leaves be. [turn.rest]"""

    rule = "casablanca/turn.one"

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Offers:
        steps: list[a.Move] = []
        carries: tuple[a.Move, ...] = ()
        places, barred, case = p.places, p.barred, p.case
        quarter = p.quarters[seat] if p.quarters else None
        for agent, place in zip(AGENTS, places, strict=True):
            if place is None:
                continue
            if place == case:
                steps += moves(agent, place, True)
                carries += homeward(agent, place, quarter or HOME[agent])
            else:
                steps += moves(agent, place, False)
        blows = strikes(p, seat)
        if barred:
            steps, blows, carries = left(p, steps), left(p, blows), tuple(left(p, carries))
        parts: tuple[Offers, ...] = (Choices(steps), ONLY_REST)
        if blows:
            parts += (Choices(blows),)
        if not barred and p.capital[seat]:
            living = AGENTS if None not in places else tuple([a for i, a in enumerate(AGENTS) if places[i] is not None])
            parts += (b.bribes(living, p.capital[seat], p.agent_game),)
        return Turns(carries, *parts)

    def prompt(self, p: Casablanca, seat: int) -> str:
        """By what is offered: `broke` where nothing is left to bribe with, `strike` where somebody can be struck."""
        said = "act.agent" if p.agent_game else "act"
        if p.barred:
            said += ".again"
        elif not p.capital[seat]:
            said += ".broke"
        return said + ".strike" if can_strike(p, seat) else said

    def take(self, p: Casablanca, seat: int, action: a.Bribe | a.Move | a.Strike | a.Rest, dealer: Dealer) -> None:
        if type(action) is a.Bribe:
            dealer.tell(e.Bribed(seat))
            b.write(p, seat, action, dealer)
        elif type(action) is a.Rest:
            dealer.tell(e.Rested(seat))
        elif type(action) is a.Move:
            dealer.tell(e.WantsMove(seat, action.agent, action.to, action.case))
            announce(p, seat, action)
        elif type(action) is a.Strike:
            dealer.tell(e.WantsStrike(seat, action.agent, action.victim))
            ledger.hear(p, seat, NUMBER[action.agent], BLOW)
            announce(p, seat, action)

    def binds(self, action: Action, rules: int) -> bool:
        """What is announced was heard; what is written in secret was not."""
        return rules >= EXACT and isinstance(action, a.Move | a.Strike)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Bribe):
            if p.barred:
                return Refused("casablanca/blocked.bribe", "no-bribe-now")
            refused = b.refuse_bribe(p, seat, action)
            if refused is None and p.agent_game and len(action.sums) > 1:
                return Refused("casablanca/agent.bribe", "one-agent")
            return refused or Refused("casablanca/bribe.unit", "in-hundreds")
        if isinstance(action, a.Move):
            return refuse_agent(p, action) or refuse_move(p, action)
        if isinstance(action, a.Strike):
            return refuse_agent(p, action) or refuse_strike(p, seat, action)
        return Refused(self.rule, "not-offered")


def refuse_agent(p: Casablanca, deed: a.Deed) -> Refused | None:
    """Why this agent may not act at all, or not so."""
    agent = deed.agent
    if agent not in NUMBER:
        return Refused("casablanca/turn.anyone", "no-such-agent")
    if p.places[NUMBER[agent]] is None:
        return Refused("casablanca/strike.removed", "agent-gone")
    if p.bars(deed):
        return Refused("casablanca/blocked.same", "deed-blocked" if p.rules >= EXACT else "agent-blocked")
    return None


def announce(p: Casablanca, seat: int, deed: a.Deed) -> None:
    """Say it first; the others may object, clockwise; then see what became of it.

    [objection.announce] [objection.binds] [objection.order] [agent.silent]
    """
    p.deed = deed
    p.queue = AFTER[p.seats][seat]
    if p.down:
        p.queue = tuple([other for other in p.queue if not p.down[other]])
    p.then(OUTCOME)
    ask_next(p)


class Outcome(Step[Casablanca], frozen=True, tag="outcome"):
    """The objections are over: the action is carried out, or it was blocked. [blocked.again] [agent.blocked]"""

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        if p.deed is not None:
            carry_out(p, dealer)
        elif not p.agent_game and may_try_more(p):
            p.then(ACT)


def may_try_more(p: Casablanca) -> bool:
    """Some agent has a move left. Strikes are not looked at: who may strike is a secret."""
    return any(
        left(p, moves(agent, place, place == p.case))
        for agent, place in zip(AGENTS, p.places, strict=True)
        if place is not None
    )


def carry_out(p: Casablanca, dealer: Dealer) -> None:
    deed = deed_of(p)
    p.deed = None
    if isinstance(deed, a.Move):
        move(p, deed, dealer)
    else:
        hit(p, deed, dealer)


# ---- 2. moving, and the black case


def refuse_move(p: Casablanca, action: a.Move) -> Refused:
    place = p.places[NUMBER[action.agent]]
    assert place is not None
    if action.to not in STREETS[place]:
        return Refused("casablanca/move.streets", "no-street")
    return Refused("casablanca/case.take", "case-elsewhere")


def move(p: Casablanca, deed: a.Move, dealer: Dealer) -> None:
    """The agent walks, and may carry the case; perhaps it is home now.

    [case.place] [case.carriers] [case.one-carrier] [case.last] [end.home] [agent.carriers] [agent.stranger]
    """
    agent, to = deed.agent, deed.to
    p.places = put(p.places, NUMBER[agent], to)
    dealer.tell(e.Moved(agent, to, deed.case))
    if not deed.case:
        return
    p.case = to
    if agent not in p.carriers:
        p.carriers = tuple(one for one in AGENTS if one == agent or one in p.carriers)
    if p.agent_game:
        if to == p.quarters[p.player]:
            dealer.tell(e.Home(p.player, agent, to))
            p.then(CaseDelivered(p.player))
    elif to == HOME[agent]:
        if len(p.carriers) >= CARRIERS or sum(place is not None for place in p.places) == 1:
            dealer.tell(e.Home(p.player, agent, to))
            p.then(CaseHome(agent, p.player))
        else:
            dealer.tell(e.OneCarrier(agent))


# ---- 3. striking


def refuse_strike(p: Casablanca, seat: int, action: a.Strike) -> Refused:
    striker, victim = NUMBER[action.agent], NUMBER.get(action.victim)
    if victim is None:
        return Refused("casablanca/turn.anyone", "no-such-agent")
    if p.places[victim] is None:
        return Refused("casablanca/strike.removed", "agent-gone")
    if striker == victim:
        return Refused("casablanca/strike.place", "not-itself")
    if p.places[striker] != p.places[victim]:
        return Refused("casablanca/strike.place", "not-together")
    return Refused("casablanca/strike.price", "thousand-needed", stake=p.bribes[seat][striker])


def hit(p: Casablanca, deed: a.Strike, dealer: Dealer) -> None:
    victim = NUMBER[deed.victim]
    ledger.pay_blow(p, p.player, NUMBER[deed.agent])
    p.places = put(p.places, victim, None)
    dealer.tell(e.Struck(deed.agent, deed.victim))
    for seat, amount in enumerate(ledger.lose(p, victim)):
        dealer.tell(e.Lost(seat, deed.victim, amount))


# ---- the variant: everybody has a headquarters


@per_process()
def free_quarters(taken: tuple[str | None, ...]) -> Choices:
    return Choices(a.Settle(place) for place in HEADQUARTERS if place not in taken)


class Quarters(Step[Casablanca], frozen=True, tag="quarters"):
    """Asks one seat after another, unless everybody knows that only one headquarters is left. [agent.first]"""

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        if None not in p.quarters:
            first = next(place for place in HEADQUARTERS if place in p.quarters)
            p.player = p.quarters.index(first)
            dealer.tell(e.Starts(p.player))
            p.then(TURN)
            return
        p.then(QUARTERS)
        offers = free_quarters(p.quarters)
        if len(offers) > 1:
            p.then(CHOOSE_QUARTER)
        else:
            (only,) = offers
            assert isinstance(only, a.Settle)
            settle(p, p.player, only, dealer)


def settle(p: Casablanca, seat: int, action: a.Settle, dealer: Dealer) -> None:
    p.quarters = put(p.quarters, seat, action.place)
    dealer.tell(e.Settled(seat, action.place))
    p.player = (seat + 1) % p.seats


class ChooseQuarter(Decision[Casablanca, a.Settle], frozen=True, tag="choose-quarter"):
    rule = "casablanca/agent.quarters"

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Choices:
        return free_quarters(p.quarters)

    def take(self, p: Casablanca, seat: int, action: a.Settle, dealer: Dealer) -> None:
        settle(p, seat, action, dealer)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, a.Settle):
            return Refused(self.rule, "taken" if action.place in HEADQUARTERS else "no-headquarters")
        return Refused(self.rule, "not-offered")


ONLY_REST = Choices((a.Rest(),))
SET_UP, TURN, NEXT_TURN, ACT, OUTCOME = SetUp(), Turn(), NextTurn(), Act(), Outcome()
QUARTERS, CHOOSE_QUARTER = Quarters(), ChooseQuarter()
