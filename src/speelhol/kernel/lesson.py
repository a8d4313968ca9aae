"""A first match as data: who does what, and what the coach says to the learner at each step."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
from msgspec import Struct

from .languages import Texts, complete


class Tip(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of the learner: what to do, and what the coach says before it; `{1}` is the name of seat 1."""

    do: str
    """The action in its text form."""
    say: Texts

    def __post_init__(self) -> None:
        complete(self.say)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A match on the real rules in which everybody's first decisions are written down.

    Decisions are kept by seat, so it does not matter in which order a sealed question is answered. Where they
    end, the match goes on freely.
    """

    seats: int
    seed: str
    end: Texts
    """What the coach says when the learner is left to play on alone."""
    mine: tuple[Tip, ...]
    """The learner's decisions, in seat 0."""
    others: dict[str, tuple[str, ...]] = {}
    """By seat, the decisions of the others."""
    options: dict[str, Any] = {}

    def __post_init__(self) -> None:
        complete(self.end)

    def script(self, seat: int) -> tuple[str, ...]:
        """What a seat decides, one after another."""
        return tuple(tip.do for tip in self.mine) if seat == 0 else self.others.get(str(seat), ())

    @classmethod
    def load(cls, text: str) -> Lesson:
        return msgspec.convert(tomllib.loads(text), cls)
