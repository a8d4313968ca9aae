"""Questions that come again and again, and that a seat may leave to the house: told by what everybody sees."""

from __future__ import annotations

from msgspec import Struct

from .values import Action


class Pass(Struct, frozen=True):
    """Something on which a seat passes until a turn."""

    key: str
    """The same for every question that it answers."""
    until: int
    """The turn, as the game counts them, from which on it no longer holds."""
    phrase: str
    what: str = ""
    """The phrase that fills `{what}` in it; empty if nothing does."""


class Passing(Struct, frozen=True):
    """What a game says of the open table's view: so nothing hidden can decide for whom the house passes, or when."""

    turn: int
    seat: int | None = None
    """Who is asked such a question; None while nobody is."""
    action: Action | None = None
    """What it is to pass, always legal then."""
    kinds: tuple[Pass, ...] = ()
    """What answers this question."""


NO_PASSING = Passing(0)
