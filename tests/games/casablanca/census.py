"""How often matches end by the safety stop, with moves that lean homeward and with moves wholly at random.

python -m tests.games.casablanca.census 10000
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from speelhol.games.casablanca.rules_deeds import Turns
from speelhol.kernel import Action, Choices, Either, Match

from .invariants import check
from .town import GAME, position

Choice = Callable[[Match, int, random.Random], Action]


def leaning(match: Match, seat: int, rng: random.Random) -> Action:
    """What random play uses: the sample of the offers."""
    return match.legal(seat).sample(rng)


def wild(match: Match, seat: int, rng: random.Random) -> Action:
    """Any move or strike of a turn is as likely as any other; all else as in random play."""
    legal = match.legal(seat)
    if not isinstance(legal, Turns):
        return legal.sample(rng)
    if rng.random() < 0.1:
        return Either.sample(legal, rng)
    return rng.choice([action for part in legal.parts if isinstance(part, Choices) for action in part])


def play_out(seats: int, options: dict[str, Any], seed: str, choose: Choice, often: int = 1) -> Match:
    """A match to the end, its invariants checked at every so many moves and at the end."""
    rng = random.Random(seed)
    match = GAME.start(seats, seed, **options)
    moves = 0
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, choose(match, seat, rng))
        moves += 1
        if moves % often == 0:
            check(position(match))
    check(position(match))
    return match


def stopped(match: Match) -> bool:
    """Play was stopped: the last turn was played and the case is not home."""
    return any(event.__struct_config__.tag == "stopped" for event in match.view(None).log)


def census(number: int, choose: Choice) -> list[tuple[int, str, int, int]]:
    """By seats and variant: how many matches were played, and how many were stopped."""
    rows = []
    variants = list(GAME.variants())
    for seats, options in variants:
        share = max(1, number // len(variants))
        stops = sum(stopped(play_out(seats, options, f"census/{i}", choose, often=20)) for i in range(share))
        rows.append((seats, str(options["variant"]), share, stops))
    return rows


def main(number: int) -> None:
    for choose in (leaning, wild):
        for seats, variant, share, stops in census(number if choose is leaning else number // 20, choose):
            line = f"{choose.__name__:8} {variant:10} {seats} seats: {stops} of {share} stopped ({stops / share:.1%})\n"
            sys.stdout.write(line)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
