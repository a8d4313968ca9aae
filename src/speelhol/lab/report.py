"""What a contest came to, as a page for people."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .. import plots
from ..games import game as find_game
from .calibration import Seen, by_part, by_round
from .contest import Cell, Plan
from .simulate import Share

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d1a16}"
    "table{border-collapse:collapse;margin:1rem 0}th,td{padding:.3rem .7rem;border-bottom:1px solid #ddd;"
    "text-align:right}th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto;margin:.6rem 0}"
    ".good{color:#14553d;font-weight:600}.weak{color:#b4402f}small{color:#6b645a}"
)


def percent(share: Share) -> str:
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


UNCLEAR = "no clear difference"


def verdict(cell: Cell) -> str:
    if cell.mirror:
        return "mirror"
    return "better" if cell.better else "worse" if cell.wins.high < cell.fair else UNCLEAR


def page(plan: Plan, cells: Sequence[Cell], seen: Sequence[Seen] = ()) -> str:
    """A whole HTML page, with nothing to load from elsewhere. `seen`: what seats believed, scored."""
    title = f"{find_game(plan.game).title}, {plan.seats} players"
    options = ", ".join(f"{key} {str(value).lower()}" for key, value in plan.options.items()) or "as in the rulebook"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{plan.deals} deals, each played with every bot in every seat; seed {escape(plan.seed)!s}; {options}; at "
        f"most {plan.budget.seconds:g} s and {plan.budget.rounds:,} imagined plays a decision. One bot of the first "
        "column sits among bots of the second. Shares come with their 95 % interval (Wilson); the fair share is what "
        "the second kind wins among itself in the same deals.</p>",
        _table(
            ("one", "among", "matches", "wins", "fair", "times fair", "mean rank", "p50 / p95 ms", ""),
            [
                (
                    cell.one, cell.rest, f"{cell.wins.of:,}", percent(cell.wins), f"{100 * cell.fair:.1f} %",
                    f"{cell.ratio:.2f}", f"{cell.rank:.2f}", f"{cell.p50:.1f} / {cell.p95:.1f}", verdict(cell),
                )
                for cell in cells
            ],
        ),
    ]  # fmt: skip
    if any(cell.sides for cell in cells):
        rows = [
            (cell.one, cell.rest, s.side, percent(s.one), f"{100 * s.mirror.share:.1f} %", f"{s.points:+.1f}")
            for cell in cells
            for s in cell.sides
            if not cell.mirror
        ]
        heads = ("one", "among", "as", "wins", "the others as that", "points")
        parts += ["<h2>Who wins with what</h2>", _table(heads, rows)]
    names = [f"{cell.one} among {cell.rest}" for cell in cells]
    shares = [(name, c.wins.share, c.wins.low, c.wins.high) for name, c in zip(names, cells, strict=True)]
    parts += ["<h2>Plots</h2>", plots.bars("Win share", shares)]
    for name, cell in zip(names, cells, strict=True):
        if cell.mirror:
            rows_ = [(f"seat {n + 1}", s.share, s.low, s.high) for n, s in enumerate(cell.seats)]
            parts.append(plots.bars(f"Win share by seat: {name}", rows_, cell.fair))
    parts.append(plots.boxes("Decisions in a match", [(n, c.lengths) for n, c in zip(names, cells, strict=True)]))
    parts.append(plots.boxes("Score of the one", [(n, c.scores) for n, c in zip(names, cells, strict=True)]))
    for name, cell in zip(names, cells, strict=True):
        if cell.mirror:
            parts.append(plots.bars(f"Actions a match and seat: {name}", _counts(cell.actions), percent=False))
            parts.append(plots.bars(f"Events a match: {name}", _counts(cell.events), percent=False))
    if seen:
        parts += _beliefs(seen)
    body = "\n".join(parts)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><body>{body}</body></html>\n"
    )


def _beliefs(seen: Sequence[Seen]) -> list[str]:
    """The log loss of beliefs beside that of an even belief: by round, and by how much of the match was played."""
    found = [
        "<h2>What bots believe</h2>",
        f"<p>{len({one.match for one in seen})} matches at a glance, with players of every temper. Log loss: the less, "
        "the better. An even belief takes every possible world for equally likely.</p>",
    ]
    ways = (("round", by_round(seen)), ("quarter of the match", by_part(seen)))
    for way, stages in ways:
        if not stages:
            continue
        rows = [(f"{s.round}", f"{s.beliefs:,}", f"{s.loss:.3f}", f"{s.even:.3f}") for s in stages]
        lines = [("what they believe", [s.loss for s in stages]), ("an even belief", [s.even for s in stages])]
        found.append(plots.lines(f"Log loss by {way}", [str(s.round) for s in stages], lines))
        found.append(_table((way, "beliefs", "what they believe", "an even belief"), rows))
    return found


def _counts(counts: dict[str, float]) -> list[tuple[str, float, float, float]]:
    return [(tag, n, n, n) for tag, n in sorted(counts.items(), key=lambda item: -item[1])[:30]] or [("–", 0, 0, 0)]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    kinds = {"better": ' class="good"', "worse": ' class="weak"'}
    body = "".join(
        "<tr>" + "".join(f"<td{kinds.get(cell, '')}>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
