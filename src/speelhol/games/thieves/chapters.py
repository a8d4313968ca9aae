"""What everybody can note down: what left the hands, and what is known of those that stayed."""

from __future__ import annotations

from msgspec.structs import replace

from ...kernel import put
from .table import Chapter, Slot, Thieves


def open_chapter(p: Thieves, open_cards: tuple[str, ...] = ()) -> None:
    """Close the present chapter and begin one: everybody remembers the own hand of this moment."""
    chapters = p.chapters
    if chapters:
        chapters = (*chapters[:-1], replace(chapters[-1], played=p.played))
    p.chapters = (*chapters, Chapter(tuple(map(len, p.hands)), p.quiet, open_cards))
    p.played = ((),) * p.seats
    p.held = tuple([(*past, hand) for past, hand in zip(p.held, p.hands, strict=True)])


def note(p: Thieves, seat: int, *cards: str) -> None:
    """These cards left the hand before everybody's eyes."""
    p.played = put(p.played, seat, p.played[seat] + cards)


def open_loot(p: Thieves) -> None:
    """Turn all face-down cards up; now everybody knows what had left the hands."""
    chapters, loot = list(p.chapters), []
    for slots in p.loot:
        for slot in slots:
            if slot.hand is not None:
                assert slot.card is not None
                if slot.chapter == len(chapters) - 1:
                    note(p, slot.hand, slot.card)
                else:
                    chapter = chapters[slot.chapter]
                    played = put(chapter.played, slot.hand, (*chapter.played[slot.hand], slot.card))
                    chapters[slot.chapter] = replace(chapter, played=played)
        loot.append(tuple([slot if slot.up else Slot(slot.card, slot.number, True) for slot in slots]))
    p.chapters, p.loot = tuple(chapters), tuple(loot)
