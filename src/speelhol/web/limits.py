"""How much one visitor may do in a while."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from ..den import Turned

RATES = {
    "act": (60.0, 20.0),  # a seat's moves: a bot may be quick
    "knock": (40.0, 1.0),  # sitting down, for programs: each one is a new person
    "say": (8.0, 0.5),
    "open": (20.0, 0.05),
    "miss": (30.0, 0.5),  # tables that don't exist, keys that don't fit
}
"""For each kind of request: how many at once, and how many a second after that."""
MOST = 50_000


class Limits:
    """A bucket per visitor and kind of request. Remembers the latest visitors only."""

    def __init__(self, generosity: float = 1.0) -> None:
        self.generosity = generosity
        """How many times the usual rates are allowed."""
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, visitor: str) -> None:
        """Raises Turned("too-fast") when there were too many; counts nothing."""
        left, rate = self._left(kind, visitor)
        if left < 1:
            raise Turned("too-fast", wait=math.ceil((1 - left) / rate))

    def spend(self, kind: str, visitor: str) -> None:
        """Count one request. Raises Turned("too-fast") when there were too many."""
        self.check(kind, visitor)
        left, _ = self._left(kind, visitor)
        self._buckets[kind, visitor] = (left - 1, time.monotonic())
        self._buckets.move_to_end((kind, visitor))
        if len(self._buckets) > MOST:
            self._buckets.popitem(last=False)

    def _left(self, kind: str, visitor: str) -> tuple[float, float]:
        size, rate = (n * self.generosity for n in RATES[kind])
        now = time.monotonic()
        left, then = self._buckets.get((kind, visitor), (size, now))
        return min(size, left + (now - then) * rate), rate
