"""`speelhol check-tables`: would every stored match still be what it was?"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from . import params
from .database import opened, which_house
from .screen import Screen

if TYPE_CHECKING:
    from ..den.audit import Difference
    from ..den.storage.store import Store

KINDS = {
    "refused": "tables.refused",
    "elsewhere": "tables.elsewhere",
    "seed": "tables.seed",
    "unreadable": "tables.unreadable",
}


@click.command("check-tables")
@which_house
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
    async with opened(data, database) as store:
        return await replayed(store)


async def replayed(store: Store) -> tuple[int, list[Difference]]:
    """How many tables a database holds, played again, and the differences."""
    from ..den.audit import audit_all  # the den is heavy; the other commands do without

    found, checked = [], 0
    async for _, difference in audit_all(store):
        checked += 1
        if difference is not None:
            found.append(difference)
    return checked, found
