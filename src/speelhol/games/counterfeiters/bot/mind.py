"""A counterfeiter's sense: everything has its price in dollars at the end, and the dearest job is done first.

A fake note is worth what it may still be sold for, a card what it earns until the case is closed, money in hand a
little less than money offshore while the Godfather is near. `Prices` keeps these prices for one seat at one moment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ....kernel import Action, Belief, Match, Mind, Random, Temper, View
from ....kernel.network import Network
from .. import actions as a
from .. import events as e
from .. import table as t
from ..rules_end import CallLawyer, ChooseWash
from ..rules_henchmen import FenceNotes, MoveMoney, PlaceHenchman, SpendNotes
from ..table import CAP, RATES, SPACES, Counterfeiters
from ..view import Seen
from .evaluate import Prices, wealth
from .features import features
from .infer import likelihood

MIXED = 6.0
"""Dollars by which choices may lie apart and still be mixed."""
UNIT = RATES.unit
JOB = {f"{job}-cap": job for job in ("print", "shop", "fence")}
"""Spaces under the eyes of the police, and the job that is done there as elsewhere."""

ORDER = ("1st", "2nd", "3rd", "4th")

SPREAD = (75.0, 15.0)
"""How many dollars of a lead are luck: at the end, and more for each round to come."""


LEARNED = Network.read(__package__, "worth.json")
"""Who wins, as `bench.training` learned it."""


class Counterfeiter(Mind):
    patience = 8
    plays = 24
    forethought = 0.3  # one step ahead brings most of what can be had: between a glance and Sharp there was too much
    slips = 0.04  # every henchman counts: with three slips in ten nothing would be won

    # ---- at a glance

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        now: Seen = view.now
        step = view.agenda[-1]
        me = view.seat
        assert me is not None
        if isinstance(step, PlaceHenchman):
            return max(self._placings(view, me, temper, rng), key=_second)[0]
        prices = Prices(now, me, now.cash)
        if isinstance(step, MoveMoney):
            return _transfer(view, prices, temper, rng)
        if isinstance(step, CallLawyer):
            return max(_lawyer(view, now, prices), key=_second)[0]
        return max(_handings(view, step, prices), key=_second)[0]

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        now: Seen = view.now
        step = view.agenda[-1]
        me = view.seat
        assert me is not None
        if isinstance(step, PlaceHenchman):
            rated = self._placings(view, me, temper, rng)
            return [action for action, _ in sorted(rated, key=_second, reverse=True)[:7]]
        prices = Prices(now, me, now.cash)
        if isinstance(step, MoveMoney):
            return _sums(view, now, _transfer(view, prices, temper, rng))
        rated = _lawyer(view, now, prices) if isinstance(step, CallLawyer) else _handings(view, step, prices)
        return [action for action, _ in sorted(rated, key=_second, reverse=True)[:4]]

    def _placings(self, view: View, me: int, temper: Temper, rng: Random) -> list[tuple[Action, float]]:
        now: Seen = view.now
        assert view.offers is not None
        prices = Prices(now, me, now.cash)
        random = rng.random
        daring = temper.bold - 0.5
        closes = prices.officer_moves(now) + 12 * daring
        rated: list[tuple[Action, float]] = []
        jobs: dict[str, float] = {}
        for action in view.offers:
            if type(action) is a.Place:
                space = action.space
                job = JOB.get(space, space)
                if job not in jobs:
                    jobs[job] = prices.job(job)
                value = jobs[job]
                if space in CAP and not now.closing:
                    value += closes
            elif type(action) is a.Buy:
                value = prices.card(action.card) - prices.spent(action.price) + 8 * daring
            else:
                value = 0.0
            rated.append((action, value + MIXED * random()))
        return rated

    # ---- what lies behind the screens

    def weigh(self, view: View, world: Match) -> float:
        """Who flies carries money out, and most of it."""
        p = world.position
        assert isinstance(p, Counterfeiters)
        return likelihood(p, view.seat)

    def settled(self, world: Match) -> bool:
        """A turn begins, and everybody has had as many."""
        p = world.position
        assert isinstance(p, Counterfeiters)
        return type(p.agenda[-1]) is PlaceHenchman and (p.closing or p.agenda[-1].seat == p.marker)

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Counterfeiters)
        owned, rounds = wealth(p)
        return _chances(owned, SPREAD[0] + SPREAD[1] * rounds)

    def judge(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Counterfeiters)
        return _chances(LEARNED.rate(*features(p)), 1.0)

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Who owns the most real money, and whom the Godfather would hit hardest."""
        told = []
        for tag in ("richest", "exposed"):
            asked = [Belief(tag, 0.0, {"seat": seat}) for seat in range(view.seats)]
            chances = [sum([weight for world, weight in worlds if self.holds(belief, world)]) for belief in asked]
            best = max(range(view.seats), key=chances.__getitem__)
            told.append(Belief(tag, chances[best], asked[best].data))
        return told

    def side(self, match: Match, seat: int) -> str:
        """The place in the order of the first round: the later, the more money there is to begin with."""
        first = next(event.seat for event in match.view(None).log if isinstance(event, e.Starts))
        return ORDER[(seat - first) % match.seats]

    def round(self, view: View) -> int:
        now: Seen = view.now
        return now.round

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Counterfeiters)
        sums = p.cash
        seat: int = belief.data["seat"]
        if belief.tag == "richest":
            sums = tuple([cash + offshore for cash, offshore in zip(p.cash, p.offshore, strict=True)])
        return sums[seat] == max(sums)


