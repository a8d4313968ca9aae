"""How much one visitor may do in a while."""

from __future__ import annotations

import time
from collections import OrderedDict

from ..den import Turned

RATES = {"act": (40.0, 4.0), "say": (8.0, 0.5), "open": (20.0, 0.05), "look": (120.0, 20.0)}
"""For each kind of request: how many at once, and how many a second after that."""
MOST = 50_000


class Limits:
    """A bucket per visitor and kind of request. Remembers the latest visitors only."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, kind: str, visitor: str) -> None:
        """Count one request. Raises Turned("too-fast") when there were too many."""
        size, rate = RATES[kind]
        now = time.monotonic()
        left, then = self._buckets.pop((kind, visitor), (size, now))
        left = min(size, left + (now - then) * rate)
        if left < 1:
            self._buckets[kind, visitor] = (left, now)
            raise Turned("too-fast")
        self._buckets[kind, visitor] = (left - 1, now)
        if len(self._buckets) > MOST:
            self._buckets.popitem(last=False)
