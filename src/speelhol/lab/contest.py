"""One bot among others: every pairing, all seats rotated, the same deals for everybody.

A cell is a pair (A, B): one A sits among B's. Its matches come in deals: one deal is played once with A in each seat,
and deal number k is the same in every cell. So the luck of the cards falls out of the comparison, and A among A's is
the mirror by which everything is judged.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..bots import Budget
from ..bots.by_name import BotFailed, ask
from ..games import game as find_game
from .entrants import Entrant
from .simulate import Share, Spread

AT_A_GLANCE = ("random", "beginner", "greedy", "regular")
"""Levels that look no further, or hardly: their matches cost next to nothing."""
USUAL = ("greedy", "regular")
"""Levels that the last of a ladder is held against, too."""


class Plan(Struct, frozen=True):
    """A contest: what is played, by whom, and how often. Equal plans give equal matches on every machine as long as
    no bot's seconds run out before its rounds."""

    game: str
    seats: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    deals: int
    seed: str
    budget: Budget
    ladder: bool = False
    """Each only among the one named before it, and the last among greedy or regular ones too, instead of everybody
    among everybody; with the mirrors that these are measured against."""

    def tasks(self) -> list[Task]:
        """All there is to do, deal by deal, so that a contest that is broken off has something of every cell."""
        all_ = range(len(self.entrants))
        pairs = [(a, b) for a in all_ for b in all_ if not self.ladder or self._rung(a, b)]
        return [Task(a, b, deal) for deal in range(self.deals) for a, b in pairs]

    def _rung(self, one: int, rest: int) -> bool:
        last = len(self.entrants) - 1
        if one == rest:
            return one < last or not last
        return rest == one - 1 or (one == last and self.entrants[rest].level in USUAL)


class Task(Struct, frozen=True):
    """One deal of one cell: as many matches as there are seats. Of a mirror of bots that look ahead it is one match,
    since rotating changes nothing and each of them takes its time; at a glance the fair share costs little, and it
    should not be what is least sure of all."""

    one: int
    rest: int
    deal: int


class Played(Struct, frozen=True):
    """One match of a cell."""

    one: int
    rest: int
    deal: int
    seat: int
    """Where the one sat; in a mirror every seat is the one's."""
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[str, ...]
    """By seat what it played as: its role or team; empty where all are alike."""
    decisions: int
    actions: dict[str, int]
    """How often the one did what."""
    events: dict[str, int]
    """What happened how often."""
    thought: tuple[int, ...]
    """Microseconds for each of the one's decisions."""


def play(plan: Plan, task: Task) -> list[Played]:
    """The matches of one deal of one cell."""
    alone = len(plan.entrants) == 1  # nothing is measured against this mirror: it is what was asked for
    if task.one == task.rest and (alone or plan.entrants[task.one].level not in AT_A_GLANCE):
        return [_match(plan, task, 0)]
    return [_match(plan, task, seat) for seat in range(plan.seats)]


def _match(plan: Plan, task: Task, seat: int) -> Played:
    game = find_game(plan.game)
    match = game.start(plan.seats, f"{plan.seed}/{task.deal}", **plan.options)
    mirror = task.one == task.rest
    entrants = [plan.entrants[task.one if mirror or s == seat else task.rest] for s in range(plan.seats)]
    bots = [(one.bot(match), one.budget(plan.budget)) for one in entrants]
    name = f"{plan.seed}/{task.one}/{task.rest}/{task.deal}/{seat}"
    rngs = [random.Random(f"{name}/{s}") for s in range(plan.seats)]  # noqa: S311
    actions: Counter[str] = Counter()
    events: Counter[str] = Counter()
    thought: list[int] = []
    decisions = 0
    while not match.over:
        acting = match.to_act[0]
        bot, budget = bots[acting]
        view = match.view(acting)
        begun = time.perf_counter()
        try:
            action = ask(bot, view, rngs[acting], budget).action
        except BotFailed as failed:
            who = f"{entrants[acting].name} in deal {task.deal}, seat {acting + 1}, decision {decisions + 1}"
            raise BotFailed(f"{who}: {failed}") from failed
        took = time.perf_counter() - begun
        news = match.play(acting, action)
        if mirror or acting == seat:
            thought.append(round(1e6 * took))
            actions[str(action.__struct_config__.tag)] += 1
        for event, _ in news:
            events[str(event.__struct_config__.tag)] += 1
        decisions += 1
    result = match.result
    assert result is not None
    return Played(
        task.one, task.rest, task.deal, seat, result.winners, result.ranks, result.scores,
        tuple(game.mind.side(match, s) for s in range(plan.seats)), decisions, dict(actions), dict(events),
        tuple(thought),
    )  # fmt: skip


