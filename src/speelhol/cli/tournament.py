"""Bots against each other, and how fair a game is: the lab from the command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..bots import Budget
from ..bots.by_name import BotFailed
from ..lab.balance import balance as weigh
from ..lab.balance import to_markdown
from ..lab.calibration import observe
from ..lab.contest import Cell, Plan, cells
from ..lab.entrants import Entrant
from ..lab.executors import Executor, Notes, alone, carry_out, cluster, dump, processes
from ..lab.report import UNCLEAR, page, percent, verdict
from . import params
from .errors import Sorry
from .screen import Screen


def columns(*heads: str, left: Sequence[str] = ("one", "among")) -> Table:
    """A table without lines; its columns fit a screen of 80 signs and are not cut."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for head in heads:
        table.add_column(head, justify="left" if head in left else "right", no_wrap=head not in left, overflow="fold")
    return table


def overview(found: Sequence[Cell]) -> Table:
    table = columns("one", "among", "matches", "wins", "x fair", "", left=("one", "among", ""))
    for cell in found:
        said = "unclear" if verdict(cell) == UNCLEAR else verdict(cell)
        table.add_row(cell.one, cell.rest, f"{cell.wins.of:,}", percent(cell.wins), f"{cell.ratio:.2f}", said)
    return table


def thinking_times(found: Sequence[Cell]) -> Table:
    table = columns("one", "among", "fair", "rank", "p50 ms", "p95 ms", "decisions")
    for cell in found:
        table.add_row(
            cell.one, cell.rest, f"{100 * cell.fair:.1f} %", f"{cell.rank:.2f}", f"{cell.p50:.1f}", f"{cell.p95:.1f}",
            f"{cell.lengths.mean:.0f}",
        )  # fmt: skip
    return table


def by_side(found: Sequence[Cell]) -> Table:
    table = columns("one", "among", "as", "wins", "the others", "points", left=("one", "among", "as"))
    for cell in found:
        for s in cell.sides:
            if not cell.mirror:
                table.add_row(
                    cell.one, cell.rest, s.side, percent(s.one), f"{100 * s.mirror.share:.1f} %", f"{s.points:+.1f}"
                )
    return table


def executor_of(jobs: int, on_cluster: bool) -> Executor:
    try:
        return cluster() if on_cluster else alone if jobs == 1 else processes(jobs)
    except ValueError as error:
        raise Sorry(str(error)) from None


def work(plan: Plan, executor: Executor, notes: Notes | None, words: str) -> list[Any]:
    """Play, with a bar that tells how far it is."""
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(words, total=len(plan.tasks()))
        try:
            return carry_out(plan, executor, notes, lambda done: progress.update(bar, completed=done))
        except BotFailed as error:
            raise Sorry(str(error)) from error


def read_bots(names: str) -> tuple[Entrant, ...]:
    """Those who enter."""
    params.look_here_for_bots(names)
    try:
        return tuple(Entrant.read(text) for text in names.split(","))
    except ValueError as error:
        raise Sorry(str(error)) from None


class Effort(Struct, frozen=True):
    """What both commands are asked to spend, and from which seed."""

    seed: str
    executor: Executor
    budget: Budget


def shared(command: Any) -> Any:
    """Options of both commands; the command is given an `effort`, and the game's options as `given`."""

    @wraps(command)
    def asked(seed: str, jobs: int, on_cluster: bool, seconds: float, rounds: int, **own: Any) -> None:
        command(effort=Effort(seed, executor_of(jobs, on_cluster), Budget(seconds, rounds)), **own)

    decorated: Any = asked
    for one in reversed((
        click.option("--seed", default="speelhol", show_default=True, help="Any text: same seed, same deals."),
        click.option("--jobs", type=click.IntRange(1, 512), default=os.cpu_count() or 1, help="Processes at work."),
        click.option("--cluster", "on_cluster", is_flag=True, help="Work on a Ray cluster (RAY_ADDRESS)."),
        click.option("--seconds", type=click.FloatRange(0.01, 600), default=60.0, help="Most seconds a decision."),
        click.option("--rounds", type=click.IntRange(1, 10**7), default=200, show_default=True,
                     help="Most imagined plays a decision, for bots that look ahead."),
        params.options,
    )):  # fmt: skip
        decorated = one(decorated)
    return decorated


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--bots", default="random,greedy,sharp,schemer", show_default=True,
              help="Who plays, such as greedy,schemer:bold or sharp:even:400 (imagined plays); "
              "module.Class or file.py:Class is a bot of your own.")  # fmt: skip
