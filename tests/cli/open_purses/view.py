"""What everybody sees of the table, and how it reads in words: no seat knows more than another."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from speelhol.kernel import Panel, Speech

from .table import OpenPurses


class Seen(Struct, frozen=True):
    shown: tuple[int, ...]
    purses: tuple[int, ...]
    points: tuple[int, ...]


def look(p: OpenPurses, seat: int | None) -> Seen:
    return Seen(p.shown, p.purses, p.points)


def describe(now: Seen, speech: Speech) -> Sequence[Panel]:
    head = (speech.phrase("view.player"), speech.phrase("view.coins"), speech.phrase("view.points"))
    both = zip(now.purses, now.points, strict=True)
    rows = [(speech.seat(seat), str(coins), str(points)) for seat, (coins, points) in enumerate(both)]
    lots = speech.phrase("view.lots", lots=speech.join(map(str, now.shown)))
    return [Panel(speech.phrase("view.table"), (lots,), table=(head, *rows))]
