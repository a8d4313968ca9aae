"""Can the database be used? Found out before anybody is let in."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import sqlalchemy as sa

from . import found_files, postgres, readiness, sqlite, upgrade
from .store import Store
from .unusable import file_of, unusable

REACH = 1.5
"""Seconds for which a PostgreSQL is tried that is not there, from the look for its name to the last call; whoever
starts a house waits as long again for the program itself."""

COMES_UP = 10.0
"""Seconds more for one that says that it is coming up."""

PAUSE = 0.2
"""Seconds between two tries."""


async def prepare(url: str) -> None:
    """Bring the database up to date and make sure that it can be written. Raises Unusable.

    A PostgreSQL that can't be reached is given up within three seconds. Of a new SQLite database that can't be made
    nothing stays.
    """
    file = file_of(url)
    before: frozenset[Path] = frozenset() if file is None else found_files.files_of(file)
    try:
        await reach(url, write=True)
        store = Store(url)
        try:
            await upgrade.upgrade(store.engine)
            await readiness.write(store)
        finally:
            await store.close()
    except Exception as error:
        sorry = unusable(url, error)
        if file is not None and file not in before:
            for made in found_files.files_of(file) - before:
                made.unlink(missing_ok=True)
        raise sorry from None


async def reach(url: str, write: bool = False) -> None:
    """Open an SQLite file (to `write`, if need be), or call a PostgreSQL until it answers. Raises Unusable."""
    try:
        if not postgres.speaks(url):
            return _open(url, write)
        begun = asyncio.get_running_loop().time()
        async with asyncio.timeout_at(begun + REACH) as patience:
            await _resolve(url)
            call = postgres.caller(url)
            while not await _answers(call, patience, begun):
                await asyncio.sleep(PAUSE)
    except Exception as error:
        raise unusable(url, error) from None


async def _answers(call: Callable[[], Awaitable[Any]], patience: asyncio.Timeout, begun: float) -> bool:
    """Whether a database answers; raises what stands in the way when there is no time to try again, or no use."""
    try:
        line = await call()
    except Exception as error:
        until = begun + REACH
        if getattr(error, "sqlstate", None) == postgres.COMING_UP:
            until += COMES_UP
            patience.reschedule(until)
        final = isinstance(error, ValueError) or not postgres.lost(error)
        if final or asyncio.get_running_loop().time() + PAUSE > until:
            raise
        return False
    line.terminate()
    return True


async def _resolve(url: str) -> None:
    """Look the host's name up in a thread that nobody has to wait for: without a network that takes long."""
    parts = urlsplit(url)
    if "," in parts.netloc:  # several hosts: one of them may be away
        return
    host, _ = parts.hostname, parts.port  # a port that is no number is a ValueError
    if not host:
        return
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Exception | None] = loop.create_future()

    def say(answer: Exception | None) -> None:
        if not found.done():
            found.set_result(answer)

    def look() -> None:
        answer: Exception | None = None
        try:
            socket.getaddrinfo(host, None)
        except (OSError, UnicodeError) as error:
            answer = error
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(say, answer)

    threading.Thread(target=look, daemon=True).start()
    if (error := await found) is not None:
        raise error


def _open(url: str, write: bool) -> None:
    """Without the thread that aiosqlite would keep for it: that one may outlive a failure, and complain."""
    if (path := file_of(url)) is not None:
        named = sa.make_url(url)
        only_read = str(named.database).startswith("file:")
        if not only_read:
            found_files.check(path)
        sqlite.make_private(str(path))
        name = f"{named.database}?{urlencode(named.query)}" if only_read else str(path)
        with closing(sqlite3.connect(name, timeout=REACH, isolation_level=None, uri=only_read)) as database:
            database.execute("PRAGMA schema_version").fetchone()
            if write:
                database.execute("BEGIN IMMEDIATE")
                database.execute("ROLLBACK")
