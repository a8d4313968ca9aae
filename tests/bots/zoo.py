"""The zoo: bots that misbehave, each in its own way. They are let into a worker and nowhere else."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import time
from typing import Any, cast

from msgspec.structs import force_setattr

import speelhol
from speelhol.bots import Budget, Level, Thought
from speelhol.kernel import Action, Match, Position, Random, View


class Crasher(Level):
    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        raise LookupError("I have lost my notes")


class Sleeper(Level):
    """Does not answer."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        time.sleep(600)
        raise AssertionError


class Liar(Level):
    """Answers with an action of the game that it was not offered."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        for seed in range(1000):
            match = speelhol.game(view.game).start(view.seats, str(seed))
            found = [action for seat in match.to_act for action in match.legal(seat) if action not in view.offers]
            if found:
                return Thought(found[0])
        raise AssertionError


class Poet(Level):
    """Answers with something that is no thought."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        return cast("Thought", "I would rather not")


class Doubter(Level):
    """A thought without an action."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        return Thought(cast("Action", None))


class Glutton(Level):
    """Wants all the memory there is."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        return Thought(cast("Action", bytearray(1 << 40)))


class Vandal(Level):
    """Scribbles over what it was given, and prints where answers are written; then answers as it should."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        action = view.offers.sample(rng)
        print("who reads this?")  # noqa: T201 - that is what it does wrong
        os.write(1, b"\0\0\0\1?")
        for name, nothing in (("_open", None), ("_own", None), ("_count", 0)):
            force_setattr(view.log, name, nothing)
        return Thought(action)


class Bomber(Level):
    """Takes its process down."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Smasher(Level):
    """Takes its process down from below."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        ctypes.string_at(0)
        raise AssertionError


class Leaver(Level):
    """Ends the program that it is a part of."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        sys.exit()


class Peeker(Level):
    """Looks through its whole process for a match, a position or another seat's view; crashes if there is one."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        everything: list[Any] = gc.get_objects()
        for one in everything:
            if isinstance(one, Match | Position) or (isinstance(one, View) and one is not view):
                raise AssertionError(f"found {type(one).__name__}")
        return Thought(view.offers.sample(rng))


MISBEHAVE = {
    "crasher": "crash",
    "sleeper": "late",
    "liar": "illegal",
    "poet": "type",
    "doubter": "type",
    "glutton": "memory",
    "bomber": "died",
    "smasher": "died",
}
"""What the house says about each of them."""
ZOO = {kind.__name__.lower(): f"{__name__}:{kind.__name__}" for kind in
       (Crasher, Sleeper, Liar, Poet, Doubter, Glutton, Vandal, Bomber, Smasher, Leaver, Peeker)}  # fmt: skip
