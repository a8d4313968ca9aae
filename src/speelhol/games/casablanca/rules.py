"""The game in the rulebook's order: getting ready; turns of bribing, moving, striking; the case; the variant."""

from __future__ import annotations

from ...kernel import (
    Action,
    Choices,
    Dealer,
    Decision,
    Either,
    Offers,
    Random,
    Refused,
    Step,
    put,
)
from ...kernel.cache import per_process
from . import actions as act
from . import events as e
from . import ledger
from . import rules_bribing as b
from . import table as t
from .rules_end import SAFETY_STOP, CaseDelivered, CaseHome
from .rules_objection import ask_next, deed_of
from .table import (
    AGENTS,
    BLOW,
    CARRIERS,
    DISTANCE,
    HEADQUARTERS,
    HOME,
    LAST_TURN,
    NUMBER,
    STREETS,
    Casablanca,
)

AFTER = {n: tuple(tuple((seat + i) % n for i in range(1, n)) for seat in range(n)) for n in range(2, 9)}
"""By number of seats and seat: the others, clockwise."""


def setup(seats: int, options: t.CasablancaOptions, rules: int) -> Casablanca:
    return Casablanca(seats, options, rules, (SET_UP,))


# ---- getting ready


class SetUp(Step[Casablanca], frozen=True, tag="set-up"):
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
        if p.turn == LAST_TURN:
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


class Turns(Either):
    """All that a player may do in a turn. Its sample often carries the case homeward, so that matches end."""

    __slots__ = ("homeward",)

    def __init__(self, homeward: tuple[act.Move, ...], *parts: Offers) -> None:
        """No part is empty: the moves first, then what else there is."""
        self.parts = parts
        self.homeward = homeward

    def sample(self, rng: Random) -> Action:
        chance = rng.random()
        if self.homeward and chance < 0.45:
            return self.homeward[int(rng.random() * len(self.homeward))]
        if chance < 0.7:
            return self.parts[0].sample(rng)
        return super().sample(rng)


@per_process()
def moves(agent: str, place: str, case: bool) -> tuple[act.Move, ...]:
    cases = (False, True) if case else (False,)
    return tuple(act.Move(agent, to, with_case) for to in STREETS[place] for with_case in cases)


@per_process()
def homeward(agent: str, place: str, goal: str) -> tuple[act.Move, ...]:
    """The moves that carry the case from here nearer to where it should go."""
    far = DISTANCE[goal]
    return tuple(move for move in moves(agent, place, True) if move.case and far[move.to] < far[place])


@per_process()
def strike(agent: str, victim: str) -> act.Strike:
    return act.Strike(agent, victim)


class Act(Decision[Casablanca, act.Bribe | act.Move | act.Strike | act.Rest], frozen=True, tag="act"):
    rule = "casablanca/turn.one"

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Offers:
        steps: list[Action] = []
        blows: list[Action] = []
        carries: tuple[act.Move, ...] = ()
        places, barred, case = p.places, p.barred, p.case
        quarter = p.quarters[seat] if p.quarters else None
        for agent, place, bribe in zip(AGENTS, places, p.bribes[seat], strict=True):
            if place is None or agent in barred:
                continue
            if place == case:
                steps += moves(agent, place, True)
                carries += homeward(agent, place, quarter or HOME[agent])
            else:
                steps += moves(agent, place, False)
            if bribe >= BLOW and places.count(place) > 1:
                blows += [strike(agent, AGENTS[i]) for i, at in enumerate(places) if at == place and AGENTS[i] != agent]
        parts: tuple[Offers, ...] = (Choices(steps), ONLY_REST)
        if blows:
            parts += (Choices(blows),)
        if not barred and p.capital[seat]:
            living = AGENTS if None not in places else tuple([a for i, a in enumerate(AGENTS) if places[i] is not None])
            parts += (b.bribes(living, p.capital[seat], p.agent_game),)
        return Turns(carries, *parts)

    def prompt(self, p: Casablanca, seat: int) -> str:
        if p.agent_game:
            return "act.agent"
        return "act.again" if p.barred else "act"

    def take(
        self, p: Casablanca, seat: int, action: act.Bribe | act.Move | act.Strike | act.Rest, dealer: Dealer
    ) -> None:
        if type(action) is act.Bribe:
            dealer.tell(e.Bribed(seat))
            b.write(p, seat, action, dealer)
        elif type(action) is act.Rest:
            dealer.tell(e.Rested(seat))
        elif type(action) is act.Move:
            dealer.tell(e.WantsMove(seat, action.agent, action.to, action.case))
            announce(p, seat, action)
        elif type(action) is act.Strike:
            dealer.tell(e.WantsStrike(seat, action.agent, action.victim))
            ledger.hear(p, seat, NUMBER[action.agent], BLOW)
            announce(p, seat, action)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, act.Bribe):
            if p.barred:
                return Refused("casablanca/blocked.bribe", "no-bribe-now")
            refused = b.refuse_bribe(p, seat, action)
            if refused is None and p.agent_game and len(action.sums) > 1:
                return Refused("casablanca/agent.bribe", "one-agent")
            return refused or Refused("casablanca/bribe.unit", "in-hundreds")
        if isinstance(action, act.Move):
            return refuse_agent(p, action.agent) or refuse_move(p, action)
        if isinstance(action, act.Strike):
            return refuse_agent(p, action.agent) or refuse_strike(p, seat, action)
        return Refused(self.rule, "not-offered")


