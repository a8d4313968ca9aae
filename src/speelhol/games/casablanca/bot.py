"""How a sensible player acts in Casablanca, and what an imagined world is worth.

Whoever has the most on an agent decides where it goes and wins if it brings the case home. So an agent counts by how
near it is to doing that, and a seat's standing is the part of all that nearness that lies with agents it leads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ...kernel import Action, Match, Mind, Random, Temper, View
from . import rules as r
from . import rules_objection as o
from . import table as t
from .table import AGENTS, BLOW, CAPITAL, CARRIERS, DISTANCE, HEADQUARTERS, HOME, NUMBER, STREETS, UNIT, Row
from .view import Seen

STEP = 0.62
"""How much less an agent counts for each street that it has yet to go."""
FAR = 0.08
"""What is still far off: with it, an agent that gets nearer counts for more even where no other is left."""
HOMES = tuple(HOME.values())
EVERYBODY = range(len(AGENTS))


def _near(home: str, place: str, case: str) -> float:
    """The streets to the case and home with it; out and in again where it lies at home already."""
    return float(STEP ** (DISTANCE[place][case] + (DISTANCE[case][home] or 2)))


NEAR = {(home, at, case): _near(home, at, case) for home in HEADQUARTERS for at in STREETS for case in STREETS}
for _home in HEADQUARTERS:
    for _case in STREETS:
        NEAR[_home, None, _case] = 0.0  # type: ignore[index]  # an agent that was struck is nowhere
ALONE = STEP**1.5
"""The case still needs another carrier first."""


def enough(places: tuple[str | None, ...], carriers: tuple[str, ...]) -> bool:
    """The case can be brought home for good: two have carried it, or a single agent is left."""
    return len(carriers) >= CARRIERS or places.count(None) == len(places) - 1


@lru_cache(maxsize=65536)
def nearness(places: tuple[str | None, ...], case: str, carriers: tuple[str, ...]) -> tuple[float, ...]:
    """By agent of the main game: how near it is to bringing the case home."""
    near = [NEAR[home, at, case] for home, at in zip(HOMES, places, strict=True)]  # type: ignore[index]
    if not enough(places, carriers):
        for i, agent in enumerate(AGENTS):
            if not carriers or carriers == (agent,):
                near[i] *= ALONE
    return tuple(near)


@lru_cache(maxsize=65536)
def leads(bribes: Row, heard: tuple[Row, ...], me: int) -> tuple[float, ...]:
    """By agent: how likely nobody has more on it than I, by my sum and what was heard of the others."""
    return tuple([leading(bribes[i], heard, me, i) for i in EVERYBODY])


def leading(mine: int, heard: tuple[Row, ...], me: int, agent: int) -> float:
    if not mine:
        return 0.03
    chance = 1.0
    for seat, row in enumerate(heard):
        if seat == me:
            continue
        theirs = row[agent]
        if theirs > mine:
            return 0.03
        if theirs:
            chance *= 0.35 + 0.65 * (mine - theirs) / (mine - theirs + 1200)
        elif mine < 5000:
            chance *= 1 - 0.4 * (1 - mine / 5000)
    return chance


def standing(near: Sequence[float], lead: Sequence[float]) -> float:
    """My part of it all."""
    total = own = 0.0
    for n, mine in zip(near, lead, strict=True):
        total += n
        own += n * mine
    return own / (total + FAR)


# ---- the first bribes


def open_bribes(view: View, temper: Temper, rng: Random) -> Action:
    """Two agents of one house, who can carry the case in turns, and one or two others; something is kept."""
    home = HEADQUARTERS[int(rng.random() * 4)]
    pair = [i for i in EVERYBODY if HOMES[i] == home]
    others = [i for i in EVERYBODY if HOMES[i] != home]
    others.sort(key=lambda _: rng.random())
    spend = 5500 + 2500 * temper.bold + 1500 * rng.random()
    cut = 0.35 + 0.3 * rng.random()
    if rng.random() < 0.4:  # rather one strong agent
        pair = [pair[int(rng.random() * 2)], others.pop()]
        cut = 0.7
    sums = {pair[0]: 0.75 * spend * cut, pair[1]: 0.75 * spend * (1 - cut)}
    for i in others[: 1 + int(rng.random() * 2)]:
        sums[i] = 0.25 * spend * (0.4 + 0.5 * rng.random())
    return _bribe(sums)


def _bribe(sums: dict[int, float]) -> Action:
    return t.Bribe(tuple((AGENTS[i], max(UNIT, int(sums[i] / UNIT) * UNIT)) for i in sorted(sums)))


# ---- a turn


class Outlook:
    """What a seat thinks of the town at a glance, in the main game."""

    __slots__ = ("carriers", "case", "lead", "near", "now", "places", "value")

    def __init__(self, view: View) -> None:
        now: Seen = view.now
        assert view.seat is not None
        self.now = now
        self.places, self.case, self.carriers = now.places, now.case, now.carriers
        self.near = nearness(now.places, now.case, now.carriers)
        self.lead = leads(now.bribes, now.heard, view.seat)
        self.value = standing(self.near, self.lead)

    def after(self, deed: Any) -> float:
        """My standing when this has been carried out."""
        i = NUMBER[deed.agent]
        if type(deed) is t.Strike:
            near = list(self.near)
            near[NUMBER[deed.victim]] = 0.0
            return standing(near, self.lead)
        if not deed.case:
            near = list(self.near)
            near[i] *= NEAR[HOMES[i], deed.to, self.case] / NEAR[HOMES[i], self.places[i], self.case]  # type: ignore[index]
            return standing(near, self.lead)
        carriers = self.carriers if deed.agent in self.carriers else (*self.carriers, deed.agent)
        if deed.to == HOMES[i] and enough(self.places, carriers):
            return self.lead[i]
        places = (*self.places[:i], deed.to, *self.places[i + 1 :])
        return standing(nearness(places, deed.to, carriers), self.lead)


def act(view: View, temper: Temper, rng: Random) -> Action:
    """Of all that can be done what brings my agents on most; what others would stop counts less."""
    return ranked(view, temper, rng)[0][1]


def haste(now: Seen) -> float:
    """From 0 to 1: play has gone on for so long that it had better come to an end."""
    return min(1.0, max(0.0, now.turn / (20 * now.seats) - 1))


def ranked(view: View, temper: Temper, rng: Random) -> list[tuple[float, Action]]:
    """What can be done in a turn, best first."""
    offers: Any = view.offers
    some = 0.012 + 0.06 * haste(view.now)
    look = Outlook(view)
    base, lead = look.value, look.lead
    found: list[tuple[float, Action]] = [(0.004 * rng.random(), r.ONLY_REST[0])]
    near = max(look.near)
    for part in offers.parts:
        if type(part) is r.Split:
            found += _top_ups(view, look, temper, rng)
            continue
        for deed in part:
            kind = type(deed)
            if kind is t.Rest:
                continue
            i = NUMBER[deed.agent]
            if kind is t.Move and not deed.case and look.near[i] < 0.08 * near and lead[i] < 0.3:
                continue
            gain = look.after(deed) - base
            if kind is t.Strike:
                gain -= 0.25 * base * (lead[i] if look.near[i] > 0.3 * near else 0.2)
            found.append((gain * (0.3 + 0.7 * lead[i]) + some * rng.random(), deed))
    found.sort(key=lambda each: -each[0])
    return found


def _top_ups(view: View, look: Outlook, temper: Temper, rng: Random) -> list[tuple[float, Action]]:
    """More on an agent that is near, if that gives it to me."""
    now, me = look.now, view.seat
    assert me is not None
    if now.capital < 3 * UNIT:
        return []
    near = max(look.near)
    found = []
    for i in EVERYBODY:
        if look.near[i] < 0.35 * near or look.lead[i] > 0.9:
            continue
        rival = max([row[i] for seat, row in enumerate(now.heard) if seat != me])
        for part in (0.3, 0.6, 1.0):
            more = int(part * now.capital / UNIT) * UNIT
            if more < UNIT or now.bribes[i] + more <= rival:
                continue
            lead = list(look.lead)
            lead[i] = leading(now.bribes[i] + more, now.heard, me, i)
            gain = standing(look.near, lead) - look.value
            gain -= (0.03 + 0.1 * (1 - temper.bold)) * more / CAPITAL * (1.0 if near < 0.3 else 0.3)
            found.append((gain + 0.012 * rng.random(), t.Bribe(((AGENTS[i], more),))))
    return found


# ---- influence


def object_or_not(view: View, temper: Temper, rng: Random) -> Action:
    """What harms me I object to: it costs nothing here, and a bluff may work."""
    now: Seen = view.now
    look = Outlook(view)
    harm = look.value - look.after(now.deed)
    if harm <= 0.01:
        return o.ALLOW
    willing = 0.95 if now.stake else 0.25 + 0.6 * temper.liar
    if harm < 0.04:
        willing *= 0.6
    willing *= 1 - 0.5 * haste(now)
    return o.OBJECT if rng.random() < willing else o.ALLOW


def stand(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    return o.WITHDRAW if not now.stake and rng.random() < 0.3 * (1 - temper.bold) else o.FIGHT


def name_sum(view: View, temper: Temper, rng: Random) -> Action:
    """As little as may be enough: what the other is known to have and a step more, then up in halves."""
    now: Seen = view.now
    assert now.deed is not None
    if now.stake <= now.bid:
        return o.GIVE_UP
    i = NUMBER[now.deed.agent]
    known = max(now.bid, now.heard[now.player][i])
    if known >= now.stake:
        return o.GIVE_UP
    low, high = known + UNIT, now.stake
    sum_ = low + (high - low) * (0.25 + 0.5 * temper.bold * rng.random())
    if now.bid and high - low <= 400:
        sum_ = high
    return t.Bid(max(now.bid + UNIT, min(high, int(sum_ / UNIT) * UNIT)))


def answer(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    return o.MEET if now.stake >= now.bid and rng.random() < 0.96 else o.YIELD


_PREFER: dict[Any, Callable[[View, Temper, Random], Action]] = {
    r.OpenBribes: open_bribes,
    r.Act: act,
    o.MayObject: object_or_not,
    o.Stand: stand,
    o.Raise: name_sum,
    o.Answer: answer,
}


class CasablancaMind(Mind):
    patience = 16

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return _PREFER[type(view.agenda[-1])](view, temper, rng)


MIND = CasablancaMind()
