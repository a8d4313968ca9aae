"""Ways to open Casablanca: one player of the lowest level who opens so, among others who open at a glance.

python -m bench.openings --seats 4 --matches 1600
python -m bench.openings --seats 4 5000,4900,100 3000,3000,3000     # on two agents of one house, and on one of another
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import speelhol
from speelhol.bots import LADDER, Budget
from speelhol.games.casablanca.bot.policy import bribe, one_house
from speelhol.lab.simulate import Share

SUMS = tuple(range(1000, 10_000, 1000))


def ways() -> Iterator[tuple[int, int, int]]:
    """A little everywhere, one strong agent, two of one house, three; with and without something kept."""
    yield 100, 100, 100
    yield from ((first, 100, 100) for first in SUMS)
    yield from ((first, 9900 - first, 100) for first in range(9000, 4999, -1000))
    yield from ((each, each, 100) for each in (2000, 3000, 4000, 4500))
    yield from ((each, each, each) for each in (1000, 2000, 3000))
    yield from ((5000, 100, 3000), (5000, 3000, 100), (5000, 4000, 100), (5000, 3500, 1500), (4900, 4000, 1000))
    yield from ((strong, 9900 - strong, 100) for strong in (5100, 5200, 5300, 5500))


def opens(sums: tuple[int, int, int] | None, seats: int, matches: int) -> Share:
    """How often somebody wins who opens so; None: at a glance, as everybody else."""
    game, greedy, budget = speelhol.game("casablanca"), LADDER["greedy"](), Budget(60.0)
    wins = 0
    for number in range(matches):
        match = game.start(seats, f"openings/{number // seats}")
        mine, rng = number % seats, random.Random(number)
        if sums is not None:
            pair, others = one_house(rng)
            match.play(mine, bribe(dict(zip((*pair, others[0]), sums, strict=True))))
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, greedy.think(match.view(seat), rng, budget).action)
        assert match.result is not None
        wins += mine in match.result.winners
    return Share.count(wins, matches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("sums", nargs="*", help="three sums with commas between, in hundreds; none: many ways")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=1600)
    given = parser.parse_args()
    chosen = [tuple(map(int, each.split(","))) for each in given.sums]
    for sums in (None, *(chosen or ways())):
        won = opens(sums, given.seats, given.matches)
        name = " ".join(f"{sum_:5,}" for sum_ in sums) if sums else "at a glance"
        print(f"{name:17}  {won.share:.3f} ({won.low:.3f}-{won.high:.3f})", flush=True)


if __name__ == "__main__":
    main()
