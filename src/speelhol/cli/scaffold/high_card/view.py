"""What a seat sees of the table, and how it reads in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from speelhol.kernel import Panel, Seat, Speech

from .table import HighCard, trick


class Seen(Struct, frozen=True):
    seats: int
    turn: Seat
    laid: tuple[tuple[Seat, int], ...]
    points: tuple[int, ...]
    seat: Seat | None = None
    """From here on: what only this seat knows."""
    hand: tuple[int, ...] = ()


def look(p: HighCard, seat: int | None) -> Seen:
    """Built by putting in, never by taking out."""
    public = (p.seats, p.turn, p.laid, p.points)
    return Seen(*public) if seat is None else Seen(*public, seat, p.hands[seat])


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    head = (speech.phrase("view.player"), speech.phrase("view.card"), speech.phrase("view.tricks"))
    lies = dict(trick(now.seats, now.laid))
    rows = [(speech.seat(seat), str(lies.get(seat, "–")), str(points)) for seat, points in enumerate(now.points)]
    panels = [Panel(speech.phrase("view.table"), table=(head, *rows))]
    if now.seat is not None:
        panels.append(
            Panel(
                speech.phrase("view.hand"),
                (speech.phrase("view.mine", cards=speech.join(map(str, now.hand))),),
                private=True,
            )
        )
    return panels
