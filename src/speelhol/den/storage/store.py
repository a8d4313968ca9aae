"""Where the logs are kept: SQLAlchemy over SQLite or PostgreSQL. (table, sequence) is unique: the only lock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...metrics import Metrics
from ..tables import entries as e
from ..tables.takebacks import shortened
from . import postgres, sqlite
from .schema import house, log, snapshots, tables, used_codes
from .trouble import Away as Away
from .trouble import Damaged, Trouble
from .trouble import Stale as Stale

SNAPSHOT_EVERY = 200

PATIENCE = 1.5
"""Seconds for which the writer tries again when the database can't be reached, before it says so."""
PAUSE = 0.1
"""Seconds between two of its tries."""

T = TypeVar("T")

TAKEN = (IntegrityError, postgres.Taken)
"""What writing raises where somebody else has written a row of that number or name."""

_OPEN_TABLE = sa.insert(tables)
_USE_CODE = sa.insert(used_codes)
_APPEND = sa.insert(log)
_SET_DUE = sa.update(tables).where(tables.c.id == sa.bindparam("which")).values(due=sa.bindparam("when"))


class _Write(Struct):
    table_id: int
    seq: int
    entry: str
    done: asyncio.Future[None]
    due: tuple[float | None] | None
    shard: int


class Store:
    """The database of the house. Open it, `append` to logs, `read` them back, close it."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        logging.getLogger("aiosqlite").setLevel(logging.INFO)  # the driver would quote what is written
        self.shared = postgres.speaks(url)
        """Whether other processes, on this machine or others, may serve the same tables."""
        self.metrics = metrics or Metrics()
        # An error that quotes a statement must not quote what was written: the log holds seeds.
        if self.shared:
            self.engine: AsyncEngine = create_async_engine(
                "postgresql+asyncpg://", async_creator=postgres.caller(url), hide_parameters=True
            )
        else:
            self.engine = create_async_engine(url, hide_parameters=True)
        # A single question needs no transaction of its own around it.
        self._looking = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        self.writer = postgres.Writer(url) if self.shared else sqlite.Writer(url)
        if isinstance(self.writer, sqlite.Writer):
            sqlite.listen(self.engine.sync_engine, self.writer.checkpoints)
        self._away: float | None = None
        """Since when the database can't be reached."""
        self.trouble = Trouble(self.metrics, self.shared)
        self._pen = asyncio.Lock()
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def engines(self) -> tuple[sa.Engine, ...]:
        """Whatever reads or writes."""
        writing = [self.writer.engine] if isinstance(self.writer, sqlite.Writer) else []
        return (self.engine.sync_engine, *writing)

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what has queued up, then stop. Waits for no database that can't be reached."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await self._queue.put(None)
            await writer
        await self.writer.close()
        await self.engine.dispose()

    # ---- writing

    async def open_table(self, code: str, opened: e.Opened, *more: e.AnyEntry) -> int:
        """A new table with its first entries, all of them or none. Raises Stale if the code is taken, or was lately."""

        now, writer = time.time(), self.writer
        texts = [e.encode(entry) for entry in (opened, *more)]

        def make(connection: sa.Connection) -> int:
            connection.execute(_USE_CODE, {"code": code, "at": now})
            made = connection.execute(_OPEN_TABLE, {"code": code, "game": opened.game, "opened_at": now})
            assert made.inserted_primary_key is not None
            (table_id,) = made.inserted_primary_key
            rows = [{"table_id": table_id, "seq": seq, "at": now, "entry": text} for seq, text in enumerate(texts, 1)]
            connection.execute(_APPEND, rows)
            return int(table_id)

        async def once() -> int:
            if isinstance(writer, postgres.Writer):
                return await writer.open_table(code, opened.game, now, texts)
            async with self._pen:
                return await writer.change(make)

        try:
            return await self._try_twice(once, change=True)
        except TAKEN:
            raise Stale(code) from None

    async def append(
        self, table_id: int, seq: int, entry: e.Entry, due: tuple[float | None] | None = None, shard: int = 0
    ) -> None:
        """Write an entry; returns when it is on disk. Raises Stale if that number was written by somebody else.

        due: the table's next deadline after it (or that it has none), if that changes
        shard: to which part of the tables it belongs, for those who listen
        """
        if self._writer is None:
            raise RuntimeError("the database is closed")
        self.trouble.check()
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Write(table_id, seq, e.encode(entry), done, due, shard))
        await done

    async def _write(self) -> None:
        """One writer: whatever has queued up is committed together."""
        last = False
        while not last:
            batch = []
            first = await self._queue.get()
            last = first is None
            if first is not None:
                batch.append(first)
            while not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                batch.append(more)
            if batch:
                await self._commit_all(batch)

    async def _commit_all(self, batch: list[_Write]) -> None:
        """Commit a batch and tell everybody in it what became of theirs."""
        try:
            await self._commit(batch)
        except TAKEN:
            if not batch[1:]:
                _settle(batch[0], Stale(f"{batch[0].table_id}/{batch[0].seq}"))
            else:
                for one in batch:
                    await self._commit_all([one])
        except Exception as error:
            if self.lost(error):
                await self._make_sure(batch)
            else:
                self._give_up(batch, error)
        else:
            for one in batch:
                _settle(one)

    async def _make_sure(self, batch: list[_Write]) -> None:
        """The line broke, and nobody knows whether the batch was written: look, and write what is missing."""
        began = self._away = self._away or time.monotonic()
        while batch and self._writer is not None and time.monotonic() < began + PATIENCE:
            await asyncio.sleep(PAUSE)
            try:
                batch = await self._missing(batch)
                if batch:
                    await self._commit(batch)
                for one in batch:
                    _settle(one)
                self._away = None
                return
            except TAKEN:  # somebody wrote in between: look again
                continue
            except Exception as error:
                if not self.lost(error):
                    self._give_up(batch, error)
                    return
        self._give_up(batch, Away())

    def _give_up(self, batch: list[_Write], error: Exception) -> None:
        self.trouble.gave_up()
        spoilt = self.trouble.spoilt(error)
        for one in batch:
            _settle(one, Damaged() if spoilt else error)

    async def _missing(self, batch: list[_Write]) -> list[_Write]:
        """Those of a batch whose numbers nobody has written yet; the others learn whether it was theirs."""
        missing = []
        for one in batch:
            rows = await self._rows(one.table_id, one.seq - 1, one.seq)
            if not rows:
                missing.append(one)
            elif rows[0][1] == one.entry:
                _settle(one)
            else:
                _settle(one, Stale(f"{one.table_id}/{one.seq}"))
        return missing

    async def _commit(self, batch: Sequence[_Write]) -> None:
        now = time.time()
        # In one order everywhere, so that no two processes wait for each other.
        batch = sorted(batch, key=lambda w: (w.table_id, w.seq))
        due = {w.table_id: w.due[0] for w in batch if w.due is not None}

        def write(connection: sa.Connection) -> None:
            rows = [{"table_id": w.table_id, "seq": w.seq, "at": now, "entry": w.entry} for w in batch]
            connection.execute(_APPEND, rows)
            if due:
                connection.execute(_SET_DUE, [{"which": table_id, "when": when} for table_id, when in due.items()])

        with self.metrics.commit_seconds.time():
            if isinstance(self.writer, postgres.Writer):
                news = [(postgres.channel_of(w.shard), f"{w.table_id}:{w.seq}") for w in batch]
                await self.writer.append(now, [(w.table_id, w.seq, w.entry) for w in batch], due, news)
            else:
                async with self._pen:
                    await self.writer.change(write)
        self.metrics.commits.inc()
        self._away, self.trouble.refused = None, 0.0

    async def snapshot(self, table_id: int) -> None:
        """Fold the log so far, what was taken back in short, into one row: a long match loads in one read."""
        before, texts = await self._kept(table_id)
        rows = await self._rows(table_id, before)
        if not rows:
            return
        entries = await asyncio.to_thread(_short, [*texts, *(text for _, text in rows)])
        values = {"seq": rows[-1][0], "entries": entries}

        async def keep(connection: AsyncConnection) -> None:
            changed = await connection.execute(
                sa.update(snapshots).where(snapshots.c.table_id == table_id).values(values)
            )
            if not changed.rowcount:
                await connection.execute(sa.insert(snapshots).values({"table_id": table_id, **values}))

        await self.ask(keep, change=True)

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. SQLite takes one at a time and gives up on those that wait too long for its
        file; so they wait for each other here."""
        async with nullcontext() if self.shared else self._pen, self.engine.begin() as connection:
            yield connection

    # ---- reading

    async def ask(self, what: Callable[[AsyncConnection], Awaitable[T]], change: bool = False) -> T:
        """Look something up, or change something that may be changed twice. Raises Away."""

        async def once() -> T:
            async with self._changing() if change else self._looking.connect() as connection:
                return await what(connection)

        return await self._try_twice(once, change)

    async def change(self, what: Callable[[sa.Connection], None]) -> None:
        """Change something that may be changed twice, all of it or nothing; with SQLite in one errand. Raises Away."""
        writer = self.writer

        async def once() -> None:
            if isinstance(writer, sqlite.Writer):
                async with self._pen:
                    await writer.change(what)
            else:
                async with self.engine.begin() as connection:
                    await connection.run_sync(what)

        await self._try_twice(once, change=True)

    async def _try_twice(self, once: Callable[[], Awaitable[T]], change: bool) -> T:
        """A line that broke while nobody used it is found out by using it; hence the second try."""
        for tries in (1, 2):
            self.trouble.check()
            try:
                return await once()
            except TAKEN:
                raise
            except Exception as error:
                lost = self.lost(error)
                if lost and tries == 1:
                    continue
                if change:
                    self.trouble.gave_up()
                if self.trouble.spoilt(error):
                    raise Damaged from error
                if not lost:
                    raise
                raise Away from error
        raise AssertionError

    def lost(self, error: Exception) -> bool:
        """Whether an error says that the database can't be reached, rather than that something is wrong in it."""
        return postgres.lost(error) if self.shared else sqlite.lost(error)

    async def find(self, code: str) -> int | None:
        async def query(connection: AsyncConnection) -> int | None:
            found = await connection.execute(sa.select(tables.c.id).where(tables.c.code == code))
            return found.scalar_one_or_none()

        return await self.ask(query)

    async def newest(self, table_ids: Sequence[int]) -> dict[int, int]:
        """The newest sequence number of each of these tables."""

        async def query(connection: AsyncConnection) -> dict[int, int]:
            query = sa.select(log.c.table_id, sa.func.max(log.c.seq)).where(log.c.table_id.in_(table_ids))
            return {row[0]: row[1] for row in await connection.execute(query.group_by(log.c.table_id))}

        return await self.ask(query)

    async def due(self, before: float, most: int = 200) -> list[tuple[int, str, float]]:
        """Tables with a deadline before a moment, the earliest first: number, code, deadline."""

        async def query(connection: AsyncConnection) -> list[tuple[int, str, float]]:
            query = sa.select(tables.c.id, tables.c.code, tables.c.due).where(tables.c.due < before)
            found = await connection.execute(query.order_by(tables.c.due).limit(most))
            return [(row.id, row.code, row.due) for row in found]

        return await self.ask(query)

    async def texts(self, table_id: int, after: int = 0) -> list[str]:
        """The entries of a table after a sequence number, as they are written, oldest first."""
        after, texts = (after, []) if after else await self._kept(table_id)
        return texts + [text for _, text in await self._rows(table_id, after)]

    async def read(self, table_id: int, after: int = 0) -> list[e.AnyEntry]:
        """Every entry of a table's log after a sequence number, oldest first."""
        return [e.decode(text) for _, text in await self._rows(table_id, after)]

    async def _kept(self, table_id: int) -> tuple[int, list[str]]:
        """A table's snapshot: the number of its last entry, and the entries."""

        async def query(connection: AsyncConnection) -> tuple[int, list[str]]:
            query = sa.select(snapshots.c.seq, snapshots.c.entries).where(snapshots.c.table_id == table_id)
            row = (await connection.execute(query)).one_or_none()
            return (row.seq, row.entries.split("\n")) if row else (0, [])

        return await self.ask(query)

    async def _rows(self, table_id: int, after: int, last: int = 2**31 - 1) -> list[tuple[int, str]]:
        async def query(connection: AsyncConnection) -> list[tuple[int, str]]:
            query = sa.select(log.c.seq, log.c.entry).where(
                log.c.table_id == table_id, log.c.seq.between(after + 1, last)
            )
            return [(row.seq, row.entry) for row in await connection.execute(query.order_by(log.c.seq))]

        return await self.ask(query)

    async def house_value(self, key: str, otherwise: str) -> str:
        """A value of the house, such as its secret; kept from the first time it is asked for."""

        async def keep(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(house).values({"key": key, "value": otherwise}))

        async def query(connection: AsyncConnection) -> str:
            found = await connection.execute(sa.select(house.c.value).where(house.c.key == key))
            return str(found.scalar_one())

        with suppress(IntegrityError):
            await self.ask(keep, change=True)
        return await self.ask(query)


def _short(texts: list[str]) -> str:
    """The entries of a snapshot, as it is kept."""
    return "\n".join(e.encode(entry) for entry in shortened(map(e.decode, texts)))


def _settle(write: _Write, error: Exception | None = None) -> None:
    """Tell the one who waits; it may have been cancelled meanwhile, which must not stop the writer."""
    if write.done.done():
        return
    if error is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(error)