def _chances(points: Sequence[float], spread: float) -> list[float]:
    """By seat, where so much of a lead is luck."""
    top = max(points)
    odds = [math.exp((x - top) / spread) for x in points]
    total = sum(odds)
    return [x / total for x in odds]


def _second(pair: tuple[Action, float]) -> float:
    return pair[1]


def _handings(view: View, step: Any, prices: Prices) -> list[tuple[Action, float]]:
    """Which notes to hand over: what they bring, less what they would have been worth at home."""
    assert view.offers is not None
    if isinstance(step, SpendNotes | ChooseWash):
        pays = prices.hand(RATES.face_value)
        return [(one, sum(_notes(one)) * pays - prices.notes(_notes(one))) for one in view.offers]
    assert isinstance(step, FenceNotes)
    return [(one, prices.fence(_notes(one))) for one in view.offers]


def _notes(action: Any) -> t.Trio:
    return action.one, action.two, action.three


def _transfer(view: View, prices: Prices, temper: Temper, rng: Random) -> Action:
    """Carry out what is not needed at home."""
    now: Seen = view.now
    reserve = prices.reserve + (20 if temper.bold > 0.7 else 0)
    if rng.random() < 0.15:
        reserve += UNIT * int(4 * rng.random())
    moved = now.cash - min(now.cash, reserve)
    if moved >= UNIT:
        return a.Stash(moved)
    if now.offshore and (not now.cash or (prices.rounds > 2 and now.cash + UNIT < reserve)):
        return a.Fetch(max(UNIT, min(now.offshore, reserve - now.cash)))
    return a.Stash(UNIT) if now.cash else a.Fetch(UNIT)


def _sums(view: View, now: Seen, first: Action) -> list[Action]:
    """The telling sums: all, a card's price less, half; or something home."""
    assert view.offers is not None
    some: dict[Action, None] = {first: None}
    for amount in (now.cash, now.cash - 30, now.cash - 50, now.cash // 20 * 10):
        if amount >= UNIT:
            some[a.Stash(amount)] = None
    if now.offshore:
        some[a.Fetch(min(now.offshore, 50))] = None
    return [action for action in some if action in view.offers][:6]


def _lawyer(view: View, now: Seen, prices: Prices) -> list[tuple[Action, float]]:
    """The henchman who can do most once he is free, perhaps on the very space that he leaves."""
    assert view.offers is not None
    free = {space for space, room in zip(SPACES, now.room, strict=True) if room}
    kit = now.kit
    buys = [
        prices.card(card) - prices.spent(price)
        for card, price in zip(now.market, kit.prices, strict=True)
        if card is not None and price <= now.cash
    ]
    rated: list[tuple[Action, float]] = []
    for action in view.offers:
        if isinstance(action, a.Recall):
            spaces = free | {action.space} if action.space in SPACES else free
            rated.append((action, max([prices.job(space) for space in spaces] + buys, default=0.0)))
        else:
            rated.append((action, 0.0))
    return rated


MIND = Counterfeiter()
