"""What everybody can note down: what left the hands, and what is known of those that stayed."""

from __future__ import annotations

from msgspec.structs import replace

from .table import Slot, Stretch, Thieves


def open_stretch(p: Thieves, open_cards: tuple[str, ...] = ()) -> None:
    """Close the present stretch and begin one: everybody remembers the own hand of this moment."""
    stretches = p.stretches
    if stretches:
        last = stretches[-1]
        stretches = (*stretches[:-1], Stretch(last.sizes, last.quiet, last.open, p.played))
        p.played = ()
    p.stretches = (*stretches, Stretch(tuple(map(len, p.hands)), p.quiet, open_cards))
    p.held = tuple([(*past, hand) for past, hand in zip(p.held, p.hands, strict=True)])


def open_loot(p: Thieves) -> None:
    """Turn all face-down cards up; now everybody knows what had left the hands."""
    loot = []
    for slots in p.loot:
        up = []
        for slot in slots:
            if not slot.up:
                if slot.hand is not None:
                    _note(p, slot.hand, slot)
                slot = Slot(slot.card, slot.number, True)
            up.append(slot)
        loot.append(tuple(up))
    p.loot = tuple(loot)


def _note(p: Thieves, hand: int, slot: Slot) -> None:
    """Add a card that lay face down to what left the hand in its stretch."""
    assert slot.card is not None
    played = ((hand, slot.card),)
    if slot.stretch == len(p.stretches) - 1:
        p.played += played
    else:
        stretch = p.stretches[slot.stretch]
        closed = replace(stretch, played=stretch.played + played)
        p.stretches = (*p.stretches[: slot.stretch], closed, *p.stretches[slot.stretch + 1 :])
