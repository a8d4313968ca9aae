"""How many moves a second the house takes: acknowledged, durable, and shown to every viewer of the table.

python -m bench.server                          # 50 and 200 tables, pages and JSON
python -m bench.server --peer FOLDER            # and boardgame.io's server, from the folder of its `npm install`
python -m bench.server --soak 600 --tables 500 --pace 6    # a long evening: errors, memory, p99
python -m bench.server --growth docs/growth.svg  # what a move costs late in a match, and among idle tables
python -m bench.server --postgresql --workers 2  # over a PostgreSQL of its own, with so many processes

Every table has four people, each with an open stream. Somebody who is asked decides; the next decision at the table
follows when the house has acknowledged it and all four streams have shown it. Matches that end make room for new ones.
The server and the load run on cores of their own where there are two; with several processes all of them share all
cores, the load and the peer included. Server time is what the operating system counts
for the server's process, in it everything: threads, commits, opening of tables.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import uvloop
from msgspec import Struct
from tests.postgres import Postgres

from . import load, meters, plot

GAMES = ("thieves",)
BLOCK = 25
"""Moves between two readings of the clock."""
KINDS: dict[str, type[load.LoadedTable]] = {
    "pages": load.PageTable, "JSON": load.ProgramTable, "boardgame.io": load.PeerTable,
}  # fmt: skip
CORES = sorted(os.sched_getaffinity(0))
TICKS = os.sysconf("SC_CLK_TCK")
PEER = Path(__file__).parent / "peers" / "boardgameio" / "server.js"


class Run(Struct, frozen=True):
    """One row: what, under which load, and how it went."""

    what: str
    tables: int
    seconds: float
    moves: int
    cpu: float
    memory: float
    acknowledged: tuple[float, float]
    """p50 and p99, in ms."""
    seen: tuple[float, float]
    quiet: int
    errors: tuple[str, ...]
    commits: float = 0

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Server time a move, in ms."""
        return 1000 * self.cpu / max(1, self.moves)


# ---- the server's process


