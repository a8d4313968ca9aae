"""Are the bots' beliefs worth anything? Each is scored against the truth, round by round, beside an even belief.

The score is the log loss: the mean of minus the logarithm of the chance that was given to what turned out to be so. An
even belief takes every possible world for equally likely: it knows the rules and what was shown, not what people's
deeds say. Beliefs worth having cost less than that, and less with each round.

Matches differ in length, and those that last long are the ones that are hard to read. So there is a second way to
look at it, by how much of its own match was played: there every match counts in every part.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from ..bots.worlds import Worlds
from ..kernel import Belief, Game, Match, Temper, View

SUREST = 0.99
"""No belief is taken for surer: one that is certain and wrong would cost everything."""


class Seen(Struct, frozen=True):
    """What one seat believed in one round, scored."""

    match: int
    round: int
    beliefs: int
    loss: float
    even: float


class Stage(Struct, frozen=True):
    """What beliefs were worth in one round, or in one part of the match."""

    round: int
    beliefs: int
    loss: float
    even: float
    """The loss of an even belief about the same."""


def observe(
    game: Game,
    seats: int,
    matches: int,
    seed: str = "",
    options: Mapping[str, Any] | None = None,
    worlds: int = 100,
    rounds: int = 10**6,
) -> list[Seen]:
    """Let players of every temper play at a glance; once a round each seat says what it believes.

    Same seed, same figures. `worlds`: how many each seat imagines; `rounds`: how many are looked at.
    """
    found: list[Seen] = []
    for number in range(matches):
        rng = random.Random(f"{seed}/{game.name}/{seats}/{number}")  # noqa: S311
        match = game.start(seats, f"{seed}/{number}", **(options or {}))
        tempers = [Temper(rng.random(), rng.random()) for _ in range(seats)]
        asked: set[tuple[int, int]] = set()
        while not match.over:
            seat = match.to_act[0]
            view = match.view(seat)
            at = game.mind.round(view)
            if 0 < at <= rounds and (seat, at) not in asked:
                asked.add((seat, at))
                loss, even, many = _score(game, match, view, worlds, rng)
                found.append(Seen(number, at, many, loss, even))
            match.play(seat, game.mind.prefer(view, tempers[seat], rng))
    return found


def by_round(seen: Iterable[Seen], rounds: int = 8) -> list[Stage]:
    return _stages((one for one in seen if one.round <= rounds), lambda one: one.round)


def by_part(seen: Iterable[Seen], parts: int = 4) -> list[Stage]:
    """By how much of its match was played. Matches with fewer rounds than parts are left out."""
    told = list(seen)
    last: dict[int, int] = {}
    for one in told:
        last[one.match] = max(one.round, last.get(one.match, 0))
    whole = [one for one in told if last[one.match] >= parts]
    return _stages(whole, lambda one: 1 + (one.round - 1) * parts // last[one.match])


def _stages(seen: Iterable[Seen], place: Callable[[Seen], int]) -> list[Stage]:
    sums: dict[int, list[float]] = {}
    for one in seen:
        found = sums.setdefault(place(one), [0.0, 0.0, 0])
        found[0] += one.loss
        found[1] += one.even
        found[2] += one.beliefs
    return [Stage(at, int(many), loss / many, even / many) for at, (loss, even, many) in sorted(sums.items()) if many]


def _score(game: Game, match: Match, view: View, worlds: int, rng: random.Random) -> tuple[float, float, int]:
    """The loss of a seat's beliefs, of an even belief about the same, and their number."""
    mind = game.mind
    found = mind.survey(view, Worlds(view, rng, worlds).weighted)
    possible = [game.imagine(view, rng) for _ in range(worlds)]
    loss = even = 0.0
    for belief in found:
        so = mind.holds(belief, match)
        loss += _loss(belief.chance, so)
        even += _loss(_even(game, belief, possible), so)
    return loss, even, len(found)


def _even(game: Game, belief: Belief, possible: list[Match]) -> float:
    """In how many of the worlds it is so; a few worlds prove nothing, so one of each kind is added."""
    return (1 + sum(game.mind.holds(belief, world) for world in possible)) / (2 + len(possible))


def _loss(chance: float, so: bool) -> float:
    return -math.log(min(SUREST, max(1 - SUREST, chance if so else 1 - chance)))
