"""`speelhol upgrade`: would this version open the database, and what would it change there?"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path

import click

from .. import __version__
from . import params
from .database import file_of, opened, which_house
from .screen import Screen
from .tables import replayed, sentence


@click.command()
@click.option("--check", is_flag=True, help="Change nothing: say what would change, and play all stored tables again.")
@which_house
@params.language
def upgrade(check: bool, data: Path | None, database: str | None, lang: str) -> None:
    """Bring the database to the form of this version, as `speelhol serve` does at its start.

    With --check it only reads, and the house may be open meanwhile. Exits with 1 if a table would not be what it was,
    with 2 if this version can't open the database.
    """
    screen = Screen(lang)
    asyncio.run(_check(screen, data, database) if check else _bring_up(screen, data, database))


async def _check(screen: Screen, data: Path | None, database: str | None) -> None:
    from ..den.storage import upgrade as forms

    async with opened(data, database) as store:
        now = await forms.version(store.engine)
        words = {"version": __version__, "form": str(now), "head": forms.HEAD}
        click.echo(screen.say("upgrade.same" if now == forms.HEAD else "upgrade.ahead", **words))
        for form, what in forms.ahead(now):
            click.echo(f"  {form}  {what}")
        checked, found = await replayed(store)
    for one in found:
        click.echo(sentence(screen, one))
    click.echo(screen.say("tables.checked", n=str(checked), differ=str(len(found))))
    if found:
        raise click.exceptions.Exit(1)


async def _bring_up(screen: Screen, data: Path | None, database: str | None) -> None:
    from ..den.storage import upgrade as forms
    from ..den.storage.lock import lock

    async with opened(data, database, writes=True) as store:
        file = file_of(store)
        with nullcontext() if file is None else lock(file, "an upgrade"):
            await forms.upgrade(store.engine)
    click.echo(screen.say("upgrade.done", version=__version__, head=forms.HEAD))
