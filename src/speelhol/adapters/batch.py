"""Many matches at once, in lock-step, over several processes: one decision of every match a step.

from speelhol.adapters.batch import Batch

with Batch("thieves", seats=4, matches=256, workers=2, seed=1) as batch:
    seen, legal = np.asarray(batch.observation), np.asarray(batch.mask)  # looked at in place: made once
    for _ in range(1000):
        batch.step(policy(seen, legal))

Needs nothing but this package; NumPy and others look at the same memory.
"""

from __future__ import annotations

import mmap
import os
import secrets
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import msgspec

from ..games import game as find_game
from .lockstep import BatchShare, Lockstep, layout_of
from .prizes import PRIZES
from .shared_arrays import shared_file

PATIENCE = 10.0
"""Seconds that a worker has to end by itself."""


class WorkerFailed(RuntimeError):
    """A worker has broken down. The batch is closed; its text says what is known."""


class Batch:
    """Matches of one game in lock-step. Where one is over, the next begins in its place at once.

    Which matches are played follows from the seed, and not from how many workers there are.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        matches: int,
        *,
        workers: int | None = None,
        seed: int | str | None = None,
        prize: str = "win",
        decisions: int | None = None,
        **options: Any,
    ) -> None:
        """Begin so many matches.

        workers: processes that play them; by default as many as there are cores, with 0 this process does
        seed: the same matches for the same seed; without one, some that nobody can guess
        prize: what is rewarded at the end, `win` or `rank`; see `adapters.prizes`
        decisions: after so many a match is cut; by default more than random play needs
        options: the game's own

        Raises ValueError, in a sentence, if game, seats, options, prize or numbers don't fit.
        """
        if prize not in PRIZES:
            raise ValueError(f"A prize is {' or '.join(PRIZES)}, not {prize!r}.")
        if matches < 1:
            raise ValueError(f"A batch has one match or more, not {matches}.")
        if decisions is not None and decisions < 1:
            raise ValueError(f"A match is cut after one decision or more, not after {decisions}.")
        many = min(matches, (os.cpu_count() or 1) if workers is None else workers)
        if many < 0:
            raise ValueError(f"There can't be {many} workers.")
        find_game(game).start(seats, "", **options)  # complains of what does not fit
        whole = BatchShare(game, seats, options, prize, decisions or 0, matches, 0, matches)
        layout = layout_of(whole)
        self.matches = matches
        self.seats = seats
        self._width = layout.arrays["mask"][1][1]
        file = shared_file(layout.size)
        try:
            memory = mmap.mmap(file, layout.size)
            self.observation = layout.array(memory, "observation")
            """By match, what the seat that is asked sees: numbers from -1 to 1, `Lens.labels` says which."""
            self.mask = layout.array(memory, "mask")
            """By match, 1 for every action that can be chosen: `Catalogue.labels` says which."""
            self.seat = layout.array(memory, "seat")
            """By match, who is asked."""
            self.reward = layout.array(memory, "reward")
            """By match and seat, the prizes of a match that the last step ended; else 0."""
            self.ended = layout.array(memory, "ended")
            """By match, 1 if the last step ended it, so that what is seen now is the beginning of another one."""
            self.cut = layout.array(memory, "cut")
            """By match, 1 if it was cut after too many decisions; then nobody gets anything."""
            self.action = layout.array(memory, "action")
            """By match, what is done with the next step; `step` writes it."""
            self._alone = None if many else Lockstep(whole, memory)
            self._workers: list[_Worker] = []
            self._close = weakref.finalize(self, _end, self._workers)
            for part in _parts(matches, many):
                self._workers.append(_Worker(msgspec.structs.replace(whole, first=part[0], after=part[-1] + 1), file))
        finally:
            os.close(file)
        self.seed = ""
        self.reset(secrets.token_hex(16) if seed is None else seed)

    def reset(self, seed: int | str | None = None) -> None:
        """Begin all matches anew: by another seed, or by the same."""
        if seed is not None:
            self.seed = str(seed)
        if "\n" in self.seed:
            raise ValueError("A seed is one line.")
        if self._alone is not None:
            self._alone.reset(self.seed)
        else:
            self._all(f"reset {self.seed}")

    def step(self, actions: Iterable[int]) -> None:
        """Carry out an action in every match; afterwards the arrays tell what came of it, and who is asked now.

        actions: by match, a number that its mask allows; an array of integers, or a list
        Raises ValueError, with nothing changed, if one is not allowed; WorkerFailed if a worker broke down.
        """
        chosen = [int(action) for action in actions]
        if len(chosen) != self.matches:
            raise ValueError(f"There are {self.matches} matches, and {len(chosen)} actions for them.")
        mask, width = self.mask, self._width
        for match, action in enumerate(chosen):
            if not 0 <= action < width or not mask[match, action]:
                raise ValueError(f"In match {match} seat {self.seat[match]} can't do {action} now: see its mask.")
        for match, action in enumerate(chosen):
            self.action[match] = action
        if self._alone is not None:
            self._alone.step()
        else:
            self._all("step")

    def close(self) -> None:
        """End the workers. The arrays keep what they hold."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _all(self, line: str) -> None:
        """Have every worker do something at the same time, and wait until the last is done."""
        if not self._close.alive:
            raise WorkerFailed("This batch is closed.")
        try:
            for worker in self._workers:
                worker.ask(line)
            for worker in self._workers:
                worker.wait()
        except BaseException:  # whoever stops here, by Ctrl-C too, would leave workers in different steps
            self.close()
            raise


def _parts(matches: int, many: int) -> list[range]:
    """So many parts, about equally large, in order."""
    return [range(matches * part // many, matches * (part + 1) // many) for part in range(many)]


class _Worker:
    """A process that plays some of the matches, as the one who started it holds it."""

    def __init__(self, share: BatchShare, file: int) -> None:
        self._share = share
        paths = os.pathsep.join(path for path in sys.path if path)
        self.process = subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-P", "-m", "speelhol.adapters.worker", str(file)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=(file,),
            env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip
        self._asked = 0
        self.ask(f"share {msgspec.json.encode(share).decode()}")

    def ask(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self._failed("") from None
        self._asked += 1

    def wait(self) -> None:
        """Until all that was asked is done. Raises WorkerFailed if it can't be."""
        assert self.process.stdout is not None
        while self._asked:
            answer = self.process.stdout.readline()
            if answer != b"\n":
                raise self._failed(answer.decode().strip())
            self._asked -= 1

    def _failed(self, said: str) -> WorkerFailed:
        status = self.process.wait() if not said else 0
        if not said:
            said = f"it was ended by {signal.Signals(-status).name}" if status < 0 else f"it ended with status {status}"
        last = self._share.after - 1
        return WorkerFailed(f"The worker that plays matches {self._share.first} to {last} has broken down: {said}")


def _end(workers: list[_Worker]) -> None:
    """Let all workers end, and end those that don't."""
    for worker in workers:
        assert worker.process.stdin is not None
        try:
            worker.process.stdin.close()
        except OSError:
            continue
    for worker in workers:
        try:
            worker.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
        assert worker.process.stdout is not None
        worker.process.stdout.close()
