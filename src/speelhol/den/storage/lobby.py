"""Which tables stand in the lobby, for all processes of a house: their numbers and names, never what happens there."""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from . import postgres
from .schema import lobby
from .store import Store

MOST = 200
"""Tables that are looked at, the newest first."""


async def put_down(store: Store, table_id: int, code: str) -> None:
    """From now on a table stands in the lobby; also if it did before."""

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(sa.insert(lobby).values(table_id=table_id, code=code))
        await _tell(store, connection, table_id)

    with suppress(IntegrityError):
        await store.ask(write, change=True)


async def strike_off(store: Store, table_id: int) -> None:
    """A table stands in the lobby no longer."""

    async def write(connection: AsyncConnection) -> None:
        await connection.execute(sa.delete(lobby).where(lobby.c.table_id == table_id))
        await _tell(store, connection, table_id)

    await store.ask(write, change=True)


async def codes(store: Store) -> list[str]:
    """The names of the tables that stand in the lobby, the newest first."""

    async def read(connection: AsyncConnection) -> list[str]:
        query = sa.select(lobby.c.code).order_by(lobby.c.table_id.desc()).limit(MOST)
        return [row.code for row in await connection.execute(query)]

    return await store.ask(read)


async def _tell(store: Store, connection: AsyncConnection, table_id: int) -> None:
    if store.shared:
        await connection.run_sync(postgres.notify, [(postgres.LOBBY, str(table_id))])
