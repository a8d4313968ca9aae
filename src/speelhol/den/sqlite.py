"""What only SQLite has: how careful it has to be, and what it says when it can't be read or written for a while."""

from __future__ import annotations

import sqlite3
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

SPOILT = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""What a connection may go on saying although its file is well again."""

AWAY = SPOILT | {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
}
"""What SQLite says of a disk that is full, broken or read-only, and of a file that another program holds."""


def listen(engine: AsyncEngine) -> None:
    """See to it that every connection of an engine is careful, and that none is kept that may be spoilt."""
    sa.event.listen(engine.sync_engine, "connect", _careful)
    sa.event.listen(engine.sync_engine, "begin", _begin)
    sa.event.listen(engine.sync_engine, "handle_error", _drop)


def lost(error: BaseException | None) -> bool:
    """Whether an error means that the file can't be read or written right now."""
    return isinstance(error, sa.exc.TimeoutError) or _code(error) in AWAY


def _code(error: BaseException | None) -> int:
    """SQLite's own number for an error, without the details; 0 if it has none."""
    if isinstance(error, sa.exc.DBAPIError):
        error = error.orig
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _drop(context: sa.engine.ExceptionContext) -> None:
    if _code(context.original_exception) in SPOILT:
        context.is_disconnect = True


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
