"""Can the house write right now? Found out by writing, since nothing else tells a full disk; and is its file whole?"""

from __future__ import annotations

import asyncio
import logging
import time
from threading import Event

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .damage import Spoilt, look_through
from .schema import house
from .store import Store
from .trouble import Damaged
from .unusable import unusable
from .whereabouts import moved

KEY = "written"
"""The row of the house that says when this was last tried."""

PATIENCE = 2.0
"""Seconds that a write may take before the answer is no."""

HOLDS = 1.0
"""Seconds for which an answer holds: whoever asks without end makes nobody write without end."""

MORE = 64_000
"""Bytes to write where something could not be written last: a move may need room that a few signs do not."""

LOOKING = 1.0
"""Seconds that a house takes to open for reading a file through; a larger one is read on while people play."""

AGAIN = 60.0
"""Seconds after which a file that is damaged is read through again: it may have been its disk alone."""

log = logging.getLogger("speelhol.den")


async def write(store: Store, more: int = 0) -> None:
    """Write something that changes nothing, and see it on disk. Raises whatever stands in the way. more: bytes"""

    async def note(connection: AsyncConnection) -> None:
        value = {"value": str(time.time()) + " " * more}
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
        self._closing = Event()
        self._looking: asyncio.Task[None] | None = None
        self._looked = float("-inf")
        store.trouble.tell = self._tell

    async def open(self) -> None:
        """Read the file through, and wait a moment for it."""
        await asyncio.wait([self._look()], timeout=LOOKING)

    async def close(self) -> None:
        """Look no further."""
        self._closing.set()
        if self._looking is not None:
            await self._looking

    async def check(self) -> Exception | None:
        """What stands in the way of writing, or None. It is written to the log when it begins, and when it ends."""
        if self._store.trouble.damage is not None:
            if time.monotonic() > self._looked + AGAIN:
                self._look()
            return Damaged()
        async with self._asking:
            if time.monotonic() > self._asked + HOLDS or self._store.trouble.refused > self._asked:
                before, self._error = self._error, await self._try()
                self._asked = time.monotonic()
                if moved(self._error or before) or isinstance(self._error or before, Damaged):
                    pass  # that is said by whoever finds it out first
                elif self._error is not None and before is None:
                    log.error("the database can't be written", extra={"why": str(unusable(self._url, self._error))})
                elif self._error is None and before is not None:
                    log.warning("the database can be written again")
        return self._error

    async def _try(self) -> Exception | None:
        refused = self._store.trouble.refused
        try:
            async with asyncio.timeout(PATIENCE):
                await write(self._store, MORE if refused else 0)
        except TimeoutError as error:
            self._store.metrics.failures.inc()
            return error
        except Exception as error:
            return error
        if self._store.trouble.refused == refused:
            self._store.trouble.refused = 0.0
        return None

    # ---- damage

    def _tell(self, error: Exception) -> None:
        self._looked = time.monotonic()
        log.error("the database is damaged", extra={"why": str(unusable(self._url, error))})

    def _look(self) -> asyncio.Task[None]:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_through())
        return self._looking

    async def _look_through(self) -> None:
        try:
            await asyncio.to_thread(look_through, self._url, lambda: not self._closing.is_set())
        except Spoilt as error:
            self._looked = time.monotonic()
            self._store.trouble.found(error)
        else:
            if self._store.trouble.damage is not None and not self._closing.is_set():
                self._store.trouble.damage = None
                log.warning("the database can be read again")
