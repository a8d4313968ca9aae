"""What is kept about a table goes with its state, or with whoever watches it; here it is counted for all tables."""

from __future__ import annotations

from ...kernel.cache import Found


class Counted:
    """How often something was found about a table, and how often it had to be made."""

    __slots__ = ("hits", "misses")

    def __init__(self) -> None:
        self.hits = self.misses = 0

    def found(self) -> Found:
        return Found(self.hits, self.misses)


PER_TABLE = Counted()
