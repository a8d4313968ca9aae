"""What a move costs late in a long match, and among idle tables; drawn as SVG.

python -m bench.growth docs/growth.svg --tables 10
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import uvloop

from speelhol import plots

from . import process
from .load import Crowd
from .measure import Setup, site

BLOCK = 25
"""Moves between two readings of the clock."""


async def growth(path: Path, tables: int) -> None:
    late = await _late(tables)
    among = await _among(tables)
    titles = ("moves made before in the match (Casablanca)", "tables that sit idle, four streams each (Thieves)")
    path.write_text(plots.two(late, among, titles, "ms of server time a move"))
    print("moves made before: " + ", ".join(f"{at:.0f}: {ms:.2f} ms" for at, ms in late))
    print("idle tables: " + ", ".join(f"{at:.0f}: {ms:.2f} ms" for at, ms in among))


async def _late(tables: int) -> list[tuple[float, float]]:
    """Tables that begin together and play in step: the cost of a move, by how many were made before it."""
    costs = []
    with site(Setup("pages", tables, "casablanca")) as at:
        crowd = at.crowd()
        await crowd.come(tables, matches=1)
        moves, playing = BLOCK, await crowd.until(BLOCK)  # the first ones warm everything up
        while playing > tables / 2:
            made, spent = sum(t.moves for t in crowd.tables), process.cpu(at.pid)
            playing = await crowd.until(moves + BLOCK)
            made = sum(t.moves for t in crowd.tables) - made
            costs.append((moves + BLOCK / 2, 1000 * (process.cpu(at.pid) - spent) / max(1, made)))
            moves += BLOCK
        await crowd.go()
    return costs


async def _among(tables: int) -> list[tuple[float, float]]:
    """The cost of a move at busy tables, by how many others are open and looked at but idle."""
    costs = []
    with site(Setup("pages", tables)) as at:
        idle: list[Crowd] = []
        for more in (0, 100, 150, 250, 500):
            if more:
                idle.append(at.crowd())
                await idle[-1].come(more)
            busy = at.crowd()
            await busy.come(tables)
            busy.play()
            await asyncio.sleep(2)
            busy.tally.counting = True
            spent = process.cpu(at.pid)
            await asyncio.sleep(5)
            busy.tally.counting = False
            spent = process.cpu(at.pid) - spent
            costs.append((float(sum(len(c.tables) for c in idle)), 1000 * spent / max(1, busy.tally.moves)))
            await busy.go()
        for crowd in idle:
            await crowd.go()
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("path", type=Path, metavar="SVG")
    parser.add_argument("--tables", type=int, default=10)
    given = parser.parse_args()
    process.raise_files()
    uvloop.run(growth(given.path, given.tables))


if __name__ == "__main__":
    main()
