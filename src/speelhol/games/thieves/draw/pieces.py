"""What is in the deck: how many of each card, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Piece, Shelf, Speech
from .. import table as t
from .scene import picture


def pieces(speech: Speech) -> Sequence[Shelf]:
    say = speech.phrase

    def card(name: str, count: int, *more: int) -> Piece:
        drawn = name if name == t.GETAWAY else picture(name)
        cells = tuple(str(n) for n in (count, *more))
        return Piece(say(f"face.{drawn}"), cells, drawn, word=say(f"face.{drawn}"))

    money = tuple(card(name, t.COUNTS[name], worth, t.WORTH_AT_END[name]) for name, worth in t.WORTH_IN_RAID.items())
    police = tuple(card(name, t.COUNTS[name], cars) for name, cars in t.CARS.items())
    actions = tuple(card(name, t.COUNTS[name]) for name in (t.SIREN, t.SWAP, t.STRIKE, t.BRIBE))
    many = say("pieces.many")
    return (
        Shelf(say("pieces.money"), (many, say("pieces.raid"), say("pieces.end")), money),
        Shelf(say("pieces.police"), (many, say("pieces.cars")), police),
        Shelf(say("pieces.actions"), (many,), (*actions, card(t.GETAWAY, t.GETAWAYS))),
    )
