"""What many people at once would need: a simulation of processes, their database and its news, from measured costs.

python -m bench.scale                                     # 10,000, 100,000 and 1,000,000 people
python -m bench.scale --people 50000 --move 1.1 --commit 4 --processes 30

Tables of four people who think for a while (log-normal, six seconds on average) and decide. A table belongs to one of
1,024 shards, a shard to one process (`den.people.shard`); each process is one core that reads a decision, waits
until it is written, and draws it for four. Everything that has queued up at a process is committed together, and while
that is under way the next batch gathers. The database is as many servers as are given, each with some cores; a commit
waits for its disk. So much is measured elsewhere (`bench.server processes` for a move's cost here and in the database,
`bench.growth` for its bytes) and given as options; what is simulated is how it queues: how even the shards fall, how
long a decision takes until everybody has seen it, how many commits and messages there are, what is full first.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from speelhol.den.tables.people import SHARDS, code_by, shard

SEATS = 4
THINK = 6.0
SPREAD = 0.6
"""Of the logarithm of a thought's length."""
BUSY = 0.6
"""How busy a process or a database may be on average; beyond, a small rush makes everybody wait."""
DAY = 24 * 3600
EVENING = 1 / 5
"""A day's moves, as part of what the busiest hour would make in a day."""


class Costs(Struct, frozen=True):
    """Measured: in ms, KB and bytes."""

    read: float
    """Of a process: from a decision's first byte until it is handed to the database."""
    draw: float
    """Of a process: from the commit until four people were sent what is new."""
    commit: float
    """Until a commit is on disk."""
    row: float
    """Of the database's processor, for one move."""
    stream: float
    """KB of memory for a person with an open page."""
    bytes: float
    """On the database's disk, for one move, indexes included."""


class Needs(Struct, frozen=True):
    """What so many people need, and what they get."""

    people: int
    processes: int
    databases: int
    moves: float
    busy: float
    """The busiest process."""
    uneven: float
    """The busiest process by the average one."""
    commits: float
    batch: float
    seen: tuple[float, float]
    """Until everybody has seen a decision: p50 and p99, in ms."""
    messages: float
    """A second that one process hears."""
    database: float
    """How busy the cores of each database are."""
    memory: float
    """GB, of all processes."""
    storage: float
    """GB a day."""


class Process:
    """One core, and a writer that commits what has queued up."""

    def __init__(self) -> None:
        self.free = 0.0
        """When the core has nothing to do."""
        self.spent = 0.0
        self.waiting: list[tuple[float, int]] = []
        self.writing = False

    def work(self, now: float, seconds: float) -> float:
        """When something is done that is begun now, after what was begun before."""
        self.free = max(self.free, now) + seconds
        self.spent += seconds
        return self.free


def thoughts(rng: random.Random) -> Iterator[float]:
    mean = math.log(THINK) - SPREAD**2 / 2
    while True:
        yield rng.lognormvariate(mean, SPREAD)


