"""An SQLite database that nobody can write, for those who only read it.

A database that keeps a journal needs two files beside it, even to be read. On a disk that is read-only they are there,
or SQLite is told that nothing will change: which it may believe only while no journal holds anything.
"""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa

from .unusable import Unusable, file_of


def to_read(url: str) -> str:
    """The address by which a database is only read: its own, unless its file or folder can't be written. Raises
    Unusable if what was written last can't be read from there."""
    path = file_of(url)
    if path is None or not path.is_file() or all(os.access(one, os.W_OK) for one in (path, path.parent)):
        return url
    journal, index = (path.with_name(path.name + beside) for beside in ("-wal", "-shm"))
    if journal.exists() and index.exists():
        return _read_only(url, path, {"mode": "ro"})
    if journal.exists() and journal.stat().st_size:
        raise Unusable(
            f"What was written last lies in {journal}, and can't be read where nothing can be written; "
            "copy both files into a folder of your own, and name that one with --data FOLDER."
        )
    return _read_only(url, path, {"immutable": "1", "mode": "ro"})


def _read_only(url: str, path: Path, how: dict[str, str]) -> str:
    made = sa.make_url(url).set(database=path.absolute().as_uri(), query={**how, "uri": "true"})
    return made.render_as_string(hide_password=False)
