"""How fast research gets its numbers: rows one by one, through PettingZoo, and in a batch; rivals in the same run.

    python -m venv /tmp/bench && /tmp/bench/bin/pip install -r bench/requirements.txt
    PYTHONPATH=src /tmp/bench/bin/python -m bench.adapters --markdown

All play at random and take turns in every repeat, so that a busy machine is busy for all of them. What is counted is
decisions a second of processor time, of all processes that took part: on a quiet machine, of one core. Needs NumPy;
what else is not installed is left out.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count

import click
import numpy as np

import speelhol
from bench.engine import others, ours, show
from bench.process import busy, cpu
from speelhol.adapters import ADAPTED, Catalogue, Lens
from speelhol.adapters.batch import Batch

SEATS = 4
Playing = Callable[[float], float]
"""Plays for about so many seconds of processor time; says how many decisions a second of it that were."""


def engine(name: str, budget: float, play: Callable[[float], tuple[int, int, float]]) -> float:
    decisions, _, spent = play(budget)
    return decisions / spent


def rows(name: str) -> Playing:
    """A row and a mask for every decision, one match after another in this process."""
    game, lens, catalogue = speelhol.game(name), Lens(name, SEATS), Catalogue(name, SEATS)
    rng, numbers = random.Random(1), count()

    def play(budget: float) -> float:
        made, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < budget:
            match = game.start(SEATS, str(next(numbers)))
            while not match.over and time.process_time() - begun < 2 * budget:
                seat = match.to_act[0]
                view = match.view(seat)
                lens.encode(view)
                menu = catalogue.menu(view)
                match.play(seat, menu[rng.choice(tuple(menu))])
                made += 1
        return made / spent

    return play


def pettingzoo(name: str) -> Playing:
    """An observation with every decision, through PettingZoo's interface."""
    from speelhol.adapters.pettingzoo import TableEnv

    env, rng, seeds = TableEnv(name, SEATS), random.Random(1), count()

    def play(budget: float) -> float:
        made, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < budget:
            env.reset(seed=next(seeds))
            while not (env.terminations["seat_0"] or env.truncations["seat_0"]):
                env.observe(env.agent_selection)
                env.step(rng.choice(tuple(env.infos[env.agent_selection]["menu"])))
                made += 1
                if time.process_time() - begun > 2 * budget:
                    break
        return made / spent

    return play


def choose(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """For every match an action that its mask allows, each equally likely."""
    match, action = np.nonzero(mask)
    many = np.bincount(match, minlength=len(mask))
    return action[np.cumsum(many) - many + (rng.random(len(mask)) * many).astype(int)]


def batch(name: str, matches: int, workers: int, stack: ExitStack) -> tuple[Playing, Playing]:
    """The same in a batch: by the processor time of all its processes, and by the clock on the wall."""
    tables = stack.enter_context(Batch(name, SEATS, matches, workers=workers, seed=1))
    mask, rng = np.asarray(tables.mask), np.random.default_rng(1)
    seconds: list[tuple[int, float]] = []

    def play(budget: float) -> float:
        made, wall, begun = 0, time.perf_counter(), cpu(os.getpid())
        while (spent := cpu(os.getpid()) - begun) < budget:
            for _ in range(16):  # to ask for the time takes some, too
                tables.step(choose(mask, rng))
                made += matches
        seconds.append((made, time.perf_counter() - wall))
        return made / spent

    def by_the_clock(_: float) -> float:
        made, spent = seconds[-1]
        return made / spent

    return play, by_the_clock


def contenders(
    names: tuple[str, ...], matches: int, workers: int, stack: ExitStack
) -> Iterator[tuple[str, str, Playing]]:
    """Name, way, and how to play."""
    for name in names:
        yield name, "view, play", partial(engine, name, play=ours(speelhol.game(name), SEATS, look=True))
        yield name, "row, mask, play", rows(name)
        by_work, by_clock = batch(name, matches, workers, stack)
        yield name, f"batch, {workers} workers", by_work
        yield name, f"batch, {workers} workers, by the clock", by_clock
        try:
            yield name, "PettingZoo", pettingzoo(name)
        except ImportError:
            continue
    for name, _, what, play in others():
        yield name, what, partial(engine, name, play=play)


@click.command()
@click.option("--game", "only", multiple=True, type=click.Choice(ADAPTED), help="Only this game.")
@click.option("--seconds", type=click.FloatRange(0.01), default=1.0, show_default=True, help="For each measurement.")
@click.option("--repeats", type=click.IntRange(1), default=5, show_default=True)
@click.option("--matches", type=click.IntRange(1), default=256, show_default=True, help="Of a batch.")
@click.option("--workers", type=click.IntRange(0), default=2, show_default=True)
@click.option("--markdown", is_flag=True, help="The table for docs/adapters.md.")
def main(only: tuple[str, ...], seconds: float, repeats: int, matches: int, workers: int, markdown: bool) -> None:
    """Measure what research gets, beside the engine alone and beside others' libraries."""
    rates: dict[tuple[str, str], list[float]] = {}
    before = busy()
    with ExitStack() as stack:
        playing = list(contenders(only or ADAPTED, matches, workers, stack))
        for _, _, play in playing:  # everybody has seen a little of it before it counts
            play(seconds / 4)
        for _ in range(repeats):
            for name, what, play in playing:
                rates.setdefault((name, what), []).append(play(seconds))
    print(f"{SEATS} seats, {matches} matches in a batch; median, best and worst of {repeats} repeats of {seconds} s.")
    print(f"Processor time of the whole machine meanwhile: {busy() - before:.0f} s.\n")
    show(table(rates), "Decisions a second of processor time", markdown)


def table(rates: dict[tuple[str, str], list[float]]) -> Iterator[tuple[str, ...]]:
    """A line for each contender; beside the engine's own pace, repeat by repeat."""
    yield ("game", "each decision", "decisions/s", "best", "worst", "× view, play")
    for (name, what), found in rates.items():
        own = rates.get((name, "view, play"), found)
        part = statistics.median(one / other for one, other in zip(found, own, strict=True))
        yield (name, what, *(f"{f(found):,.0f}" for f in (statistics.median, max, min)), f"{part:.2f}")


if __name__ == "__main__":
    main()
