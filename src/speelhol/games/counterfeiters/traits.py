"""Which words and lengths the fields of this game can have, for the adapters."""

from __future__ import annotations

from itertools import product

from ...kernel.traits import Traits
from .table import KITS, PRINTER, RATES, REAL_MONEY, SPACES


def traits(seats: int) -> Traits:
    """What holds for so many seats, by every version of the rules."""
    kits = [by_seats[seats] for by_seats in KITS.values()]
    bought = {card for kit in kits for group in (*kit.classes, kit.kit_cards) for card in group}
    cards = tuple(sorted({*bought, PRINTER}))
    slots = max(len(kit.prices) for kit in kits)
    spaces = (*SPACES, *next(kit.slots for kit in kits if len(kit.slots) == slots))
    most = RATES.fence_limit
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
