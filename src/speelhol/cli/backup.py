"""`speelhol backup` and `speelhol restore`: a house as one file, and the file as a house."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import params
from .database import check_one, file_of, opened, which_house
from .errors import Sorry
from .screen import Screen

if TYPE_CHECKING:
    from ..den.backup import End


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@which_house
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@params.language
def backup(file: Path, data: Path | None, database: str | None, force: bool, lang: str) -> None:
    """Write the whole house into one file: its tables, matches in the middle, and its secret.

    Only reads; the house may be open meanwhile, and the file holds one moment of it. It can be restored into SQLite and
    into PostgreSQL.
    """
    end = asyncio.run(_write(file, data, database, force))
    click.echo(Screen(lang).say("backup.written", file=str(file), **_counted(end)))


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@which_house
@click.option("--force", is_flag=True, help="Put it in the place of a house that is there already.")
@params.language
def restore(file: Path, data: Path | None, database: str | None, force: bool, lang: str) -> None:
    """Make a house of a file that `speelhol backup` has written, with the house closed.

    All or nothing: a damaged file changes nothing.
    """
    from ..den.backup import NoBackup  # the den is heavy; the other commands do without
    from ..den.restore import restore as put_back
    from ..den.storage.unusable import unusable
    from ..web.server.run import database_url

    check_one(data, database)
    if not file.exists():
        raise Sorry(f"There is no file {file}; name one that “speelhol backup” has written.")
    try:
        url = database_url(data, database, make=False)
        header, end, marked = asyncio.run(put_back(file, url, force, make=not database))
    except NoBackup as error:
        raise Sorry(str(error)) from None
    except Exception as error:
        raise Sorry(str(unusable(url, error))) from None
    at = datetime.fromtimestamp(header.at).astimezone().isoformat(" ", "minutes")
    screen = Screen(lang)
    counts = {"closed": ("backup.closed", marked.closed), "running": ("backup.waiting", marked.running)}
    told = {name: f" {screen.say(key, n=str(many))}" if many else "" for name, (key, many) in counts.items()}
    click.echo(screen.say("backup.restored", at=at, **told, **_counted(end)))


async def _write(file: Path, data: Path | None, database: str | None, force: bool) -> End:
    from ..den.backup import write

    async with opened(data, database) as store:
        if file.exists() and not force:
            raise Sorry(f"{file} is there already; name another file, or write over it with --force.")
        if file.exists() and (own := file_of(store)) is not None and file.samefile(own):
            raise Sorry(f"{file} is the database itself; name another file.")
        try:
            return await write(store, file)
        except OSError as error:
            raise Sorry(f"{file} can't be written ({error.strerror or error}); name another place.") from None


def _counted(end: End) -> dict[str, str]:
    return {"n": str(end.rows.get("tables", 0)), "entries": str(end.rows.get("log", 0))}
