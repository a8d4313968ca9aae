"""What is in the box: the cards and the teams, by number of players."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Piece, Shelf, Speech
from ..table import CARDS, KITS
from .scene import picture


def pieces(speech: Speech) -> Sequence[Shelf]:
    say, kits = speech.phrase, KITS.values()
    players = tuple(str(seats) for seats in KITS)
    cards = tuple(
        Piece(say(f"pieces.{card}"), tuple(str(kit.deck.count(card)) for kit in kits), picture(card)) for card in CARDS
    )
    teams = (
        Piece(say("pieces.robbers"), tuple(str(kit.robbers) for kit in kits)),
        Piece(say("pieces.hostages"), tuple(str(kit.hostages) for kit in kits)),
        Piece(say("pieces.chosen"), tuple(str(kit.chosen) for kit in kits)),
        Piece(say("pieces.goal"), tuple(speech.money(kit.goal) for kit in kits)),
    )
    return (
        Shelf(say("pieces.cards"), players, cards, say("pieces.cards.note")),
        Shelf(say("pieces.teams"), players, teams, say("pieces.teams.note")),
    )
