"""The leak test as a long run: pairs of worlds that a seat can't tell apart, through every channel, for all games.

python -m bench.leaks --kernel 1000000 --house 100000 --out leaks.jsonl     # goes on where it stopped
python -m bench.leaks --chunk kernel 1234                                   # one piece of work, to look into it

A pair is one comparison of all channels of one seat at one moment between two worlds. Forward: a match and an imagined
one get the same draws and, as far as they can, the same moves, and are compared after every decision until something is
revealed. Backward: the imagined world is told as a match from the deal on. Through the kernel these are view, offers,
events, log, words, refusals and undo; through the house pages, JSON, refusals, and the streams of pages and programs.
Work is cut into numbered chunks of a seed each, by turns for every game, seat count and option.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from typing import Any

from msgspec import Struct
from tests.contract import leak
from tests.contract.cases import length, pool, step

import speelhol
from speelhol.kernel import Action, Game, Match

KINDS = ("kernel", "house")
CHUNK = {"kernel": 1_000, "house": 100}
"""Pairs in a chunk, about."""
MOMENTS = 12
"""Moments of one match that are looked at, about."""
TOGETHER = 6
"""Decisions for which two worlds are compared, at most."""


class Case(Struct, frozen=True):
    """What a chunk is about."""

    game: str
    seats: int
    options: dict[str, Any]

    @property
    def rules(self) -> Game:
        return speelhol.game(self.game)


class Found(Struct):
    """What became of a chunk."""

    kind: str
    chunk: int
    game: str
    pairs: int
    seconds: float
    differences: list[str]


Pair = Callable[[Match, int, random.Random, list[Action]], int]
"""Compares worlds at a moment of a match from one seat; returns in how many pairs, or raises Leak."""


@cache
def cases(game: str) -> tuple[Case, ...]:
    return tuple(Case(game, seats, options) for seats, options in speelhol.game(game).variants())


def case_of(chunk: int) -> Case:
    """Games by turns, and of each game its variants by turns."""
    turn, which = divmod(chunk, len(speelhol.games()))
    listed = cases(speelhol.games()[which])
    return listed[turn % len(listed)]


_pools: dict[str, list[Action]] = {}


def some_actions(case: Case) -> list[Action]:
    key = repr(case)
    if key not in _pools:
        _pools[key] = pool(case.rules, case.seats, case.options)
    return _pools[key]


def moments(case: Case, seed: str, rng: random.Random) -> Iterator[tuple[str, Match]]:
    """Moments of ever new random matches, each with where it is found."""
    often = MOMENTS / length(case.rules, case.seats, case.options)
    for number in count():
        match = case.rules.start(case.seats, f"{seed}/{number}", **case.options)
        moves = 0
        while not match.over:
            if rng.random() < often:
                yield f"match {number}, move {moves}", match
            step(match, rng)
            moves += 1
        yield f"match {number}, move {moves}", match


def kernel_forward(match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
    return 1 + leak.twins(match, seat, rng, some, TOGETHER)


def kernel_backward(match: Match, seat: int, rng: random.Random, some: list[Action]) -> int:
    leak.story(match, seat, rng)
    return 1


def ways(kind: str) -> dict[str, Pair]:
    if kind == "kernel":
        return {"forward": kernel_forward, "backward": kernel_backward}
    from .leaks_house import backward, forward

    return {"forward": forward, "backward": backward}


def work(asked: tuple[str, int]) -> Found:
    """One chunk: at every moment each seat looks forward, and one of them back."""
    kind, chunk = asked
    begun = time.perf_counter()
    case = case_of(chunk)
    rng = random.Random(f"leaks/{kind}/{chunk}")
    some, pairs, differences = some_actions(case), 0, []
    both = ways(kind)
    for where, match in moments(case, f"leaks/{kind}/{chunk}", rng):
        looks = [("forward", seat) for seat in range(case.seats)] + [("backward", rng.randrange(case.seats))]
        for way, seat in looks:
            try:
                pairs += both[way](match, seat, rng, some)
            except Exception as error:
                told = str(error) if isinstance(error, leak.Leak) else traceback.format_exc()
                differences.append(
                    f"{case.game}, {case.seats} seats, {case.options}, {where}, seat {seat}, {way}: {told}"
                )
        if pairs >= CHUNK[kind] or len(differences) > 20:
            break
    return Found(kind, chunk, case.game, pairs, time.perf_counter() - begun, differences)


# ---- the run


class Progress:
    """What has been done, one line a chunk in a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.done: dict[str, set[int]] = {kind: set() for kind in KINDS}
        self.pairs: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        self.differences: list[str] = []
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                self._count(Found(**json.loads(line)))

    def add(self, found: Found) -> None:
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps({name: getattr(found, name) for name in Found.__struct_fields__}) + "\n")
        self._count(found)

    def _count(self, found: Found) -> None:
        self.done[found.kind].add(found.chunk)
        self.pairs[found.kind][found.game] += found.pairs
        self.differences += [f"[{found.kind} {found.chunk}] {text}" for text in found.differences]

    def total(self, kind: str) -> int:
        return self.pairs[kind].total()


