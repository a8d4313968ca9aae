"""What stands in the others' ledgers? Judged by whose agents they bring on, what they object to, and where they stop.

Only lower bounds are ever heard. The rest shows in deeds: people bring on agents they have paid, object to agents that
others have paid, and give up when they have no more. Every ledger is weighed by itself against what its owner did.
"""

from __future__ import annotations

import math

from ....kernel import Random, View
from .. import events as e
from ..imagine import Gaps
from ..table import AGENTS, BAZAAR, CAPITAL, DISTANCE, HOME, NUMBER, UNIT, Row
from ..view import Seen

ROWS = 256
"""Ledgers tried for each of the others, at most."""
PULL = 3.2
"""How much more often people bring on an agent on which they have all that counts."""
ENOUGH = 3500
"""A sum beyond which more changes nothing in how people treat an agent."""
MORE_AFTER_ALL = 0.12
"""How often there is more where somebody stopped bidding."""
HOMES = tuple(HOME.values())


class Deeds:
    """What one seat was seen to do, by agent."""

    __slots__ = ("against", "bribes", "limit", "with_")

    def __init__(self) -> None:
        self.with_ = [0.0] * len(AGENTS)
        """How often it brought the agent on, or let it pass."""
        self.against = [0.0] * len(AGENTS)
        """How often it stood in the agent's way."""
        self.limit: dict[int, tuple[int, int]] = {}
        """Where it stopped bidding: the sum, and its bribing turns by then."""
        self.bribes = 0


class Watcher:
    """Reads what was told, from the first event on."""

    def __init__(self, seats: int, variant: bool) -> None:
        self.deeds = [Deeds() for _ in range(seats)]
        self.places: list[str | None] = list(HOMES)
        self.case = BAZAAR
        self.player = -1
        self.agent = -1
        self.helps = 0.0
        self.bid = 0
        self.objected: set[int] = set()
        self.variant = variant

    def streets(self, agent: int, place: str, case: str) -> int:
        """How far an agent has to go: to the case and home with it; in the variant it has no home."""
        return DISTANCE[place][case] + (0 if self.variant else DISTANCE[case][HOMES[agent]])

    def hear(self, event: object) -> None:
        if isinstance(event, e.WantsMove):
            self._announce(event.seat, event.agent)
            place = self.places[self.agent]
            assert place is not None
            before = self.streets(self.agent, place, self.case)
            after = self.streets(self.agent, event.to, event.to if event.case else self.case)
            self.helps = 1.0 if after < before else -0.5 if after > before else 0.0
            self._sided(event.seat, self.helps)
        elif isinstance(event, e.WantsStrike):
            self._announce(event.seat, event.agent)
            self.helps = 0.0
            self.deeds[event.seat].against[NUMBER[event.victim]] += 1
        elif isinstance(event, e.Objected):
            self.objected.add(event.seat)
            self._sided(event.seat, -self.helps)
        elif isinstance(event, (e.Named, e.Met)):
            self.bid = event.amount
        elif isinstance(event, e.GaveUp):
            self._stopped(event.seat, self.bid)
            self.bid = 0
        elif isinstance(event, e.Yielded):
            self._stopped(event.seat, self.bid - UNIT)
        elif isinstance(event, e.Moved):
            self.places[NUMBER[event.agent]] = event.to
            if event.case:
                self.case = event.to
            self._let_pass()
        elif isinstance(event, e.Struck):
            self.places[NUMBER[event.victim]] = None
        elif isinstance(event, e.Bribed):
            self.deeds[event.seat].bribes += 1
        elif isinstance(event, e.AllBribed):
            for deeds in self.deeds:
                deeds.bribes += 1

    def _announce(self, seat: int, agent: str) -> None:
        self.player, self.agent, self.bid = seat, NUMBER[agent], 0
        self.objected = set()

    def _sided(self, seat: int, much: float) -> None:
        deeds = self.deeds[seat]
        if much > 0:
            deeds.with_[self.agent] += much
        else:
            deeds.against[self.agent] -= much

    def _let_pass(self) -> None:
        """Those who could have objected to what helps an agent, and did not, may have paid it."""
        if self.helps > 0:
            for seat, deeds in enumerate(self.deeds):
                if seat != self.player and seat not in self.objected:
                    deeds.with_[self.agent] += 0.25 * self.helps

    def _stopped(self, seat: int, amount: int) -> None:
        deeds = self.deeds[seat]
        deeds.limit[self.agent] = (amount, deeds.bribes)


def watch(view: View) -> list[Deeds]:
    now: Seen = view.now
    watcher = Watcher(now.seats, now.agent_game)
    for event in view.log:
        watcher.hear(event)
    return watcher.deeds


# ---- one ledger

AGENTS_PAID = {0: 0.05, 1: 0.1, 2: 0.2, 3: 1.0, 4: 0.7, 5: 0.4, 6: 0.2, 7: 0.1, 8: 0.05}
"""How common ledgers with so many agents are."""


SHARES = [min(ENOUGH, units * UNIT) / ENOUGH for units in range(CAPITAL // UNIT + 1)]
"""By what somebody has ever had on an agent, in units: the share of all that counts,"""
PULLS = [math.exp(PULL * share) for share in SHARES]
"""how often that agent is brought on,"""
SPARED = [math.log(0.9 - 0.7 * share) for share in SHARES]
"""and how rarely it is stood in the way of (a logarithm)."""


def likelihood(row: Row, gone: Row, deeds: Deeds, variant: bool) -> float:
    """How well a ledger explains what its owner did, as a logarithm."""
    found = 0.0
    held = [(sum_ + lost) // UNIT for sum_, lost in zip(row, gone, strict=True)]
    total = math.log(sum([PULLS[units] for units in held]))
    for agent, units in enumerate(held):
        if times := deeds.with_[agent]:
            found += times * (PULL * SHARES[units] - total)
        if times := deeds.against[agent]:
            found += times * SPARED[units]
    for agent, (most, bribes) in deeds.limit.items():
        if row[agent] > most:
            found += math.log(MORE_AFTER_ALL if bribes == deeds.bribes else 0.6)
    spent = sum(row) + sum(gone)
    if not variant:
        found += math.log(AGENTS_PAID[len(held) - held.count(0)])
        usual = 6500 if deeds.bribes < 2 else 9000
        found -= ((spent - usual) / (0.25 * CAPITAL)) ** 2 / 2
    return found


def ledgers(view: View, seat: int, deeds: Deeds, many: int, rng: Random) -> list[Row]:
    """So many ledgers that another seat may have, likely ones more often."""
    now: Seen = view.now
    gaps = Gaps(now, seat)
    rows = [gaps.row(rng) for _ in range(min(ROWS, 24 + 2 * many))]
    logs = [likelihood(row, now.gone[seat], deeds, now.agent_game) for row in rows]
    top = max(logs)
    weights = [math.exp(x - top) for x in logs]
    step = sum(weights) / many
    picked: list[Row] = []
    at, sum_ = step * rng.random(), 0.0
    for row, weight in zip(rows, weights, strict=True):
        sum_ += weight
        while len(picked) < many and at < sum_:
            picked.append(row)
            at += step
    while len(picked) < many:
        picked.append(rows[-1])
    picked.sort(key=lambda _: rng.random())
    return picked
