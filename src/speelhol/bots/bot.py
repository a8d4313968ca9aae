"""One interface: a view in, an action out, and on request why."""

from __future__ import annotations

import time
from typing import Protocol

from msgspec import Struct

from ..kernel import EVEN, Action, Belief, Random, Temper, View

FAINT, SURE = 0.15, 0.98


class Deadline(Protocol):
    def __call__(self, share: float = 1.0) -> bool:
        """Whether this share of the time is used up."""


class Budget(Struct, frozen=True):
    """How long a bot may think: until the seconds are over or so many worlds were looked at, whichever comes first."""

    seconds: float = 0.6
    rounds: int = 1_000_000
    """Imagined plays. With rounds alone to stop it, a bot decides the same on every machine."""
    named: bool = False
    """Whether just so many are wanted, and not what a level takes at a table: for the lab."""

    def clock(self) -> Deadline:
        """A function that tells whether a share of the time, or all of it, is used up."""
        begun = time.perf_counter()
        return lambda share=1.0: time.perf_counter() >= begun + self.seconds * share


class Weighed(Struct, frozen=True):
    """A choice and what the bot gave for it: the chance to win that it expects, from so many imagined plays."""

    action: Action
    worth: float
    plays: int


class Thought(Struct, frozen=True):
    """A decision, with the best choices (the decision among them) and what the bot believed."""

    action: Action
    choices: tuple[Weighed, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    rounds: int = 0

    @property
    def telling(self) -> list[Belief]:
        """The beliefs worth telling, likeliest first: not what is hardly believed, nor what is as good as known."""
        return sorted((one for one in self.beliefs if FAINT < one.chance < SURE), key=lambda one: -one.chance)


class Bot(Protocol):
    """Decides for a seat. It is given the seat's view and nothing else: no match, no position, no log of others."""

    temper: Temper

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        """Decide. The view must hold offers; the same view, generator and rounds give the same thought."""


class Level:
    """What the bots of the ladder share."""

    def __init__(self, temper: Temper = EVEN) -> None:
        self.temper = temper

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        raise NotImplementedError

    def choose(self, view: View, rng: Random, budget: Budget | None = None) -> Action:
        return self.think(view, rng, budget or Budget()).action