def run(kind: str, wanted: int, progress: Progress, processes: int, until: float) -> None:
    """Do what is missing of one kind, or as much of it as there is time for."""
    to_do = ((kind, number) for number in count() if number not in progress.done[kind])
    begun, before = time.perf_counter(), progress.total(kind)
    with get_context("spawn").Pool(processes) as workers:
        pending: list[AsyncResult[Found]] = []
        while (progress.total(kind) < wanted and time.perf_counter() < until) or pending:
            while len(pending) < 2 * processes and progress.total(kind) < wanted and time.perf_counter() < until:
                pending.append(workers.apply_async(work, (next(to_do),)))
            found = pending.pop(0).get()
            progress.add(found)
            rate = (progress.total(kind) - before) / (time.perf_counter() - begun)
            if sys.stderr.isatty():
                print(
                    f"\r{kind}: {progress.total(kind):,} of {wanted:,}, {rate:.0f} a second ", end="", file=sys.stderr
                )
            for text in found.differences:
                print(f"\n[{kind} {found.chunk}] {text}", file=sys.stderr)
    seconds = time.perf_counter() - begun
    pairs = progress.total(kind) - before
    print(f"\n{kind}: {pairs:,} pairs in {seconds:.0f} s, {rate_of(progress, kind, before, seconds)}")


def rate_of(progress: Progress, kind: str, before: int, seconds: float) -> str:
    return f"{(progress.total(kind) - before) / max(0.001, seconds):,.0f} a second"


def report(progress: Progress) -> None:
    print("\n| game | " + " | ".join(f"pairs through the {kind}" for kind in KINDS) + " |")
    print("| --- |" + " ---: |" * len(KINDS))
    for game in speelhol.games():
        print(f"| {game} | " + " | ".join(f"{progress.pairs[kind][game]:,}" for kind in KINDS) + " |")
    print("| together | " + " | ".join(f"{progress.total(kind):,}" for kind in KINDS) + " |")
    print(f"\n{len(progress.differences)} differences")
    for text in progress.differences[:20]:
        print(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kernel", type=int, default=0, metavar="PAIRS", help="in all, with those of an earlier run")
    parser.add_argument("--house", type=int, default=0, metavar="PAIRS")
    parser.add_argument("--out", type=Path, help="the file that the run is kept in, and goes on from")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many, for each kind")
    parser.add_argument("--chunk", nargs=2, metavar=("KIND", "NUMBER"), help="one chunk, here and now")
    given = parser.parse_args()
    if given.chunk:
        found = work((given.chunk[0], int(given.chunk[1])))
        print(f"{found.game}: {found.pairs} pairs in {found.seconds:.1f} s", *found.differences, sep="\n")
        sys.exit(bool(found.differences))
    progress = Progress(given.out)
    for kind in KINDS:
        if progress.total(kind) < getattr(given, kind):
            run(kind, getattr(given, kind), progress, given.processes, time.perf_counter() + given.seconds)
    report(progress)
    sys.exit(bool(progress.differences))


if __name__ == "__main__":
    main()
