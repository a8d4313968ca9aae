"""Who stands how: which agents are near to bringing the case home, who leads them, and so who is likely to win.

The main game: whoever has the most on an agent decides where it goes and wins if it brings the case home. An agent
counts by how near it is to that, and a seat's standing is the part of all that nearness which lies with agents it
leads. The variant: an agent counts by how near it is to the case, and a seat by how near the case is to its own house.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from ....kernel import View
from ....kernel.cache import per_process
from ..actions import Move, Strike
from ..table import AGENTS, CARRIERS, DISTANCE, HEADQUARTERS, HOME, NUMBER, STREETS, Casablanca, Row
from ..view import Seen

HOMES = tuple(HOME.values())
EVERYBODY = range(len(AGENTS))
STEP = 0.62
"""At a glance: how much less an agent counts for each street that it has yet to go."""
FAR = 0.08
"""What is still far off: with it, an agent that gets nearer counts for more even where no other is left."""
NONE = 0.03
"""The chance that an agent is mine on which somebody else is known to have more, or I have nothing."""
WHY = 2500
"""A sum that people who bring an agent on may well have on it."""

# ---- the town


def _near(home: str, place: str | None, case: str) -> float:
    """By the streets to the case and home with it; out and in again where it lies at home already."""
    return 0.0 if place is None else float(STEP ** (DISTANCE[place][case] + (DISTANCE[case][home] or 2)))


NEAR = {(home, at, case): _near(home, at, case) for home in HEADQUARTERS for at in (*STREETS, None) for case in STREETS}
ALONE = STEP**1.5
"""The case still needs another carrier first."""
REACH = {(at, case): 0.0 if at is None else STEP ** DISTANCE[at][case] for at in (*STREETS, None) for case in STREETS}


def enough(places: tuple[str | None, ...], carriers: tuple[str, ...]) -> bool:
    """The case can be brought home for good: two have carried it, or a single agent is left."""
    return len(carriers) >= CARRIERS or places.count(None) == len(places) - 1


@per_process(65536)
def nearness(places: tuple[str | None, ...], case: str, carriers: tuple[str, ...]) -> tuple[float, ...]:
    """By agent of the main game: how near it is to bringing the case home."""
    near = [NEAR[home, at, case] for home, at in zip(HOMES, places, strict=True)]
    if not enough(places, carriers):
        for i, agent in enumerate(AGENTS):
            if not carriers or carriers == (agent,):
                near[i] *= ALONE
    return tuple(near)


# ---- who leads


@per_process(65536)
def leads(bribes: Row, heard: tuple[Row, ...], me: int, turns: Row) -> tuple[float, ...]:
    """By agent: how likely nobody has more on it than I, by my sum and what was heard of the others.

    `turns`: how often everybody has bribed, in the variant; there one agent is paid in a turn.
    """
    return tuple([leading(bribes[i], heard, me, i, turns) for i in EVERYBODY])


def leading(mine: int, heard: tuple[Row, ...], me: int, agent: int, turns: Row) -> float:
    if not mine:
        return NONE
    chance = 1.0
    for seat, row in enumerate(heard):
        if seat == me:
            continue
        theirs = row[agent]
        if theirs > mine:
            return NONE
        if theirs:
            chance *= 0.35 + 0.65 * (mine - theirs) / (mine - theirs + 1200)
        elif mine < 5000:
            paid = min(0.4, 0.15 * turns[seat]) if turns else 0.4
            chance *= 1 - paid * (1 - mine / 5000)
    return chance


@per_process(4096)
def most_heard(heard: tuple[Row, ...], me: int) -> Row:
    """By agent, the most that anybody else is known to have on it."""
    return tuple(map(max, *(row for seat, row in enumerate(heard) if seat != me), (0,) * len(AGENTS)))


# ---- my standing


class Outlook:
    """What a seat thinks of the town at a glance, in the main game."""

    __slots__ = ("_own", "_total", "lead", "me", "near", "now", "turns", "value")

    def __init__(self, view: View) -> None:
        now: Seen = view.now
        assert view.seat is not None
        self.now, self.me = now, view.seat
        self.turns: Row = now.bribed if now.agent_game else ()
        self.lead: Sequence[float] = leads(now.bribes, now.heard, view.seat, self.turns)
        self.near, self.value = self._judge()

    def _judge(self) -> tuple[Sequence[float], float]:
        near = nearness(self.now.places, self.now.case, self.now.carriers)
        self._total = FAR + sum(near)
        self._own = _weighted(near, self.lead)
        return near, self._own / self._total

    def doubt(self, agent: int) -> None:
        """Somebody else brings this agent on, and knows why: it is mine less likely than I thought."""
        mine = self.now.bribes[agent]
        self.lead = _with(self.lead, agent, self.lead[agent] * mine / (mine + WHY))
        self.near, self.value = self._judge()

    def if_near(self, agent: int, near: float) -> float:
        """My standing if this agent were so near."""
        more = near - self.near[agent]
        return (self._own + more * self.lead[agent]) / (self._total + more)

    def if_led(self, agent: int, lead: float) -> float:
        """My standing if this agent were so surely mine."""
        return (self._own + self.near[agent] * (lead - self.lead[agent])) / self._total

    def after(self, deed: Move | Strike) -> float:
        """My standing when this has been carried out."""
        if type(deed) is Strike:
            return self.if_near(NUMBER[deed.victim], 0.0)
        assert type(deed) is Move
        return self._carried(NUMBER[deed.agent], deed) if deed.case else self._walked(NUMBER[deed.agent], deed.to)

    def _walked(self, i: int, to: str) -> float:
        """My standing when an agent has gone somewhere without the case."""
        now, so_far = self.now, self.near[i]
        more = so_far * NEAR[HOMES[i], to, now.case] / NEAR[HOMES[i], now.places[i], now.case] - so_far
        return (self._own + more * self.lead[i]) / (self._total + more)

    def _carried(self, i: int, deed: Move) -> float:
        """My standing when an agent has carried the case somewhere."""
        now = self.now
        carriers = now.carriers if deed.agent in now.carriers else (*now.carriers, deed.agent)
        if deed.to == HOMES[i] and enough(now.places, carriers):
            return self.lead[i]
        places = (*now.places[:i], deed.to, *now.places[i + 1 :])
        near = nearness(places, deed.to, carriers)
        return _weighted(near, self.lead) / (FAR + sum(near))


class AgentOutlook(Outlook):
    """The same in the variant, where everybody has a headquarters and any agent will do."""

    __slots__ = ()

    def _judge(self) -> tuple[Sequence[float], float]:
        near = [REACH[at, self.now.case] for at in self.now.places]
        return near, self._standing(near, self.lead, self.now.case)

    def if_near(self, agent: int, near: float) -> float:
        return self._standing(_with(self.near, agent, near), self.lead, self.now.case)

    def if_led(self, agent: int, lead: float) -> float:
        return self._standing(self.near, _with(self.lead, agent, lead), self.now.case)

    def _standing(self, near: Sequence[float], lead: Sequence[float], case: str) -> float:
        mine = theirs = 0.0
        for n, own in zip(near, lead, strict=True):
            mine = max(mine, n * (0.2 + 0.8 * own))
            theirs = max(theirs, n * (1 - 0.8 * own))
        total = FAR
        for seat, home in enumerate(self.now.quarters):
            assert home is not None
            way = STEP ** (DISTANCE[case][home] or 2)
            if seat == self.me:
                mine *= way
                total += mine
            else:
                total += theirs * way
        return mine / total

    def _walked(self, i: int, to: str) -> float:
        return self.if_near(i, REACH[to, self.now.case])

    def _carried(self, i: int, deed: Move) -> float:
        now = self.now
        if deed.to == now.quarters[now.player]:
            return 1.0 if now.player == self.me else 0.0
        near = [REACH[deed.to if k == i else at, deed.to] for k, at in enumerate(now.places)]
        return self._standing(near, self.lead, deed.to)


def _weighted(near: Sequence[float], lead: Sequence[float]) -> float:
    return sum(map(mul, near, lead), 0.0)


def _with(values: Sequence[float], at: int, value: float) -> list[float]:
    changed = list(values)
    changed[at] = value
    return changed


def outlook(view: View) -> Outlook:
    return AgentOutlook(view) if view.now.agent_game else Outlook(view)


# ---- with all ledgers open

OPEN_STEP = 0.5
TOP = 0.9
"""How much of an agent goes to whoever leads it; the rest goes by what everybody could have on it."""
SHARP = 5
TURN = 1.3
"""How much more an agent counts whose leader is to act."""
AT_THE_DOOR = 4.0
"""The same where the case is one street from home."""
ANYBODY = 0.1
"""What is left to chance. All but the door were fitted to play at a glance with two to six seats."""


NEAREST = (0.0, 1.65, 0.8, 0.25, 0.1)
"""How much it counts (a logarithm, as all below) that the nearest agent one leads has so many streets to go."""
SHARES, PAID, AHEAD, COULD, WAITS, SAVED = 0.38, 1.0, -0.8, 0.45, -0.27, 0.35
"""The share of all nearness; what is on that agent, and how much more than anybody else has, in 5,000; the agents that
one could still lead; the part of a round to wait; what is left of the capital, late in the match."""


def chances(p: Casablanca) -> list[float]:
    """By seat the chance to win, with all ledgers open."""
    if not p.agent_game:
        return _main(p)
    found = _variant(p)
    total = sum(found)
    return [ANYBODY / p.seats + (1 - ANYBODY) * each / total for each in found]


def _main(p: Casablanca) -> list[float]:
    seats, everyone, capital = p.seats, range(p.seats), p.capital
    found, could = [1e-9] * seats, [0.0] * seats
    nearest, paid = [99] * seats, [0.0] * seats
    done = enough(p.places, p.carriers)
    for i, (home, at) in enumerate(zip(HOMES, p.places, strict=True)):
        if at is None:
            continue
        streets = DISTANCE[at][p.case] + (DISTANCE[p.case][home] or 2)
        if not done and (not p.carriers or p.carriers == (AGENTS[i],)):
            streets += 2
        sums = [row[i] for row in p.bribes]
        top = max(sums)
        near = plain = OPEN_STEP**streets
        tops = [seat for seat in everyone if sums[seat] == top]
        if p.player in tops:
            near *= TURN if streets > 1 else AT_THE_DOOR
        reach = [((sums[seat] + capital[seat]) / 10_000) ** SHARP + 1e-9 for seat in everyone]
        part = near * (1 - TOP) / sum(reach)
        for seat in everyone:
            found[seat] += part * reach[seat]
            if sums[seat] + capital[seat] > top:
                could[seat] += plain
        for seat in tops:
            found[seat] += near * TOP / len(tops)
            if top and streets < nearest[seat]:
                nearest[seat] = streets
                second = max([sum_ for other, sum_ in enumerate(sums) if other != seat])
                paid[seat] = (PAID * top + AHEAD * (top - second)) / 5000
    late = min(1.0, p.turn / 60)
    total = sum(found)
    odds = []
    for seat in everyone:
        streets = nearest[seat]
        points = SHARES * math.log(ANYBODY / seats + (1 - ANYBODY) * found[seat] / total) + paid[seat]
        points += NEAREST[max(1, streets)] if streets < len(NEAREST) else 0.0
        points += COULD * could[seat] + WAITS * ((seat - p.player) % seats) / seats
        odds.append(math.exp(points + SAVED * late * capital[seat] / 10_000))
    all_ = sum(odds)
    return [each / all_ for each in odds]


def _variant(p: Casablanca) -> list[float]:
    """Each seat with the agent that serves it best: one that it leads, or one that nobody stops."""
    found = []
    for seat, home in enumerate(p.quarters):
        best = 1e-9
        if home is not None:
            way = DISTANCE[p.case][home] or 2
            for i, at in enumerate(p.places):
                if at is None:
                    continue
                mine = p.bribes[seat][i]
                stopped = any(row[i] > mine and not down for row, down in zip(p.bribes, p.down, strict=True))
                streets = DISTANCE[at][p.case] + way
                near = (0.3 if stopped else 1.0) * OPEN_STEP**streets
                if p.player == seat:
                    near *= TURN if streets > 1 or stopped else AT_THE_DOOR
                best = max(best, near)
        found.append(best)
    return found
