"""A house in which nothing is left to chance: the same tables are opened, dealt and played by its bots every time."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

from speelhol.den import Den, Pace, Table
from speelhol.den.tables import fair
from speelhol.den.tables.pace import NO_CLOCK
from speelhol.den.tables.people import code_by

from .house import House


class Same(random.Random):
    """Whims that are the same whoever has them, and however often they were asked for: bots of a house take turns as
    its threads do."""

    def random(self) -> float:
        return 0.5

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        return list(population)[:k]


def steady(house: House, seed: str) -> House:
    """The house, open, with names and secrets of new tables that follow from a seed; but for those that a page opens,
    which was shown the seal on another secret."""
    den: Den = house.den
    opened = den.open_table
    tables = 0
    den.rng = Same()

    async def open_table(
        game: str,
        seats: int,
        options: dict[str, Any],
        person: str,
        pace: Pace = NO_CLOCK,
        promise: fair.Promise | None = None,
        **more: Any,
    ) -> Table:
        nonlocal tables
        tables += 1
        secret = hashlib.sha256(f"{seed}/{tables}".encode()).hexdigest()
        own = fair.Promise(code_by(int(secret, 16)), secret)
        return await opened(game, seats, options, person, pace, promise or own, **more)

    den.open_table = open_table  # type: ignore[method-assign]
    return house
