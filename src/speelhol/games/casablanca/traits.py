"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from ...kernel.traits import Traits
from .table import AGENTS, CAPITAL, HEADQUARTERS, STREETS

BARRED = 4
"""So many of the actions that were blocked in a turn are told, the newest."""


def traits(seats: int) -> Traits:
    """What holds for so many seats."""
    agents, places = AGENTS, tuple(STREETS)
    eight = len(agents)
    return Traits(
        whole=CAPITAL,
        decisions=20_000,
        terms={
            "agent": agents,
            "victim": agents,
            "stopped": agents,
            "carriers": agents,
            "sums": agents,
            "to": places,
            "case": places,
            "places": places,
            "quarters": HEADQUARTERS,
            "settle.place": HEADQUARTERS,
        },
        lengths={
            "queue": (seats,),
            "places": (eight,),
            "heard": (seats, eight),
            "gone": (seats, eight),
            "used": (seats, eight),
            "barred": (BARRED,),
            "ledgers": (seats, eight),
            "bribed": (seats,),
            "floor": (seats,),
            "purses": (seats,),
            "quarters": (seats,),
            "down": (seats,),
            "bribes": (eight,),
        },
        money=frozenset(("heard", "gone", "used", "ledgers", "floor", "purses", "bribes")),
    )
