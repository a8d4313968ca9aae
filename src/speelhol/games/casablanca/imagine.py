"""A possible world for a view: what may stand in the others' ledgers.

A ledger is possible if some sequence of bribing turns leads to it, each turn at its time. Let G be all that a
seat ever wrote under each agent, L(k) the bounds heard before its bribing turn k + 1, and n its newest one.
Turns after k need at least one unit each, and what they bring was not needed for L(k); so G is possible if

- G is at least L, agent by agent, and equal to it where the agent was struck;
- the sum of G is at least that of L(k) + n - k, for every k: the `floor` in the position keeps the highest of these;
- the main game: at least three agents were bribed. The variant: no more agents than bribing turns.

These are enough: `retell` gives the turns themselves, filling them backward, one unit each, and all the rest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ...kernel import Random, View
from ...kernel.chance import mixed
from .ledger import least
from .table import AGENTS, CAPITAL, OPENING, UNIT, Casablanca, Row
from .view import Seen

UNITS = CAPITAL // UNIT


def imagine(view: View, rng: Random) -> Casablanca:
    now: Seen = view.now
    known = range(now.seats) if now.ledgers else (view.seat,)
    return with_rows(view, [() if seat in known else Gaps(now, seat).row(rng) for seat in range(now.seats)])


def with_rows(view: View, rows: Sequence[Row]) -> Casablanca:
    """The position with these sums in the ledgers that the seat can't see."""
    now: Seen = view.now
    bribes: list[Row] = []
    capital: list[int] = []
    for seat in range(now.seats):
        if now.ledgers:
            row, left = now.ledgers[seat], now.purses[seat]
        elif seat == view.seat:
            row, left = now.bribes, now.capital
        else:
            row = rows[seat]
            left = CAPITAL - sum(now.gone[seat]) - sum(row)
        bribes.append(row)
        capital.append(left)
    return Casablanca(
        now.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        bribes=tuple(bribes),
        capital=tuple(capital),
        gone=now.gone,
        used=now.used or UNSET,
        heard=now.heard,
        bribed=now.bribed,
        floor=now.floor,
        places=now.places,
        case=now.case,
        carriers=now.carriers,
        turn=now.turn,
        player=now.player,
        barred=now.barred or now.stopped,
        deed=now.deed,
        queue=now.queue,
        bid=now.bid,
        quarters=now.quarters,
        down=now.down,
    )


class Gaps:
    """What is open about another seat's ledger."""

    __slots__ = ("fewest", "fresh", "heard", "high", "known", "low", "most", "open")

    def __init__(self, now: Seen, seat: int) -> None:
        turns = now.bribed[seat]
        heard, gone = now.heard[seat], now.gone[seat]
        self.heard = heard
        self.known = [i for i, place in enumerate(now.places) if place is not None and heard[i] + gone[i]]
        self.fresh = [i for i, place in enumerate(now.places) if place is not None and not heard[i] + gone[i]]
        bribed = sum([h + g > 0 for h, g in zip(heard, gone, strict=True)])
        sure = sum(heard) + sum(gone)
        if now.agent_game:
            self.fewest, self.most = 0, min(len(self.fresh), turns - bribed)
            floor = now.floor[seat]
        else:
            self.fewest, self.most = max(0, OPENING - bribed), len(self.fresh)
            floor = max(now.floor[seat], least(heard, gone, OPENING))
        self.low, self.high = max(0, floor - sure) // UNIT, (CAPITAL - sure) // UNIT
        self.open = bool(turns and (self.known or self.most))

    def row(self, rng: Random) -> Row:
        """A possible ledger: what was heard, and something on top where nobody heard anything."""
        if not self.open:
            return self.heard
        more = self.low + int((self.high - self.low + 1) * rng.random())
        fewest = max(self.fewest, 1) if more and not self.known else self.fewest
        most = min(self.most, more)
        number = fewest + int((most - fewest + 1) * rng.random())
        chosen = mixed(self.fresh, rng)[:number]
        row = list(self.heard)
        for i in chosen:
            row[i] += UNIT
        more -= number
        chosen = mixed(chosen + self.known, rng)
        for i in chosen:
            if i == chosen[-1]:
                row[i] += more * UNIT
            else:
                some = int((more + 1) * rng.random())
                row[i] += some * UNIT
                more -= some
        return tuple(row)


def opening_first(whole: Sequence[int], bounds: Sequence[Row]) -> list[list[int]]:
    """Rows for the bribing turns of the main game: one unit in each later turn, all the rest in the opening."""
    if not bounds:
        return []
    later = bounds[1:]

    def first_heard(i: int) -> int:
        return next((k for k, row in enumerate(later) if row[i]), len(later))

    openers = sorted((i for i, n in enumerate(whole) if n), key=first_heard)[:OPENING]
    rest = list(whole)
    rows = []
    for row in reversed(later):
        at = next(i for i, n in enumerate(rest) if n > max(row[i], i in openers))
        rest[at] -= 1
        rows.append([int(i == at) for i in range(len(AGENTS))])
    return [rest, *reversed(rows)]


def one_by_one(whole: Sequence[int], bounds: Sequence[Row]) -> list[list[int]]:
    """Rows for the bribing turns of the variant: one agent each, one unit, and all the rest in the agent's first.

    An agent that was heard of before turn k + 1 needs a turn up to k. Going backward, a turn goes to any agent with
    something to spare; when as many turns are left as agents without one in time, it goes to one of these.
    """

    def latest(i: int) -> int:
        return next((k for k, row in enumerate(bounds) if row[i]), len(bounds))

    rest = list(whole)
    missing = {i: latest(i) for i, n in enumerate(whole) if n}
    served = []
    for turn in range(len(bounds), 0, -1):
        heard = bounds[turn - 1]
        if len(missing) == turn:
            at = next(i for i, last in missing.items() if last >= turn)
        else:
            at = next(i for i, n in enumerate(rest) if n > heard[i])
        rest[at] -= 1
        if missing.get(at, 0) >= turn:
            del missing[at]
        served.append(at)
    rows = []
    for at in reversed(served):
        rows.append([(1 + rest[at]) * int(i == at) for i in range(len(AGENTS))])
        rest[at] = 0
    return rows