def refuse_agent(p: Casablanca, agent: str) -> Refused | None:
    """Why this agent may not act at all."""
    if agent not in NUMBER:
        return Refused("casablanca/turn.anyone", "no-such-agent")
    if p.places[NUMBER[agent]] is None:
        return Refused("casablanca/strike.removed", "agent-gone")
    if agent in p.barred:
        return Refused("casablanca/blocked.agent", "agent-blocked")
    return None


def announce(p: Casablanca, seat: int, deed: act.Deed) -> None:
    """Say it first; the others may object, clockwise; then see what became of it."""
    p.deed = deed
    p.queue = AFTER[p.seats][seat]
    if p.down:
        p.queue = tuple([other for other in p.queue if not p.down[other]])
    p.then(OUTCOME)
    ask_next(p)


class Outcome(Step[Casablanca], frozen=True, tag="outcome"):
    """The objections are over: the action is carried out, or it was blocked."""

    def run(self, p: Casablanca, dealer: Dealer) -> None:
        if p.deed is not None:
            carry_out(p, dealer)
        elif not p.agent_game and any(
            place is not None and agent not in p.barred for agent, place in zip(AGENTS, p.places, strict=True)
        ):
            p.then(ACT)


def carry_out(p: Casablanca, dealer: Dealer) -> None:
    deed = deed_of(p)
    p.deed = None
    if isinstance(deed, act.Move):
        move(p, deed, dealer)
    else:
        hit(p, deed, dealer)


# ---- 2. moving, and the black case


def refuse_move(p: Casablanca, action: act.Move) -> Refused:
    place = p.places[NUMBER[action.agent]]
    assert place is not None
    if action.to not in STREETS[place]:
        return Refused("casablanca/move.streets", "no-street")
    return Refused("casablanca/case.take", "case-elsewhere")


def move(p: Casablanca, deed: act.Move, dealer: Dealer) -> None:
    agent, to = deed.agent, deed.to
    p.places = put(p.places, NUMBER[agent], to)
    dealer.tell(e.Moved(agent, to, deed.case))
    if not deed.case:
        return
    p.case = to
    if agent not in p.carriers:
        p.carriers = tuple(a for a in AGENTS if a == agent or a in p.carriers)
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


def refuse_strike(p: Casablanca, seat: int, action: act.Strike) -> Refused:
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


def hit(p: Casablanca, deed: act.Strike, dealer: Dealer) -> None:
    victim = NUMBER[deed.victim]
    ledger.pay_blow(p, p.player, NUMBER[deed.agent])
    p.places = put(p.places, victim, None)
    dealer.tell(e.Struck(deed.agent, deed.victim))
    for seat, amount in enumerate(ledger.lose(p, victim)):
        dealer.tell(e.Lost(seat, deed.victim, amount))


# ---- the variant: everybody has a headquarters


@per_process()
def free_quarters(taken: tuple[str | None, ...]) -> Choices:
    return Choices(act.Settle(place) for place in HEADQUARTERS if place not in taken)


class Quarters(Step[Casablanca], frozen=True, tag="quarters"):
    """Asks one seat after another, unless everybody knows that only one headquarters is left."""

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
            assert isinstance(only, act.Settle)
            settle(p, p.player, only, dealer)


def settle(p: Casablanca, seat: int, action: act.Settle, dealer: Dealer) -> None:
    p.quarters = put(p.quarters, seat, action.place)
    dealer.tell(e.Settled(seat, action.place))
    p.player = (seat + 1) % p.seats


class ChooseQuarter(Decision[Casablanca, act.Settle], frozen=True, tag="choose-quarter"):
    rule = "casablanca/agent.quarters"

    def who(self, p: Casablanca) -> int:
        return p.player

    def offers(self, p: Casablanca, seat: int) -> Choices:
        return free_quarters(p.quarters)

    def take(self, p: Casablanca, seat: int, action: act.Settle, dealer: Dealer) -> None:
        settle(p, seat, action, dealer)

    def refuse(self, p: Casablanca, seat: int, action: Action) -> Refused:
        if isinstance(action, act.Settle):
            return Refused(self.rule, "taken" if action.place in HEADQUARTERS else "no-headquarters")
        return Refused(self.rule, "not-offered")


ONLY_REST = Choices((act.Rest(),))
SET_UP, TURN, NEXT_TURN, ACT, OUTCOME = SetUp(), Turn(), NextTurn(), Act(), Outcome()
QUARTERS, CHOOSE_QUARTER = Quarters(), ChooseQuarter()
