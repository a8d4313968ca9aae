"""What only SQLite has: how careful it has to be, and what it says when it can't be read or written for a while."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from .checkpoints import Checkpoints
from .whereabouts import Whereabouts

T = TypeVar("T")

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

DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What it says of a file that is not what was written."""

PRAGMAS = (
    "busy_timeout=5000",  # first: turning to WAL needs the lock that another process may hold
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=0",  # see `checkpoints`
)


def listen(engine: sa.Engine, checkpoints: Checkpoints) -> None:
    """See to it that every connection of an engine is careful, that none is kept that may be spoilt or writes to a file
    that nobody finds again, and that somebody hears of what it writes."""
    place = checkpoints.place

    def opening(_dialect: Any, _record: Any, args: list[Any], _options: Any) -> None:
        place.check()
        make_private(str(args[0]))

    read_only = (engine.url.database or "").startswith("file:")  # see `reading`

    def opened(connection: Any, record: Any) -> None:
        _careful(connection, read_only)
        place.opened(id(record))

    def committing(_: sa.Connection) -> None:
        place.check()
        checkpoints.note()

    sa.event.listen(engine, "do_connect", opening)
    sa.event.listen(engine, "connect", opened)
    sa.event.listen(engine, "close", lambda _, record: place.closed(id(record)))
    sa.event.listen(engine, "commit", committing)
    sa.event.listen(engine, "begin", _begin)
    sa.event.listen(engine, "handle_error", _drop)


def make_private(file: str) -> None:
    """Make the file of a new database readable to this user only: it holds the secrets of all tables. SQLite gives
    what it writes beside it the same rights. Whatever stands in the way, SQLite will say."""
    if file and not file.startswith((":", "file:")):
        with suppress(OSError):
            Path(file).touch(mode=0o600, exist_ok=False)


class Writer:
    """Writes in a thread of its own. A transaction is one errand there, whatever is in it: every errand between the
    event loop and a thread costs more than the writing itself."""

    def __init__(self, url: str) -> None:
        plain = url.replace("sqlite+aiosqlite:", "sqlite:", 1)
        self.engine = sa.create_engine(plain, hide_parameters=True).execution_options(immediate=True)
        file = self.engine.url.database or ""
        self.checkpoints = Checkpoints(file, Whereabouts(file))
        listen(self.engine, self.checkpoints)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="speelhol database")

    async def change(self, what: Callable[[sa.Connection], T]) -> T:
        """Do something in a transaction of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.do, what)

    def do(self, what: Callable[[sa.Connection], T]) -> T:
        with self.engine.begin() as connection:
            return what(connection)

    async def close(self) -> None:
        """Let go of the file; however often that is asked."""
        await asyncio.to_thread(self._thread.shutdown)
        await asyncio.to_thread(self.checkpoints.close)
        self.engine.dispose()


def lost(error: BaseException | None) -> bool:
    """Whether an error means that the file can't be read or written right now."""
    return isinstance(error, sa.exc.TimeoutError) or _code(error) in AWAY


def damaged(error: BaseException | None) -> bool:
    """Whether an error means that the file is damaged: waiting does not help, and nothing more is to be written."""
    orig = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return _code(error) in DAMAGED or str(orig).startswith("Could not decode to UTF-8")


def _code(error: BaseException | None) -> int:
    """SQLite's own number for an error, without the details; 0 if it has none."""
    if isinstance(error, sa.exc.DBAPIError):
        error = error.orig
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _drop(context: sa.engine.ExceptionContext) -> None:
    if _code(context.original_exception) in SPOILT:
        context.is_disconnect = True


def _careful(connection: Any, read_only: bool) -> None:
    """Nothing acknowledged is lost, not even with the power."""
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would leave changes of the schema outside
    cursor = connection.cursor()
    for pragma in PRAGMAS[:1] if read_only else PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("immediate") else "BEGIN")
