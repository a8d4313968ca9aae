"""Bring the house's books to the present form. Alembic is loaded only when there is something to do."""

from __future__ import annotations

from importlib import resources
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from . import postgres

HEAD = "0003"


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the books to the present form, all or nothing. Two processes that start at once take turns."""
    async with engine.connect() as connection:
        if await connection.run_sync(_version) == HEAD:
            return
    async with engine.execution_options(immediate=True).begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        postgres.take_turns(connection)
    if _version(connection) == HEAD:
        return
    from alembic import command

    command.upgrade(config(connection), "head")


def config(connection: sa.Connection) -> Any:
    """Alembic's configuration over an open connection."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(resources.files(__package__).joinpath("migrations")))
    settings.attributes["connection"] = connection
    return settings


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
