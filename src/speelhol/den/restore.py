"""A backup becomes a house again: in the place of the old one at once and whole, or not at all."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from . import backup
from .cluster.presence import DEAD, NOW
from .put_back import PutBack, note_all
from .storage import found_files, postgres, startup, upgrade
from .storage.lock import lock
from .storage.schema import house, metadata, processes
from .storage.store import Store
from .storage.unusable import Unusable, file_of, make_folder
from .tables.fair import TICKETS_SINCE

AT_ONCE = 500
"""Rows that are written by one statement."""

THERE = "There is a house in {where} already; with --force the backup takes its place, and what was in it is gone."


async def restore(
    file: Path, url: str, force: bool = False, make: bool = False
) -> tuple[backup.Header, backup.End, PutBack]:
    """Make a database what it was when the backup was written, in the form of this version; each table notes it. make:
    its folder, too, once the backup is known to be one

    Raises NoBackup if the file is none, Unusable if a house is there (unless `force`d), open, or out of reach, or if
    anything but a house is.
    """
    header, end = backup.check(file)
    database = file_of(url)
    if database is None:
        await startup.reach(url, write=True)
        return header, end, await _fill(url, file, header, force)
    if make:
        make_folder(database.parent)
    with lock(database, "a backup that is being restored"):
        if found_files.house_in(database) and not force:
            raise Unusable(THERE.format(where=database))
        if not force:
            found_files.check(database)
        return header, end, await _replace(database, file, header)


async def _replace(database: Path, file: Path, header: backup.Header) -> PutBack:
    """Make the new file beside the old one, and let it take its name when it is whole."""
    fresh = database.with_name(f"{database.name}.restoring")
    try:
        _remove(fresh)
        noted = await _fill(f"sqlite+aiosqlite:///{fresh}", file, header, force=False)
        with fresh.open("rb") as whole:
            os.fsync(whole.fileno())
        # What the old one has not moved into its file yet would be taken for the new one's.
        if database.exists():
            with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for beside in ("-wal", "-shm"):
            database.with_name(database.name + beside).unlink(missing_ok=True)
        fresh.replace(database)
        return noted
    finally:
        _remove(fresh)


def _remove(fresh: Path) -> None:
    for beside in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + beside).unlink(missing_ok=True)


async def _fill(url: str, file: Path, header: backup.Header, force: bool) -> PutBack:
    store = Store(url)
    try:
        async with store.engine.execution_options(immediate=True).begin() as connection:
            return await connection.run_sync(_put_back, file, header, force)
    finally:
        await store.close()


def _put_back(connection: sa.Connection, file: Path, header: backup.Header, force: bool) -> PutBack:
    """Everything, in one transaction."""
    shared = connection.dialect.name == "postgresql"
    if shared:
        postgres.take_turns(connection)
        _clear(connection, force)
    upgrade.bring_to(connection, header.form)
    for name, rows in groupby(backup.rows(file), key=lambda row: row[0]):
        columns = header.columns[name]
        into = sa.table(name, *(sa.column(column) for column in columns))
        for some in _batches(dict(zip(columns, values, strict=True)) for _, values in rows):
            connection.execute(sa.insert(into), some)
    if shared:
        connection.execute(sa.text(SEQUENCE))
    upgrade.bring_to(connection, upgrade.HEAD)
    # What was opened after the backup is unknown here: whoever has a ticket from before now gets another table for it.
    connection.execute(sa.delete(house).where(house.c.key == TICKETS_SINCE))
    connection.execute(sa.insert(house).values(key=TICKETS_SINCE, value=str(time.time())))
    return note_all(connection, header.at)


SEQUENCE = (
    "SELECT setval(pg_get_serial_sequence('tables', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM tables"
)
"""The next table gets a number that none of those has that were put back."""


def _clear(connection: sa.Connection, force: bool) -> None:
    """Make room in a PostgreSQL where no house is open. Raises Unusable."""
    found = upgrade.form(connection)
    if found is None:
        return
    where = upgrade.where(connection, first=False)
    alive = sa.select(processes.c.id).where(processes.c.seen > NOW - DEAD)
    if sa.inspect(connection).has_table(processes.name) and connection.execute(alive).first():
        raise Unusable(f"A house is open over {where}; close all its processes first.")
    if not force:
        raise Unusable(THERE.format(where=where))
    for table in (*reversed(metadata.sorted_tables), sa.table("alembic_version")):
        connection.execute(sa.text(f"DROP TABLE IF EXISTS {table.name}"))


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while some := list(islice(rows, AT_ONCE)):
        yield some
