"""A house in one file: written while people play, whole or not at all, and the same whichever database it came from.

The file is gzip over lines of JSON: what it is, the rows of each table, and at last how many there were and a digest of
all that went before.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import time
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from .. import __version__
from .storage import upgrade
from .storage.store import Store

FORMAT = 1
KEPT = ("tables", "used_codes", "log", "snapshots", "house", "lobby", "reports", "bans", "deeds_log")
"""What a backup holds, in the order in which it can be put back. Who is here right now, or came from where, is none of
it."""

LONGEST = 64 * 2**20
"""Bytes of a line; a snapshot of the longest match is far from it."""

Row = tuple[str, list[Any]]
"""The name of a table, and the values of a row in the order of its columns."""


class Header(Struct, frozen=True):
    """The first line: what the file is."""

    kind: Literal["speelhol-backup"]
    format: int
    version: str
    """Of the program that wrote it."""
    form: str
    """Of the database at that moment."""
    at: float
    columns: dict[str, list[str]]


class End(Struct, frozen=True):
    """The last line: what must have come before it."""

    rows: dict[str, int]
    digest: str


class NoBackup(Exception):
    """A file from which nothing can be restored. Its text is one sentence that says why, and what to do."""


async def write(store: Store, file: Path) -> End:
    """Put everything that a house holds at one moment into a file that only this user can read.

    It has its name only once it is whole. Raises OSError if it can't be written.
    """
    partial = file.with_name(f".{file.name}.partial")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
                digest, rows = hashlib.sha256(), dict.fromkeys(KEPT, 0)
                async for name, line in _lines(store):
                    packed.write(line)
                    digest.update(line)
                    if name:
                        rows[name] += 1
                end = End({name: count for name, count in rows.items() if count}, digest.hexdigest())
                packed.write(msgspec.json.encode(end) + b"\n")
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return end


async def _lines(store: Store) -> AsyncIterator[tuple[str, bytes]]:
    """Every line but the last, with the name of its table; all of them seen at one moment."""
    async with store.engine.connect() as line:
        connection = await line.execution_options(isolation_level="REPEATABLE READ") if store.shared else line
        form = await connection.run_sync(upgrade.form)
        found = await connection.run_sync(_columns)
        header = Header("speelhol-backup", FORMAT, __version__, str(form), time.time(), found)
        yield "", msgspec.json.encode(header) + b"\n"
        for name, columns in found.items():
            async for row in _rows(connection, name, columns):
                yield name, msgspec.json.encode([name, row]) + b"\n"


def _columns(connection: sa.Connection) -> dict[str, list[str]]:
    """By table the columns that it has, which in a database of an earlier form are fewer."""
    inspector = sa.inspect(connection)
    there = set(inspector.get_table_names())
    return {name: [column["name"] for column in inspector.get_columns(name)] for name in KEPT if name in there}


async def _rows(connection: AsyncConnection, name: str, columns: list[str]) -> AsyncIterator[list[Any]]:
    wanted: list[sa.ColumnElement[Any]] = [sa.column(column) for column in columns]
    query = sa.select(*wanted).select_from(sa.table(name)).order_by(*wanted[:2])
    async for row in await connection.stream(query):
        yield list(row)


# ---- reading


def check(file: Path) -> tuple[Header, End]:
    """Read a backup through, without doing anything with it. Raises NoBackup if something in it is not as it was."""
    lines = _read(file)
    first = next(lines, b"")
    header = _header(file, first)
    digest, rows = hashlib.sha256(first), dict.fromkeys(header.columns, 0)
    for line in lines:
        if line.startswith(b"{"):
            end = _decode(file, line, End)
            if next(lines, b"") or end.rows != {name: count for name, count in rows.items() if count}:
                raise _damaged(file, "rows are missing")
            if end.digest != digest.hexdigest():
                raise _damaged(file, "its digest is another")
            return header, end
        digest.update(line)
        name, values = _decode(file, line, Row)
        if len(header.columns.get(name, ())) != len(values):
            raise _damaged(file, "a row does not fit")
        rows[name] += 1
    raise _damaged(file, "its end is missing")


def rows(file: Path) -> Iterator[Row]:
    """The rows of a backup that was checked, in the order in which they can be put back."""
    for line in _read(file):
        if line.startswith(b"["):
            yield _decode(file, line, Row)


def _read(file: Path) -> Iterator[bytes]:
    """The lines of a file. Raises NoBackup if it can't be unpacked, OSError if it can't be read at all."""
    begun = False
    try:
        with gzip.open(file) as packed:
            while line := packed.readline(LONGEST):
                begun = True
                yield line
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        if not begun and not _is_packed(file):
            raise _foreign(file) from None
        raise _damaged(file, str(error).rstrip(".").lower()) from None


def _is_packed(file: Path) -> bool:
    """Whether a file begins as packed ones do, whatever became of the rest."""
    with file.open("rb") as content:
        return content.read(2) == b"\x1f\x8b"


def _header(file: Path, line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _foreign(file) from None
    if not header.form.isdigit() or not set(header.columns) <= set(KEPT):
        raise _foreign(file)
    if header.format > FORMAT or header.form > upgrade.HEAD:
        raise NoBackup(f"{file} was written by a newer version of Speelhol ({header.version}); install that version.")
    return header


def _decode(file: Path, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _damaged(file, "a line can't be read") from None


def _foreign(file: Path) -> NoBackup:
    return NoBackup(f"{file} is no backup of Speelhol; name a file that “speelhol backup” has written.")


def _damaged(file: Path, why: str) -> NoBackup:
    return NoBackup(f"{file} is damaged ({why}), and nothing was changed; restore another backup.")
