"""What is told."""

from __future__ import annotations

from speelhol.kernel import Event, Seat


class Dealt(Event, frozen=True, tag="dealt"):
    """Whispered to a seat: its cards."""

    reveals = True
    hand: tuple[int, ...]


class Begins(Event, frozen=True, tag="begins"):
    """Who lays first, by lot."""

    reveals = True
    seat: Seat


class Laid(Event, frozen=True, tag="laid"):
    """It only repeats an open action, so it reveals nothing."""

    seat: Seat
    card: int


class Took(Event, frozen=True, tag="took"):
    seat: Seat
    card: int


class Ended(Event, frozen=True, tag="ended"):
    winners: tuple[Seat, ...]
