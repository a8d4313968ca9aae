"""Can the books be used? Found out before anybody is let in; if not, one sentence says why and what to do."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import sqlalchemy as sa

from . import postgres, readiness, schema
from .schema import Unusable
from .store import Away, Store

REACH = 1.5
"""Seconds for which a PostgreSQL is tried that is not there: it may be only just coming up."""

PAUSE = 0.2
"""Seconds between two tries."""

READ_ONLY, IO_ERROR, CORRUPT, FULL, CANT_OPEN, NO_DATABASE, BUSY = 8, 10, 11, 13, 14, 26, 5
"""What SQLite says."""

ANOTHER = "or name another place with --data FOLDER"


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory, or elsewhere."""
    if postgres.speaks(url):
        return None
    name = sa.make_url(url).database
    return Path(name) if name and name != ":memory:" else None


async def prepare(url: str) -> None:
    """Bring the books up to date and make sure that they can be written. Raises Unusable.

    A PostgreSQL that can't be reached is given up within three seconds.
    """
    try:
        await reach(url, write=True)
        store = Store(url)
        try:
            await schema.upgrade(store.engine)
            await readiness.write(store)
        finally:
            await store.engine.dispose()
    except Exception as error:
        raise unusable(url, error) from None


async def reach(url: str, write: bool = False) -> None:
    """Open an SQLite file (to `write`, if need be), or call a PostgreSQL until it answers. Raises Unusable."""
    until = asyncio.get_running_loop().time() + REACH
    try:
        if not postgres.speaks(url):
            return _open(url, write)
        await _resolve(url)
        call = postgres.caller(url)
        while not await _answers(call, until):
            await asyncio.sleep(PAUSE)
    except Exception as error:
        raise unusable(url, error) from None


async def _answers(call: Callable[[], Awaitable[Any]], until: float) -> bool:
    """Whether a database answers; raises what stands in the way when there is no time to try again, or no use."""
    try:
        async with asyncio.timeout_at(until):
            line = await call()
    except Exception as error:
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
    async with asyncio.timeout(REACH):
        if (error := await found) is not None:
            raise error


def unusable(url: str, error: Exception) -> Unusable:
    """An error of a database, as one sentence on what is wrong and what to do."""
    if isinstance(error, Unusable):
        return error
    if isinstance(error, Away) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    sentence = _postgres(url, error) if postgres.speaks(url) else _sqlite(url, error)
    return Unusable(" ".join(sentence.split()))


# ---- SQLite


def _open(url: str, write: bool) -> None:
    """Without the thread that aiosqlite would keep for it: that one may outlive a failure, and complain."""
    if (path := file_of(url)) is not None:
        with closing(sqlite3.connect(path, timeout=REACH, isolation_level=None)) as books:
            books.execute("PRAGMA schema_version").fetchone()
            if write:
                books.execute("BEGIN IMMEDIATE")
                books.execute("ROLLBACK")


def _sqlite(url: str, error: Exception) -> str:
    orig = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
    code = getattr(orig, "sqlite_errorcode", 0) & 0xFF
    path = file_of(url)
    if path is None or orig is None:
        return f"The database can't be used ({orig or error}); is the address in --database right?"
    if code == FULL or (code in (IO_ERROR, CANT_OPEN) and _no_room(path.parent)):
        return f"The disk is full: nothing can be written in {path.parent}; make room, {ANOTHER}."
    if path.is_dir():
        return f"{path} is a folder where the books should be a file; move it away, {ANOTHER}."
    if code in (READ_ONLY, CANT_OPEN):
        return f"The books in {path} can't be written ({orig}); let this user write the file and its folder, {ANOTHER}."
    if code in (NO_DATABASE, CORRUPT):
        return f"{path} holds no books that can be read ({orig}); move it away, restore a backup, {ANOTHER}."
    if code == BUSY:
        return f"Another program holds {path} locked; close it, {ANOTHER}."
    return f"The books in {path} can't be used ({orig}); look after that file and its disk, {ANOTHER}."


def _no_room(folder: Path) -> bool:
    try:
        return os.statvfs(folder).f_bavail == 0
    except (OSError, AttributeError):
        return False


# ---- PostgreSQL


def _postgres(url: str, error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    while not isinstance(cause, OSError) and getattr(cause, "sqlstate", None) is None and cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, ValueError):
        return "The address in --database can't be read; write it as postgresql://USER:PASSWORD@HOST:5432/NAME."
    state = str(getattr(cause, "sqlstate", None) or "")
    if not state and postgres.lost(error):
        return (
            f"The database at {_host(url)} can't be reached ({_distance(cause)}); "
            "is PostgreSQL running, and is the address in --database right?"
        )
    why = str(cause).strip().rstrip(".")
    if state.startswith("28"):
        return f"PostgreSQL turned us away: {why}; check the user and the password in --database."
    if state == "3D000":
        return f"PostgreSQL turned us away: {why}; make it with createdb, or check the name in --database."
    if state == "42501":
        return f"PostgreSQL turned us away: {why}; make the user in --database the owner of the database."
    if state.startswith("53"):
        return f"PostgreSQL has no room for us: {why}; make room on its machine and start again."
    if state == "25006":
        return f"PostgreSQL takes no writes: {why}; name the primary server in --database."
    return f"The database can't be used: {why}; look after it and start again."


def _host(url: str) -> str:
    parts = urlsplit(url)
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        port = ""
    named = parse_qs(parts.query).get("host", [""])[0]
    return named or (f"{parts.hostname}{port}" if parts.hostname else "this machine")


def _distance(cause: BaseException) -> str:
    if isinstance(cause, TimeoutError):
        return f"no answer within {REACH:g} seconds"
    if isinstance(cause, ConnectionRefusedError):
        return "connection refused"
    if isinstance(cause, FileNotFoundError):
        return "there is no socket"
    return (getattr(cause, "strerror", None) or str(cause)).strip().rstrip(".").lower()
