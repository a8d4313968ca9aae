"""How long a house keeps its tables, where its owner wants old ones to go. Without that it keeps them for ever.

A match that is over goes by one number of days, with its record; any other table by another, counted from the newest
entry of its log. Nothing goes while somebody is there, while a deadline is set, or because of the other number.
"""

from __future__ import annotations

import logging
from math import inf
from typing import TYPE_CHECKING

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from .storage.schema import lobby, log, presence, snapshots, tables
from .storage.store import Away, Stale
from .tables.folding import folded

if TYPE_CHECKING:
    from .den import Den

DAY = 86_400.0
AT_ONCE = 20
"""Tables that are looked at in one go."""
PAUSE = 10.0
"""Seconds between two goes; clocks and people come first."""
REST = 3_600.0
"""Seconds after all tables were looked at before it begins anew."""

story = logging.getLogger("speelhol.den")


class Keep(Struct, frozen=True):
    """For how many days; None for ever."""

    finished: float | None = None
    deserted: float | None = None

    @property
    def told(self) -> dict[str, float | str]:
        """For the log of the house."""
        return {f"keep_{name}": "always" if days is None else days for name, days in self.days.items()}

    @property
    def days(self) -> dict[str, float | None]:
        return {"finished": self.finished, "deserted": self.deserted}


FOR_EVER = Keep()


class Retention:
    """Goes through the tables of a den, a few at a time, and deletes those whose days are over."""

    def __init__(self, den: Den, keep: Keep) -> None:
        self._den = den
        self.keep = keep
        self._next = 0.0 if keep != FOR_EVER else inf
        self._after = 0
        """The number of the table that was looked at last."""
        self._over: dict[int, int] = {}
        """Tables whose match is over, and how many entries their logs had then: nobody has to play them again."""
        for name, days in keep.days.items():
            if days is not None:
                den.metrics.keep_days.labels(name).set(days)

    def note(self) -> None:
        """Time has gone by; if it is time to look, begin."""
        if self._den.now() >= self._next and not self._den.admin.read_only:
            self._next = inf
            self._den.begin(self._look())

    async def _look(self) -> None:
        try:
            self._next = self._den.now() + (PAUSE if await self.sweep() else REST)
        except Away:
            self._next = self._den.now() + PAUSE
        except Exception:
            story.exception("old tables could not be looked through")
            self._next = self._den.now() + REST

    async def sweep(self) -> bool:
        """Look at the next few old tables. Returns whether there may be more."""
        found = await self._den.store.ask(self._old)
        for table_id, code, seq, at in found:
            self._after = table_id
            try:
                await self._judge(table_id, code, seq, at)
            except Away:
                raise
            except Exception:  # one that can't be read must not keep the others
                story.exception("an old table can't be read", extra={"table": code})
        if not found:
            self._after = 0
        return bool(found)

    async def _old(self, connection: AsyncConnection) -> list[tuple[int, str, int, float]]:
        """Tables without a deadline about which nothing was written for the shorter of both times; never the newest
        table, so that no number is given twice."""
        before = self._den.now() - DAY * min(days for days in self.keep.days.values() if days is not None)
        every, entry = tables.alias(), log.alias()
        newest = sa.select(sa.func.max(every.c.id)).scalar_subquery()
        last = sa.select(sa.func.max(entry.c.seq)).where(entry.c.table_id == tables.c.id).scalar_subquery()
        query = (
            sa.select(tables.c.id, tables.c.code, log.c.seq, log.c.at)
            .where(log.c.table_id == tables.c.id, log.c.seq == last)
            .where(tables.c.id > self._after, tables.c.id < newest, tables.c.opened_at < before)
            .where(tables.c.due.is_(None), log.c.at < before)
        )
        rows = await connection.execute(query.order_by(tables.c.id).limit(AT_ONCE))
        return [(row.id, row.code, row.seq, row.at) for row in rows]

    async def _judge(self, table_id: int, code: str, seq: int, at: float) -> None:
        """Delete a table if its days are over and nobody is there."""
        age = self._den.now() - at
        kind = "finished" if await self._is_over(table_id, code, seq) else "deserted"
        days = self.keep.days[kind]
        if days is None or age < days * DAY or self._den.in_use(table_id):
            return
        if await self._delete(table_id, seq):
            self._over.pop(table_id, None)
            self._den.forget(table_id)
            self._den.metrics.tables_deleted.labels(kind).inc()
            story.info("a table was deleted", extra={"table": code, "why": kind, "days": round(age / DAY, 1)})

    async def _is_over(self, table_id: int, code: str, seq: int) -> bool:
        if self._over.get(table_id) == seq:
            return True
        table = await folded(table_id, code, await self._den.store.texts(table_id))
        over = table.match is not None and table.match.over
        if over:
            self._over[table_id] = seq
        return over

    async def _delete(self, table_id: int, seq: int) -> bool:
        """Take a table out of the database, unless something was written about it since, or somebody came."""

        async def delete(connection: AsyncConnection) -> None:
            newest = await connection.scalar(sa.select(sa.func.max(log.c.seq)).where(log.c.table_id == table_id))
            there = await connection.scalar(sa.select(presence.c.person).where(presence.c.table_id == table_id))
            if newest != seq or there is not None:
                raise Stale(f"{table_id}/{seq}")
            for part in (lobby, snapshots, log):
                await connection.execute(sa.delete(part).where(part.c.table_id == table_id))
            await connection.execute(sa.delete(tables).where(tables.c.id == table_id))

        try:
            await self._den.store.ask(delete, change=True)
        except (Stale, IntegrityError):
            return False
        return True
