"""The figures by which Counterfeiters is played at a glance: a search by play against the figures before.

python -m bench.glance --minutes 2 --jobs 16         # prints the figures found; then 1,500 matches against today's

Each generation draws figures around the best so far, lets one player by each sit among players by the last base, and
moves towards the quarter that won most money over the others (cross-entropy method). What was found becomes the base
every eighth time, so that nobody learns to beat one opponent only.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import speelhol
from speelhol.games.counterfeiters.bot import evaluate
from speelhol.kernel import EVEN
from speelhol.lab.simulate import Share

NAMES = (
    "HASTE",
    "PRINTS",
    "PRINTED",
    "SHOPPING",
    "AGENT",
    "DANGER",
    "CROWD",
    "PRINTER_PAYS",
    "COMPONENT_PAYS",
    "DINER_PAYS",
    "JET_PAYS",
    "GODFATHER_HITS",
    "SHOP_LEARNS",
    "CASE_CLOSES",
)
TODAY = {name: float(getattr(evaluate, name)) for name in NAMES}
SPREAD, LEAST = 0.35, 0.05
"""How far figures are drawn from the best so far (as a logarithm), at the beginning and at least."""
MANY, MATCHES, ANEW = 28, 300, 8
TABLES = (3, 3, 2, 4)
"""Seats, in turn."""

Figures = Mapping[str, float]
_kept: dict[tuple[float, ...], dict[tuple[int, ...], object]] = {}
_kept_season, _season = evaluate.season, evaluate.season.__wrapped__


def use(figures: Figures) -> None:
    """Let whoever decides next decide by these."""
    for name, value in figures.items():
        setattr(evaluate, name, value)
    kept = _kept.setdefault(tuple(figures.values()), {})

    def season(*moment: int) -> object:
        if moment not in kept:
            kept[moment] = _season(*moment)
        return kept[moment]

    evaluate.season = season  # type: ignore[assignment]  # kept by figures, and not for the whole process


def back() -> None:
    """Let everybody decide as today."""
    use(TODAY)
    evaluate.season = _kept_season


def among(figures: Figures, base: Figures, first: int, matches: int, tables: Sequence[int]) -> tuple[float, Share]:
    """One player by these figures among players by others: the mean lead in money, and the matches won."""
    game, lead, wins = speelhol.game("counterfeiters"), 0.0, 0
    _kept.clear()
    for number in range(first, first + matches):
        deal, seats = number // len(tables), tables[number % len(tables)]
        match, mine, rng = game.start(seats, f"glance/{deal}"), deal % seats, random.Random(number)
        while not match.over:
            seat = match.to_act[0]
            use(figures if seat == mine else base)
            match.play(seat, game.mind.prefer(match.view(seat), EVEN, rng))
        assert match.result is not None
        lead += match.result.scores[mine] - sum(match.result.scores) / seats
        wins += mine in match.result.winners
    back()
    return lead / matches, Share.count(wins, matches)


def search(pool: ProcessPoolExecutor, seconds: float) -> Figures:
    rng, until = random.Random("glance"), time.perf_counter() + seconds
    mean, spread = dict.fromkeys(NAMES, 0.0), dict.fromkeys(NAMES, SPREAD)
    base: Figures = TODAY
    generation = 0
    while time.perf_counter() < until:
        drawn = [mean, *({n: rng.gauss(mean[n], spread[n]) for n in NAMES} for _ in range(MANY - 1))]
        asked = [pool.submit(among, _figures(one), base, generation * MATCHES, MATCHES, TABLES) for one in drawn]
        leads = [one.result()[0] for one in asked]
        best = sorted(range(MANY), key=lambda n: -leads[n])[: MANY // 4]
        for name in NAMES:
            found = [drawn[n][name] for n in best]
            middle = sum(found) / len(found)
            wide = math.sqrt(sum((x - middle) ** 2 for x in found) / len(found))
            mean[name] = (mean[name] + middle) / 2
            spread[name] = max(LEAST, 0.6 * spread[name] + 0.4 * wide)
        generation += 1
        print(f"{generation}: the middle leads by {leads[0]:+.1f}, the best by {max(leads):+.1f}", flush=True)
        if not generation % ANEW:
            base = _figures(mean)
    return _figures(mean)


def _figures(logs: Figures) -> dict[str, float]:
    return {name: TODAY[name] * math.exp(log) for name, log in logs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        found = search(pool, 60 * given.minutes)
        for name, value in found.items():
            print(f"{name} = {value:.3g}")
        for seats in (2, 3, 4):
            lead, won = pool.submit(among, found, TODAY, 10**6, 500, (seats,)).result()
            print(f"{seats} players: {won.share:.3f} ({won.low:.3f}-{won.high:.3f}), ahead by {lead:.0f}")


if __name__ == "__main__":
    main()
