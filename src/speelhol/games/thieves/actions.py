"""What a seat decides."""

from __future__ import annotations

from ...kernel import Action, Seat, Term


class Keep(Action, frozen=True, tag="keep"):
    """Lay money face down into my own loot."""

    hidden = ("card",)
    card: Term


class Give(Action, frozen=True, tag="give"):
    """Lay money face up into another player's loot."""

    card: Term
    seat: Seat


class Play(Action, frozen=True, tag="play"):
    """A police car or an action card."""

    card: Term

    def wording(self) -> str:
        return f"play.{self.card}"


class Swap(Action, frozen=True, tag="swap"):
    """Places count from 1, as they lie. By the first rules `theirs` is None for a face-down card, picked by chance."""

    mine: int
    seat: Seat
    theirs: int | None

    def wording(self) -> str:
        return "swap.blind" if self.theirs is None else "swap"
