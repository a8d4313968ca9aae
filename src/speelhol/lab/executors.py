"""Who does the work: this process, several processes, or a cluster."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from ..bots.by_name import BotFailed
from .contest import Plan, Played, Task, play

Executor = Callable[[Plan, Iterable[Task]], Iterator[list[Played]]]
"""Carries tasks out and gives what was played, in any order."""


ENDED = (
    "A process in which bots play ended by itself: a bot left it, broke it, or took more memory than there is. "
    "With --jobs 1 it happens before your eyes."
)


def alone(plan: Plan, tasks: Iterable[Task]) -> Iterator[list[Played]]:
    for task in tasks:
        yield play(plan, task)


def processes(count: int) -> Executor:
    """So many processes on this machine."""

    def executor(plan: Plan, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        queue = iter(tasks)
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            running = {pool.submit(play, plan, task) for task in islice(queue, 2 * count)}
            try:
                while running:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    running |= {pool.submit(play, plan, task) for task in islice(queue, len(done))}
                    for one in done:
                        yield one.result()
            except BrokenProcessPool:
                raise BotFailed(ENDED) from None
            finally:
                for one in running:
                    one.cancel()

    return executor


class _Ray(Protocol):
    """What is used of the module `ray`."""

    def is_initialized(self) -> bool: ...
    def init(self, **how: Any) -> Any: ...
    def remote(self, what: Any) -> Any: ...
    def wait(self, running: list[Any]) -> tuple[list[Any], list[Any]]: ...
    def get(self, one: Any) -> Any: ...
    def cluster_resources(self) -> dict[str, float]: ...


def cluster(address: str | None = None) -> Executor:
    """The machines of a Ray cluster; the one that RAY_ADDRESS names, or this machine alone.

    Raises ValueError, in a sentence, if Ray is not installed.
    """
    try:
        ray = cast("_Ray", importlib.import_module("ray"))
    except ImportError:
        raise ValueError(
            "A cluster needs Ray; install it in the folder of Speelhol with: pip install '.[cluster]'."
        ) from None

    def executor(plan: Plan, tasks: Iterable[Task]) -> Iterator[list[Played]]:
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        there = ray.remote(play)
        queue = iter(tasks)
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [there.remote(plan, task) for task in islice(queue, most)]
        while running:
            done, running = ray.wait(running)
            running += [there.remote(plan, task) for task in islice(queue, len(done))]
            for one in done:
                yield ray.get(one)

    return executor


# ---- what was played before


class Notes:
    """A file to which every finished deal is added, so that a contest can be broken off and gone on with."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Raises ValueError, in a sentence, if the file holds another contest."""
        self.path = path
        self.played: list[Played] = []
        head = msgspec.json.encode(plan)
        lines = path.read_bytes().splitlines() if path.exists() else []
        if lines and lines[0] != head:
            raise ValueError(f"{path} holds another contest; give another file, or remove it.")
        deals = [deal for line in lines[1:] if (deal := _deal(line))]
        self.played = [one for deal in deals for one in deal]
        # without a last line that was cut off
        path.write_bytes(b"".join(line + b"\n" for line in [head, *map(msgspec.json.encode, deals)]))

    def add(self, played: list[Played]) -> None:
        self.played += played
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")


def _deal(line: bytes) -> list[Played]:
    """One line of the notes; nothing if it was cut off: that deal is played again."""
    try:
        return msgspec.json.decode(line, type=list[Played])
    except msgspec.DecodeError:
        return []


def carry_out(
    plan: Plan,
    executor: Executor = alone,
    notes: Notes | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Played]:
    """Play what has not been played yet. `progress` is told after each deal how many tasks are done."""
    played = list(notes.played) if notes is not None else []
    known = {(p.one, p.rest, p.deal) for p in played}
    tasks = [task for task in plan.tasks() if (task.one, task.rest, task.deal) not in known]
    done = len(plan.tasks()) - len(tasks)
    progress(done)
    for found in executor(plan, tasks):
        if notes is not None:
            notes.add(found)
        played += found
        done += 1
        progress(done)
    return played


def dump(data: Any) -> str:
    return json.dumps(msgspec.to_builtins(data), ensure_ascii=False, indent=2)
