"""What is in the box: the cards by number of players and by class, and the notes."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Piece, Shelf, Speech
from .. import table as t
from ..table import CLASSES, KITS, Kit
from .motions import picture
from .people import ORDER
from .preview import dollars

CARD, NOTE = (48, 48), (120, 60)
"""The sizes of the drawings."""


def pieces(speech: Speech) -> Sequence[Shelf]:
    say, kits = speech.phrase, KITS[max(KITS)]
    players = tuple(say("pieces.players", n=str(seats)) for seats in kits)
    cards = [card for card in ORDER if any(_count(kit, card) for kit in kits.values())]
    return (
        Shelf(
            say("pieces.cards"),
            players,
            tuple(_card(card, [_count(kit, card) for kit in kits.values()], speech) for card in cards),
            say("pieces.cards.note"),
        ),
        Shelf(
            say("pieces.classes"),
            CLASSES,
            tuple(_card(card, [_in_class(kits, card, at) for at in range(len(CLASSES))], speech) for card in cards),
            say("pieces.classes.note"),
        ),
        Shelf(say("pieces.notes"), (say("pieces.many"),), _notes(speech)),
    )


def _card(card: str, cells: Sequence[int | str], speech: Speech) -> Piece:
    return Piece(speech.term(card), tuple(str(cell or "–") for cell in cells), picture(card), CARD)


def _count(kit: Kit, card: str) -> int:
    return sum(cards.count(card) for cards in kit.classes)


def _in_class(kits: dict[int, Kit], card: str, at: int) -> str:
    """How many of a card lie in a class with two, three and four players; one number if that makes no difference."""
    counts = [str(kit.classes[at].count(card)) for kit in kits.values()]
    return "" if set(counts) == {"0"} else counts[0] if len(set(counts)) == 1 else " / ".join(counts)


def _notes(speech: Speech) -> tuple[Piece, ...]:
    fakes = [Piece(speech.term(t.STARS[at]), (str(n),), f"fake-{at + 1}", NOTE) for at, n in enumerate(t.FAKES)]
    real = [
        Piece(dollars(worth, speech), (str(n),), f"note-{worth}", NOTE) for worth, n in ((10, t.TENS), (50, t.FIFTIES))
    ]
    return (*fakes, *real)
