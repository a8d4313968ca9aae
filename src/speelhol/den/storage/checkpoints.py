"""SQLite's journal, moved into its file while others write.

By itself SQLite does that in the middle of a commit, every thousand pages, and whoever decides meanwhile waits for the
disk. Here a thread with a connection of its own does it beside the commits: writers are held up only by what little
has been written since. A commit is on disk before that, in the journal; a crash at any moment loses nothing.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

from .whereabouts import Whereabouts

EVERY = 2.0
"""Seconds between two looks at the journal, while something is written."""
LARGE = 4_000_000
"""Bytes of journal that are worth moving."""
MOST = 24_000_000
"""Bytes of journal at which it begins anew, although somebody may have to wait for that."""
REST = 10.0
"""Seconds without anything written after which it is moved whatever its size, and emptied."""
PATIENCE = 0.1
"""Seconds that a journal which is to begin anew waits for those who read; those who write wait for it meanwhile."""

log = logging.getLogger("speelhol.den")


class Checkpoints:
    """Keeps the journal of one file small."""

    def __init__(self, file: str, place: Whereabouts) -> None:
        self._file = file
        self.place = place
        self._journal = Path(f"{file}-wal")
        self._written = Event()
        self._closing = Event()
        self._thread: Thread | None = None

    def note(self) -> None:
        """Something was written."""
        if self._thread is None:
            self._thread = Thread(target=self._watch, name="speelhol journal", daemon=True)
            self._thread.start()
        self._written.set()

    def close(self) -> None:
        """Stop. Whoever closes the file last empties the journal."""
        self._closing.set()
        self._written.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._closing.is_set():
            self._written.wait()
            while self._written.is_set() and not self._closing.wait(EVERY):
                self._written.clear()
                if self.size > LARGE:
                    self._try(at_rest=False)
                self._written.wait(REST - EVERY)
            if not self._closing.is_set():
                self._try(at_rest=True)

    @property
    def size(self) -> int:
        """Bytes of journal; as many as there once were, if it was moved but not emptied since."""
        with suppress(OSError):
            return self._journal.stat().st_size
        return 0

    def _try(self, at_rest: bool) -> None:
        """Move the journal; where that fails it is tried again after something more was written."""
        try:
            self.place.check()
            with closing(sqlite3.connect(self._file, timeout=PATIENCE)) as connection:
                move(connection, at_rest)
        except sqlite3.Error as error:
            log.warning("the journal could not be moved", extra={"why": str(error)})


def move(connection: sqlite3.Connection, at_rest: bool) -> None:
    """Move what stands in the journal into the file; and empty the journal at rest, or if it has grown too long."""
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if at_rest or pages * page > MOST:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
