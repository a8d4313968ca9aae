"""Why the database can't be used, as one sentence that says what to do."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import url2pathname

import sqlalchemy as sa

from . import postgres
from .trouble import Away
from .whereabouts import FileMoved

READ_ONLY, IO_ERROR, CORRUPT, FULL, CANT_OPEN, NO_DATABASE, BUSY = 8, 10, 11, 13, 14, 26, 5
"""What SQLite says."""

ANOTHER = "or name another place with --data FOLDER"


class Unusable(OSError):
    """The database can't be used. Its text is one sentence that says why, and what to do."""

    @classmethod
    def unwritable(cls, folder: Path, error: OSError) -> Unusable:
        """Nothing can be made in a folder, or the folder itself can't be made."""
        why = error.strerror or error
        if not folder.is_dir():
            return cls(f"The folder {folder} can't be made ({why}); name another one with --data FOLDER.")
        return cls(
            f"Nothing can be written in the folder {folder} ({why}); "
            "let this user write there, or name another one with --data FOLDER."
        )


def make_folder(folder: Path) -> None:
    """The folder of a database, for this user alone. Raises Unusable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable.unwritable(folder, error) from None


@contextmanager
def new_folder(folder: Path | None) -> Iterator[None]:
    """Where a house can't begin that made its folder, the folder goes again."""
    made = folder is not None and not folder.exists()
    try:
        yield
    except OSError:
        if made and folder is not None:
            with suppress(OSError):  # whatever lies in it stays
                folder.rmdir()
        raise


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory, or elsewhere."""
    if postgres.speaks(url):
        return None
    name = sa.make_url(url).database
    if name and name.startswith("file:"):
        return Path(url2pathname(urlsplit(name).path))
    return Path(name) if name and name != ":memory:" else None


def unusable(url: str, error: Exception) -> Unusable:
    """An error of a database, as one sentence on what is wrong and what to do."""
    if isinstance(error, Unusable):
        return error
    if isinstance(error, Away) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    sentence = _postgres(url, error) if postgres.speaks(url) else _sqlite(url, error)
    return Unusable(" ".join(sentence.split()))


# ---- SQLite


def _sqlite(url: str, error: Exception) -> str:
    orig = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
    code = getattr(orig, "sqlite_errorcode", 0) & 0xFF
    path = file_of(url)
    if isinstance(orig, FileMoved):
        return str(orig)
    if path is None or orig is None:
        return f"The database can't be used ({orig or error}); is the address in --database right?"
    if code == FULL or (code in (IO_ERROR, CANT_OPEN) and _no_room(path.parent)):
        return f"The disk is full: nothing can be written in {path.parent}; make room, {ANOTHER}."
    if path.is_dir():
        return f"{path} is a folder where the database should be a file; move it away, {ANOTHER}."
    if code == CANT_OPEN and path.exists() and not os.access(path, os.R_OK):
        return f"The database in {path} can't be read by this user; run this as the user of the house, {ANOTHER}."
    if code in (READ_ONLY, CANT_OPEN):
        return (
            f"The database in {path} can't be written ({orig}); let this user write the file and its folder, {ANOTHER}."
        )
    if code in (NO_DATABASE, CORRUPT):
        return f"{path} holds no database that can be read ({orig}); move it away and restore a backup, {ANOTHER}."
    if code == BUSY:
        return f"Another program holds {path} locked; close it, {ANOTHER}."
    return f"The database in {path} can't be used ({orig}); look after that file and its disk, {ANOTHER}."


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
        return "no answer"
    if isinstance(cause, ConnectionRefusedError):
        return "connection refused"
    if isinstance(cause, FileNotFoundError):
        return "there is no socket"
    return (getattr(cause, "strerror", None) or str(cause)).strip().rstrip(".").lower()
