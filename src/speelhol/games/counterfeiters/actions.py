"""What a seat decides."""

from __future__ import annotations

from typing import Any

from ...kernel import Action, Money, Term


class Place(Action, frozen=True, tag="place"):
    space: Term

    def wording(self) -> str:
        return f"place.{self.space}"


class Buy(Action, frozen=True, tag="buy"):
    """Place a henchman under a card of the black market and buy it."""

    slot: int
    card: Term
    price: Money


class Skip(Action, frozen=True, tag="skip"):
    """Lay a henchman flat."""


class HandOver(Action, frozen=True, tag="hand-over"):
    """Fake notes of one, two and three stars: in the shop, to the fence, in the diners."""

    one: int
    two: int
    three: int

    def wording(self) -> str:
        grades = [str(n) for n, notes in enumerate((self.one, self.two, self.three), 1) if notes]
        return "hand-over." + ("".join(grades) or "none")


class Transfer(Action, frozen=True):
    """Nobody else sees the sum, nor which way it goes."""

    hidden = ("amount",)
    whole = ("amount",)
    amount: Money

    def face(self) -> tuple[Any, ...]:
        return (Transfer,)


class Stash(Transfer, frozen=True, tag="stash"):
    """From the hand to the offshore account."""


class Fetch(Transfer, frozen=True, tag="fetch"):
    """From the offshore account to the hand."""


class Recall(Action, frozen=True, tag="recall"):
    """The lawyer gets a henchman off the board."""

    space: Term


class Stay(Action, frozen=True, tag="stay"):
    """The lawyer stays at home."""
