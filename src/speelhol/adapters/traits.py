"""What the types of a game don't say about its values: which words a field can hold, how long a row can be.

Fields are found as `tag.field` (the tag of an action or step, or `now` for the view) and else by their own name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, TypeVar

from msgspec import Struct

from ..games.casa_de_papel import table as casa
from ..games.casablanca import table as casablanca
from ..games.cash_and_run import gambling
from ..games.cash_and_run import table as cash
from ..games.counterfeiters import table as counterfeiters
from ..games.thieves import table as thieves

T = TypeVar("T")


class Traits(Struct, frozen=True):
    whole: int
    """Amounts are told as a part of this: about all the money that one seat can hold."""
    decisions: int
    """A match that is not over after so many decisions is stopped; random play stays below."""
    terms: Mapping[str, Sequence[str]]
    """The words that a field can hold."""
    lengths: Mapping[str, Sequence[int]] = {}
    """How many entries of a row are told, by depth, where their places matter; of longer rows the newest."""
    numbers: Mapping[str, Sequence[int]] = {}
    """The whole numbers that a field can hold, where they are names rather than counts."""
    money: frozenset[str] = frozenset()
    """Amounts that the types don't call so."""
    listed: Mapping[str, Sequence[tuple[Any, ...]]] = {}
    """Kinds of action whose values are listed together."""
    implied: frozenset[str] = frozenset()
    """Fields of actions that follow from the others."""

    def find(self, table: Mapping[str, T], tag: str, field: str) -> T | None:
        return table.get(f"{tag}.{field}", table.get(field))


@cache
def traits(game: str, seats: int) -> Traits:
    """The traits of a game for so many seats. Raises ValueError if the game has none."""
    try:
        return _TRAITS[game](seats)
    except KeyError:
        raise ValueError(f"There is no adapter for {game!r}; there are {', '.join(sorted(_TRAITS))}.") from None


def _casa(seats: int) -> Traits:
    people = (casa.PROFESSOR, casa.RAQUEL, *casa.ROBBERS, *casa.HOSTAGES)
    cards = casa.CARDS
    return Traits(
        whole=casa.KITS[seats].goal,
        decisions=400,
        terms={
            "card": cards,
            "cards": cards,
            "hand": cards,
            "mine": cards,
            "saw": cards,
            "characters": people,
            "character": people,
            "met_character": people,
        },
        lengths={
            "led": (casa.ROUNDS,),
            "claims": (seats,),
            "rounds": (casa.ROUNDS,),
            "said": (seats,),
            "characters": (seats,),
            "notes": (seats, 3),
            "mine": (casa.ROUNDS,),
            "suspects": (3,),
        },
        listed={"choose": [(some,) for some in combinations(range(seats), casa.KITS[seats].chosen)]},
    )


def _casablanca(seats: int) -> Traits:
    agents, places = casablanca.AGENTS, tuple(casablanca.STREETS)
    eight = len(agents)
    return Traits(
        whole=casablanca.CAPITAL,
        decisions=20_000,
        terms={
            "agent": agents,
            "victim": agents,
            "barred": agents,
            "carriers": agents,
            "sums": agents,
            "to": places,
            "case": places,
            "places": places,
            "quarters": casablanca.HEADQUARTERS,
            "settle.place": casablanca.HEADQUARTERS,
        },
        lengths={
            "queue": (seats,),
            "places": (eight,),
            "heard": (seats, eight),
            "gone": (seats, eight),
            "ledgers": (seats, eight),
            "bribed": (seats,),
            "floor": (seats,),
            "purses": (seats,),
            "quarters": (seats,),
            "down": (seats,),
            "bribes": (eight,),
        },
        money=frozenset(("heard", "gone", "ledgers", "floor", "purses", "bribes")),
    )


def _cash(seats: int) -> Traits:
    picks = tuple(dict.fromkeys(pick for picks in gambling.PICKS.values() for pick in picks))
    return Traits(
        whole=cash.TOTAL,
        decisions=20_000,
        terms={
            "casino": cash.CASINOS,
            "casinos": cash.CASINOS,
            "now.mine": cash.CASINOS,
            "space": cash.SPACES,
            "corner": [cash.SPACES[place] for place in cash.CORNERS],
            "pick": picks,
            "symbol": gambling.SYMBOLS,
            "card": cash.BLUFFS,
            "hand": cash.BLUFFS,
            "laid": cash.BLUFFS,
        },
        lengths={
            "chips": (seats,),
            "owners": (len(cash.CASINOS),),
            "pawns": (seats,),
            "held": (seats,),
            "trail": (24,),
            "laps": (seats,),
        },
        numbers={"pawns": range(cash.LAP)},
        listed={"lay-out": [(some,) for some in cash.combinations_in(seats, cash.CASINOS)]},
    )


def _counterfeiters(seats: int) -> Traits:
    kit = counterfeiters.KITS[seats]
    bought = [card for group in kit.classes for card in group]
    cards = tuple(sorted({*bought, *kit.kit_cards, counterfeiters.PRINTER}))
    spaces = (*counterfeiters.SPACES, *dict.fromkeys(kit.slots))
    most = counterfeiters.RATES.fence_limit
    slots = len(kit.prices)
    return Traits(
        whole=counterfeiters.REAL_MONEY,
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
            "room": (len(counterfeiters.SPACES),),
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


def _thieves(seats: int) -> Traits:
    cards = tuple(thieves.COUNTS)
    places = range(1, 11)
    return Traits(
        whole=1,
        decisions=1_000,
        terms=dict.fromkeys(("card", "police", "discard", "hand", "drawn", "held", "open", "played"), cards),
        lengths={
            "hands": (seats,),
            "loot": (seats, len(places)),
            "chapters": (4,),
            "sizes": (seats,),
            "played": (8,),
            "held": (4,),
        },
        numbers={"mine": places, "theirs": places},
    )


_TRAITS = {
    "casa-de-papel": _casa,
    "casablanca": _casablanca,
    "cash-and-run": _cash,
    "counterfeiters": _counterfeiters,
    "thieves": _thieves,
}
ADAPTED = tuple(_TRAITS)
"""The games that have an adapter."""
