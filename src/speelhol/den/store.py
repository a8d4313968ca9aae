"""Where the logs are kept: SQLAlchemy over SQLite. (table, sequence) is unique, and that is the only lock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from . import entries as e
from .meters import Meters

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(40), nullable=False, unique=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened_at", sa.Float, nullable=False),
    sa.Column("due", sa.Float, nullable=True),
    sa.Index("tables_due", "due"),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("entries", sa.Text, nullable=False),
)

house = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

SNAPSHOT_EVERY = 200

_SET_DUE = sa.update(tables).where(tables.c.id == sa.bindparam("which")).values(due=sa.bindparam("when"))


class Stale(Exception):
    """Somebody else wrote this sequence number first."""


class _Write(Struct):
    table_id: int
    seq: int
    entry: str
    done: asyncio.Future[None]
    due: tuple[float | None] | None


class Store:
    """The house's books. Open it, `append` to logs, `read` them back, close it."""

    def __init__(self, url: str, meters: Meters | None = None) -> None:
        # An error that quotes a statement must not quote what was written: the log holds seeds.
        self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True)
        self.meters = meters or Meters()
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine.sync_engine, "connect", _careful)
            sa.event.listen(self.engine.sync_engine, "begin", _begin)
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what has queued up, then stop."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await self._queue.put(None)
            await writer
        await self.engine.dispose()

    # ---- writing

    async def open_table(self, code: str, entry: e.Opened) -> int:
        """A new table with its first entry. Raises Stale if the code is taken."""
        try:
            async with self.engine.begin() as connection:
                values = {"code": code, "game": entry.game, "opened_at": time.time()}
                made = await connection.execute(sa.insert(tables).values(values))
                assert made.inserted_primary_key is not None
                (table_id,) = made.inserted_primary_key
                row = {"table_id": table_id, "seq": 1, "at": time.time(), "entry": e.encode(entry)}
                await connection.execute(sa.insert(log).values(row))
        except IntegrityError:
            raise Stale(code) from None
        return int(table_id)

    async def append(self, table_id: int, seq: int, entry: e.Entry, due: tuple[float | None] | None = None) -> None:
        """Write an entry; returns when it is on disk. Raises Stale if that number was written by somebody else.

        due: the table's next deadline after it (or that it has none), if that changes
        """
        if self._writer is None:
            raise RuntimeError("the books are closed")
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Write(table_id, seq, e.encode(entry), done, due))
        await done

    async def _write(self) -> None:
        """One writer: whatever has queued up is committed together."""
        while True:
            first = await self._queue.get()
            if first is None:
                return
            batch = [first]
            last = False
            while not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                batch.append(more)
            try:
                await self._commit(batch)
            except IntegrityError:
                if not batch[1:]:
                    _settle(first, Stale(f"{first.table_id}/{first.seq}"))
                else:
                    for one in batch:
                        await self._commit_alone(one)
            except Exception as error:
                for one in batch:
                    _settle(one, error)
            else:
                for one in batch:
                    _settle(one)
            if last:
                return

    async def _commit(self, batch: Sequence[_Write]) -> None:
        now = time.time()
        rows = [{"table_id": w.table_id, "seq": w.seq, "at": now, "entry": w.entry} for w in batch]
        with self.meters.commit_seconds.time():
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(log), rows)
                if clocks := [{"which": w.table_id, "when": w.due[0]} for w in batch if w.due is not None]:
                    await connection.execute(_SET_DUE, clocks)
        self.meters.commits.inc()

    async def _commit_alone(self, write: _Write) -> None:
        try:
            await self._commit([write])
        except IntegrityError:
            _settle(write, Stale(f"{write.table_id}/{write.seq}"))
        except Exception as error:
            _settle(write, error)
        else:
            _settle(write)

    async def snapshot(self, table_id: int) -> None:
        """Fold the log so far into one row, so that a long match loads in one read."""
        everything = await self._rows(table_id, 0)
        if not everything:
            return
        values = {"seq": everything[-1][0], "entries": "\n".join(text for _, text in everything)}
        async with self.engine.begin() as connection:
            changed = await connection.execute(
                sa.update(snapshots).where(snapshots.c.table_id == table_id).values(values)
            )
            if not changed.rowcount:
                await connection.execute(sa.insert(snapshots).values({"table_id": table_id, **values}))

    # ---- reading

    async def find(self, code: str) -> int | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(sa.select(tables.c.id).where(tables.c.code == code))
            return found.scalar_one_or_none()

    async def due(self, before: float, most: int = 200) -> list[tuple[int, str, float]]:
        """Tables with a deadline before a moment, the earliest first: number, code, deadline."""
        query = sa.select(tables.c.id, tables.c.code, tables.c.due).where(tables.c.due < before)
        async with self.engine.connect() as connection:
            found = await connection.execute(query.order_by(tables.c.due).limit(most))
            return [(row.id, row.code, row.due) for row in found]

    async def read(self, table_id: int, after: int = 0) -> list[e.AnyEntry]:
        """The entries of a table after a sequence number, oldest first."""
        texts: list[str] = []
        if after == 0:
            async with self.engine.connect() as connection:
                query = sa.select(snapshots.c.seq, snapshots.c.entries).where(snapshots.c.table_id == table_id)
                row = (await connection.execute(query)).one_or_none()
            if row is not None:
                after, texts = row.seq, row.entries.split("\n")
        texts += [text for _, text in await self._rows(table_id, after)]
        return [e.decode(text) for text in texts]

    async def _rows(self, table_id: int, after: int) -> list[tuple[int, str]]:
        query = sa.select(log.c.seq, log.c.entry).where(log.c.table_id == table_id, log.c.seq > after)
        async with self.engine.connect() as connection:
            return [(row.seq, row.entry) for row in await connection.execute(query.order_by(log.c.seq))]

    async def house_value(self, key: str, otherwise: str) -> str:
        """A value of the house, such as its secret; kept from the first time it is asked for."""
        with suppress(IntegrityError):
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(house).values({"key": key, "value": otherwise}))
        async with self.engine.connect() as connection:
            found = await connection.execute(sa.select(house.c.value).where(house.c.key == key))
            return str(found.scalar_one())


def _settle(write: _Write, error: Exception | None = None) -> None:
    """Tell the one who waits; it may have been cancelled meanwhile, which must not stop the writer."""
    if write.done.done():
        return
    if error is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(error)


def _careful(connection: Any, _: Any) -> None:
    """Nothing acknowledged is lost, not even with the power."""
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would leave changes of the schema outside
    cursor = connection.cursor()
    # the time-out comes first: turning to WAL needs the lock that another process may hold
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN")
