"""What a seat decides."""

from __future__ import annotations

from speelhol.kernel import Action


class Bid(Action, frozen=True, tag="bid"):
    coins: int
