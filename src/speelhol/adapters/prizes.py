"""What the end of a match is worth to each seat, so that all prizes together are zero."""

from __future__ import annotations

from ..kernel import Result

PRIZES = ("win", "rank")


def prizes(result: Result, kind: str = "win") -> list[float]:
    """By seat.

    win: the winners share 1, everybody has paid an equal part of it.
    rank: the part of the others who came after me, less the part who came before me.
    """
    seats = len(result.ranks)
    if kind == "win":
        won = frozenset(result.winners)
        return [(1 / len(won) if seat in won else 0.0) - 1 / seats for seat in range(seats)]
    if kind != "rank":
        raise ValueError(f"A prize is {' or '.join(PRIZES)}, not {kind!r}.")
    return [sum((other > mine) - (other < mine) for other in result.ranks) / (seats - 1) for mine in result.ranks]


def bounds(seats: int, kind: str) -> tuple[float, float]:
    """The least and the greatest prize."""
    return (-1 / seats, 1 - 1 / seats) if kind == "win" else (-1.0, 1.0)
