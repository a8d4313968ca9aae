"""Who has which table open at the other processes of the house.

Every process keeps its own people in the table `presence` and says that it lives by a beat in `processes`. What a
process that died leaves behind is cleared away by any other. Nothing here is part of a match, and nothing of a match
is in here.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..storage import postgres
from ..storage.schema import presence, processes
from ..storage.store import Away, Store

BEAT = 5.0
DEAD = 16.0
"""Seconds without a beat after which a process counts as dead."""

SETTLE = 0.05
"""Seconds to wait before telling: whoever reloads a page is gone and back."""

NOBODY: frozenset[str] = frozenset()
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)

log = logging.getLogger("speelhol.den")


class Presence:
    """The own people, told to the others; and the people of the others."""

    def __init__(self, store: Store, own: Callable[[int], Iterable[str]], tell: Callable[[int], None]) -> None:
        self.process = secrets.token_hex(8)
        self._store = store
        self._own = own
        """The people who have a table open at this process."""
        self._tell = tell
        """Called when somebody came to a table, or left it, elsewhere."""
        self._told: set[tuple[int, str]] = set()
        self._elsewhere: dict[int, frozenset[str]] = {}
        self._followed: set[int] = set()
        self._changed: set[int] = set()
        self._heard: set[int] = set()
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._beat()
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Take the own people out of the book."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        with suppress(Away, TimeoutError):
            async with asyncio.timeout(0.5):
                await self._store.ask(lambda c: _forget(c, processes.c.id == self.process), change=True)

    def elsewhere(self, table_id: int) -> frozenset[str]:
        """The people who have a table open at other processes, as far as this one has heard."""
        return self._elsewhere.get(table_id, NOBODY)

    async def know(self, table_id: int) -> None:
        """Learn who has a table open elsewhere, unless it is followed already. Raises Away."""
        if table_id not in self._followed:
            self.follow(table_id)
            await self._learn()

    def follow(self, table_id: int) -> None:
        """From now on learn who has this table open elsewhere."""
        if table_id not in self._followed:
            self._followed.add(table_id)
            self.heard(table_id)

    def leave(self, table_id: int) -> None:
        """The table is let go."""
        self._followed.discard(table_id)
        self._elsewhere.pop(table_id, None)

    def changed(self, table_id: int) -> None:
        """Somebody came to a table here, or left it."""
        self._changed.add(table_id)
        self._stirred.set()

    def heard(self, table_id: int) -> None:
        """Something changed elsewhere."""
        if table_id in self._followed:
            self._heard.add(table_id)
            self._stirred.set()

    def missed(self) -> None:
        """Something may have changed anywhere."""
        self._changed |= {table_id for table_id, _ in self._told} | self._followed
        self._heard |= self._followed
        self._stirred.set()

    # ---- the work behind it

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + BEAT
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._stirred.wait()
            try:
                if loop.time() >= due:
                    due = loop.time() + BEAT
                    self._store.metrics.count_caches()  # another worker may be asked for the numbers of all
                    await self._beat()
                if self._stirred.is_set():
                    await asyncio.sleep(SETTLE)
                    self._stirred.clear()
                    await self._publish()
                    await self._learn()
            except Away:
                await asyncio.sleep(0.5)
                self._stirred.set()
            except Exception:
                log.exception("who is here could not be told")
                await asyncio.sleep(BEAT)
                self.missed()

    async def _beat(self) -> None:
        """Say that this process lives, and clear away those that have died."""

        async def beat(connection: AsyncConnection) -> bool:
            lives = await connection.execute(
                sa.update(processes).where(processes.c.id == self.process).values(seen=NOW)
            )
            if not lives.rowcount:
                await connection.execute(sa.insert(processes).values(id=self.process, seen=NOW))
            await _forget(connection, processes.c.seen < NOW - DEAD)
            return bool(lives.rowcount)

        if not await self._store.ask(beat, change=True):  # new, or taken for dead while it slept
            self._told.clear()
            self.missed()

    async def _publish(self) -> None:
        changed, self._changed = self._changed, set()
        now = {(table_id, person) for table_id in changed for person in self._own(table_id)}
        before = {pair for pair in self._told if pair[0] in changed}
        came, left = now - before, before - now

        async def write(connection: AsyncConnection) -> None:
            mine = presence.c.process == self.process
            if left:
                gone = sa.tuple_(presence.c.table_id, presence.c.person).in_(sorted(left))
                await connection.execute(sa.delete(presence).where(mine, gone))
            if came:
                rows = [{"process": self.process, "table_id": t, "person": p} for t, p in sorted(came)]
                await connection.execute(sa.insert(presence), rows)
            touched = sorted({table_id for table_id, _ in came | left})
            await connection.run_sync(postgres.notify, [(postgres.PRESENCE, str(table_id)) for table_id in touched])

        if not (came or left):
            return
        try:
            await self._store.ask(write, change=True)
            self._told = (self._told - left) | came
        except IntegrityError:  # an earlier try arrived after all, or this process was taken for dead
            self._changed |= changed
            await self._store.ask(lambda c: _forget(c, processes.c.id == self.process), change=True)
            await self._beat()
        except BaseException:
            self._changed |= changed
            raise

    async def _learn(self) -> None:
        asked = self._heard & self._followed

        async def query(connection: AsyncConnection) -> list[Any]:
            query = sa.select(presence.c.table_id, presence.c.person).where(
                presence.c.process != self.process, presence.c.table_id.in_(asked)
            )
            return list(await connection.execute(query))

        self._heard -= asked
        if not asked:
            return
        try:
            rows = await self._store.ask(query)
        except Away:
            self._heard |= asked
            raise
        for table_id in asked & self._followed:
            people = frozenset(row.person for row in rows if row.table_id == table_id)
            if people != self.elsewhere(table_id):
                self._elsewhere[table_id] = people
                self._tell(table_id)


async def _forget(connection: AsyncConnection, which: Any) -> None:
    """Take processes and their people out of the book, and tell the others of it."""
    ids = sa.select(processes.c.id).where(which)
    rows = await connection.execute(
        sa.delete(presence).where(presence.c.process.in_(ids)).returning(presence.c.table_id)
    )
    touched = sorted({row.table_id for row in rows})
    await connection.execute(sa.delete(processes).where(which))
    if touched:
        await connection.run_sync(postgres.notify, [(postgres.PRESENCE, str(table_id)) for table_id in touched])
