"""Bring the database of the house to the present form. Alembic is loaded only when there is something to do."""

from __future__ import annotations

from importlib import resources
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from . import postgres
from .unusable import Unusable, file_of

HEAD = "0006"

HOUSE = frozenset({"alembic_version", "tables", "log", "house"})
"""Tables that a house of any form has."""


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
        return await connection.run_sync(form)


def _upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        postgres.take_turns(connection)
    if form(connection) == HEAD:
        return
    bring_to(connection, HEAD)


def bring_to(connection: sa.Connection, wanted: str) -> None:
    """Bring a database that is empty, or of an earlier form, to the one that is wanted."""
    from alembic import command

    command.upgrade(config(connection), wanted)


def config(connection: sa.Connection | None = None) -> Any:
    """Alembic's configuration, over an open connection to do something there."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(resources.files(__package__).joinpath("migrations")))
    settings.attributes["connection"] = connection
    return settings


def form(connection: sa.Connection) -> str | None:
    """The same over an open connection."""
    names = parts(connection)
    if not names:
        return None
    found = None
    if "alembic_version" in names:
        found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
        if found is None and len(names) == 1:  # it was begun, and nothing came of it
            return None
    if found is None or not found.isdigit() or not names >= HOUSE:  # one database, one program
        raise Unusable(f"{where(connection)} is the database of another program; name one of its own.")
    if found > HEAD:
        raise Unusable(
            f"{where(connection)} was written by a newer version of Speelhol (its form is {found}, "
            f"this version knows {HEAD}); install the newer version again, or move it away and restore a backup from "
            "before it."
        )
    return str(found)


def parts(connection: sa.Connection) -> frozenset[str]:
    """The names of the tables in a database."""
    return frozenset(sa.inspect(connection).get_table_names())


def ahead(now: str | None) -> list[tuple[str, str]]:
    """What would change in a database of this form: the forms that it takes, and what each brings."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config())
    return [(one.revision, one.doc) for one in reversed(list(scripts.iterate_revisions("head", now or "base")))]


def where(connection: sa.Connection, first: bool = True) -> str:
    """The place of a database, for people; without a password. first: in the sentence"""
    url = connection.engine.url
    if connection.dialect.name == "postgresql":
        name = connection.execute(sa.text("SELECT current_database()")).scalar_one()
        return f"{'The' if first else 'the'} database {name}"
    return str(file_of(str(url)) or url.database or ("The database" if first else "the database"))
