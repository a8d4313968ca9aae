"""The tables of a backup that is being restored: in the log of each it is noted that it was put back, and to when."""

from __future__ import annotations

import logging
import secrets
import time

import sqlalchemy as sa
from msgspec import Struct

from .storage.schema import lobby, log, snapshots, tables
from .tables import entries as e
from .tables.table import Table

AGAIN = '%"kind":"again"%'
"""How an entry looks after which a match is over."""

story = logging.getLogger("speelhol.den")


class PutBack(Struct):
    """How many tables there were of a kind."""

    running: int = 0
    """Their match rests until the host lets it go on."""
    closed: int = 0
    """It had not begun."""


def note_all(connection: sa.Connection, backup: float) -> PutBack:
    """Write into the log of every table that is not closed that it was put back. No deadline is set any more."""
    noted = PutBack()
    newest = sa.select(log.c.table_id, sa.func.max(log.c.seq).label("seq")).group_by(log.c.table_id).subquery()
    last = sa.select(log.c.table_id, log.c.seq, log.c.at).join(
        newest, (newest.c.table_id == log.c.table_id) & (newest.c.seq == log.c.seq)
    )
    played = set(connection.execute(sa.select(log.c.table_id).where(log.c.entry.like(AGAIN))).scalars())
    for table_id, seq, at in connection.execute(last).all():
        table = None if table_id in played else _table(connection, table_id)
        if table is not None and table.door.closed:
            continue
        if table is not None and table.lesson is None:
            noted.running += table.phase == "playing"
            noted.closed += table.phase == "gathering"
        entry = e.Restored(backup, secrets.randbits(48), at=time.time())
        # of when something last happened there the house judges how long a table is kept
        connection.execute(sa.insert(log).values(table_id=table_id, seq=seq + 1, at=at, entry=e.encode(entry)))
    connection.execute(sa.delete(lobby))
    connection.execute(sa.update(tables).values(due=None))
    return noted


def _table(connection: sa.Connection, table_id: int) -> Table | None:
    """A table as its log has it; None for one that this version can't read, which must not keep the others."""
    kept = connection.execute(sa.select(snapshots).where(snapshots.c.table_id == table_id)).one_or_none()
    texts: list[str] = kept.entries.split("\n") if kept else []
    rows = sa.select(log.c.entry).where(log.c.table_id == table_id, log.c.seq > (kept.seq if kept else 0))
    texts += connection.execute(rows.order_by(log.c.seq)).scalars()
    try:
        return Table.of(table_id, "", *map(e.decode, texts))
    except Exception:
        story.exception("a table of a backup can't be read", extra={"table": table_id})
        return None
