"""What could be won at most: a Schemer that sees everything. It exists in the lab alone.

A seer is made around a match, and the house hands its bots nothing but a seat's view: no table can seat one.
"""

from __future__ import annotations

from ..bots import Schemer
from ..bots.worlds import Worlds
from ..kernel import EVEN, Match, Random, Temper, View

SEER = "seer"
"""What it is called in a contest. It is no level: neither tables nor `speelhol join` know the name."""


class Seer(Schemer):
    """Thinks as a Schemer does, with the same plays, but in the match that is really played.

    All cards, ledgers and purses lie open to it, and the order of a stack; what dice and lots will bring does not.
    """

    def __init__(self, temper: Temper = EVEN, *, match: Match) -> None:
        super().__init__(temper)
        self._match = match

    def worlds(self, view: View, rng: Random, many: int) -> Worlds:
        return Truth(self._match)


class Truth(Worlds):
    """The one world that is so."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.mind = match.game.mind
        self.worlds = [match.copy()]
        self.weights = [1.0]
