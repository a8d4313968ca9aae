"""What a move costs the server, ours and others': acknowledged, durable where it is ours, and shown to four viewers.

python -m bench.server                        # everything, in 25 minutes
python -m bench.server --quick                # everything but `limit`, in 4
python -m bench.server --write                # and the tables into docs/performance.md
python -m bench.server saturated --tables 50 --servers pages boardgame.io     # a part of it

Parts: saturated (50 and 200 tables whose people decide at once), games (pages of the other four games), paced (1,000
tables at human pace, 4,000 streams), processes (one and two over PostgreSQL), browser (an update in Chromium at a
sixth of the speed), limit (up to 5,000 tables at human pace in one process).

Every table has four people, each with a kept connection for requests and an open stream; they ask for gzip as browsers
do. Somebody who is asked decides; the next decision at the table follows when this one was acknowledged and all four
streams have shown it. Server time is what the operating system counts for the server's processes, threads and system
calls included. A move is counted apart from the opening of tables; an opening includes everybody's first page. The
servers take turns; the best of the rounds counts and the worst is shown.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvloop
from msgspec import Struct
from tests.postgres import Postgres

import speelhol

from . import browser, limit, process, report
from .measure import KINDS, RIVAL, Run, Setup, measure

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
PACE = 6.0
PARTS = ("saturated", "games", "paced", "processes", "browser", "limit")


class Plan(Struct):
    """How much is done."""

    rounds: int
    seconds: float
    """Of the server's time for moves in a run."""
    long: float
    """Seconds of a run at human pace."""
    saturated: Sequence[int]
    paced: Sequence[int]
    processes: Sequence[int]
    updates: int
    """In the browser, of each game."""
    steps: Sequence[int]
    servers: Sequence[str] = tuple(KINDS)
    pace: float = PACE


WHOLE = Plan(
    rounds=2, seconds=4.0, long=12.0, saturated=(50, 200), paced=(1000,), processes=(50, 200), updates=40,
    steps=(1000, 2000, 3000, 4000, 5000),
)  # fmt: skip
QUICK = Plan(rounds=1, seconds=1.0, long=6.0, saturated=(50,), paced=(100,), processes=(50,), updates=10, steps=(100,))


def setups(part: str, plan: Plan) -> Iterator[Setup]:
    """What is run in a part, once in each round."""
    if part == "saturated":
        for tables in plan.saturated:
            yield from (Setup(kind, tables) for kind in plan.servers)
    elif part == "games":
        yield from (Setup("pages", min(plan.saturated), game) for game in speelhol.games() if game != "thieves")
        yield from (Setup(kind, min(plan.saturated)) for kind in plan.servers if kind == RIVAL)
    elif part == "paced":
        for tables in plan.paced:
            yield from (Setup(kind, tables, pace=plan.pace) for kind in plan.servers)
    elif part == "processes":
        for tables in plan.processes:
            yield from (Setup(kind, tables, workers=n) for kind in ("JSON", "pages") for n in (1, 2))


async def runs(part: str, plan: Plan) -> list[Run]:
    """The runs of a part, the servers taking turns."""
    found = []
    postgres = Postgres(durable=True) if part == "processes" else None
    try:
        for number in range(plan.rounds):
            for setup in setups(part, plan):
                run = await measure(setup, plan.long if setup.pace else plan.seconds, postgres)
                found.append(run)
                print(f"{part} {number + 1}/{plan.rounds}: {setup} {run.move:.2f} ms", file=sys.stderr, flush=True)
                for error in run.errors[:3]:
                    print(error, file=sys.stderr)
    finally:
        if postgres is not None:
            postgres.remove()
    return found


async def told(part: str, plan: Plan) -> tuple[str, bool]:
    """The Markdown of a part, and whether all went well."""
    if part == "browser":
        return await browser.updates(plan.updates)
    if part == "limit":
        table, held, why = await limit.limit("pages", plan.steps, plan.pace, plan.long)
        return f"{table}\n\n{held:,} tables were held in time; {why}.", bool(held)
    found = await runs(part, plan)
    table = report.processes(found) if part == "processes" else report.servers(found)
    return f"{table}\n\n{report.disturbed(found)}", not any(run.errors for run in found)


async def main_(parts: Sequence[str], plan: Plan, write: bool) -> bool:
    process.raise_files()
    well = True
    for part in parts:
        begun = time.monotonic()
        text, good = await told(part, plan)
        print(f"\n## {part}, {time.monotonic() - begun:.0f} s\n\n{text}", flush=True)
        well = well and good
        if write:
            report.put(PAGE, part, text)
    return well


def read_plan(given: argparse.Namespace) -> Plan:
    plan = QUICK if given.quick else WHOLE
    plan.rounds = given.rounds or plan.rounds
    plan.seconds = given.seconds or plan.seconds
    plan.long = given.seconds or plan.long
    plan.pace = given.pace
    if given.tables:
        plan.saturated = plan.paced = plan.processes = plan.steps = given.tables
    plan.servers = [kind for kind in given.servers if process.installed(kind)]
    return plan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=(*PARTS, []), metavar="PART")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    parser.add_argument("--servers", nargs="+", choices=KINDS, default=list(KINDS), metavar="SERVER")
    parser.add_argument("--tables", nargs="+", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float, help="of a run: of the server's time for moves, or at human pace")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds of thought before a move, at human pace")
    given = parser.parse_args()
    parts = given.parts or [part for part in PARTS if part != "limit" or not given.quick]
    sys.exit(not uvloop.run(main_(parts, read_plan(given), given.write)))


if __name__ == "__main__":
    main()
