"""A better judgement of who is winning, learned from who won: matches of bots among themselves, then a small network.

python -m bench.training thieves --matches 20000 --jobs 4            # play, fit, and compare with the rule of thumb
python -m bench.training thieves --minutes 2 --jobs 16 --out worth.json
python -m bench.training thieves --matches 0 --epochs 64             # fit again to what was played

Equal seed, jobs and matches give equal rows. Needs NumPy; with CuPy the fit runs on a graphics card. The network is
written as the game's `bot/worth.json`, which `speelhol.kernel.network` reads; that needs neither. What it looks at
stands in the game's `bot/features.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from array import array
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import speelhol
from speelhol.bots import LADDER, Budget
from speelhol.kernel import Match, Temper

MOST = 6
"""Seats of the largest table."""
EACH = 0.2
"""How many of the settled moments of a match are kept: neighbours say the same."""
SLIP = 0.04
"""How often somebody who slips does whatever comes to mind, so that odd positions are seen too."""
SHARP, PLAYS = 0.1, 12
"""In how many of the matches some look ahead, and with how many plays."""
FASTEST, SLOWEST, DECAY = 0.003, 0.00003, 0.001
"""How far a step of the fit goes, at the beginning and at the end, and how weights fade that nothing speaks for."""

Say = Callable[[str], None]


# ---- playing


def package(name: str) -> str:
    return f"speelhol.games.{name.replace('-', '_')}.bot"


def row(match: Match, features: Any) -> list[float]:
    """What is seen of a moment, filled up for seats that are not there; then what the rule of thumb says."""
    shared, own = features(match.position)
    gaps = MOST - len(own)
    facts = [x for each in own for x in each]
    return [*shared, *facts, *[0.0] * (len(own[0]) * gaps), *match.game.mind.worth(match), *[-1.0] * gaps]


def play(name: str, part: int, seed: str, matches: int, seconds: float) -> bytes:
    """So many matches, or for so long: by moment a row and who won, as 32-bit floats."""
    features = import_module(f"{package(name)}.features").features
    found, until = array("f"), time.perf_counter() + seconds
    for number in range(1, matches + 1):
        if time.perf_counter() >= until:
            break
        rows, match = _match(name, features, random.Random(f"{seed}/{name}/{part}/{number}"), f"{seed}/{part}/{number}")
        assert match.result is not None
        winners = match.result.winners
        won = [(seat in winners) / len(winners) for seat in range(MOST)]
        for facts in rows:
            found.extend([*facts, *won])
    return found.tobytes()


def _match(name: str, features: Any, rng: random.Random, deal: str) -> tuple[list[list[float]], Match]:
    """A match of players of every temper, some of whom look ahead or slip; with the rows of some moments."""
    game = speelhol.game(name)
    seats = rng.choice((*game.seats, *[game.seats[len(game.seats) // 2]] * 4))
    match = game.start(seats, deal)
    sharp = rng.random() < SHARP
    bots = [
        LADDER["sharp" if sharp and rng.random() < 0.6 else "greedy"](Temper(rng.random(), rng.random()))
        for _ in range(seats)
    ]
    slip = SLIP * (rng.random() < 0.5)
    rows: list[list[float]] = []
    while not match.over:
        if rng.random() < EACH and game.mind.settled(match):
            rows.append(row(match, features))
        seat = match.to_act[0]
        if rng.random() < slip:
            match.play(seat, match.legal(seat).sample(rng))
        else:
            match.play(seat, bots[seat].choose(match.view(seat), rng, Budget(60.0, PLAYS)))
    return rows, match


def sizes(name: str) -> tuple[int, int]:
    """How many facts all seats share, and how many are a seat's own."""
    features = import_module(f"{package(name)}.features").features
    game, rng = speelhol.game(name), random.Random(1)
    match = game.start(game.seats[-1], "size")
    while not game.mind.settled(match):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    shared, own = features(match.position)
    return len(shared), len(own[0])


def width(name: str) -> int:
    """How many numbers there are in a row, with who won."""
    shared, own = sizes(name)
    return shared + MOST * own + 2 * MOST


# ---- fitting


