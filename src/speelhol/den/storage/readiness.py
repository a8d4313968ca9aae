"""Can the house write right now? Found out by writing, since nothing else tells a full disk."""

from __future__ import annotations

import asyncio
import logging
import time

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .schema import house
from .store import Store
from .unusable import unusable
from .whereabouts import moved

KEY = "written"
"""The row of the house that says when this was last tried."""

PATIENCE = 2.0
"""Seconds that a write may take before the answer is no."""

HOLDS = 1.0
"""Seconds for which an answer holds: whoever asks without end makes nobody write without end."""

log = logging.getLogger("speelhol.den")


async def write(store: Store) -> None:
    """Write something that changes nothing, and see it on disk. Raises whatever stands in the way."""

    async def note(connection: AsyncConnection) -> None:
        value = {"value": str(time.time())}
        changed = await connection.execute(sa.update(house).where(house.c.key == KEY).values(value))
        if not changed.rowcount:
            await connection.execute(sa.insert(house).values({"key": KEY, **value}))

    await store.ask(note, change=True)


class Readiness:
    """Whether a store can be written, asked as often as anybody likes."""

    def __init__(self, store: Store, url: str) -> None:
        self._store = store
        self._url = url
        self._asking = asyncio.Lock()
        self._asked = float("-inf")
        self._error: Exception | None = None

    async def check(self) -> Exception | None:
        """What stands in the way of writing, or None. It is written to the log when it begins, and when it ends."""
        async with self._asking:
            if time.monotonic() > self._asked + HOLDS:
                before, self._error = self._error, await self._try()
                self._asked = time.monotonic()
                if moved(self._error or before):
                    pass  # that is said by whoever finds it out first
                elif self._error is not None and before is None:
                    log.error("the database can't be written", extra={"why": str(unusable(self._url, self._error))})
                elif self._error is None and before is not None:
                    log.warning("the database can be written again")
        return self._error

    async def _try(self) -> Exception | None:
        try:
            async with asyncio.timeout(PATIENCE):
                await write(self._store)
        except TimeoutError as error:
            self._store.metrics.failures.inc()
            return error
        except Exception as error:
            return error
        return None
