"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from itertools import product

from ...kernel.traits import Traits
from .table import KITS, PRINTER, RATES, REAL_MONEY, SPACES


def traits(seats: int) -> Traits:
    """What holds for so many seats."""
    kit = KITS[seats]
    bought = [card for group in kit.classes for card in group]
    cards = tuple(sorted({*bought, *kit.kit_cards, PRINTER}))
    spaces = (*SPACES, *dict.fromkeys(kit.slots))
    most = RATES.fence_limit
    slots = len(kit.prices)
    return Traits(
        whole=REAL_MONEY,
        decisions=2_000,
        terms={
            "card": cards,
            "market": cards,
            "stock": cards,
            "gone": cards,
            "cards": cards,
            "space": spaces,
            "placed": spaces,
        },
        lengths={
            "market": (slots,),
            "room": (len(SPACES),),
            "left": (seats,),
            "flat": (seats,),
            "placed": (seats,),
            "cards": (seats,),
            "fakes": (seats,),
            "flows": (seats, 16),
            "purses": (seats,),
            "flights": (8,),
        },
        numbers={"slot": range(1, slots + 1)},
        money=frozenset(("flows",)),
        listed={"hand-over": [way for way in product(range(most + 1), repeat=3) if sum(way) <= most]},
        implied=frozenset(("buy.price",)),
    )
