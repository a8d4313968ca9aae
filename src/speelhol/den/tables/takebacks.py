"""Actions that are taken back: how often that may be, and how little of them a long log need keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...kernel import Refused
from . import entries as e

if TYPE_CHECKING:
    from .state import State

MOST = 8
"""How often a seat may take back what it decided about one question."""


def why_not(table: State, seat: int) -> Refused | None:
    """Why a seat can't take its newest action back, or None if it can.

    Counted by what the seat knows itself, its own actions: who else has answered must not show.
    """
    if table.phase == "over":  # the secret has been told, and everything lies open
        return Refused("house/table.undo", "over")
    if table.taken_back(seat) >= MOST:
        return Refused("house/table.undo", "often")
    return table.playing.why_not_undo(seat)


def shortened(entries: Iterable[e.AnyEntry]) -> Iterator[e.AnyEntry]:
    """The same log with one entry in place of every action that was taken back at once: whoever folds it is spared
    playing and unplaying it, and ends with the same table."""
    moved: e.Moved | None = None
    for entry in entries:
        if moved is not None and isinstance(entry, e.Undone) and entry.seat == moved.seat:
            yield e.TakenBack(moved.seat, moved.at, at=entry.at)
            moved = None
            continue
        if moved is not None:
            yield moved
        moved = entry if isinstance(entry, e.Moved) else None
        if moved is None:
            yield entry
    if moved is not None:
        yield moved
