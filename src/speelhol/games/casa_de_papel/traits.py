"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from itertools import combinations

from ...kernel.traits import Traits
from .table import CARDS, CLAIMS, HOSTAGES, KITS, PROFESSOR, RAQUEL, ROBBERS, ROUNDS


def traits(seats: int) -> Traits:
    """What holds for so many seats."""
    people = (PROFESSOR, RAQUEL, *ROBBERS, *HOSTAGES)
    cards = CARDS
    return Traits(
        whole=KITS[seats].goal,
        decisions=400,
        terms={
            "card": CLAIMS,
            "cards": cards,
            "hand": cards,
            "mine": cards,
            "saw": cards,
            "characters": people,
            "aside": people,
            "character": people,
            "met_character": people,
        },
        lengths={
            "led": (ROUNDS,),
            "claims": (seats,),
            "rounds": (ROUNDS,),
            "said": (seats,),
            "characters": (seats,),
            "notes": (seats, 3),
            "mine": (ROUNDS,),
            "suspects": (3,),
        },
        listed={"choose": [(some,) for some in combinations(range(seats), KITS[seats].chosen)]},
    )
