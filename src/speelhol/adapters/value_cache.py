"""What was made of a value, for when it comes again: values of a match are immutable, and come again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ValueCache(dict[K, V]):
    """By value, what was made of it, made where it is missing; begun anew when it has grown too large."""

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        self._make = make
        self._most = most

    def __missing__(self, value: K) -> V:
        if len(self) >= self._most:
            self.clear()
        made = self[value] = self._make(value)
        return made
