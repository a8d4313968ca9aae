"""What a seat decides."""

from __future__ import annotations

from ...kernel import Action, Money, Term


class Bribe(Action, frozen=True, tag="bribe"):
    """Write sums down under agents. That it is done is open; to whom and how much is not."""

    hidden = ("sums",)
    sums: tuple[tuple[Term, Money], ...]


class Move(Action, frozen=True, tag="move"):
    agent: Term
    to: Term
    case: bool

    def wording(self) -> str:
        return "move.case" if self.case else "move"


class Strike(Action, frozen=True, tag="strike"):
    agent: Term
    victim: Term


class Rest(Action, frozen=True, tag="rest"):
    """End the turn without doing anything more."""


class Allow(Action, frozen=True, tag="allow"):
    """Make no objection."""


class Object(Action, frozen=True, tag="object"):
    pass


class Fight(Action, frozen=True, tag="fight"):
    """Stand by the action that is objected to."""


class Withdraw(Action, frozen=True, tag="withdraw"):
    pass


class Bid(Action, frozen=True, tag="bid"):
    """The objector names a part of the own bribe, or all of it."""

    amount: Money


class GiveUp(Action, frozen=True, tag="give-up"):
    """The objector names no more: the objection fails."""


class Meet(Action, frozen=True, tag="meet"):
    """The active player has at least the sum that was named."""


class Yield(Action, frozen=True, tag="yield"):
    """The active player does not meet the sum: the objection succeeds."""


class Settle(Action, frozen=True, tag="settle"):
    """Choose a headquarters, in the variant."""

    place: Term


Deed = Move | Strike
"""What is announced and may be objected to."""
