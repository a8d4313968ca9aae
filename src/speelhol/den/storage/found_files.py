"""What lies where an SQLite database is to be: looked at without changing a byte, since it may be somebody else's."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from . import upgrade
from .unusable import Unusable, unusable

PATIENCE = 1.5
"""Seconds for which a file is waited for that another program holds."""


def house_in(file: Path) -> bool:
    """Whether a house lies in a file, be it damaged; False where nothing does. Raises Unusable if something else does:
    a folder, what is no database, the database of another program, a house of a newer version."""
    if not file.exists() or (file.is_file() and not file.stat().st_size):
        return False
    url = _to_look(file)
    engine = sa.create_engine(url, poolclass=sa.NullPool, connect_args={"timeout": PATIENCE})
    try:
        with engine.connect() as connection:
            try:
                return upgrade.form(connection) is not None
            except sa.exc.DatabaseError:
                if upgrade.parts(connection) >= upgrade.HOUSE:  # it can be read so far, and says whose it is
                    return True
                raise
    except Exception as error:
        raise unusable(f"sqlite:///{file}", error) from None
    finally:
        engine.dispose()


def left_behind(file: Path) -> Path | None:
    """The journal of a house whose database has gone or is empty: SQLite would remove it as soon as it is opened."""
    journal = file.with_name(f"{file.name}-wal")
    empty = not file.exists() or (file.is_file() and not file.stat().st_size)
    return journal if empty and journal.is_file() and journal.stat().st_size else None


def check(file: Path) -> None:
    """Raises Unusable if a house can't be opened here, or not without losing what lies here."""
    if (journal := left_behind(file)) is not None:
        raise Unusable(
            f"{file} is empty, but what a house wrote last lies beside it in {journal}; put back the database that "
            "belongs to it, or restore a backup with --force, or move that file away."
        )
    house_in(file)


def emptied(file: Path) -> bool:
    """Whether a file is empty in which a house has been open before: its lock lies there still."""
    locked = file.with_name(f"{file.name}.lock")
    return file.is_file() and not file.stat().st_size and locked.is_file() and locked.stat().st_size > 0


def files_of(file: Path) -> frozenset[Path]:
    """A database and what SQLite writes beside it, so far as it is there."""
    named = (file.with_name(file.name + beside) for beside in ("", "-wal", "-shm", "-journal"))
    return frozenset(one for one in named if one.exists())


def _to_look(file: Path) -> sa.URL:
    """Without a journal nothing is to be waited for, and SQLite need not even lock it; with one it is read, too."""
    journal = file.with_name(f"{file.name}-wal")
    how = {"mode": "ro"} if journal.exists() else {"mode": "ro", "immutable": "1"}
    return sa.URL.create("sqlite", database=file.absolute().as_uri(), query={**how, "uri": "true"})
