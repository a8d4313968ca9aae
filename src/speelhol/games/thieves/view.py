"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from ...kernel import Closing, Panel, Seat, Speech, Term, View
from .rules_raid import cards_of, cars_on
from .table import ESCAPE, RAID_AT, WORTH_AT_END, WORTH_IN_RAID, Slot, Stretch, Thieves


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
    quiet: tuple[Seat, ...]
    """These hold no police car."""
    loot: tuple[tuple[Slot, ...], ...]
    laid: int
    stretches: tuple[Stretch, ...] = field(name="chapters")
    played: tuple[tuple[Seat, Term], ...]
    seat: Seat | None = None
    """From here on: what only this seat knows."""
    hand: tuple[Term, ...] = ()
    drawn: Term | None = None
    """The card that my double strike has drawn."""
    held: tuple[tuple[Term, ...], ...] = ()
    """My hand at the beginning of each stretch."""


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
        p.quiet,
        tuple([tuple([s if s.up or seat in s.seen else back(s) for s in slots]) for slots in p.loot]),
        p.laid,
        p.stretches,
        p.played,
    )
    if seat is None:
        return Seen(*public)
    return Seen(*public, seat, p.hands[seat], p.drawn if seat == p.turn else None, p.held[seat])


def back(slot: Slot) -> Slot:
    """A face-down card that this audience has not seen."""
    return Slot(None, slot.number, False, slot.seen, slot.hand, slot.stretch)


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    """The table as panels: the cars and piles, the thieves with their loot, and behind the screen my own cards."""
    say = speech.phrase
    street = (
        say("view.police", cars=str(now.cars), raid=str(RAID_AT), cards=counted(now.police, speech)),
        say("view.getaways", getaways=str(now.getaways), escape=str(ESCAPE)),
        say("view.piles", pile=str(now.pile), cards=counted(now.discard, speech)),
    )
    panels = [
        Panel(say("view.street"), street),
        Panel(say("view.gang"), (say("view.legend"),), _gang(now, speech)),
    ]
    if now.seat is not None:
        panels.append(Panel(say("view.mine"), _mine(now, now.seat, speech), private=True))
    return panels


def counted(cards: Sequence[str], speech: Speech) -> str:
    """Many cards in few words."""
    kinds = [(speech.term(card), n) for card, n in Counter(cards).items()]
    return speech.join(name if n == 1 else speech.phrase("view.several", n=str(n), card=name) for name, n in kinds)


def _gang(now: Seen, speech: Speech) -> tuple[tuple[str, ...], ...]:
    say = speech.phrase
    rows = [tuple(say(f"view.{key}") for key in ("player", "in-hand", "loot", "worth", "note"))]
    for seat, slots in enumerate(now.loot):
        name = speech.seat(seat)
        loot = []
        notes = [say("view.quiet")] if seat in now.quiet else []
        for place, slot in enumerate(slots, 1):
            card = "?" if slot.card is None else speech.term(slot.card)
            loot.append(say("view.face-up" if slot.up else "view.face-down", place=str(place), card=card))
            if len(slot.seen) > 1:
                notes.append(say("view.known-to", place=str(place), seats=speech.join(map(speech.seat, slot.seen))))
        value = str(sum(WORTH_IN_RAID[card] for card in cards_of(slots)))
        hidden = len(slots) - len(cards_of(slots))
        rows.append(
            (
                say("view.turn", seat=name) if seat == now.turn else name,
                str(now.hands[seat]),
                ", ".join(loot) or "–",
                say("view.more", value=value, n=str(hidden)) if hidden else value,
                "; ".join(notes) or "–",
            )
        )
    return tuple(rows)


def _mine(now: Seen, me: int, speech: Speech) -> tuple[str, ...]:
    say = speech.phrase
    loot = cards_of(now.loot[me])
    raid, end = (sum(worth[card] for card in loot) for worth in (WORTH_IN_RAID, WORTH_AT_END))
    lines = [
        say("view.hand", cards=speech.join(map(speech.term, now.hand))),
        say("view.my-loot", raid=str(raid), end=str(end)),
    ]
    if now.drawn is not None:
        lines.insert(1, say("view.drawn", card=speech.term(now.drawn)))
    for card, raid in WORTH_IN_RAID.items():
        end = WORTH_AT_END[card]
        if raid != end and card in (*now.hand, *loot, now.drawn):
            lines.append(say("view.two-values", card=speech.term(card), raid=str(raid), end=str(end)))
    return tuple(lines)


def closing(view: View, speech: Speech) -> Closing:
    """Why some stand before others with as much."""
    assert view.result is not None
    return Closing(order=speech.phrase("order.lighter") if view.result.parted else "")
