"""What happens when somebody's time is up. The database knows when; this only looks into it at the right moment.

Nothing is remembered here that the log could not give back: after a restart, or in another process, the same
look into the database finds the same tables. What fires is an entry like any other, so it fires once, whoever
writes it.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from .storage.store import Away
from .tables import absence
from .tables.errors import TurnedAway

if TYPE_CHECKING:
    from .den import Den
    from .tables.table import Table

PAUSE = 1.0
"""Seconds between two looks while the database can't be reached."""

LOOK_AGAIN = 5.0
"""Seconds between two looks, at most: another process may have put a nearer deadline down."""

log = logging.getLogger("speelhol.den")


class Timers:
    """One for each den: sleeps until the nearest deadline, and sees to the tables whose time is up."""

    def __init__(self, den: Den) -> None:
        self._den = den
        self._next = 0.0
        self._nearer = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._broken: set[int] = set()
        self._doubtful: set[Table] = set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def note(self, due: float | None) -> None:
        """A deadline was written down; if it is the nearest, wake up in time for it."""
        if due is not None and due < self._next:
            self._nearer.set()

    def doubt(self, table: Table) -> None:
        """The database broke off while an entry was written, and nobody knows whether it is in it: look it up."""
        self._doubtful.add(table)
        self._nearer.set()

    async def _run(self) -> None:
        while True:
            self._nearer.clear()
            self._next = inf  # what is written down while we look is nearer than anything
            try:
                self._next = await self.fire()
            except Away:  # they will be back, and the deadlines stay in them
                self._next = self._den.now() + PAUSE
                self._nearer.clear()  # also for what is in doubt
            except Exception:
                log.exception("the clocks can't be read")
                self._next = self._den.now() + LOOK_AGAIN
            # not wait_for, which forgets that it was cancelled if the event comes at the same moment
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, min(LOOK_AGAIN, self._next - self._den.now()))):
                    await self._nearer.wait()

    async def fire(self) -> float:
        """See to every table that is in doubt or whose time is up. Returns when to look again."""
        while self._doubtful:
            await self._look_up(self._doubtful.pop())
        self._den.lobby.compare()
        self._den.retention.note()
        self._den.admin.note_time()
        now = self._den.now()
        again = min(now + LOOK_AGAIN, self._den.attendance.offer())
        for table_id, code, due in await self._den.store.due(again):
            if due > now:
                return due
            if table_id not in self._broken:
                await self._fire(table_id, code)
        return again

    async def _look_up(self, table: Table) -> None:
        try:
            await self._den.catch_up(table)
        except Away:
            self._doubtful.add(table)
            raise

    async def _fire(self, table_id: int, code: str) -> None:
        den = self._den
        try:
            table = await den.table(code)
            await den.catch_up(table)
            with suppress(absence.Moot, TurnedAway):
                await den.time_up(table)
        except (SQLAlchemyError, OSError, Away):
            raise
        except Exception:  # one table that can't be read must not stop the clocks of the others
            self._broken.add(table_id)
            log.exception("no bot could take over", extra={"table": code})
