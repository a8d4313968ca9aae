"""What happened since a seat last acted, in a few lines: what touched it first, then what weighs most."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...den import Table
from ...kernel import Event, Speech, View
from ...kernel.values import Touch
from .cache import TableCache
from .drawing import Drawing, drawing_of

MOST_LINES = 3
"""So many things are told; the rest stands in the log."""
ROWS, IN_A_ROW = 2, 40
"""A phone has room for so many rows, of about so many letters."""
WEIGHT: dict[Touch, int] = {"lost": 0, "won": 1, "accused": 2, "altered": 4, "named": 6, "": 7}
STAGED, WEIGHTY = 3, 5
"""A big moment, and what the game says is weighty: before whatever else names somebody."""


class Happened(Struct, frozen=True, omit_defaults=True):
    """One thing that happened, and what it is to the reader."""

    text: str
    look: str
    """What it is to the reader; `wide` if a phone has no room for it, `less` unless it is told first."""
    touch: Touch = ""
    seat: int | None = None
    """Who did it."""


class Since(Struct, frozen=True, omit_defaults=True):
    """What a seat should know before it decides."""

    lines: tuple[Happened, ...]
    told: int
    """So many things happened; those without a line stand in the log."""


def since(table: Table, seat: int | None, view: View, speech: Speech, kept: TableCache) -> Since | None:
    """What the others did since the seat last acted, as it may know it; None if it acted last, or has never acted."""
    start = 0 if seat is None else table.heard(seat)
    if seat is None or not start:
        return None
    news = [(event, event.touches(seat)) for event in view.log.since(start) if not event.routine]
    others = [(event, touch) for event, touch in news if touch or _doer(event) != seat]
    if not others:
        return None
    drawing, happened = drawing_of(table.game), len(others)
    others = unsettled(others)
    first = by_weight(others, drawing)[:MOST_LINES]
    looks = dict(zip(first, _looks([kept.wording(others[n][0], speech) for n in first]), strict=True))
    lines = []
    for n in sorted(first, key=lambda n: (_weight(*others[n], drawing), n)):  # of what weighs alike, the older first
        event, touch = others[n]
        lines.append(Happened(kept.wording(event, speech), f"{touch} {looks[n]}".strip(), touch, _doer(event)))
    return Since(tuple(lines), happened)


def unsettled(news: Sequence[tuple[Event, Touch]]) -> list[tuple[Event, Touch]]:
    """Without what something later has brought to its end: an objection that failed is no objection any more."""
    settled: set[type[Event]] = set()
    found = []
    for event, touch in reversed(news):
        if type(event) not in settled:
            found.append((event, touch))
        settled.update(event.settles)
    return found[::-1]


def by_weight(news: Sequence[tuple[Event, Touch]], drawing: Drawing | None) -> list[int]:
    """The places of events by how much they weigh, of those that weigh alike the newest first: but where it only
    happened, what somebody did before what came of itself."""

    def key(n: int) -> tuple[int, bool, int]:
        weight = _weight(*news[n], drawing)
        return weight, weight > WEIGHTY and _doer(news[n][0]) is None, -n

    return sorted(range(len(news)), key=key)


def _weight(event: Event, touch: Touch, drawing: Drawing | None) -> int:
    """The less, the sooner it is told."""
    if drawing is not None and drawing.stages(event):
        return min(STAGED, WEIGHT[touch])
    return min(WEIGHTY, WEIGHT[touch]) if event.weighty else WEIGHT[touch]


def _looks(told: Sequence[str]) -> list[str]:
    """What is told first fits a phone in any case; of the rest, in this order, what the rows suffice for."""
    found = [""]
    left = ROWS - _rows(told[0])
    for text in told[1:]:
        left -= _rows(text)
        found.append("less" if left >= 0 else "less wide")
    return found


def _rows(text: str) -> int:
    return -(-len(text) // IN_A_ROW)


def _doer(event: Event) -> int | None:
    found: int | None = getattr(event, "seat", None)
    return found
