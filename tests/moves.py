"""Moves as a test writes them down."""

from __future__ import annotations

from speelhol.kernel import Event, Match


def play(match: Match, *moves: str) -> list[tuple[Event, int | None]]:
    """Moves as "seat action"; returns all that was told."""
    told = []
    for move in moves:
        seat, _, text = move.partition(" ")
        told += match.play(int(seat), match.game.read(text))
    return told
