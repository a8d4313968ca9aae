"""What a seat decides."""

from __future__ import annotations

from typing import Literal

from ...kernel import Action, Seat, Term


class Lay(Action, frozen=True, tag="lay"):
    card: Term


class Claim(Action, frozen=True, tag="claim"):
    """What I say that my card is, exactly or by its kind alone, and unless I lead what I want done with it."""

    card: Term
    wish: Literal["choose", "leave"] | None

    def wording(self) -> str:
        return f"claim.{self.wish or 'leader'}"


class Choose(Action, frozen=True, tag="choose"):
    seats: tuple[Seat, ...]


class Look(Action, frozen=True, tag="look"):
    seat: Seat


class Stay(Action, frozen=True, tag="stay"):
    """Use no power."""


class Swap(Action, frozen=True, tag="swap"):
    out: Seat
    into: Seat


class Unmask(Action, frozen=True, tag="unmask"):
    seat: Seat


class Suspect(Action, frozen=True, tag="suspect"):
    """A private note in the dark: whom I take for Raquel, or for the Professor."""

    seat: Seat


class Say(Action, frozen=True, tag="say"):
    about: Seat
    what: Literal["robber", "hostage", "lied", "honest"]

    def wording(self) -> str:
        return f"say.{self.what}"


class Keep(Action, frozen=True, tag="keep"):
    """Say nothing."""


class Appoint(Action, frozen=True, tag="appoint"):
    seat: Seat


class Accuse(Action, frozen=True, tag="accuse"):
    seat: Seat
