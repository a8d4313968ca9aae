"""What is told."""

from __future__ import annotations

from speelhol.kernel import Event, Seat


class Shown(Event, frozen=True, tag="shown"):
    """The next lot, from the pile."""

    reveals = True
    lot: int


class Offered(Event, frozen=True, tag="offered"):
    """A sealed bid is opened."""

    reveals = True
    seat: Seat
    coins: int


class Sold(Event, frozen=True, tag="sold"):
    seat: Seat
    lot: int


class Ended(Event, frozen=True, tag="ended"):
    winners: tuple[Seat, ...]
