"""How a sensible player acts in Casablanca: whatever improves the own standing most, by `evaluate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....kernel import Action, Random, Split, Temper, View
from .. import actions as a
from .. import rules as r
from .. import rules_bribing as b
from .. import rules_objection as o
from ..table import AGENTS, CAPITAL, HEADQUARTERS, NUMBER, UNIT
from ..view import Seen
from .evaluate import EVERYBODY, HOMES, Outlook, leading, most_heard, outlook

# ---- the first bribes


def open_bribes(view: View, temper: Temper, rng: Random) -> Action:
    """One strong agent, or two of one house who can carry the case in turns; a little on others; much is kept."""
    pair, others = one_house(rng)
    strong = 3400 + 1600 * temper.bold + 1600 * rng.random()
    sums = {pair[0]: strong, pair[1]: UNIT + 800 * rng.random(), others[0]: UNIT + 800 * rng.random()}
    if rng.random() < 0.2 + 0.4 * temper.bold:
        sums[pair[1]] = 0.9 * (CAPITAL - strong) * (0.6 + 0.4 * rng.random())
        sums[others[0]] = UNIT
    elif rng.random() < 0.3 * (1 - temper.bold):  # show nothing, pay later
        sums[pair[0]] = UNIT + 800 * rng.random()
    return bribe(sums)


def plan_bribes(view: View, temper: Temper, rng: Random) -> Action:
    """All of it, on two of one house: nobody outbids half of the money, and the case never needs a stranger.

    Of some thirty ways to open this wins most (`python -m bench.openings`). The cautious may keep half instead, but
    not against a single rival, who would pay as much.
    """
    pair, others = one_house(rng)
    strong = 4900 + int(5 * rng.random()) * UNIT
    rest = CAPITAL - strong - UNIT
    if view.seats > 2 and rng.random() < 1 - 2 * temper.bold:
        rest = UNIT
    return bribe({pair[0]: strong, pair[1]: rest, others[0]: UNIT})


def one_house(rng: Random) -> tuple[list[int], list[int]]:
    """The two agents of a house, and the others; each in any order."""
    home = HEADQUARTERS[int(rng.random() * 4)]
    pair = [i for i in EVERYBODY if HOMES[i] == home]
    others = [i for i in EVERYBODY if HOMES[i] != home]
    pair.sort(key=lambda _: rng.random())
    others.sort(key=lambda _: rng.random())
    return pair, others


def bribe(sums: dict[int, float]) -> Action:
    return a.Bribe(tuple((AGENTS[i], max(UNIT, int(sums[i] / UNIT) * UNIT)) for i in sorted(sums)))


# ---- a turn


def act(view: View, temper: Temper, rng: Random) -> Action:
    """Of all that can be done what brings my agents on most; what others would stop counts less."""
    return max(rated(view, temper, rng), key=_first)[1]


def haste(now: Seen) -> float:
    """From 0 to 1: play has gone on for so long that it had better come to an end."""
    return min(1.0, max(0.0, now.turn / (20 * now.seats) - 1))


AGAIN = 0.2
"""What an action counts for still whose agent was stopped in this turn already: it would be stopped again."""


def rated(view: View, temper: Temper, rng: Random) -> list[tuple[float, Action]]:
    """What can be done in a turn, and what it brings."""
    offers: Any = view.offers
    random = rng.random
    some = 0.012 + 0.06 * haste(view.now)
    look = outlook(view)
    base, lead, nears = look.value, look.lead, look.near
    found: list[tuple[float, Action]] = [(0.004 * random(), r.ONLY_REST[0])]
    near = max(nears)
    far = 0.08 * near
    stopped = {deed.agent for deed in view.now.barred} if view.now.barred else ()
    for part in offers.parts:
        if type(part) is Split:
            found += _top_ups(view, look, temper, rng)
            continue
        for deed in part:
            kind = type(deed)
            if kind is a.Move:
                i = NUMBER[deed.agent]
                if not deed.case and nears[i] < far and lead[i] < 0.3:
                    continue
                gain = look.after(deed) - base
            elif kind is a.Strike:
                i = NUMBER[deed.agent]
                gain = look.after(deed) - base - 0.25 * base * (lead[i] if nears[i] > 0.3 * near else 0.2)
            else:
                continue
            if deed.agent in stopped:
                gain *= AGAIN
            found.append((gain * (0.3 + 0.7 * lead[i]) + some * random(), deed))
    return found


def _first(pair: tuple[float, Action]) -> float:
    return pair[0]


def _top_ups(view: View, look: Outlook, temper: Temper, rng: Random) -> list[tuple[float, Action]]:
    """More on an agent that is near, if that gives it to me."""
    now, me = look.now, view.seat
    assert me is not None
    if now.capital < 3 * UNIT:
        return []
    near = max(look.near)
    rivals = most_heard(now.heard, me)
    found: list[tuple[float, Action]] = []
    for i in EVERYBODY:
        if look.near[i] < 0.35 * near or look.lead[i] > 0.9:
            continue
        rival = rivals[i]
        for part in (0.3, 0.6, 1.0):
            more = int(part * now.capital / UNIT) * UNIT
            if more < UNIT or now.bribes[i] + more <= rival:
                continue
            lead = leading(now.bribes[i] + more, now.heard, me, i, look.turns)
            gain = look.if_led(i, lead) - look.value
            gain -= (0.03 + 0.1 * (1 - temper.bold)) * more / CAPITAL * (1.0 if near < 0.3 else 0.3)
            found.append((gain + 0.012 * rng.random(), a.Bribe(((AGENTS[i], more),))))
    return found


HARM = 0.01
"""What lowers the own standing by no more does no harm."""


def harmed(view: View) -> float:
    """By how much what is announced lowers my standing."""
    deed = view.now.deed
    look = outlook(view)
    look.doubt(NUMBER[deed.agent])
    return look.value - look.after(deed)


def object_or_not(view: View, temper: Temper, rng: Random) -> Action:
    """What harms me I object to: in the main game it costs nothing, and a bluff may work."""
    now: Seen = view.now
    deed = now.deed
    assert deed is not None
    harm = harmed(view)
    if harm <= HARM:
        return o.ALLOW
    if now.agent_game:  # a failed objection costs a turn
        known = now.heard[now.player][NUMBER[deed.agent]]
        sure = now.stake > known and now.stake >= 1000 + 1500 * (1 - temper.bold)
        if harm < 0.25 and not sure:
            return o.ALLOW
        willing = 0.9 if now.stake > known else 0.1 + 0.8 * temper.liar
    else:
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
    return a.Bid(max(now.bid + UNIT, min(high, int(sum_ / UNIT) * UNIT)))


def answer(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    return o.MEET if now.stake >= now.bid and rng.random() < 0.96 else o.YIELD


def settle(view: View, temper: Temper, rng: Random) -> Action:
    offers = view.offers
    assert offers is not None
    return offers.sample(rng)


_PREFER: dict[Any, Callable[[View, Temper, Random], Action]] = {
    b.OpenBribes: open_bribes,
    r.Act: act,
    o.MayObject: object_or_not,
    o.Stand: stand,
    o.Raise: name_sum,
    o.Answer: answer,
    r.ChooseQuarter: settle,
}
