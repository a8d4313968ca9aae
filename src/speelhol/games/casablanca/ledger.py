"""The ledgers, and the notepad beside them: what everybody at the table can work out about somebody's sums.

Only lower bounds are ever heard: a sum named or met, the thousand that an announced strike needs, and what lay
on a struck agent. `gone + heard` is therefore the least that a seat has ever written down under each agent.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from ...kernel import put
from .table import BLOW, CAPITAL, EXACT, NOBODY, NUMBER, OPENING, UNIT, Casablanca, Row


def open_ledgers(p: Casablanca) -> None:
    """Empty ledgers and full purses for everybody."""
    p.bribes = p.gone = p.heard = (NOBODY,) * p.seats
    if p.rules >= EXACT:
        p.used = p.gone
    p.capital = (CAPITAL,) * p.seats
    p.bribed = p.floor = (0,) * p.seats


def write(p: Casablanca, seat: int, sums: Iterable[tuple[str, int]]) -> None:
    """One bribing turn. Each takes at least one unit, which moves the floor beneath all that was spent."""
    row = list(p.bribes[seat])
    total = 0
    for agent, amount in sums:
        row[NUMBER[agent]] += amount
        total += amount
    p.bribes = put(p.bribes, seat, tuple(row))
    p.capital = put(p.capital, seat, p.capital[seat] - total)
    p.bribed = put(p.bribed, seat, p.bribed[seat] + 1)
    if p.agent_game:
        floor = UNIT + max(p.floor[seat], least(p.heard[seat], p.gone[seat], 0))
    elif p.bribed[seat] == 1:
        floor = UNIT * OPENING
    else:
        floor = UNIT + max(p.floor[seat], least(p.heard[seat], p.gone[seat], OPENING))
    p.floor = put(p.floor, seat, floor)


def least(heard: Row, gone: Row, parts: int) -> int:
    """The least that was written down to hear this, if at least `parts` agents were bribed at first.

    It is a sum and not a row: which agents make up the missing parts stays open.
    """
    agents = sum([h + g > 0 for h, g in zip(heard, gone, strict=True)])
    return sum(heard) + sum(gone) + UNIT * max(0, parts - agents)


def hear(p: Casablanca, seat: int, agent: int, amount: int) -> None:
    """Everybody heard that at least this much lies there. [bid.heard]"""
    row = p.heard[seat]
    if amount > row[agent]:
        p.heard = put(p.heard, seat, put(row, agent, amount))


def pay_blow(p: Casablanca, seat: int, agent: int) -> None:
    """The price of a strike leaves the bribe on the striker."""
    p.bribes = put(p.bribes, seat, put(p.bribes[seat], agent, p.bribes[seat][agent] - BLOW))
    p.heard = put(p.heard, seat, put(p.heard[seat], agent, p.heard[seat][agent] - BLOW))
    p.gone = put(p.gone, seat, put(p.gone[seat], agent, p.gone[seat][agent] + BLOW))
    if p.used is not UNSET:
        p.used = put(p.used, seat, put(p.used[seat], agent, p.used[seat][agent] + BLOW))


def lose(p: Casablanca, agent: int) -> Row:
    """All sums on a struck agent are said and lost; returns them by seat."""
    sums = tuple([row[agent] for row in p.bribes])
    p.gone = tuple([put(row, agent, row[agent] + sums[seat]) for seat, row in enumerate(p.gone)])
    p.bribes = tuple([put(row, agent, 0) for row in p.bribes])
    p.heard = tuple([put(row, agent, 0) for row in p.heard])
    return sums
