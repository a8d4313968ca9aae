"""A long evening at human pace: errors, memory, and how soon moves are seen, in ten lines.

python -m bench.soak --seconds 600 --tables 500 --pace 6
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

import uvloop

from . import process, read_metrics
from .measure import OURS, Setup, percentiles, site


async def soak(setup: Setup, seconds: float) -> bool:
    """Prints a line every tenth of it; returns whether all went well."""
    with site(setup) as at:
        crowd = at.crowd(setup.pace)
        await crowd.come(setup.tables)
        crowd.play()
        crowd.tally.counting = True
        stretch, begun = at.stretch(), time.perf_counter()
        print(
            "| after | moves | streams | memory | acknowledged p50 / p99 | seen by all p50 / p99 | errors |", flush=True
        )
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        held, moves = [], 0
        for _ in range(10):
            await asyncio.sleep(seconds / 10)
            tally = crowd.tally
            held.append(process.memory(at.pid))
            moves += tally.moves
            acknowledged, seen = percentiles(tally.acknowledged), percentiles(tally.seen)
            streams = read_metrics.read(at.port)[read_metrics.STREAMS]
            print(
                f"| {time.perf_counter() - begun:.0f} s | {moves:,} | {streams:,.0f} "
                f"| {held[-1]:.0f} MB | {acknowledged[0]:.1f} / {acknowledged[1]:.1f} ms "
                f"| {seen[0]:.1f} / {seen[1]:.1f} ms | {len(tally.errors)} |",
                flush=True,
            )
            tally.clear()
        stretch.end()
        await crowd.go()
    cost = 1000 * stretch.server / max(1, moves)
    print(f"\n{moves / stretch.wall:.0f} moves a second, {cost:.2f} ms of server time a move.")
    grown = held[-1] - held[len(held) // 2]
    print(f"Memory after half of it {held[len(held) // 2]:.0f} MB, at the end {held[-1]:.0f} MB.")
    for error in crowd.tally.errors[:5]:
        print(error)
    return not crowd.tally.errors and grown < 0.05 * held[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--viewers", choices=OURS, default="pages")
    parser.add_argument("--game", default="thieves")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--pace", type=float, default=6.0, help="seconds of thought before a move")
    given = parser.parse_args()
    process.raise_files()
    sys.exit(not uvloop.run(soak(Setup(given.viewers, given.tables, given.game, given.pace), given.seconds)))


if __name__ == "__main__":
    main()