class Fit:
    """A network that is fitted by Adam to who won; `xp`: NumPy or CuPy."""

    def __init__(self, xp: Any, shared: int, own: int, hidden: tuple[int, int]) -> None:
        self.xp = xp
        draw = xp.random.RandomState(1)
        one, two = hidden
        shapes = {"s": (shared, one), "o": (own, one), "2": (one, two), "3": (two, 1)}
        self.w = {
            key: (draw.standard_normal(shape) * (2 / shape[0]) ** 0.5 * (0.7 if key in "so" else 1)).astype("float32")
            for key, shape in shapes.items()
        }
        self.w |= {f"b{key}": xp.zeros(shape[1], "float32") for key, shape in shapes.items() if key != "o"}
        self.steps = 0
        self.means = {key: xp.zeros_like(value) for key, value in self.w.items()}
        self.squares = {key: xp.zeros_like(value) for key, value in self.w.items()}

    def forward(self, shared: Any, own: Any, there: Any) -> tuple[Any, Any, Any]:
        """Both hidden layers, and by seat the chance to win."""
        xp, w = self.xp, self.w
        one = xp.maximum(0, (shared @ w["s"] + w["bs"])[:, None, :] + own @ w["o"])
        two = xp.maximum(0, one @ w["2"] + w["b2"])
        out = xp.where(there, (two @ w["3"])[:, :, 0] + w["b3"], -1e9)
        odds = xp.exp(out - out.max(1, keepdims=True))
        return one, two, odds / odds.sum(1, keepdims=True)

    def loss(self, shared: Any, own: Any, there: Any, won: Any) -> float:
        chances = self.forward(shared, own, there)[2]
        return float(-(won * self.xp.log(self.xp.maximum(chances, 1e-6))).sum(1).mean())

    def step(self, shared: Any, own: Any, there: Any, won: Any, rate: float) -> None:
        xp, w = self.xp, self.w
        one, two, chances = self.forward(shared, own, there)
        error = ((chances - won) / len(won))[:, :, None].astype("float32")
        grads = {"3": xp.einsum("bnh,bno->ho", two, error), "b3": error.sum((0, 1))}
        back = (error @ w["3"].T) * (two > 0)
        grads["2"] = one.reshape(-1, one.shape[2]).T @ back.reshape(-1, back.shape[2])
        grads["b2"] = back.sum((0, 1))
        back = (back @ w["2"].T) * (one > 0)
        grads["o"] = own.reshape(-1, own.shape[2]).T @ back.reshape(-1, back.shape[2])
        grads["s"], grads["bs"] = shared.T @ back.sum(1), back.sum(1).sum(0)
        self.steps += 1
        for key, grad in grads.items():
            self.means[key] = 0.9 * self.means[key] + 0.1 * grad
            self.squares[key] = 0.999 * self.squares[key] + 0.001 * grad * grad
            mean = self.means[key] / (1 - 0.9**self.steps)
            size = xp.sqrt(self.squares[key] / (1 - 0.999**self.steps)) + 1e-8
            w[key] -= (rate * (mean / size + DECAY * w[key])).astype("float32")

    def written(self) -> dict[str, Any]:
        """As `speelhol.kernel.network` reads it."""
        w = {key: value.tolist() for key, value in self.w.items()}

        def rows(key: str, constant: str | None) -> list[list[float]]:
            columns = enumerate(zip(*w[key], strict=True))
            return [[round(x, 4) for x in (*row, *([w[constant][n]] if constant else []))] for n, row in columns]

        return {
            "shared": rows("s", "bs"),
            "own": rows("o", None),
            "second": rows("2", "b2"),
            "last": rows("3", "b3")[0],
        }


def fit(
    name: str, data: Any, xp: Any, epochs: int, hidden: tuple[int, int], batch: int = 4096, say: Say = print
) -> Fit:
    """Fit to nine of ten rows, and tell how well the tenth is foretold, beside the rule of thumb."""
    shared, own = sizes(name)
    data = xp.asarray(data)
    cut = len(data) * 9 // 10  # matches stay together
    common, each = data[:, :shared], data[:, shared : shared + MOST * own].reshape(-1, MOST, own)
    thumb, won = data[:, -2 * MOST : -MOST], data[:, -MOST:]
    there = thumb >= 0
    losses = -(won * xp.log(xp.clip(thumb, 1e-6, 1))).sum(1)
    say(f"{name}: {len(data):,} moments; the rule of thumb loses {float(losses[cut:].mean()):.4f}")
    net, draw = Fit(xp, shared, own, hidden), xp.random.RandomState(2)
    steps = epochs * (cut // batch + 1)
    for number in range(1, steps + 1):
        some = draw.randint(0, cut, batch)
        net.step(common[some], each[some], there[some], won[some], FASTEST * (1 - number / steps) + SLOWEST)
        if not number % max(1, steps // 6):
            say(f"  step {number:,}: loses {net.loss(common[cut:], each[cut:], there[cut:], won[cut:]):.4f}")
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=speelhol.games())
    parser.add_argument("--matches", type=int, default=10**9, help="for each job")
    parser.add_argument("--minutes", type=float, default=10.0, help="of playing, at most")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="training")
    parser.add_argument("--epochs", type=int, default=32)
    parser.add_argument("--hidden", type=int, nargs=2, default=(16, 8), help="units of the two hidden layers")
    parser.add_argument("--rows", type=Path, default=Path("rows"), help="folder for what was played")
    parser.add_argument("--out", type=Path, default=Path("worth.json"))
    given = parser.parse_args()
    numpy = import_module("numpy")
    try:
        xp = import_module("cupy")
    except ImportError:
        xp = numpy
    given.rows.mkdir(parents=True, exist_ok=True)
    if given.matches:
        with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
            asked = [
                pool.submit(play, given.game, part, given.seed, given.matches, 60 * given.minutes)
                for part in range(given.jobs)
            ]
            for part, one in enumerate(asked):
                (given.rows / f"{given.game}-{given.seed}-{part}.bin").write_bytes(one.result())
    files = sorted(given.rows.glob(f"{given.game}-*.bin"))
    read = [numpy.frombuffer(file.read_bytes(), "float32").reshape(-1, width(given.game)) for file in files]
    net = fit(given.game, numpy.concatenate(read), xp, given.epochs, tuple(given.hidden))
    given.out.write_text(json.dumps(net.written()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