@click.option("--matches", type=click.IntRange(1, 10**7), default=2000, show_default=True, help="Matches a cell.")
@click.option("--seats", type=int, help="How many players. [default: a number in the middle]")
@click.option("--ladder", is_flag=True, help="Each only among the one named before it, and the last among "
              "greedy ones too.")  # fmt: skip
@click.option("--beliefs", type=click.IntRange(0, 10**5), default=0, help="Matches in which what bots believe is held "
              "against the truth, for the report.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for result and report; what was "
              "played before is found there and not played again.")  # fmt: skip
@shared
def tournament(
    game: str,
    bots: str,
    matches: int,
    seats: int | None,
    ladder: bool,
    beliefs: int,
    out: Path | None,
    effort: Effort,
    given: tuple[str, ...],
) -> None:
    """Let bots play GAME against each other: one of each kind among each other kind, all seats in turn, equal deals.

    Win shares come with their 95 % interval (Wilson). A bot among its own kind is the mirror: its share is the fair
    one. With --out a JSON result and an HTML report with plots are written, and a tournament that was broken off
    goes on where it was.
    """
    chosen = params.find_game(game)
    options = dict(params.read_options(chosen, given))
    params.check_seats(chosen, seats)
    seats = seats or chosen.seats[len(chosen.seats) // 2]
    entrants = read_bots(bots)
    try:
        chosen.start(seats, "", **options)
    except ValueError as error:
        raise Sorry(str(error)) from None
    if len({one.name for one in entrants}) < len(entrants):
        raise Sorry("Every bot is named once; its mirror is played anyway.")
    plan = Plan(chosen.name, seats, options, entrants, -(-matches // seats), effort.seed, effort.budget, ladder)
    notes = None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        try:
            notes = Notes(out / f"{chosen.name}-{seats}.jsonl", plan)
        except ValueError as error:
            raise Sorry(str(error)) from None
    found = cells(plan, work(plan, effort.executor, notes, f"{chosen.title}, {seats} players"))
    if out is not None:
        (out / f"{chosen.name}-{seats}.json").write_text(dump({"plan": plan, "cells": found}), encoding="utf-8")
        seen = observe(chosen, seats, beliefs, effort.seed, options)
        (out / f"{chosen.name}-{seats}.html").write_text(page(plan, found, seen), encoding="utf-8")
    screen = Screen("en")
    screen.show(
        screen.heading(f"{chosen.title}, {seats} players, {plan.deals} deals, seed {effort.seed}"), overview(found)
    )
    if any(cell.sides for cell in found):
        screen.show(Text(), screen.heading("Who wins with what"), by_side(found))
    screen.show(
        Text(), screen.heading("Fair share, mean rank, time for a decision, decisions a match"), thinking_times(found)
    )


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--bot", default="greedy", show_default=True, help="Who plays, in every seat.")
@click.option("--matches", type=click.IntRange(1, 10**7), default=2000, show_default=True, help="Matches a row.")
@shared
def balance(
    game: str,
    bot: str,
    matches: int,
    effort: Effort,
    given: tuple[str, ...],
) -> None:
    """How fair GAME is: who wins by seat and by role, at every number of players and with every option.

    With an option given only that one is looked at. The report is Markdown.
    """
    chosen = params.find_game(game)
    options = dict(params.read_options(chosen, given))
    entrant, *others = read_bots(bot)
    if others:
        raise Sorry("One kind of bot sits in every seat: name one.")
    rows = weigh(
        chosen, entrant, matches, effort.seed, effort.budget, options if given else None,
        lambda plan, words: work(plan, effort.executor, None, words),
    )  # fmt: skip
    click.echo(to_markdown(chosen, entrant, rows))