def simulate(people: int, processes: int, databases: int, cores: int, costs: Costs, seconds: float) -> Needs:
    """Let so many people play for some seconds."""
    rng = random.Random(people)
    tables = people // SEATS
    place = [shard(code_by(rng.getrandbits(64))) % processes for _ in range(tables)]
    team = [Process() for _ in range(processes)]
    think = thoughts(rng)
    events: list[tuple[float, int, int]] = [(rng.random() * THINK, 0, table) for table in range(tables)]
    heapq.heapify(events)
    begun: dict[int, float] = {}
    commits, rows = Counter[int](), 0
    seen: list[float] = []

    def write(now: float, number: int) -> None:
        """A batch goes to the database: it is on disk after a while, and then drawn."""
        nonlocal rows
        one = team[number]
        batch, one.waiting = one.waiting, []
        one.writing = True
        commits[number % databases] += 1
        rows += len(batch)
        done = now + (costs.commit + costs.row * len(batch)) / 1000
        heapq.heappush(events, (done, 2, number))
        for _, table in batch:
            shown = one.work(done, costs.draw / 1000)
            heapq.heappush(events, (shown, 1, table))

    while events:
        now, kind, which = heapq.heappop(events)
        if now > seconds:
            break
        if kind == 0:  # somebody decides
            begun[which] = now
            one = team[place[which]]
            ready = one.work(now, costs.read / 1000)
            heapq.heappush(events, (ready, 3, which))
        elif kind == 3:  # the decision is ready to be written
            one = team[place[which]]
            one.waiting.append((now, which))
            if not one.writing:
                write(now, place[which])
        elif kind == 2:  # a batch is on disk
            one = team[which]
            one.writing = False
            if one.waiting:
                write(now, which)
        else:  # everybody has seen it
            seen.append(now - begun.pop(which))
            heapq.heappush(events, (now + next(think), 0, which))
    seen.sort()
    spent = [one.spent for one in team]
    moves = len(seen) / seconds
    total = commits.total() / seconds
    return Needs(
        people,
        processes,
        databases,
        moves,
        busy=max(spent) / seconds,
        uneven=max(spent) / (sum(spent) / processes),
        commits=total,
        batch=rows / max(1, commits.total()),
        seen=(1000 * seen[len(seen) // 2], 1000 * seen[int(len(seen) * 0.99)]),
        messages=total / processes,  # a process listens to the shards that it serves, and hears its own commits
        database=rows * costs.row / 1000 / seconds / databases / cores,
        memory=people * costs.stream / 1024**2 + processes * 0.1,
        storage=moves * costs.bytes * DAY * EVENING / 1024**3,
    )


def enough(people: int, cores: int, costs: Costs) -> tuple[int, int]:
    """How many processes and databases so many people need, by what they keep busy."""
    moves = people / SEATS / (THINK + costs.commit / 1000)
    processes = math.ceil(moves * (costs.read + costs.draw) / 1000 / BUSY)
    if processes > 2:  # shards don't fall evenly
        processes = min(SHARDS, math.ceil(processes * 1.25))
    return max(1, processes), max(1, math.ceil(moves * costs.row / 1000 / cores / BUSY))


def told(needs: list[Needs]) -> str:
    lines = [
        "| people | tables | moves/s | processes | busiest | uneven | databases | their cores busy | commits/s | "
        "moves a commit | messages/s a process | seen by all p50 / p99 ms | memory GB | storage GB a day |",
        "| ---: " * 14 + "|",
    ]
    lines += [
        f"| {n.people:,} | {n.people // SEATS:,} | {n.moves:,.0f} | {n.processes} | {n.busy:.0%} | {n.uneven:.2f} | "
        f"{n.databases} | {n.database:.0%} | {n.commits:,.0f} | {n.batch:.1f} | {n.messages:,.0f} | "
        f"{n.seen[0]:.1f} / {n.seen[1]:.1f} | {n.memory:.1f} | {n.storage:.1f} |"
        for n in needs
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="What many people at once would need.")
    parser.add_argument("--people", nargs="+", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--processes", type=int, help="as many as are needed, if left out")
    parser.add_argument("--databases", type=int, help="as many as are needed, if left out")
    parser.add_argument("--cores", type=int, default=16, help="of a database's machine")
    parser.add_argument("--move", type=float, default=MEASURED["move"], help="ms of a process for a move")
    parser.add_argument("--commit", type=float, default=MEASURED["commit"], help="ms until a commit is on disk")
    parser.add_argument("--row", type=float, default=MEASURED["row"], help="ms of the database's processor for a move")
    parser.add_argument("--stream", type=float, default=MEASURED["stream"], help="KB of memory for an open page")
    parser.add_argument("--bytes", type=float, default=MEASURED["bytes"], help="on the database's disk for a move")
    parser.add_argument("--seconds", type=float, help="of play; fewer with more people, if left out")
    given = parser.parse_args()
    costs = Costs(given.move * READING, given.move * (1 - READING), given.commit, given.row, given.stream, given.bytes)
    needs = []
    for people in given.people:
        processes, databases = enough(people, given.cores, costs)
        seconds = given.seconds or max(15.0, min(60.0, 3_000_000 / people))
        chosen = given.processes or processes, given.databases or databases
        needs.append(simulate(people, *chosen, given.cores, costs, seconds))
    print(told(needs))


MEASURED = {"move": 2.8, "commit": 3.0, "row": 0.5, "stream": 50.0, "bytes": 250.0}
"""See docs/scale.md, which says where each comes from."""
READING = 0.3
"""The part of a move's cost that comes before it is written."""

if __name__ == "__main__":
    main()
