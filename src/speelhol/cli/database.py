"""The database of a house, for commands that whoever runs it gives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .errors import Sorry

if TYPE_CHECKING:
    from ..den.storage.store import Store

F = TypeVar("F", bound=Callable[..., Any])

ELSEWHERE = "name their folder with --data FOLDER"


def which_house(command: F) -> F:
    """Add --data and --database."""
    folder = click.option(
        "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of the house's data."
    )
    named = click.option(
        "--database",
        envvar="SPEELHOL_DATABASE",
        help="A database URL instead of SQLite in the data folder.  [env: SPEELHOL_DATABASE]",
    )
    return folder(named(command))


def check_one(data: Path | None, database: str | None) -> None:
    """Raises Sorry where two houses are named, of which only one could be meant."""
    if data is not None and database:
        raise Sorry("--data and --database (or SPEELHOL_DATABASE) name two houses; leave one of them out.")


@asynccontextmanager
async def opened(data: Path | None, database: str | None, writes: bool = False) -> AsyncIterator[Store]:
    """The database of a house that exists, as it is; the house may be open meanwhile, and unless somebody `writes` it
    may lie where nothing can be written. Raises Sorry if there is none to read, or if it can't be read any further."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..den import TurnedAway  # the den is heavy; the other commands do without
    from ..den.storage import damage, read_only, startup, upgrade
    from ..den.storage.store import Store
    from ..den.storage.unusable import file_of, unusable
    from ..web.server.run import data_folder, database_url

    check_one(data, database)
    folder = data or data_folder()
    if not database and not (folder / "speelhol.db").exists():
        raise Sorry(f"There is no data of a house in {folder}; {ELSEWHERE}.")
    try:
        url = database_url(data, database)
        file = file_of(url)
        if file is not None and not file.exists():  # to open it would make it
            raise Sorry(f"There is no data of a house in {file}; {ELSEWHERE}.")
        url = url if writes else read_only.to_read(url)
        await startup.reach(url)
    except OSError as error:
        raise Sorry(str(error)) from None
    store = Store(url)
    try:
        if await upgrade.version(store.engine) is None:
            raise Sorry(f"There is no data of a house in {file or 'this database'}; {ELSEWHERE}.")
        if file is not None:
            await asyncio.to_thread(damage.look_through, url)
        yield store
    except (SQLAlchemyError, OSError, TurnedAway, damage.Spoilt) as error:
        raise Sorry(str(unusable(url, error))) from None
    finally:
        await store.close()


def file_of(store: Store) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL."""
    from ..den.storage import unusable

    return unusable.file_of(str(store.engine.url))
