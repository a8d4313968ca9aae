"""Possible worlds: how much money everybody carried on every flight, and how the deck lies.

Everything else is seen by all. What the flights moved must have left enough in hand for all that was paid
afterwards, the Godfather's visits in between included. Going back through the public flows, each flight gets
the least that must be in hand after it and the least that must be owned at it; going forward, each transfer is
drawn between the limits that follow. `retell` gives the record that would have led to such a world.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Random, View
from ...kernel.cache import per_process
from ...kernel.chance import mixed
from .rules_henchmen import MoveMoney
from .rules_police import share
from .table import FLIGHT, GODFATHER, RATES, Counterfeiters, Flow, Purse
from .view import Seen

UNIT = RATES.unit


def imagine(view: View, rng: Random) -> Counterfeiters:
    now: Seen = view.now
    me = view.seat
    assert me is not None
    asked = view.agenda[-1] if view.agenda else None
    abroad = asked.seat if isinstance(asked, MoveMoney) else None
    cash, offshore, flights = [], [], []
    for seat in now.kit.everyone:
        if now.purses:
            purse = now.purses[seat]
        elif seat == me:
            purse = Purse(now.cash, now.offshore, now.flights)
        else:
            purse = _purse(_route(now.flows[seat], seat == abroad), rng)
        cash.append(purse.cash)
        offshore.append(purse.offshore)
        flights.append(purse.flights)
    return Counterfeiters(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        cash=tuple(cash),
        offshore=tuple(offshore),
        flights=tuple(flights),
        deck=_deck(now, rng),
        stock=now.stock,
        market=now.market,
        cards=now.cards,
        gone=now.gone,
        fakes=now.fakes,
        supply=now.supply,
        flows=now.flows,
        left=now.left,
        flat=now.flat,
        placed=now.placed,
        room=now.room,
        marker=now.marker,
        round=now.round,
        officer=now.officer,
        refused=now.refused,
        closing=now.closing,
    )


def _deck(now: Seen, rng: Random) -> tuple[str, ...]:
    """The cards that are left, mixed in each class."""
    deck: list[str] = []
    end = len(now.stock)
    for cards in reversed(now.kit.classes):
        start = max(0, end - len(cards))
        deck[:0] = mixed(now.stock[start:end], rng)
        end = start
    return tuple(deck)


# ---- who carried how much


class Leg(Struct, frozen=True):
    """What follows a flight, up to the next one or to this moment."""

    flows: tuple[Flow, ...]
    net: int
    """All sums got and paid together, the Godfather's share left out."""
    least: int
    """So much must be in hand after the flight for all payments of this leg."""
    visited: bool
    """By the Godfather."""
    due: int
    """So much must be owned when the leg is over, in hand and offshore together."""


class Route(Struct, frozen=True):
    cash: int
    """In hand at the first flight, or at this moment if there was none: everybody can work it out."""
    legs: tuple[Leg, ...]


@per_process(4096)
def _route(flows: tuple[Flow, ...], abroad: bool) -> Route:
    """The limits that these flows set. `abroad`: the last flight has not moved its money yet."""
    parts: list[tuple[Flow, ...]] = []
    rest = flows
    while FLIGHT in rest:
        at = rest.index(FLIGHT)
        parts.append(rest[:at])
        rest = rest[at + 1 :]
    parts.append(rest)
    due = 0
    if abroad:
        parts.pop()
        due = UNIT
    legs = []
    for part in reversed(parts[1:]):
        least = _least(part)
        net = sum([flow for flow in part if isinstance(flow, int)])
        legs.append(Leg(part, net, least, GODFATHER in part, due))
        lost = least + net - _after(part, least)
        due = max(UNIT, least, due - net + lost)
    return Route(_after(parts[0], 0), tuple(reversed(legs)))


def _least(flows: Sequence[Flow]) -> int:
    """The smallest sum in hand that can bear these flows."""
    need = 0
    for flow in reversed(flows):
        need = max(0, need - flow) if isinstance(flow, int) else 2 * need
    return need


def _after(flows: Sequence[Flow], cash: int) -> int:
    for flow in flows:
        cash = cash + flow if isinstance(flow, int) else cash - share(cash)
    return cash


def _purse(route: Route, rng: Random) -> Purse:
    if not route.legs:
        return Purse(route.cash, 0, ())
    found = _fly(route.legs, 0, route.cash, 0, rng)
    assert found is not None, "the flows are those of a real match"
    return found


def _fly(legs: tuple[Leg, ...], at: int, cash: int, offshore: int, rng: Random) -> Purse | None:
    """Transfers from this flight on; None if the only one that fits would move nothing."""
    if at == len(legs):
        return Purse(cash, offshore, ())
    leg = legs[at]
    total = cash + offshore
    low, high = leg.least, _most(leg, total)
    number = (high - low) // UNIT + 1
    r = rng.random()
    first = 0 if r < 0.25 else int((r - 0.25) / 0.75 * number)  # many hide as much as they can
    for i in range(number):
        keep = low + (first + i) % number * UNIT
        if keep != cash:
            later = _after(leg.flows, keep) if leg.visited else keep + leg.net
            found = _fly(legs, at + 1, later, total - keep, rng)
            if found is not None:
                return Purse(found.cash, found.offshore, (cash - keep, *found.flights))
    return None


def _most(leg: Leg, total: int) -> int:
    """The most that can stay in hand: what the Godfather takes of it may be needed later on."""
    if not leg.visited or not leg.due:
        return total
    low, high = leg.least, total
    while low < high:
        middle = (low + high + UNIT) // 2 // UNIT * UNIT
        if total - middle + _after(leg.flows, middle) >= leg.due:
            low = middle
        else:
            high = middle - UNIT
    return low
