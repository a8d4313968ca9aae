"""How the drawn table moves: henchmen walk by themselves; here is what flies, and the great moments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ....kernel import Event, Motion, fly
from .. import events as e
from .. import table as t

HEAP = 4
"""So many notes fly at most; the rest comes along unseen."""
NOTE = "note-50"
CARDS = ("printer", "ink", "paper", "hologram", "diner", "jet", "ticket", "lawyer")
PIECES = (
    *((f"c-{card}", 48, 48) for card in CARDS),
    *((name, 120, 60) for name in ("fake-1", "fake-2", "fake-3", NOTE)),
    *((name, 48, 48) for name in ("i-plane", "i-shades", "i-cap")),
)
"""What may fly: the drawing and its size."""


def picture(card: str) -> str:
    """The drawing of a card; tickets are alike, and so are lawyers."""
    return f"c-{card.partition('-')[0]}" if card in t.TICKETS else "c-lawyer" if "lawyer" in card else f"c-{card}"


def plaque(seat: int) -> str:
    return f"plaque-{seat}"


def _notes(notes: e.Notes) -> list[str]:
    """The fake notes one by one, the worst first."""
    grades = enumerate((notes.one, notes.two, notes.three), 1)
    return [f"fake-{grade}" for grade, n in grades for _ in range(n)][:HEAP]


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table; most don't."""
    return ()


@motions.register
def _(event: e.Bought) -> Sequence[Motion]:
    slot = f"price-{event.price}"
    return (fly(NOTE, plaque(event.seat), slot), fly(picture(event.card), slot, plaque(event.seat)))


@motions.register
def _(event: e.Printed) -> Sequence[Motion]:
    return (Motion("press", "print"), *(fly(note, "print", plaque(event.seat)) for note in _notes(event.notes)))


@motions.register
def _(event: e.Went) -> Sequence[Motion]:
    return (Motion("enter", event.where),)


@motions.register
def _(event: e.Sold) -> Sequence[Motion]:
    here = plaque(event.seat)
    return (*(fly(note, here, event.where) for note in _notes(event.notes)[:3]), fly(NOTE, event.where, here))


@motions.register
def _(event: e.Cheated) -> Sequence[Motion]:
    money = fly(NOTE, "tax", plaque(event.seat))
    return (money, fly("i-shades", "tax", plaque(event.seat))) if event.sunglasses else (money,)


@motions.register
def _(event: e.Flew) -> Sequence[Motion]:
    fare = (fly(NOTE, plaque(event.seat), "fly"),) if event.fare else ()
    return (*fare, fly("i-plane", plaque(event.seat), "fly"), Motion("enter", "fly"))


@motions.register
def _(event: e.Moved) -> Sequence[Motion]:
    start, end = ("cash", "offshore") if event.stash else ("offshore", "cash")
    return (fly(NOTE, start, end),)


@motions.register
def _(event: e.OfficerMoved) -> Sequence[Motion]:
    return (Motion("beat", "officer"),)


@motions.register
def _(event: e.Recognised) -> Sequence[Motion]:
    return (Motion("stamp", "shop"),)


@motions.register
def _(event: e.GodfatherCame) -> Sequence[Motion]:
    return (Motion("godfather", "city"),)


@motions.register
def _(event: e.Paid) -> Sequence[Motion]:
    return (fly(NOTE, "cash", "officer"), Motion("shake", "cash"))


@motions.register
def _(event: e.StrikeBegan) -> Sequence[Motion]:
    return (Motion("stamp", "fly"),)


@motions.register
def _(event: e.StrikeEnded) -> Sequence[Motion]:
    return (Motion("enter", "fly"),)


@motions.register
def _(event: e.CaseClosed) -> Sequence[Motion]:
    return (Motion("closed", "city"),)


@motions.register
def _(event: e.Binned) -> Sequence[Motion]:
    return (Motion("binned", "market"),)


@motions.register
def _(event: e.MarketFilled) -> Sequence[Motion]:
    return (Motion("slide", "market"),)


@motions.register
def _(event: e.Washed) -> Sequence[Motion]:
    here = plaque(event.seat)
    return (*(fly(note, here, "print") for note in _notes(event.notes)), Motion("beat", here))


@motions.register
def _(event: e.TicketPaid) -> Sequence[Motion]:
    here = plaque(event.seat)
    return (fly("c-ticket", here, "city"), fly(NOTE, "city", here))


@motions.register
def _(event: e.Counted) -> Sequence[Motion]:
    return (Motion("count", f"purse-{event.seat}"),)