def family(pid: int) -> list[int]:
    """A process and those that it started."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return found


def cpu(pid: int) -> float:
    """Seconds of processor time that a server has had, all its processes together."""
    ticks = 0
    for one in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def memory(pid: int) -> float:
    """Resident memory in MB, all processes together."""
    held = 0.0
    for one in family(pid):
        with suppress(OSError), Path(f"/proc/{one}/status").open() as status:
            held += next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
    return held


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ours(port: int, folder: str, database: str | None = None, workers: int = 1) -> list[str]:
    call = (
        "import resource; from pathlib import Path; from speelhol.web.serve import serve\n"
        "most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))\n"
        f"serve(port={port}, data=Path({folder!r}), database={database!r}, browser=False, generosity=1e9, "
        f"workers={workers})"
    )
    return [sys.executable, "-c", call]


def peer(port: int, folder: str) -> list[str]:
    return ["node", str(PEER), str(port), folder]


@contextmanager
def running(command: Sequence[str], port: int, cores: Sequence[int] = CORES[:1]) -> Iterator[int]:
    """A server in a process of its own, on the first core. Gives its id. What it had to say is told if it fails."""
    env = {**os.environ, "NODE_ENV": "production"}
    with tempfile.TemporaryFile() as said:
        house = subprocess.Popen(  # noqa: S603 - our own
            command,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=env,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        try:
            until = time.monotonic() + 60
            while True:
                if house.poll() is not None or time.monotonic() > until:
                    raise RuntimeError("the server did not open")
                with socket.socket() as probe:
                    if not probe.connect_ex(("127.0.0.1", port)):
                        break
                time.sleep(0.05)
            yield house.pid
        except Exception:
            said.seek(max(0, said.tell() - 4_000))
            print(said.read().decode(errors="replace"), file=sys.stderr)
            raise
        finally:
            house.terminate()
            try:
                house.wait(20)
            except subprocess.TimeoutExpired:
                house.kill()
                house.wait()


# ---- runs


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """p50 and p99, in ms."""
    if len(values) < 2:
        return (0.0, 0.0)
    cuts = statistics.quantiles(values, n=100)
    return 1000 * cuts[49], 1000 * cuts[98]


class Crowd:
    """Tables under load in this process."""

    def __init__(self, kind: str, port: int, games: Sequence[str], tables: int, pace: float = 0.0) -> None:
        self.tally = load.Tally()
        self.stop = asyncio.Event()
        self.tables = [
            KINDS[kind](port, games[number % len(games)], number, self.tally, pace) for number in range(tables)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, matches: int = 10**9) -> None:
        """Everybody sits down, not all at once, and nobody plays before all sit."""
        for table in self.tables:
            table.allow(0)
            self._tasks.append(asyncio.create_task(table.run(self.stop, matches)))
            while not table.viewers or any(v.stream is None for v in table.viewers):
                if self.tally.errors:
                    raise RuntimeError(self.tally.errors[0])
                await asyncio.sleep(0.002)

    def play(self) -> None:
        """Let all tables play as they like."""
        for table in self.tables:
            table.allow(math.inf)

    async def go(self) -> None:
        self.stop.set()
        for table in self.tables:
            table.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def until(self, moves: int) -> int:
        """Let every table play up to so many moves, then wait. Returns how many are still playing."""
        for table in self.tables:
            table.allow(moves)
        while any(table.moves < moves and not table.ended for table in self.tables):
            await asyncio.sleep(0.005)
        return sum(not table.ended for table in self.tables)


async def measure(
    kind: str,
    command: Sequence[str],
    port: int,
    cores: Sequence[int],
    games: Sequence[str],
    tables: int,
    seconds: float,
    warm: float,
) -> Run:
    with running(command, port, cores) as pid:
        crowd = Crowd(kind, port, games, tables)
        await crowd.come()
        crowd.play()
        await asyncio.sleep(warm)
        counted = meters.read(port) if kind != "boardgame.io" else {}
        crowd.tally.clear()
        crowd.tally.counting = True
        begun, spent = time.perf_counter(), cpu(pid)
        await asyncio.sleep(seconds)
        crowd.tally.counting = False
        took, spent = time.perf_counter() - begun, cpu(pid) - spent
        commits = meters.read(port)[meters.COMMITS] - counted[meters.COMMITS] if counted else 0.0
        tally, held = crowd.tally, memory(pid)
        await crowd.go()
    return Run(
        kind, tables, took, tally.moves, spent, held, percentiles(tally.acknowledged), percentiles(tally.seen),
        tally.quiet, tuple(tally.errors), commits,
    )  # fmt: skip


async def soak(
    kind: str, command: Sequence[str], port: int, games: Sequence[str], tables: int, seconds: float, pace: float
) -> bool:
    """A long evening. Prints a line every tenth of it; returns whether all went well."""
    with running(command, port) as pid:
        crowd = Crowd(kind, port, games, tables, pace)
        await crowd.come()
        crowd.play()
        crowd.tally.counting = True
        begun, spent = time.perf_counter(), cpu(pid)
        print(
            "| after | moves | streams | memory | acknowledged p50 / p99 | seen by all p50 / p99 | errors |", flush=True
        )
        print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        held = []
        moves = 0
        for _ in range(10):
            await asyncio.sleep(seconds / 10)
            tally = crowd.tally
            held.append(memory(pid))
            moves += tally.moves
            acknowledged, seen = percentiles(tally.acknowledged), percentiles(tally.seen)
            print(
                f"| {time.perf_counter() - begun:.0f} s | {moves:,} | {meters.read(port)[meters.STREAMS]:,.0f} "
                f"| {held[-1]:.0f} MB | {acknowledged[0]:.1f} / {acknowledged[1]:.1f} ms "
                f"| {seen[0]:.1f} / {seen[1]:.1f} ms | {len(tally.errors)} |",
                flush=True,
            )
            tally.acknowledged, tally.seen = [], []
        took, spent = time.perf_counter() - begun, cpu(pid) - spent
        await crowd.go()
    print(f"\n{moves / took:.0f} moves a second, {1000 * spent / max(1, moves):.2f} ms of server time a move.")
    grown = held[-1] - held[len(held) // 2]
    print(f"Memory after half of it {held[len(held) // 2]:.0f} MB, at the end {held[-1]:.0f} MB.")
    for error in crowd.tally.errors[:5]:
        print(error)
    return not crowd.tally.errors and grown < 0.05 * held[-1]


async def growth(path: Path, tables: int) -> None:
    """What a move costs late in a match, and among idle tables; drawn as SVG."""
    late = await _late(tables)
    among = await _among(tables)
    titles = ("moves made before in the match (Casablanca)", "tables that sit idle, four streams each (Thieves)")
    path.write_text(plot.two(late, among, titles, "ms of server time a move"))
    print("moves made before: " + ", ".join(f"{at:.0f}: {ms:.2f} ms" for at, ms in late))
    print("idle tables: " + ", ".join(f"{at:.0f}: {ms:.2f} ms" for at, ms in among))


async def _late(tables: int) -> list[tuple[float, float]]:
    """Tables that begin together and play in step: the cost of a move, by how many were made before it."""
    costs = []
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with running(ours(port, folder), port) as pid:
            crowd = Crowd("pages", port, ("casablanca",), tables)
            await crowd.come(matches=1)
            moves, playing = BLOCK, await crowd.until(BLOCK)  # the first ones warm everything up
            while playing > tables / 2:
                made, spent = sum(t.moves for t in crowd.tables), cpu(pid)
                playing = await crowd.until(moves + BLOCK)
                made = sum(t.moves for t in crowd.tables) - made
                costs.append((moves + BLOCK / 2, 1000 * (cpu(pid) - spent) / max(1, made)))
                moves += BLOCK
            await crowd.go()
    return costs


async def _among(tables: int) -> list[tuple[float, float]]:
    """The cost of a move at busy tables, by how many others are open and looked at but idle."""
    costs = []
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        with running(ours(port, folder), port) as pid:
            idle: list[Crowd] = []
            for more in (0, 100, 150, 250, 500):
                if more:
                    idle.append(Crowd("pages", port, GAMES, more, pace=1e6))
                    await idle[-1].come()
                busy = Crowd("pages", port, GAMES, tables)
                await busy.come()
                busy.play()
                await asyncio.sleep(2)
                busy.tally.counting = True
                spent = cpu(pid)
                await asyncio.sleep(5)
                busy.tally.counting = False
                spent = cpu(pid) - spent
                costs.append((float(sum(len(c.tables) for c in idle)), 1000 * spent / max(1, busy.tally.moves)))
                await busy.go()
            for crowd in idle:
                await crowd.go()
    return costs


# ---- words


def row(run: Run) -> str:
    batch = f"{run.moves / run.commits:.1f}" if run.commits else "–"
    return (
        f"| {run.what} | {run.tables} | {run.rate:,.0f} | {run.acknowledged[0]:.1f} / {run.acknowledged[1]:.1f} "
        f"| {run.seen[0]:.1f} / {run.seen[1]:.1f} | {run.cost:.2f} | {batch} | {run.memory:.0f} | {len(run.errors)} |"
    )


HEAD = (
    "| viewers | tables | moves/s | acknowledged p50 / p99 ms | seen by all p50 / p99 ms | server ms a move "
    "| moves a commit | MB | errors |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of load before counting begins")
    parser.add_argument("--game", nargs="+", default=list(GAMES))
    parser.add_argument("--viewers", choices=("pages", "JSON"), nargs="+", default=["pages", "JSON"])
    parser.add_argument("--postgresql", action="store_true", help="over a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--workers", type=int, default=1, help="processes of the house; several need --postgresql")
    parser.add_argument("--peer", metavar="FOLDER", help="where boardgame.io is installed by npm")
    parser.add_argument("--soak", type=float, metavar="SECONDS")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds of thought before a move, in a soak")
    parser.add_argument("--growth", type=Path, metavar="SVG")
    given = parser.parse_args()
    sys.exit(not uvloop.run(_main(given)))


async def _main(given: Any) -> bool:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    # several processes are there to use several cores: then everybody may use all of them, the load and a peer too
    cores = CORES if given.workers > 1 else CORES[:1]
    os.sched_setaffinity(0, CORES if given.workers > 1 else CORES[1:] or CORES)
    if given.growth:
        await growth(given.growth, min(given.tables))
        return True
    with ExitStack() as later:
        postgres = Postgres(durable=True) if given.postgresql else None
        if postgres is not None:
            later.callback(postgres.remove)

        def house(port: int) -> list[str]:
            folder = later.enter_context(tempfile.TemporaryDirectory())
            return ours(port, folder, postgres.fresh() if postgres else None, given.workers)

        if given.soak:
            port = free_port()
            return await soak(given.viewers[0], house(port), port, given.game, given.tables[0], given.soak, given.pace)
        print(HEAD, flush=True)
        well = True
        for tables in given.tables:
            for kind in [*given.viewers, *(["boardgame.io"] if given.peer and shutil.which("node") else [])]:
                port = free_port()
                command = peer(port, given.peer) if kind == "boardgame.io" else house(port)
                run = await measure(kind, command, port, cores, given.game, tables, given.seconds, given.warm)
                print(row(run), flush=True)
                for error in run.errors[:3]:
                    print(error, file=sys.stderr)
                well = well and not run.errors
        return well


if __name__ == "__main__":
    main()
