"""A first match as data: who does what, and what the coach says to the learner at each step."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .languages import Texts, complete
from .mind import Belief

if TYPE_CHECKING:
    from .match import Match

LEARNER = 0
"""The seat of whoever learns."""


class Tip(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of the learner: what to do, and what the coach says before it; `{1}` is the name of seat 1."""

    do: str
    """The action in its text form."""
    say: Texts
    basics: bool = False
    """Whoever has come so far knows the basics: from here on the lesson can be finished."""
    beliefs: tuple[int, ...] = ()
    """Seats whose belief about the learner stands beside it, as it is then."""

    def __post_init__(self) -> None:
        complete(self.say)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A match on the real rules in which everybody's first decisions are written down.

    Decisions are kept by seat, so it does not matter in which order a sealed question is answered. Where they
    end, the match goes on freely.
    """

    title: Texts
    seats: int
    seed: str
    end: Texts
    """What the coach says when the learner is left to play on alone."""
    mine: tuple[Tip, ...]
    """The learner's decisions, in seat 0."""
    others: dict[str, tuple[str, ...]] = {}
    """By seat, the decisions of the others."""
    options: dict[str, Any] = {}
    end_beliefs: tuple[int, ...] = ()
    """Seats whose belief about the learner stands beside the last words."""

    def __post_init__(self) -> None:
        complete(self.title)
        complete(self.end)

    def script(self, seat: int) -> tuple[str, ...]:
        """What a seat decides, one after another."""
        return tuple(tip.do for tip in self.mine) if seat == LEARNER else self.others.get(str(seat), ())

    def can_finish(self, done: int) -> bool:
        """Whether the basics have been told to a learner who has made so many decisions."""
        return done >= len(self.mine) or any(tip.basics for tip in self.mine[: done + 1])

    @classmethod
    def load(cls, text: str) -> Lesson:
        return msgspec.convert(tomllib.loads(text), cls)


class Conviction(Struct, frozen=True):
    """What one seat believes of the learner, and how firmly it did before the learner's newest decision."""

    seat: int
    belief: Belief
    before: float | None


def convictions(match: Match, seats: Sequence[int]) -> tuple[Conviction, ...]:
    """What these seats believe of the learner now, each by its own view; when all is open, just before that.

    For lessons alone: what somebody believes tells something of what they know.
    """
    believes, game = match.game.beliefs, match.game
    if believes is None or not seats:
        return ()
    record = match.record()
    decided = [at for at, (seat, _) in enumerate(record.actions) if seat == LEARNER]
    now = game.replay(record, len(record.actions) - 1) if match.over else match
    earlier = game.replay(record, decided[-1]) if decided else None
    found: list[Conviction] = []
    for seat in seats:
        old = [] if earlier is None else believes(earlier.view(seat), LEARNER)
        before = {(one.tag, *one.data.items()): one.chance for one in old}
        for belief in believes(now.view(seat), LEARNER):
            found.append(Conviction(seat, belief, before.get((belief.tag, *belief.data.items()))))
    return tuple(found)
