"""What waits for a host who is gone, while somebody stands in for them: whatever would take the match from others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import TurnedAway

if TYPE_CHECKING:
    from .state import State

LONG = 600.0
"""Seconds after which whoever stands in may remove people from the match: whoever hinders it would do so for ever."""


def stands_in(table: State) -> bool:
    """Whether the host's role is lent before a match or in it."""
    return bool(table.door.lent) and table.phase in ("gathering", "playing")


def spare_others(table: State, barred: bool, now: float) -> None:
    """Raises TurnedAway if whoever has the role may send nobody away: from the match for a while, and, so that they
    could not even look, until it is theirs for good."""
    if stands_in(table):
        if barred:
            raise TurnedAway("stands-in")
        if table.match is not None and now - table.door.lent_at < LONG:
            raise TurnedAway("stands-in-newly")


def spare_table(table: State) -> None:
    """Raises TurnedAway if whoever has the role may not close the table: nobody could open it again."""
    if table.door.lent:
        raise TurnedAway("stands-in")
