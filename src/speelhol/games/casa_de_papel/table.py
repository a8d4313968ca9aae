"""What lies on the table: the characters, the cards, and the position."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from msgspec import Struct

from ...kernel import Money, Options, Position, Seat, Term
from .actions import Claim, Keep, Say

_DATA = tomllib.loads(resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8"))

CARDS = ("m0", "m250", "m500", "s0", "s250", "s500")
"""Money without and with bonus, sabotage without and with fine."""
KINDS = ("m", "s")
CLAIMS = (*KINDS, *CARDS)
"""What somebody may call a card: by its kind alone, or exactly."""
WORTH = {card: int(card[1:] or 0) if card[0] == "m" else -int(card[1:] or 0) for card in CLAIMS}
"""What a card, or one that is called so, adds to the loot; nothing is counted on where no amount was named."""

PROFESSOR, RAQUEL = "professor", "raquel"
ROBBERS: tuple[str, ...] = tuple(_DATA["robbers"])
HOSTAGES: tuple[str, ...] = tuple(_DATA["hostages"])
RED = frozenset((PROFESSOR, *ROBBERS))
"""The robbers' side; all other characters are on the hostages'."""

ROUNDS = 5
RAQUELS_ROUND = 2
PROFESSORS_ROUND = 4
VAGUE = 2
"""From this version of the rules on, a claim may leave the amount out, and the box is opened at the end."""
LOOT = 500
"""What a running press prints, bonuses not counted; also what the Professor's arrest costs."""


class Kit(Struct, frozen=True):
    """What one number of players needs."""

    deck: tuple[str, ...]
    robbers: int
    hostages: int
    chosen: int
    goal: int
    everyone: tuple[int, ...]


def _kit(seats: int, data: dict[str, Any]) -> Kit:
    counts = (*data["money"], *data["sabotage"])
    deck = tuple(card for card, n in zip(CARDS, counts, strict=True) for _ in range(n))
    return Kit(
        deck, data["team"]["robbers"], data["team"]["hostages"], data["chosen"], data["goal"], tuple(range(seats))
    )


KITS = {seats: _kit(seats, _DATA[str(seats)]) for seats in range(4, 9)}


class CasaOptions(Options, frozen=True):
    skills: bool = True
    """Raquel and the Professor have their powers; without, it is the gentle first game."""


# ---- the position


class Round(Struct, frozen=True):
    """What everybody knows of a round that has been played."""

    leader: Seat
    claims: tuple[Claim, ...]
    chosen: tuple[Seat, ...]
    cards: tuple[Term, ...]
    """Sorted: neither owner nor order shows."""
    change: Money
    said: tuple[Say | Keep, ...] = ()


class Deed(Struct, frozen=True):
    """What Raquel does in the dark: whose card she looked at, what she takes out and brings in."""

    looked: Seat | None = None
    out: Seat | None = None
    into: Seat | None = None


class Casa(Position):
    characters: tuple[str, ...] = ()
    aside: str | None = None
    """The character that stayed in the box with four players."""
    hands: tuple[tuple[str, ...], ...] = ()
    laid: tuple[tuple[str, ...], ...] = ()
    """By seat, the cards laid so far, one a round, this round's included."""
    leader: int = -1
    led: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    chosen: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    loot: int = 0
    deed: Deed | None = None
    """None until Raquel has answered her first question in the dark."""
    met: int | None = None
    """At whom the Professor looked."""
    suspects: tuple[tuple[int | None, ...], ...] = ()
    """By seat, the notes made in the dark: Raquel and the Professor in round 2, the Professor in round 4."""

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return len(self.led)

    def seat_of(self, character: str) -> int:
        return self.characters.index(character)
