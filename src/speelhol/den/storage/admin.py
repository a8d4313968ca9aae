"""What the owner's side keeps in the database: reports, bans, visits, the log of the owner's deeds, settings."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from ..tables import entries as e
from . import postgres
from .schema import bans, deeds_log, house, lobby, log, reports, snapshots, tables, used_codes, visits
from .store import Store

Row = dict[str, Any]


def new_id() -> str:
    """A name for a row that no other row has, on whichever machine it is written."""
    return secrets.token_hex(12)


async def _all(store: Store, query: sa.Select[Any]) -> list[Row]:
    async def read(connection: AsyncConnection) -> list[Row]:
        return [dict(row._mapping) for row in await connection.execute(query)]

    return await store.ask(read)


async def _change(store: Store, *statements: sa.Executable, tell: bool = False) -> None:
    """Do all of it or nothing; with `tell` the other processes of the house hear that something is new."""

    def write(connection: sa.Connection) -> None:
        for statement in statements:
            connection.execute(statement)
        if tell and store.shared:
            postgres.notify(connection, [(postgres.HOUSE, "new")])

    await store.change(write)


# ---- what the house is told


async def settings(store: Store, *keys: str) -> dict[str, str]:
    """Values of the house by their key; those that were never set are missing."""
    rows = await _all(store, sa.select(house).where(house.c.key.in_(keys)))
    return {row["key"]: row["value"] for row in rows}


async def set_value(store: Store, key: str, value: str) -> None:
    """Put a value of the house down, for all its processes."""
    await _change(
        store,
        sa.delete(house).where(house.c.key == key),
        sa.insert(house).values(key=key, value=value),
        tell=True,
    )


async def write_deed(store: Store, at: float, who: str, what: str, about: str) -> None:
    """Write down what the owner is about to do."""
    await _change(store, sa.insert(deeds_log).values(id=new_id(), at=at, who=who, what=what, about=about))


async def deeds(store: Store, most: int) -> list[Row]:
    """What the owner did, the newest first."""
    return await _all(store, sa.select(deeds_log).order_by(deeds_log.c.at.desc()).limit(most))


# ---- whom it does not let in


async def all_bans(store: Store) -> list[Row]:
    return await _all(store, sa.select(bans).order_by(bans.c.at.desc()))


async def add_bans(store: Store, rows: Sequence[Row]) -> None:
    await _change(store, *(sa.insert(bans).values(**row) for row in rows), tell=True)


async def lift_ban(store: Store, ban: str) -> None:
    await _change(store, sa.delete(bans).where(bans.c.id == ban), tell=True)


# ---- who came from where


async def note_visit(store: Store, person: str, place: str, name: str, seen: float) -> None:
    """Somebody came from a place; also if they did before."""
    here = (visits.c.person == person) & (visits.c.place == place)
    row = {"person": person, "place": place, "name": name, "seen": seen}
    await _change(store, sa.delete(visits).where(here), sa.insert(visits).values(**row))


async def recent_visits(store: Store, most: int) -> list[Row]:
    return await _all(store, sa.select(visits).order_by(visits.c.seen.desc()).limit(most))


async def places_of(store: Store, people: Sequence[str]) -> list[str]:
    """The marks of the places from which these people came."""
    rows = await _all(store, sa.select(visits.c.place).where(visits.c.person.in_(people)).distinct())
    return [row["place"] for row in rows]


async def forget_before(
    store: Store, visits_before: float, reports_before: float, codes_before: float, now: float
) -> None:
    """Delete what is kept for some time only: visits, reports, bans that have ended, and names that no ticket opens."""
    await _change(
        store,
        sa.delete(visits).where(visits.c.seen < visits_before),
        sa.delete(reports).where(reports.c.at < reports_before),
        sa.delete(bans).where(bans.c.until < now),
        sa.delete(used_codes).where(used_codes.c.at < codes_before),
    )


# ---- what people report


async def add_report(store: Store, at: float, code: str, reporter: str, report: str) -> None:
    row = {"id": new_id(), "at": at, "code": code, "reporter": reporter, "report": report, "done": None}
    await _change(store, sa.insert(reports).values(**row))


async def open_reports(store: Store, code: str, reporter: str) -> int:
    """How many reports about a table somebody has written that the owner has not seen to."""
    mine = (reports.c.code == code) & (reports.c.reporter == reporter) & reports.c.done.is_(None)
    return len(await _all(store, sa.select(reports.c.id).where(mine)))


async def all_reports(store: Store, most: int, code: str = "") -> list[Row]:
    """The newest reports, those first that the owner has not seen to; of one table, if it is named."""
    query = sa.select(reports).order_by(reports.c.done.isnot(None), reports.c.at.desc()).limit(most)
    return await _all(store, query.where(reports.c.code == code) if code else query)


async def finish_report(store: Store, report: str, at: float) -> None:
    await _change(store, sa.update(reports).where(reports.c.id == report).values(done=at))


# ---- tables


SAT = tuple(f'{{"kind":"{one.__struct_config__.tag}"%' for one in (e.Sat, e.BotSat))
MOST_FOUND = 1_000
"""Chairs that are looked at for a name, the newest first."""


async def all_tables(store: Store, most: int, before: int = 0, code: str = "", name: str = "") -> list[Row]:
    """Tables by number, the newest first; from below a number on, or those whose own name holds some letters, or the
    name of somebody who sat down there."""
    query = sa.select(tables.c.id, tables.c.code, tables.c.game, tables.c.opened_at)
    if before:
        query = query.where(tables.c.id < before)
    if code or name:
        named = await _where_sat(store, name) if name else []
        called = [tables.c.code.contains(code, autoescape=True)] if code else []
        query = query.where(sa.or_(tables.c.id.in_(named), *called))
    return await _all(store, query.order_by(tables.c.id.desc()).limit(most))


async def _where_sat(store: Store, name: str) -> list[int]:
    """The numbers of tables at which somebody sat down whose name holds some letters, large or small."""
    plain = re.sub(r"[^a-z0-9 ]+", "%", name.lower())  # what a database may spell or fold otherwise is looked at here
    query = (
        sa.select(log.c.table_id, log.c.entry)
        .where(sa.or_(*(log.c.entry.like(kind) for kind in SAT)), log.c.entry.ilike(f'%"name":"%{plain}%'))
        .order_by(log.c.table_id.desc())
        .limit(MOST_FOUND)
    )
    found = ((row["table_id"], e.decode(row["entry"])) for row in await _all(store, query))
    return list(dict.fromkeys(number for number, one in found if name.lower() in getattr(one, "name", "").lower()))


async def timed(store: Store) -> list[str]:
    """The names of the tables with a deadline."""
    return [row["code"] for row in await _all(store, sa.select(tables.c.code).where(tables.c.due.isnot(None)))]


async def delete_table(store: Store, table_id: int) -> None:
    """Take a table out of the database, with all that was written about it."""
    parts = [sa.delete(part).where(part.c.table_id == table_id) for part in (lobby, snapshots, log)]
    await _change(store, *parts, sa.delete(tables).where(tables.c.id == table_id))