# ---- what it came to


class Side(Struct, frozen=True):
    """A role or team: how the one did in it, and how those did that it is compared with."""

    side: str
    one: Share
    mirror: Share

    @property
    def points(self) -> float:
        """By how many points of a hundred the one raises the share."""
        return 100 * (self.one.share - self.mirror.share)


class Cell(Struct, frozen=True):
    """One A among B's."""

    one: str
    rest: str
    wins: Share
    fair: float
    """The share of the others among themselves (B among B's), from the same deals."""
    rank: float
    seats: tuple[Share, ...]
    """By seat."""
    sides: tuple[Side, ...]
    lengths: Spread
    scores: Spread
    """The one's."""
    actions: dict[str, float]
    """What the one did, a match."""
    events: dict[str, float]
    """What happened, a match."""
    p50: float
    p95: float
    """Thinking time in ms."""

    @property
    def ratio(self) -> float:
        """How many times its fair share the one wins."""
        return self.wins.share / self.fair if self.fair else 0.0

    @property
    def better(self) -> bool:
        """Whether the margin lies outside the interval."""
        return self.wins.low > self.fair

    @property
    def mirror(self) -> bool:
        return self.one == self.rest


def cells(plan: Plan, played: Iterable[Played]) -> list[Cell]:
    """What the matches came to, cell by cell; those without matches are left out."""
    by_cell: dict[tuple[int, int], list[Played]] = {}
    for one in sorted(played, key=lambda p: (p.deal, p.seat)):
        by_cell.setdefault((one.one, one.rest), []).append(one)
    return [
        _cell(plan, found, by_cell.get((rest, rest), found))
        for (_, rest), found in sorted(by_cell.items(), key=lambda item: item[0])
    ]


def _cell(plan: Plan, played: Sequence[Played], mirror: Sequence[Played]) -> Cell:
    first = played[0]
    same = first.one == first.rest
    sat = [(p, seat) for p in played for seat in (range(plan.seats) if same else (p.seat,))]
    among = [(p, seat) for p in mirror for seat in range(plan.seats)]
    by_seat = [[won(p, s) for p, s in sat if s == seat] for seat in range(plan.seats)]
    thought = sorted(t for p in played for t in p.thought) or [0]
    decided = len(sat)
    sides = sorted({p.sides[s] for p, s in sat} - {""})
    return Cell(
        plan.entrants[first.one].name,
        plan.entrants[first.rest].name,
        share(won(p, s) for p, s in sat),
        sum(won(p, s) for p, s in among) / max(1, len(among)),
        statistics.fmean(p.ranks[s] for p, s in sat),
        tuple(share(wins) for wins in by_seat),
        tuple(
            Side(
                side,
                share(won(p, s) for p, s in sat if p.sides[s] == side),
                share(won(p, s) for p, s in among if p.sides[s] == side),
            )
            for side in sides
        ),
        Spread.of([p.decisions for p in played]),
        Spread.of([p.scores[s] for p, s in sat]),
        _mean(played, decided, "actions"),
        _mean(played, len(played), "events"),
        thought[len(thought) // 2] / 1000,
        thought[int(len(thought) * 0.95)] / 1000,
    )


def won(played: Played, seat: int) -> bool:
    return seat in played.winners


def share(wins: Iterable[bool]) -> Share:
    counted = list(wins)
    return Share.count(sum(counted), len(counted))


def _mean(played: Sequence[Played], of: int, field: str) -> dict[str, float]:
    total: Counter[str] = Counter()
    for one in played:
        counts: Mapping[str, int] = getattr(one, field)
        total.update(counts)
    return {tag: n / of for tag, n in sorted(total.items())}
