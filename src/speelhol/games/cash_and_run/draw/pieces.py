"""What is in the box: the casinos, the bluff cards and the chips."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Piece, Shelf, Speech
from ..table import BOX, CASINOS, COLOUR, DECK, SYMBOL
from .motions import CHIPS

SYMBOL_SIZE, CHIP_SIZE = (24, 24), (48, 48)


def pieces(speech: Speech) -> Sequence[Shelf]:
    say = speech.phrase
    many = (say("pieces.many"),)
    casinos = tuple(_casino(name, speech) for name in sorted(CASINOS, key=lambda name: (SYMBOL[name], COLOUR[name])))
    bluffs = tuple(
        Piece(speech.term(card), (str(DECK.count(card)),), f"bluff-{card}", word=say(f"face.bluff-{card}"))
        for card in dict.fromkeys(DECK)
    )
    chips = tuple(Piece(speech.money(worth), (str(BOX[worth]),), CHIPS[worth], CHIP_SIZE) for worth in BOX)
    return (
        Shelf(say("pieces.casinos"), (say("pieces.symbol"), say("view.colour")), casinos),
        Shelf(say("pieces.bluff"), many, bluffs),
        Shelf(say("pieces.chips"), many, chips),
    )


def _casino(name: str, speech: Speech) -> Piece:
    cells = speech.term(SYMBOL[name]), speech.phrase(f"view.colour.{COLOUR[name]}")
    return Piece(speech.term(name), cells, f"g-{SYMBOL[name]}", SYMBOL_SIZE)
