"""What lies on the table: the board, the casinos, the bluff cards, the chips, and the position."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import combinations
from typing import Any, Literal

from msgspec import Struct

from ...kernel import Options, Position, Seat, Term
from ...kernel.cache import per_process


def _data(file: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"))


_BOARD, _CASINOS = _data("board.toml"), _data("casinos.toml")

CASINOS: tuple[str, ...] = tuple(_CASINOS)
COLOUR: dict[str, str] = {casino: facts["colour"] for casino, facts in _CASINOS.items()}
SYMBOL: dict[str, str] = {casino: facts["symbol"] for casino, facts in _CASINOS.items()}
AT: dict[str, int] = {casino: i for i, casino in enumerate(CASINOS)}

SPACES: tuple[str, ...] = tuple(_BOARD["spaces"])
PLACE: dict[str, int] = {space: i for i, space in enumerate(SPACES)}
KIND: tuple[str, ...] = tuple("casino" if s in AT else s.rsplit("-", 1)[0] for s in SPACES)
"""By space: corner, casino, bluff, pot, all-play, grand-slam, takeover."""
PLAYED: dict[str, str] = {**_BOARD["symbols"], **SYMBOL}
"""The symbol of the game on a space."""
CORNERS: tuple[int, ...] = tuple(i for i, kind in enumerate(KIND) if kind == "corner")
LAP = len(SPACES)

BLUFFS: tuple[str, ...] = ("roulette", "dice", "cards", "blank")
DECK: tuple[str, ...] = tuple(card for card, n in _data("bluff.toml").items() for _ in range(n))
HAND_LIMIT = 3
MOST = 6
"""Nobody plays with more."""

BOX: dict[int, int] = {int(worth): n for worth, n in _data("chips.toml").items()}
"""How many chips of each value there are."""
TOTAL: int = sum(worth * n for worth, n in BOX.items())
START_CHIPS = 2_000_000
UNIT = 50_000
"""The smallest stake, the step of stakes and bids, and what the bank pays for a casino that nobody wants."""
PRICE = 100_000
"""Of a casino, a bluff card and a takeover; also the lowest bid."""
ALL_PLAY = 500_000
SLAM = (100_000, 250_000, 500_000, 1_000_000)
"""What stopping brings before the first step and after each."""
ROUNDS = 200
WORTH = 100_000
"""Of a casino, when the chips are counted."""


class CashOptions(Options, frozen=True):
    casinos: Literal["two", "one"] = "two"
    """With how many casinos everybody begins; with one the game takes longer."""


# ---- combinations

FOR_LAP = {3: 4, 4: 3, 5: 3, 6: 3}
"""How many casinos make a combination, by the number of seats."""


@per_process(4096)
def combinations_in(seats: int, casinos: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every winning combination among these casinos: one symbol or, with four seats and more, one colour.

    [goal.win] [goal.fixed]
    """
    need = FOR_LAP[seats]
    facts = (SYMBOL,) if seats == 3 else (SYMBOL, COLOUR)
    found = (
        some
        for fact in facts
        for value in dict.fromkeys(fact.values())
        for some in combinations([c for c in casinos if fact[c] == value], need)
    )
    return tuple(found)


def nearest_corner(place: int) -> int:
    """Fewest steps either way; if two are equally near, the one ahead."""
    return min(CORNERS, key=lambda c: (min((c - place) % LAP, (place - c) % LAP), (c - place) % LAP))


@per_process(512)
def owned(owners: tuple[int | None, ...], seat: int) -> tuple[str, ...]:
    """The casinos of a seat, where these are their owners."""
    return tuple([casino for casino, owner in zip(CASINOS, owners, strict=True) if owner == seat])


# ---- the position


class Lap(Struct, frozen=True, cache_hash=True):
    """A Cash & Run lap: where it began, how far it went, and what must not be lost."""

    corner: Term
    gone: int
    casinos: tuple[Term, ...]


class Trace(Struct, frozen=True, cache_hash=True):
    """Where one bluff card went: what a player with a good memory has seen of it."""

    seat: Seat
    what: Literal["got", "put", "shown", "left"]
    """Drawn from the top; put under the stack unseen; opened and put under it; gone under it, in any order, with
    its bankrupt owner."""
    card: Term | None
    """None in the view of those who did not see it."""


class Cash(Position):
    chips: tuple[int, ...] = ()
    bank: int = TOTAL
    pot: int = 0
    owners: tuple[int | None, ...] = (None,) * len(CASINOS)
    """By casino; None: it lies in the supply, for sale."""
    pawns: tuple[int | None, ...] = ()
    """By seat, the space; None before the start and after bankruptcy."""
    hands: tuple[tuple[str, ...], ...] = ()
    """Bluff cards, sorted."""
    stack: tuple[str, ...] = DECK
    """Bluff cards, the top first."""
    laid: str | None = None
    """The bluff card that lies face down before its judge."""
    trail: tuple[Trace, ...] = ()
    first: int = -1
    turn: int = -1
    round: int = 0
    again: bool = False
    """The roll that is being resolved earns another."""
    offset: int = 0
    """How much of a claim the newest auction has set off; read and cleared by the debt beneath."""
    laps: tuple[Lap | None, ...] = ()
    out: tuple[int, ...] = ()
    """Bankrupt seats, in the order they went."""

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats still in the game."""
        out = self.out
        return tuple([s for s in range(self.seats) if s not in out])

    def casinos_of(self, seat: int) -> tuple[str, ...]:
        return owned(self.owners, seat)

    def owner(self, casino: str) -> int | None:
        return self.owners[AT[casino]]
