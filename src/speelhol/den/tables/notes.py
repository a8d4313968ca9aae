"""What the person of a seat notes down for themselves: kept with the seat, read by nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from . import absence
from . import entries as e
from .errors import TurnedAway
from .people import tidy

if TYPE_CHECKING:
    from .state import State

LONGEST = 1_000
"""Signs of somebody's notes."""
MOST_LINES = 40
MOST = 200
"""How often somebody may write theirs anew in one match: every time stands in the log."""


class SeatNotes(Struct, frozen=True):
    """What stands there now, and how often it was written."""

    text: str = ""
    times: int = 0

    def written(self, text: str) -> SeatNotes:
        return SeatNotes(text, self.times + 1)


NONE = SeatNotes()


def tidy_lines(text: str) -> str:
    """What people type into several lines, without signs that nobody sees, cut to a length."""
    lines = [tidy(line, LONGEST) for line in text[: 8 * LONGEST].splitlines()[:MOST_LINES]]
    return "\n".join(lines).strip()[:LONGEST].rstrip()


def write(table: State, seat: int, text: str) -> e.NotesWritten:
    """The notes of a seat as they shall stand from now on. Raises Moot if they do, TurnedAway before the match."""
    if table.match is None:
        raise TurnedAway("not-dealt")
    kept, text = table.notes[seat], tidy_lines(text)
    if text == kept.text:
        raise absence.Moot
    if kept.times >= MOST:
        raise TurnedAway("notes-full")
    return e.NotesWritten(seat, text)
