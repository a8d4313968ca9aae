"""Write down a house full of tables, for the tests of every later version: python -m tests.kept.make

It is made once for each version, by the code of that version, into tests/kept/VERSION, and never again:
`house.db.gz` (SQLite), `house.sql.gz` (what pg_dump tells of the same house in PostgreSQL) and `house.json`, which
says what stands in both: how each table was left, who sits where, and the cookies and keys that people hold.
Equal code writes an equal house: chance and clocks are the script's own.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from speelhol import __version__
from tests.postgres import Postgres, binaries

from .evening import CHANCE, EVENING, Evening

HERE = Path(__file__).parent


@contextmanager
def still() -> Iterator[None]:
    """Chance that is the same every time, in a world whose clock stands still."""
    given = {
        "secrets.token_hex": lambda size=32: CHANCE.randbytes(size).hex(),
        "secrets.token_urlsafe": lambda size=32: base64.urlsafe_b64encode(CHANCE.randbytes(size)).decode().rstrip("="),
        "secrets.randbits": CHANCE.getrandbits,
        "time.time": lambda: EVENING,
    }
    with ExitStack() as later:
        for name, stand_in in given.items():
            later.enter_context(patch(name, stand_in))
        yield


def written(url: str) -> dict[str, Any]:
    with still():
        return asyncio.run(Evening(url).fill())


def in_sqlite(folder: Path) -> tuple[dict[str, Any], bytes]:
    """The house in an SQLite file, made as small as it can be."""
    file = folder / "speelhol.db"
    told = written(f"sqlite+aiosqlite:///{file}")
    books = sqlite3.connect(file, isolation_level=None)
    for tidy in ("PRAGMA journal_mode=DELETE", "VACUUM"):
        books.execute(tidy)
    books.close()
    return told, file.read_bytes()


def in_postgresql() -> tuple[dict[str, Any], bytes]:
    """The house as SQL that any PostgreSQL reads."""
    server = Postgres()
    try:
        url = server.fresh()
        told = written(url)
        dump = [str(binaries() / "pg_dump"), "--no-owner", "--no-privileges", url]
        text = subprocess.run(dump, capture_output=True, check=True).stdout  # noqa: S603 - PostgreSQL's own program
    finally:
        server.remove()
    # newer programs frame it in commands that older ones don't know
    return told, b"".join(
        line for line in text.splitlines(True) if not line.startswith((b"\\restrict", b"\\unrestrict"))
    )


def plain(told: dict[str, Any]) -> str:
    """What stands in the house, a table a line."""
    tables = told.pop("tables")
    rest = json.dumps(told, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{rest},\n "tables": [\n' + ",\n".join(json.dumps(table, ensure_ascii=False) for table in tables) + "\n]}\n"


def main() -> None:
    target = HERE / __version__
    if target.exists():
        sys.exit(f"{target} is there, and is never made again.")
    with tempfile.TemporaryDirectory() as folder:
        told, file = in_sqlite(Path(folder))
    same, dump = in_postgresql()
    if told != same:
        sys.exit("The two houses are not alike.")
    target.mkdir()
    (target / "house.json").write_text(plain(told))
    (target / "house.db.gz").write_bytes(gzip.compress(file, mtime=0))
    (target / "house.sql.gz").write_bytes(gzip.compress(dump, mtime=0))


if __name__ == "__main__":
    main()
