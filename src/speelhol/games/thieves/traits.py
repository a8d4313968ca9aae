"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from ...kernel.traits import Traits
from .table import COUNTS


def traits(seats: int) -> Traits:
    """What holds for so many seats."""
    cards = tuple(COUNTS)
    places = range(1, 11)
    return Traits(
        whole=1,
        decisions=1_000,
        terms=dict.fromkeys(("card", "police", "discard", "hand", "drawn", "held", "open", "played"), cards),
        lengths={
            "hands": (seats,),
            "loot": (seats, len(places)),
            "stretches": (4,),
            "sizes": (seats,),
            "played": (8,),
            "held": (4,),
        },
        numbers={"mine": places, "theirs": places},
    )
