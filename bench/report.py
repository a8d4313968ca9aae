"""Runs as tables of Markdown, printed and put between their marks in a page of the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .measure import RIVAL, Run, Setup

Best = dict[Setup, list[Run]]
"""Runs of the same thing, the cheapest first."""


def best(runs: Iterable[Run]) -> Best:
    found: Best = {}
    for run in runs:
        found.setdefault(run.setup, []).append(run)
    return {setup: sorted(same, key=lambda run: run.move) for setup, same in found.items()}


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The first column to the left, numbers to the right."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def spread(same: Sequence[Run], of: Callable[[Run], float], digits: int = 2) -> str:
    """The best, and how far the others were from it."""
    values = [of(run) for run in same]
    most = f" … {max(values):.{digits}f}" if len(values) > 1 else ""
    return f"{min(values):.{digits}f}{most}"


def multiple(same: Sequence[Run], rival: Sequence[Run] | None, of: Callable[[Run], float]) -> str:
    """How many times as much as the rival took in the same part of the run, best against best."""
    return f"{min(map(of, same)) / min(map(of, rival)):.2f}" if rival else "–"


def servers(runs: Iterable[Run]) -> str:
    """Ours and the rivals under the same load."""
    found = best(runs)
    rivals = {(setup.tables, setup.pace): same for setup, same in found.items() if setup.kind == RIVAL}
    head = (
        "server", "tables", "ms a move", f"× {RIVAL}", "with openings", f"× {RIVAL}", "opening ms", "first page ms",
        "moves/s", "seen by all p50 / p99 ms", "bytes", "on the wire", "MB", "load", "errors",
    )  # fmt: skip

    def row(setup: Setup, same: Sequence[Run]) -> list[str]:
        first, rival = same[0], rivals.get((setup.tables, setup.pace))
        return [
            f"{setup.kind}, {setup.game}" if setup.kind == "pages" else setup.kind,
            f"{setup.tables:,}",
            spread(same, lambda run: run.move),
            multiple(same, rival, lambda run: run.move),
            spread(same, lambda run: run.whole) if setup.game == "thieves" else "–",
            multiple(same, rival, lambda run: run.whole) if setup.game == "thieves" else "–",
            spread(same, lambda run: run.opening, 1),
            f"{first.page:.1f}" if first.page else "–",
            f"{max(run.rate for run in same):,.0f}",
            f"{min(run.seen[0] for run in same):.1f} / {min(run.seen[1] for run in same):.1f}",
            f"{first.plain:,.0f}",
            f"{first.wire:,.0f}",
            f"{first.memory:.0f}",
            f"{max(run.load for run in same):.0%}",
            str(sum(len(run.errors) for run in same)),
        ]

    return markdown(head, (row(setup, same) for setup, same in found.items()))


def processes(runs: Iterable[Run]) -> str:
    """One process and several over PostgreSQL."""
    found = best(runs)
    head = ("viewers", "tables", "processes", "ms a move", "× one", "PostgreSQL ms", "moves/s", "MB", "errors")

    def row(setup: Setup, same: Sequence[Run]) -> list[str]:
        one = found.get(Setup(setup.kind, setup.tables, setup.game, workers=1))
        return [
            setup.kind,
            str(setup.tables),
            str(setup.workers),
            spread(same, lambda run: run.move),
            multiple(same, one, lambda run: run.move),
            f"{same[0].database:.2f}",
            f"{max(run.rate for run in same):,.0f}",
            f"{same[0].memory:.0f}",
            str(sum(len(run.errors) for run in same)),
        ]

    return markdown(head, (row(setup, same) for setup, same in found.items()))


def disturbed(runs: Iterable[Run]) -> str:
    """A sentence on how quiet the machine was."""
    most = max((run.others for run in runs), default=0.0)
    return f"Other work on the machine took up to {most:.2f} cores during these runs."


def put(page: Path, part: str, text: str) -> None:
    """Write text between the marks of a part. Raises ValueError if the page has none."""
    begin, end = f"<!-- bench.server {part} -->", f"<!-- {part} ends -->"
    marked = re.compile(f"({re.escape(begin)}\n).*?({re.escape(end)})", re.DOTALL)
    new, count = marked.subn(lambda found: f"{found[1]}\n{text}\n\n{found[2]}", page.read_text(encoding="utf-8"))
    if count != 1:
        raise ValueError(f"{page} has no place for the part {part}")
    page.write_text(new, encoding="utf-8")
