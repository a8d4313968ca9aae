"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from ...kernel.traits import Traits
from . import gambling
from .table import BLUFFS, CASINOS, CORNERS, LAP, SPACES, TOTAL, combinations_in


def traits(seats: int) -> Traits:
    """What holds for so many seats."""
    picks = tuple(dict.fromkeys(pick for picks in gambling.PICKS.values() for pick in picks))
    return Traits(
        whole=TOTAL,
        decisions=20_000,
        terms={
            "casino": CASINOS,
            "casinos": CASINOS,
            "now.mine": CASINOS,
            "space": SPACES,
            "corner": [SPACES[place] for place in CORNERS],
            "pick": picks,
            "symbol": gambling.SYMBOLS,
            "card": BLUFFS,
            "hand": BLUFFS,
            "laid": BLUFFS,
        },
        lengths={
            "chips": (seats,),
            "owners": (len(CASINOS),),
            "pawns": (seats,),
            "held": (seats,),
            "trail": (24,),
            "laps": (seats,),
        },
        numbers={"pawns": range(LAP)},
        listed={"lay-out": [(some,) for some in combinations_in(seats, CASINOS)]},
    )
