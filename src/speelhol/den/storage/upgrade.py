"""Bring the database of the house to the present form. Alembic is loaded only when there is something to do."""

from __future__ import annotations

from importlib import resources
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from . import postgres
from .unusable import Unusable

HEAD = "0003"


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the database to the present form, all or nothing. Two processes that start at once take turns.

    Raises Unusable if they are not ours, or of a newer version than this one.
    """
    if await version(engine) == HEAD:
        return
    async with engine.execution_options(immediate=True).begin() as connection:
        await connection.run_sync(_upgrade)


async def version(engine: AsyncEngine) -> str | None:
    """The form of the database; None if there is none yet. Raises Unusable if this version can't read it."""
    async with engine.connect() as connection:
        return await connection.run_sync(_version)


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
    names = sa.inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names and connection.dialect.name == "sqlite":  # one file, one program
            raise Unusable(f"{where(connection)} is the database of another program; name one of its own.")
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if found is not None and not found.isdigit():
        raise Unusable(f"{where(connection)} is the database of another program; name one of its own.")
    if found is not None and found > HEAD:
        raise Unusable(
            f"{where(connection)} was written by a newer version of Speelhol (its form is {found}, "
            f"this version knows {HEAD}); install the newer version again, or restore a backup from before it."
        )
    return found


def where(connection: sa.Connection) -> str:
    """The place of a database, for people; without a password."""
    name = connection.engine.url.database
    return name if name else "The database"
