"""What lies on the table: numbered cards, and the position."""

from __future__ import annotations

from speelhol.kernel import Position, Seat

CARDS = tuple(range(1, 21))
HAND = 3

Laid = tuple[tuple[Seat, int], ...]
"""Who laid which card, in order."""


class HighCard(Position):
    turn: int = -1
    hands: tuple[tuple[int, ...], ...] = ()
    """By seat, sorted."""
    laid: Laid = ()
    """All of it, since the deal: a player would remember it, so it belongs to the position."""
    points: tuple[int, ...] = ()


def trick(seats: int, laid: Laid) -> Laid:
    """The trick that is being played."""
    return laid[len(laid) - len(laid) % seats :]
