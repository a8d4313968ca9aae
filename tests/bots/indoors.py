"""A pool without bot_workers: what is asked is thought out at once, in this process, and not for long."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec

from speelhol.bots.jobs import JOBS
from speelhol.bots.pool import Failed, Pool

ROUNDS = 12
PLAYS = 2


class Indoors(Pool):
    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[str] = []
        """What was asked, job by job."""
        self.broken = False

    async def ask(self, job: str, *arguments: Any, **_: Any) -> Any:
        """As a worker would answer, after the same journey there and back."""
        self.asked.append(job)
        if self.broken:
            raise Failed("died", "there was a fire")
        given = pickle.loads(pickle.dumps(arguments))  # noqa: S301 - our own
        if job == "decide":
            *given, _seconds = given
            value = JOBS[job](*given, 60.0, ROUNDS)
        else:
            record, moments, eyes, _plays, _seconds, seed = given
            value = JOBS[job](record, moments, eyes, PLAYS, 60.0, seed)
        return msgspec.msgpack.decode(msgspec.msgpack.encode(value))
