"""Is the file of an SQLite database still where the house opened it?

A file that is removed, moved or replaced goes on living for those who have it open: they write, all seems well, and
nothing of it is there after a restart. SQLite does not look; so the house does, before every commit.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path

Identity = tuple[int, int]
"""The device and the number of a file, which no other file has while somebody has it open."""

log = logging.getLogger("speelhol.den")


class FileMoved(sqlite3.OperationalError):
    """The file has gone from its place, or another one lies there."""

    sqlite_errorcode = sqlite3.SQLITE_READONLY_DBMOVED

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} was removed, moved or replaced while the house is open, and nothing that is done now would be "
            "kept; put the same file back, or close the house and open it again over what lies there now."
        )


class Whereabouts:
    """Which files lay at the place of one database when they were opened, and whether they still do."""

    def __init__(self, file: str) -> None:
        self._file = None if not file or file.startswith((":", "file:")) else Path(file)
        self._known: Identity | None = None
        self._journal: Identity | None = None
        """What is committed stands there first. Whoever closes the database last removes it."""
        self._connections: set[int] = set()
        self._away = False

    def opened(self, connection: int) -> None:
        """A connection was made. Raises FileMoved."""
        if self._file is not None:
            self._known = self._known or identity(self._file)
            self._journal = self._journal or identity(_journal(self._file))
            self.check()
        self._connections.add(connection)

    def closed(self, connection: int) -> None:
        """A connection is closed."""
        self._connections.discard(connection)
        if not self._connections:
            self._journal = None

    def check(self) -> None:
        """Before a commit, and before another connection, which would make a file of its own. Raises FileMoved."""
        if self._file is None:
            return
        for file, known in ((self._file, self._known), (_journal(self._file), self._journal)):
            if known is not None and identity(file) != known:
                raise self._told(FileMoved(file))
        if self._away:
            self._away = False
            log.warning("the database can be written again")

    def _told(self, moved: FileMoved) -> FileMoved:
        """Let the owner know, once."""
        if not self._away:
            self._away = True
            log.error("the database can't be written", extra={"why": str(moved)})
        return moved


def _journal(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def identity(file: Path) -> Identity | None:
    """Which file this is; None if there is none."""
    with suppress(OSError):
        found = file.stat()
        return found.st_dev, found.st_ino
    return None


def moved(error: BaseException | None) -> bool:
    """Whether this is why something could not be written."""
    while error is not None:
        if isinstance(error, FileMoved) or isinstance(getattr(error, "orig", None), FileMoved):
            return True
        error = error.__cause__
    return False
