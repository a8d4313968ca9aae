"""Many matches of random play, and what they came to."""

from __future__ import annotations

import json
import secrets
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..lab.report import percent
from ..lab.simulate import Spread, Tally
from ..lab.simulate import simulate as run
from . import params
from .errors import Sorry
from .rules import span
from .screen import Screen

MOST_MATCHES = 10_000_000


def plain(tally: Tally) -> dict[str, Any]:
    """A tally as plain data, rates included."""
    data: dict[str, Any] = msgspec.to_builtins(tally)
    return data | {"decisions_per_second": tally.pace, "mean_length": tally.mean_length}


def spread(of: Spread) -> str:
    return f"{of.least} / {of.lower} / {of.median} / {of.upper} / {of.greatest}"


def overview(tallies: list[Tally]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for head in ("seats", "matches", "decisions", "decisions/s", "mean length", "score: mean, quartiles"):
        table.add_column(head, justify="left" if head.startswith("score") else "right")
    for t in tallies:
        score = f"{t.scores.mean:.2f}, {spread(t.scores)}"
        cells = (str(t.seats), f"{t.matches:,}", f"{t.decisions:,}", f"{t.pace:,.0f}", f"{t.mean_length:.1f}", score)
        table.add_row(*cells)
    return table


def shares(tallies: list[Tally]) -> Table:
    """Who won: a row per seat, a column per number of seats."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    table.add_column("seat", justify="right")
    for t in tallies:
        table.add_column(f"of {t.seats}")
    for seat in range(max(t.seats for t in tallies)):
        table.add_row(str(seat + 1), *(percent(t.wins[seat]) if seat < t.seats else "" for t in tallies))
    return table


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--seats", type=int, help="How many players. [default: every number in turn]")
@click.option("--matches", type=click.IntRange(1, MOST_MATCHES), default=1000, show_default=True, help="How many.")
@click.option("--seed", help="Any text: the same seed gives the same matches. [default: nobody can guess]")
@params.options
@params.as_json
def simulate(
    game: str, seats: int | None, matches: int, seed: str | None, given: tuple[str, ...], as_json: bool
) -> None:
    """Let bots play GAME at random, and count who wins and how fast it goes.

    Win shares come with their 95 % interval (Wilson); where players win together they add up to more than 100 %.
    """
    chosen = params.find_game(game)
    options = dict(params.read_options(chosen, given))
    params.check_seats(chosen, seats)
    seed = secrets.token_hex(8) if seed is None else seed
    tallies = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for n in [seats] if seats is not None else list(chosen.seats):
            task = progress.add_task(f"{n} players", total=matches)
            try:
                tallies.append(run(chosen, n, matches, seed, options, lambda t=task: progress.advance(t)))  # type: ignore[misc]
            except ValueError as error:
                if seats is not None:
                    raise Sorry(str(error)) from None
            progress.remove_task(task)
    if not tallies:
        raise Sorry(f"No number of players of {chosen.title} goes with these options.")
    if as_json:
        data = {"game": chosen.name, "seed": seed, "options": options, "runs": [plain(t) for t in tallies]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    screen = Screen("en")
    seats_text = span(tallies[0].seats, tallies[-1].seats)
    screen.show(screen.heading(f"{chosen.title}, {seats_text} players, seed {seed}"), overview(tallies))
    screen.show(Text(), screen.heading("Win share by seat, with its 95 % interval"))
    for start in range(0, len(tallies), 3):
        screen.show(shares(tallies[start : start + 3]), Text())
