"""What is kept about a table goes with its state, or with whoever watches it; here it is counted for all tables."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from ...kernel.cache import Found

T = TypeVar("T")


class Counted:
    """How often something was found about a table, and how often it had to be made."""

    __slots__ = ("hits", "misses")

    def __init__(self) -> None:
        self.hits = self.misses = 0

    def found(self) -> Found:
        return Found(self.hits, self.misses)


PER_TABLE = Counted()


EVERYBODY: Collection[int] | None = None
"""Made of what anybody at the table may have done, also in the dark."""


class StateCache:
    """What was made of one state of a table, by a key, and by whose eyes.

    What only one seat can notice leaves everything as it is that was made for others: or else how long it takes to look
    at the table would tell them that something had happened.
    """

    def __init__(self) -> None:
        self._state: tuple[Any, ...] = ()
        self._made: dict[object, tuple[Collection[int] | None, Any]] = {}

    def once(self, state: tuple[Any, ...], key: object, make: Callable[[], T], of: Collection[int] | None) -> T:
        """What `make` makes, once for a state; `of`: the seats whose own deeds it is made of besides what is open."""
        before = self._state
        if not before or before[2] != state[2] or before[1] is not state[1] or before[0] is not state[0]:
            self._state, self._made = state, {}
        known = self._made.get(key)
        if known is not None:
            PER_TABLE.hits += 1
            found: T = known[1]
            return found
        PER_TABLE.misses += 1
        made = make()
        self._made[key] = of, made
        return made

    def is_of(self, state: tuple[Any, ...]) -> bool:
        """Whether this was made of the very same match, moves and entries. Moves are a chain that may be thousands of
        links long: nobody looks whether two of them are equal."""
        if not self._state:
            return False
        (match, moves, seq), (match_now, moves_now, seq_now) = self._state, state
        return bool(match is match_now and moves is moves_now and seq == seq_now)

    def carry_over(self, state: tuple[Any, ...], seat: int) -> None:
        """The table is in another state, of which only this seat can notice something."""
        self._state = state
        self._made = {key: one for key, one in self._made.items() if one[0] is not None and seat not in one[0]}
