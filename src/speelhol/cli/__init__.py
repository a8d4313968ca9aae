"""The command line: playing, serving, looking back, and the lab."""

from __future__ import annotations

import click

from .. import __version__
from .backup import backup, restore
from .errors import Cli, guarded
from .join import join
from .learn import learn
from .new_game import new_game
from .play import play
from .replay import replay, verify
from .rules import games, rules
from .serve import serve
from .simulate import simulate
from .tables import check_tables
from .tournament import balance, tournament
from .upgrade import upgrade


@click.group(cls=Cli, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="speelhol")
def cli() -> None:
    """Board and card games of money, crime and bluff: in the browser, in the terminal, from Python."""


for command in (
    play,
    learn,
    rules,
    games,
    replay,
    verify,
    simulate,
    tournament,
    balance,
    join,
    serve,
    check_tables,
    backup,
    restore,
    upgrade,
    new_game,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line and leave the process."""
    guarded(cli)
