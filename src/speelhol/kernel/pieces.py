"""What is in the box, for the rulebook: every piece with its picture and how many there are."""

from __future__ import annotations

from msgspec import Struct


class Piece(Struct, frozen=True):
    """A kind of card, note or figure."""

    name: str
    cells: tuple[str, ...] = ()
    """One for each column of its shelf."""
    picture: str = ""
    """A drawing of the table's; none if it is not drawn."""
    size: tuple[int, int] = (100, 140)
    """The drawing's own."""
    word: str = ""
    """What the card says at its foot."""


class Shelf(Struct, frozen=True):
    """Pieces that belong together."""

    title: str
    columns: tuple[str, ...]
    """What the cells tell, such as the number of players or what a card is worth."""
    pieces: tuple[Piece, ...]
    note: str = ""
