"""How many tables one process holds at human pace: more and more come, until moves are seen too late or no more fit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from . import process
from .load import SEATS
from .measure import Setup, percentiles, site
from .report import markdown

LATE = 250.0
"""Milliseconds: when one move in a hundred is seen later than this, it is too many."""


async def limit(kind: str, steps: Sequence[int], pace: float, seconds: float) -> tuple[str, int, str]:
    """A table of Markdown, how many tables were held in time, and why not more."""
    files = process.raise_files()
    rows, held, why = [], 0, "more were not tried"
    with site(Setup(kind, steps[-1], pace=pace)) as at:
        crowd = at.crowd(pace)
        try:
            for tables in steps:
                await crowd.come(tables - len(crowd.tables))
                crowd.play()
                await asyncio.sleep(pace / 2)
                crowd.tally.clear()
                crowd.tally.counting = True
                stretch = at.stretch()
                await asyncio.sleep(seconds)
                crowd.tally.counting = False
                stretch.end()
                tally, (p50, p99) = crowd.tally, percentiles(crowd.tally.seen)
                rows.append([
                    f"{tables:,}", f"{SEATS * tables:,}", f"{tally.moves / stretch.wall:,.0f}",
                    f"{1000 * stretch.server / max(1, tally.moves):.2f}", f"{p50:.1f} / {p99:.1f}",
                    f"{stretch.server / stretch.wall:.0%}", f"{stretch.load / stretch.wall:.0%}",
                    f"{process.memory(at.pid):.0f}", str(len(tally.errors)),
                ])  # fmt: skip
                if p99 > LATE or tally.errors:
                    why = tally.errors[0] if tally.errors else f"p99 was above {LATE:.0f} ms"
                    break
                held = tables
        except (RuntimeError, OSError) as error:
            why = f"no more could be opened ({error}; a process may open {files:,} files here)"
        finally:
            await crowd.go()
    head = (
        "tables", "streams", "moves/s", "ms a move", "seen by all p50 / p99 ms", "server's core", "load's core", "MB",
        "errors",
    )  # fmt: skip
    return markdown(head, rows), held, why
