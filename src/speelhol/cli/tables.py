"""`speelhol check-tables`: would every stored match still be what it was?"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from . import params
from .errors import Sorry
from .screen import Screen

if TYPE_CHECKING:
    from ..den.audit import Difference

ELSEWHERE = "name their folder with --data FOLDER"
KINDS = {
    "refused": "tables.refused",
    "elsewhere": "tables.elsewhere",
    "seed": "tables.seed",
    "unreadable": "tables.unreadable",
}


@click.command("check-tables")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder of the house's data.")
@click.option(
    "--database",
    envvar="SPEELHOL_DATABASE",
    help="A database URL instead of SQLite in the data folder.  [env: SPEELHOL_DATABASE]",
)
@params.language
@params.as_json
def check_tables(data: Path | None, database: str | None, lang: str, as_json: bool) -> None:
    """Play all stored tables again with the present rules and list those that differ.

    Only reads; the house may be open meanwhile. Exits with 1 if a table differs.
    """
    checked, found = asyncio.run(check(data, database))
    screen = Screen(lang)
    if as_json:
        report = {"tables": checked, "differences": [msgspec.to_builtins(one) for one in found]}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for one in found:
            click.echo(sentence(screen, one))
        click.echo(screen.say("tables.checked", n=str(checked), differ=str(len(found))))
    if found:
        raise click.exceptions.Exit(1)


def sentence(screen: Screen, one: Difference) -> str:
    """Where a table differs, in one sentence."""
    where = screen.say("tables.where", table=one.table, game=one.game, rules=str(one.rules), move=str(one.move))
    what = screen.say(KINDS[one.kind], rule=one.rule, words=one.words)
    return f"{where} {what}"


async def check(data: Path | None, database: str | None) -> tuple[int, list[Difference]]:
    """How many tables there are, and the differences. Raises Sorry if there is none to read."""
    from sqlalchemy.exc import SQLAlchemyError

    from ..den import TurnedAway
    from ..den.audit import audit_all  # the den is heavy; the other commands do without
    from ..den.storage import startup, upgrade
    from ..den.storage.store import Store
    from ..den.storage.unusable import file_of, unusable
    from ..web.server.run import data_folder, database_url

    folder = data or data_folder()
    if not database and not (folder / "speelhol.db").exists():
        raise Sorry(f"There is no data of a house in {folder}; {ELSEWHERE}.")
    try:
        url = database_url(data, database)
        file = file_of(url)
        if file is not None and not file.exists():  # to open it would make it
            raise Sorry(f"There is no data of a house in {file}; {ELSEWHERE}.")
        await startup.reach(url)
    except OSError as error:
        raise Sorry(str(error)) from None
    store = Store(url)
    found, checked = [], 0
    try:
        if await upgrade.version(store.engine) is None:
            raise Sorry(f"There is no data of a house in {file or 'this database'}; {ELSEWHERE}.")
        async for _, difference in audit_all(store):
            checked += 1
            if difference is not None:
                found.append(difference)
    except (SQLAlchemyError, OSError, TurnedAway) as error:
        raise Sorry(str(unusable(url, error))) from None
    finally:
        await store.close()
    return checked, found
