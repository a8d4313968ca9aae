"""What lies on the table: lots, some of them in a pile face down, and open purses."""

from __future__ import annotations

from speelhol.kernel import Position

LOTS = tuple(range(1, 7))
ROUNDS = 3
PURSE = 5


class OpenPurses(Position):
    shown: tuple[int, ...] = ()
    """The lots that were put up, the newest last."""
    pile: tuple[int, ...] = ()
    """The others; nobody knows in which order they come."""
    purses: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
