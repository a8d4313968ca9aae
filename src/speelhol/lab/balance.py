"""How fair a game is by seat, role and option, among equals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..bots import Budget
from ..kernel import Game
from .contest import Cell, Plan, Played, cells
from .entrants import Entrant
from .report import percent


class Row(Struct, frozen=True):
    """A number of seats with options, and how it went."""

    seats: int
    options: dict[str, Any]
    cell: Cell


def balance(
    game: Game,
    entrant: Entrant,
    matches: int,
    seed: str,
    budget: Budget,
    options: Mapping[str, Any] | None,
    work: Callable[[Plan, str], list[Played]],
) -> list[Row]:
    """One kind of bot in every seat, at every number of seats; with the options given, or with all there are."""
    rows = []
    for seats, variant in game.variants():
        if options is not None and any(variant[key] != value for key, value in options.items()):
            continue
        plan = Plan(game.name, seats, variant, (entrant,), matches, seed, budget)
        words = f"{game.title}, {seats} players, {_options(variant)}"
        rows += [Row(seats, variant, cell) for cell in cells(plan, work(plan, words))]
    return rows


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {str(value).lower()}" for key, value in options.items()) or "no options"


def to_markdown(game: Game, entrant: Entrant, rows: Sequence[Row]) -> str:
    """Tables of win shares: by seat, then by role where there are roles."""
    most = max(row.seats for row in rows)
    heads = ["players", "options", "matches", "fair", *(f"seat {n + 1}" for n in range(most)), "decisions"]
    lines = [f"### {game.title}, {entrant.name} in every seat", "", _row(heads), _row(["---"] * len(heads))]
    for row in rows:
        cell = row.cell
        seats = [_seat(cell, n) if n < row.seats else "" for n in range(most)]
        of = cell.wins.of // row.seats
        fair = f"{100 * cell.wins.share:.1f} %"
        lines.append(_row([str(row.seats), _options(row.options), str(of), fair, *seats, str(cell.lengths.median)]))
    sides = [row for row in rows if row.cell.sides]
    if sides:
        names = sorted({s.side for row in sides for s in row.cell.sides})
        lines += ["", _row(["players", "options", *names]), _row(["---"] * (2 + len(names)))]
        for row in sides:
            shares = {s.side: percent(s.one) for s in row.cell.sides}
            lines.append(_row([str(row.seats), _options(row.options), *(shares.get(name, "") for name in names)]))
    return "\n".join(lines)


def _seat(cell: Cell, seat: int) -> str:
    """A seat's share; marked where the fair share lies outside its interval."""
    share = cell.seats[seat]
    odd = not share.low <= cell.wins.share <= share.high
    return percent(share) + (" !" if odd else "")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
