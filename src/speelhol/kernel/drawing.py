"""How a game may be drawn: movements that explain what happened. Plain data; the pictures are the web's."""

from __future__ import annotations

from msgspec import Struct


class Motion(Struct, frozen=True):
    """A movement on a drawn table, made of one event that its audience was told.

    Places are the names that the table's template gives with `data-at`. A `fly` carries a piece from one place to
    another; any other kind plays the animation of that name (`.m-raid` in the game's `table.css`) at a place.
    """

    kind: str
    at: str
    """Where it happens, or where a flight ends."""
    piece: str = ""
    """What flies: the name of a drawing."""
    start: str = ""
    """Where a flight begins."""


def fly(piece: str, start: str, at: str) -> Motion:
    return Motion("fly", at, piece, start)
