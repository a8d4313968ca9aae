"""The pool: a few workers in which bots think, so that nobody at a table waits for them.

A worker is a process. It is started when there is something to think about, ended when nothing came for a while, and
replaced when it dies or takes too long. Where many wait for one, hints and moves take turns.
"""

from __future__ import annotations

import asyncio
import math
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec

from ..games import game as find_game
from ..kernel import Temper, View
from .bot import Thought, Weighed
from .jobs import Opinion
from .queue import MOVE, Queue
from .worker import LENGTH, READY, Reply

IDLE = 60.0
"""Seconds after which a worker that nobody needs is stopped."""
GRACE = 2.0
"""Seconds beyond its time before a bot counts as stuck."""
START = 20.0
"""Seconds that a new worker has to begin: the machine may be busy."""
MOST = 4


class Failed(Exception):
    """There is no answer. Reasons: "crash", "type", "illegal", "memory", "late", "died", "busy".

    Where a bot's move could not be asked for at all, the house counts it as "broken".
    """

    def __init__(self, reason: str, text: str = "") -> None:
        super().__init__(text or reason)
        self.reason = reason


def usual_workers(processes: int = 1) -> int:
    """How many workers each of some processes of a house should have: one core stays with the tables."""
    return max(1, min(MOST, ((os.cpu_count() or 1) - 1) // processes))


def read_thought(value: Any, view: View) -> Thought:
    """The thought behind an answer, whose actions are among the view's offers. Raises Failed if they are not."""
    game = find_game(view.game)
    try:
        opinion = msgspec.convert(value, Opinion)
        action = game.read(opinion.action)
        choices = tuple(Weighed(game.read(text), worth, plays) for text, worth, plays in opinion.choices)
    except (msgspec.ValidationError, ValueError) as error:
        raise Failed("type", str(error)) from None
    if view.offers is None or any(one not in view.offers for one in (action, *(c.action for c in choices))):
        raise Failed("illegal", f"{opinion.action!r} is not offered")
    return Thought(action, choices, opinion.beliefs, opinion.rounds)


class Worker:
    """One process, from when it is first needed until it is ended."""

    def __init__(self) -> None:
        self._process: Process | None = None

    async def begin(self) -> None:
        """Have the process ready. Raises Failed."""
        if self._process is None:
            async with self._watched(START):
                paths = os.pathsep.join(path for path in sys.path if path)
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "speelhol.bots.worker", stdin=PIPE, stdout=PIPE,
                    env={**os.environ, "PYTHONPATH": paths}, start_new_session=True,
                )  # fmt: skip
                assert self._process.stdout is not None
                await self._process.stdout.readexactly(len(READY))

    async def ask(self, question: bytes, seconds: float) -> Any:
        """The answer to a packed question. Raises Failed."""
        await self.begin()
        assert self._process is not None
        async with self._watched(seconds + GRACE):
            answer = msgspec.msgpack.decode(await self._send(self._process, question), type=Reply)
        if answer.failed:
            if answer.failed == "memory":
                await self.clear()
            raise Failed(answer.failed, answer.text)
        return answer.value

    @asynccontextmanager
    async def _watched(self, seconds: float) -> AsyncIterator[None]:
        """Whatever is asked of the process meanwhile. If it dies or is too late, it is cleared; raises Failed then."""
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            await self.clear()
            raise Failed("late", f"no answer within {seconds:.1f} seconds") from None
        except Exception as error:  # event loops call a closed pipe by different names
            await self.clear()
            raise Failed("died", f"a worker broke down: {error}") from None
        except BaseException:  # nobody waits for the answer any more
            await asyncio.shield(self.clear())
            raise

    async def _send(self, process: Process, question: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LENGTH.pack(len(question)) + question)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        return await process.stdout.readexactly(length)

    async def clear(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(Exception):  # somebody may still be listening to it, or its pipes are closed
                await process.communicate()
            await process.wait()

    @property
    def process_id(self) -> int | None:
        return self._process.pid if self._process else None


async def _rest(begun: float, hold: float) -> None:
    """Wait until a whole number of times `hold` seconds have passed since a moment of the loop's clock."""
    if hold:
        passed = asyncio.get_running_loop().time() - begun
        await asyncio.sleep(hold * max(1, math.ceil(passed / hold)) - passed)


class Pool:
    """All workers of one process of the house. With none, nothing is thought out.

    on_death: called when a worker died over a question that the next one is asked again
    """

    def __init__(self, size: int, on_death: Callable[[Failed], None] = lambda _: None) -> None:
        self.size = size
        self._on_death = on_death
        self._started: list[Worker] = []
        self._free: list[Worker] = []
        self._queue: Queue[Worker] = Queue()
        self._clearing: dict[Worker, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    async def ask(
        self,
        job: str,
        *arguments: Any,
        seconds: float,
        rank: int = MOVE,
        whose: Hashable = None,
        patience: float = 60.0,
        hold: float = 0.0,
    ) -> Any:
        """Have something thought out, which takes about `seconds`. If a worker dies, another one is asked, once.

        Raises Failed: "busy" if no worker is free within `patience` seconds, or why the thinking came to nothing.

        rank, whose: what it is asked for, and by whom: where many wait, they take turns (see queue.py)
        hold: the worker is kept, and the answer with it, until a whole number of times so many seconds have passed
        since it was ready, so that neither the one who asked nor the next in the queue can tell how quickly it went
        """
        question = pickle.dumps((job, arguments, seconds + GRACE), pickle.HIGHEST_PROTOCOL)
        async with self._turn(rank, whose, patience) as worker:
            try:
                return await self._asked(worker, question, seconds, hold)
            except Failed as failed:
                if failed.reason != "died":
                    raise
                self._on_death(failed)
            return await self._asked(worker, question, seconds, hold)

    async def _asked(self, worker: Worker, question: bytes, seconds: float, hold: float) -> Any:
        await worker.begin()
        begun = asyncio.get_running_loop().time()
        try:
            value = await worker.ask(question, seconds)
        except Failed:
            await _rest(begun, hold)
            raise
        await _rest(begun, hold)
        return value

    async def wait(self, hold: float, patience: float, whose: Hashable = None) -> None:
        """Take a turn with a worker for so many seconds, with nothing to think about. Raises Failed("busy")."""
        async with self._turn(MOVE, whose, patience):
            await asyncio.sleep(hold)

    @asynccontextmanager
    async def _turn(self, rank: int, whose: Hashable, patience: float) -> AsyncIterator[Worker]:
        worker = await self._worker(rank, whose, patience)
        try:
            yield worker
        finally:
            self._give_back(worker)

    async def think(
        self,
        view: View,
        where: str,
        temper: Temper,
        seed: float,
        seconds: float,
        *,
        rank: int = MOVE,
        whose: Hashable = None,
        patience: float = 60.0,
        hold: float = 0.0,
    ) -> Thought:
        """What a bot, named as `module:Class`, would do in a seat: one of the view's offers. Raises Failed."""
        asked = (view, where, temper, seed, seconds)
        value = await self.ask("decide", *asked, seconds=seconds, rank=rank, whose=whose, patience=patience, hold=hold)
        return read_thought(value, view)

    async def _worker(self, rank: int, whose: Hashable, patience: float) -> Worker:
        if self._closed or not self.size:
            raise Failed("busy", "there are no workers")
        if self._free:
            worker = self._free.pop()
            if worker in self._clearing:
                self._clearing.pop(worker).cancel()
            return worker
        if len(self._started) < self.size:
            worker = Worker()
            self._started.append(worker)
            return worker
        mine = self._queue.join(rank, whose)
        try:
            async with asyncio.timeout(patience):
                return await mine
        except BaseException as error:
            if mine.done() and not mine.cancelled() and mine.exception() is None:  # it came in the same moment
                self._give_back(mine.result())
            if isinstance(error, TimeoutError):
                raise Failed("busy", f"no worker was free within {patience:.1f} seconds") from None
            raise

    def _give_back(self, worker: Worker) -> None:
        if (waits := self._queue.next()) is not None:
            waits.set_result(worker)
            return
        self._free.append(worker)
        if not self._closed:
            self._clearing[worker] = asyncio.get_running_loop().call_later(IDLE, self._clear, worker)

    def _clear(self, worker: Worker) -> None:
        self._clearing.pop(worker, None)
        self._free.remove(worker)
        self._started.remove(worker)
        task = asyncio.ensure_future(worker.clear())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Clear all workers; whoever still waits is told that there are none."""
        self._closed = True
        for timer in self._clearing.values():
            timer.cancel()
        self._clearing.clear()
        for waits in self._queue:
            if not waits.done():
                waits.set_exception(Failed("busy", "the house closes"))
        await asyncio.gather(*self._tasks, *(worker.clear() for worker in self._started), return_exceptions=True)
        self._started, self._free = [], []
