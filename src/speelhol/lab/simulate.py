"""Random play, counted: how long matches are, who wins them, how scores spread."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from ..kernel import Game


class Share(Struct, frozen=True):
    """How often something happened, with the interval that holds the true share in 95 of 100 cases (Wilson)."""

    hits: int
    of: int
    share: float
    low: float
    high: float

    @classmethod
    def count(cls, hits: int, of: int) -> Share:
        if not of:
            return cls(0, 0, 0.0, 0.0, 1.0)
        z = 1.959964
        share = hits / of
        middle = share + z * z / (2 * of)
        spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
        scale = 1 + z * z / of
        return cls(hits, of, share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


class Spread(Struct, frozen=True):
    """Of many numbers the least, the quartiles, the greatest and the mean."""

    least: int
    lower: int
    median: int
    upper: int
    greatest: int
    mean: float

    @classmethod
    def of(cls, values: list[int]) -> Spread:
        """Raises ValueError if there are no values."""
        if not values:
            raise ValueError("There is nothing to spread.")
        row = sorted(values)
        least, lower, median, upper, greatest = (row[round((len(row) - 1) * q)] for q in (0, 0.25, 0.5, 0.75, 1))
        return cls(least, lower, median, upper, greatest, sum(row) / len(row))


class Tally(Struct, frozen=True):
    """What many matches of one game with one number of seats came to."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    matches: int
    decisions: int
    seconds: float
    """Processor time of the playing thread."""
    lengths: Spread
    """Decisions per match."""
    scores: Spread
    """Over all seats and matches."""
    wins: tuple[Share, ...]
    """By seat. Where players win together, the shares add up to more than one."""

    @property
    def pace(self) -> float:
        """Decisions per second of processor time."""
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float:
        return self.decisions / self.matches


def simulate(
    game: Game,
    seats: int,
    matches: int,
    seed: str = "",
    options: Mapping[str, Any] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Tally:
    """Play matches at random and count. Same seed, same tally (but for the time). `progress` is called after each.

    Raises ValueError, in a sentence, if seats or options don't fit the game or there are no matches to play.
    """
    if matches < 1:
        raise ValueError(f"At least one match must be played, not {matches}.")
    rng = random.Random(f"{seed}/{game.name}/{seats}")  # noqa: S311
    wins = [0] * seats
    lengths: list[int] = []
    scores: list[int] = []
    seconds = 0.0
    for number in range(matches):
        begun = time.thread_time()
        match = game.start(seats, f"{seed}/{number}", **(options or {}))
        decisions = 0
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
            decisions += 1
        seconds += time.thread_time() - begun
        assert match.result is not None
        for seat in match.result.winners:
            wins[seat] += 1
        lengths.append(decisions)
        scores.extend(match.result.scores)
        progress()
    shares = tuple(Share.count(won, matches) for won in wins)
    return Tally(
        game.name, seats, dict(options or {}), seed, matches, sum(lengths), seconds,
        Spread.of(lengths), Spread.of(scores), shares,
    )  # fmt: skip
