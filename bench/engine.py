"""How fast the engine is, beside RLCard, PettingZoo and OpenSpiel where these are installed.

    python -m venv /tmp/bench && /tmp/bench/bin/pip install -r bench/requirements.txt
    PYTHONPATH=src /tmp/bench/bin/python bench/engine.py

Random play is legal + sample + play for every decision, with draws, events, logs and record on, on one core,
in processor time. All contenders take turns in every repeat, so that a busy machine is busy for all of them.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

import click
from msgspec import Struct, to_builtins
from rich.console import Console
from rich.table import Table

import speelhol
from speelhol.kernel import Game, Match

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

Playing = Callable[[float], tuple[int, int, float]]
"""Plays for so many seconds; says how many decisions, how many matches, and how long it took."""

Contender = tuple[str, int, str, Playing]
"""Name, seats, what each decision takes, and how to play."""

UNO = "RLCard uno"
BATCH = 10
"""How often a call is made at one position; `imagine` is made once, because its luck varies."""

PLAY, LOOK = "play", "view, play"
"""Without and with building what the player sees, which RLCard and PettingZoo always do."""


class Pace(Struct):
    """What one contender reached in all repeats."""

    name: str
    seats: int
    what: str
    rates: list[float] = []
    """Decisions per second, one for each repeat."""
    matches: list[float] = []

    @property
    def best(self) -> float:
        return max(self.rates)


class Cost(Struct, frozen=True):
    """Microseconds of one call."""

    game: str
    seats: int
    call: str
    median: float
    high: float
    """99 of 100 calls take no longer."""


def timed(play: Callable[[int], int], budget: float) -> tuple[int, int, float]:
    """Whole matches until the time is spent. `play` plays the match of this number and counts its decisions."""
    decisions = matches = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < budget:
        decisions += play(matches)
        matches += 1
    return decisions, matches, spent


def reference() -> float:
    """Seconds for two million small additions: how fast this machine is at this moment."""
    x = 0
    begun = time.process_time()
    for i in range(2_000_000):
        x += i & 7
    return time.process_time() - begun


# ---- ours


def ours(game: Game, seats: int, look: bool) -> Playing:
    rng = random.Random(1)
    numbers = count()

    def play(_: int) -> int:
        match = game.start(seats, str(next(numbers)))
        decisions = 0
        while not match.over:
            seat = match.to_act[0]
            if look:
                match.view(seat)
            match.play(seat, match.legal(seat).sample(rng))
            decisions += 1
        return decisions

    return lambda budget: timed(play, budget)


# ---- others


def uno() -> Contender:
    env = importlib.import_module("rlcard").make("uno", config={"seed": 1})
    rng = random.Random(1)

    def play(_: int) -> int:
        state, _player = env.reset()
        decisions = 0
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return UNO, int(env.num_players), LOOK, lambda budget: timed(play, budget)


def leduc() -> Contender:
    env = importlib.import_module("pettingzoo.classic.leduc_holdem_v4").env()
    rng = random.Random(1)

    def play(_: int) -> int:
        env.reset(seed=rng.randrange(2**31))
        decisions = 0
        for _agent in env.agent_iter():
            observation, _reward, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = info.get("action_mask") if "action_mask" in info else observation["action_mask"]
            env.step(rng.choice([a for a, legal in enumerate(mask) if legal]))
            decisions += 1
        return decisions

    return "PettingZoo leduc_holdem_v4", 2, LOOK, lambda budget: timed(play, budget)


def liars_dice() -> Contender:
    game = importlib.import_module("pyspiel").load_game("liars_dice")
    rng = random.Random(1)

    def play(_: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return "OpenSpiel liars_dice", int(game.num_players()), PLAY, lambda budget: timed(play, budget)


def others() -> Iterator[Contender]:
    for make in (uno, leduc, liars_dice):
        try:
            yield make()
        except ImportError:
            continue


# ---- the cost of single calls


def costs(game: Game, seats: int, samples: int) -> list[Cost]:
    """Each call at positions from the beginning to the end of random matches."""
    rng = random.Random(2)
    clock = time.process_time_ns
    empty = statistics.median(_batch([], clock) for _ in range(2000))
    spent: dict[str, list[float]] = {}

    def note(call: str, dos: list[Callable[[], Any]]) -> None:
        took = _batch(dos, clock) - empty
        spent.setdefault(call, []).append(max(0.0, took) / 1000 / len(dos))

    for number in count():
        match = game.start(seats, f"cost/{number}")
        while not match.over:
            if len(spent.get("play", ())) >= samples:
                return [Cost(game.name, seats, call, statistics.median(t), high(t)) for call, t in spent.items()]
            seat = match.to_act[0]
            if rng.random() < 0.2:
                note_all(game, match, seat, rng, note)
            else:
                match.play(seat, match.legal(seat).sample(rng))
    raise AssertionError("unreachable")


def note_all(game: Game, match: Match, seat: int, rng: random.Random, note: Callable[[str, Any], None]) -> None:
    """Each call ten times over at this position, on fresh copies where it would change or remember something."""
    copies = [match.copy() for _ in range(BATCH)]
    note("legal", [partial(copy.legal, seat) for copy in copies])
    view = match.view(seat)
    note("view", [partial(match.view, seat)] * BATCH)
    note("view as bytes", [lambda: match.view(seat).to_bytes()] * BATCH)
    note("copy", [match.copy] * BATCH)
    note("imagine", [lambda: game.imagine(view, rng)])
    action = match.legal(seat).sample(rng)
    note("play", [partial(copy.play, seat, action) for copy in copies])
    match.play(seat, action)


def _batch(dos: list[Callable[[], Any]], clock: Callable[[], int]) -> int:
    begun = clock()
    for do in dos:
        do()
    return clock() - begun


def high(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]


# ---- the run


def race(games: list[Game], seconds: float, repeats: int) -> list[Pace]:
    contenders: list[tuple[Pace, Playing]] = []
    for game in games:
        for seats in game.seats:
            contenders.append((Pace(game.name, seats, PLAY), ours(game, seats, look=False)))
            contenders.append((Pace(game.name, seats, LOOK), ours(game, seats, look=True)))
    contenders += [(Pace(name, seats, what), go) for name, seats, what, go in others()]
    for _ in range(repeats):
        for pace, go in contenders:
            decisions, matches, spent = go(seconds)
            pace.rates.append(decisions / spent)
            pace.matches.append(matches / spent)
    return [pace for pace, _ in contenders]


def pace_rows(paces: list[Pace]) -> Iterator[tuple[str, ...]]:
    """A line per contender, number of seats and loop."""
    yield ("game", "seats", "each decision", "decisions/s", "worst", "matches/s", "× uno")
    base = next((p.best for p in paces if p.name == UNO), None)
    for p in paces:
        times = f"{p.best / base:.2f}" if base else "–"
        best, worst, matches = f"{p.best:,.0f}", f"{min(p.rates):,.0f}", f"{max(p.matches):,.0f}"
        yield (p.name, str(p.seats), p.what, best, worst, matches, times)


def cost_rows(found: list[Cost]) -> Iterator[tuple[str, ...]]:
    calls = list(dict.fromkeys(c.call for c in found))
    yield ("game", "seats", *calls)
    for game, seats in dict.fromkeys((c.game, c.seats) for c in found):
        mine = {c.call: c for c in found if (c.game, c.seats) == (game, seats)}
        yield (game, str(seats), *(f"{mine[c].median:.1f} / {mine[c].high:.1f}" for c in calls))


def show(rows: Iterator[tuple[str, ...]], title: str, markdown: bool) -> None:
    head, *body = rows
    if markdown:
        lines = [head, tuple("---:" if n else "---" for n in range(len(head))), *body]
        print("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
        return
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for n, cell in enumerate(head):
        table.add_column(cell, justify="right" if n else "left", no_wrap=True)
    for row in body:
        table.add_row(*row)
    console = Console(width=max(Console().width, 110))
    console.print(table)
    console.print()


@click.command()
@click.option("--game", "only", multiple=True, type=click.Choice(speelhol.games()), help="Only this game.")
@click.option("--seconds", type=click.FloatRange(0.001), default=0.5, show_default=True, help="For each measurement.")
@click.option("--repeats", type=click.IntRange(1), default=5, show_default=True)
@click.option(
    "--samples",
    type=click.IntRange(10),
    default=2000,
    show_default=True,
    help="Positions at which the calls are timed.",
)
@click.option("--quick", is_flag=True, help="A first impression in seconds.")
@click.option("--json", "as_json", is_flag=True)
@click.option("--markdown", is_flag=True, help="Tables for docs/performance.md.")
def main(
    only: tuple[str, ...], seconds: float, repeats: int, samples: int, quick: bool, as_json: bool, markdown: bool
) -> None:
    """Measure the engine on one core, in processor time."""
    if quick:
        seconds, repeats, samples = min(seconds, 0.1), min(repeats, 3), min(samples, 300)
    games = [speelhol.game(name) for name in only or speelhol.games()]
    before = reference()
    paces = race(games, seconds, repeats)
    found = [cost for game in games for n in (game.seats[0], game.seats[-1]) for cost in costs(game, n, samples)]
    after = reference()
    if as_json:
        data = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "reference_seconds": [before, after],
            "repeats": repeats,
            "seconds": seconds,
            "paces": [to_builtins(p) | {"best": p.best} for p in paces],
            "microseconds": to_builtins(found),
        }
        print(json.dumps(data, indent=2))
        return
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core;", end=" ")
    print(f"best of {repeats} repeats of {seconds} s of processor time.")
    print(f"Reference loop (2 million x += i & 7): {before:.3f} s before, {after:.3f} s after.\n")
    show(pace_rows(paces), "Random play", markdown)
    show(cost_rows(found), "Microseconds a call, median / 99 %", markdown)


if __name__ == "__main__":
    main()
