"""What keeps a store from writing: a number that somebody else took, a database that is away, a damaged file."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...metrics import Metrics
from ..tables.errors import TurnedAway
from . import sqlite


class Stale(Exception):
    """Somebody else wrote this sequence number first."""


class Away(TurnedAway):
    """The database can't be reached or written for a moment. What was being written is in it whole, or not at all."""

    def __init__(self, reason: str = "books-away", wait: int = 2) -> None:
        super().__init__(reason, wait=wait)


class Damaged(Away):
    """The file of the database is not what was written: nothing is read from it or written to it any more."""

    def __init__(self) -> None:
        super().__init__("books-damaged", 60)


class Trouble:
    """What a store could not write of late, and whether its file is damaged."""

    def __init__(self, metrics: Metrics, shared: bool) -> None:
        self._metrics = metrics
        self._shared = shared
        self.damage: Exception | None = None
        """What was found of a file that is damaged."""
        self.refused = 0.0
        """When something could not be written last; 0 if something was since."""
        self.tell: Callable[[Exception], None] = lambda _: None
        """Who hears of damage, once."""

    def check(self) -> None:
        """Raises Damaged if the file is known to be."""
        if self.damage is not None:
            raise Damaged from self.damage

    def gave_up(self) -> None:
        """Something could not be written."""
        self._metrics.failures.inc()
        self.refused = time.monotonic()

    def spoilt(self, error: Exception) -> bool:
        """Whether an error says that the file is damaged; from then on it is."""
        if self._shared or not sqlite.damaged(error):
            return False
        self.found(error)
        return True

    def found(self, damage: Exception) -> None:
        """The file is damaged."""
        if self.damage is None:
            self.damage = damage
            self.tell(damage)
