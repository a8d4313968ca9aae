"""One house to one SQLite file: a lock beside it that ends with the process, however that ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .unusable import Unusable

BYTE = 1 << 30
"""The byte that is locked: far behind what is written, which others may read."""

MOST_TRIES = 100
"""How often a lock is taken anew that somebody removes meanwhile."""


@contextmanager
def lock(database: Path, address: str) -> Iterator[None]:
    """Hold the database for this process; `address` is for whoever comes second. Raises Unusable if it is held.

    The lock is the operating system's. It is not handed on to processes started from here, and nobody has to clear
    it away: the file stays, the lock goes. Only where no database was made, or the first one to be locked here was
    Unusable, is the file removed, too.
    """
    path = database.with_name(database.name + ".lock")
    if not database.parent.is_dir():
        raise Unusable(f"There is no folder {database.parent} for the database; make it, or name another one.")
    first, useless = not path.exists(), False
    handle = _hold(database, path)
    try:
        # a full disk is said by whoever writes to the database
        with suppress(OSError):
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()} {address}\n".encode(), 0)
        yield
    except Unusable:
        useless = first
        raise
    finally:
        if useless or not database.exists():
            with suppress(OSError):  # where a file that is open can't be removed
                path.unlink()
        os.close(handle)


def _hold(database: Path, path: Path) -> int:
    """The file at this place, locked. Raises Unusable."""
    for _ in range(MOST_TRIES):
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unusable.unwritable(database.parent, error) from None
        if not _take(handle):
            os.close(handle)
            raise Unusable(_held(database, path))
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        os.close(handle)  # whoever held it has removed it just now
    raise Unusable(f"The file {path} can't be held; look after its disk, or name another place with --data FOLDER.")


def _held(database: Path, path: Path) -> str:
    pid, _, address = path.read_text(errors="replace").strip().partition(" ")
    who = f" (process {pid} at {address})" if address else ""
    return (
        f"Another house is open over {database}{who}; "
        "close that one first, or give this one a folder of its own with --data FOLDER."
    )


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        os.lseek(handle, BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(handle: int) -> bool:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, BYTE)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: SQLite will say so itself if it can't do without
            return True
        return True
