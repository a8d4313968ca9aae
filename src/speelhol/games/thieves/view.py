"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...kernel import Panel, Seat, Speech, Term
from .rules_raid import cars_on
from .table import Chapter, Slot, Thieves


class Seen(Struct, frozen=True):
    seats: int
    turn: Seat
    getaways: int
    """Getaway cars on the table."""
    police: tuple[Term, ...]
    cars: int
    """Police cars on the table, doubles counted twice."""
    pile: int
    discard: tuple[Term, ...]
    hands: tuple[int, ...]
    """By seat, how many cards are in hand."""
    loot: tuple[tuple[Slot, ...], ...]
    laid: int
    chapters: tuple[Chapter, ...]
    played: tuple[tuple[Term, ...], ...]
    hand: tuple[Term, ...] = ()
    """From here on: what only this seat knows."""
    drawn: Term | None = None
    held: tuple[tuple[Term, ...], ...] = ()
    """My hand at the beginning of each chapter."""


def look(p: Thieves, seat: int | None) -> Seen:
    public = (
        p.seats,
        p.turn,
        p.getaways,
        p.police,
        cars_on(p.police),
        len(p.pile),
        p.discard,
        tuple(map(len, p.hands)),
        tuple([tuple([slot if slot.up else back(slot, seat) for slot in slots]) for slots in p.loot]),
        p.laid,
        p.chapters,
        p.played,
    )
    if seat is None:
        return Seen(*public)
    return Seen(*public, p.hands[seat], p.drawn if seat == p.turn else None, p.held[seat])


def back(slot: Slot, seat: int | None) -> Slot:
    """A face-down card, with what this audience knows of it."""
    card = slot.card if seat in slot.seen else None
    return Slot(card, slot.number, False, slot.seen, slot.hand, slot.chapter)


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    return []
