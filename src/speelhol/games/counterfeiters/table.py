"""What lies on the table: the board, the cards, and the position."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ...kernel import Money, Options, Position


def _load(file: str) -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath(file).read_text(encoding="utf-8"))


_BOARD = _load("board.toml")
DATA = {1: (_load("board-1.toml"), _load("deck-1.toml")), 2: (_BOARD, _load("deck.toml"))}
"""By version of the rules, the board with its two sides, and the cards."""

PRINTER, DINER, JET = "printer", "diner", "jet"
INK, PAPER, HOLOGRAM = "ink", "paper", "hologram"
GREAT_LAWYER, BAD_LAWYER = "great-lawyer", "bad-lawyer"
CLASSES = ("A", "B", "C", "D")
TICKETS: dict[str, int] = {
    card: int(card.removeprefix("ticket-"))
    for _, deck in DATA.values()
    for group in CLASSES
    for cards in deck[group].values()
    for card in cards
    if card.startswith("ticket-")
}

SPACES = ("print", "print-cap", "shop", "shop-cap", "fence", "fence-cap", "tax", "sunglasses", "jet", "flight")
"""The kinds of action space below the market. Two of one kind are alike, so nobody has to choose between them."""
BIT = {space: 1 << i for i, space in enumerate(SPACES)}
CAP = frozenset(space for space in SPACES if space.endswith("-cap"))

Trio = tuple[int, int, int]
"""How many fake notes of one, two and three stars."""
STARS = ("star-1", "star-2", "star-3")
NO_NOTES: Trio = (0, 0, 0)


class Rates(Struct, frozen=True):
    henchmen: int
    start_money: tuple[int, ...]
    notes_per_printer: int
    face_value: int
    shop_limit: int
    fence_limit: int
    fence_prices: Trio
    tax: int
    fare: int
    unit: int
    rounds: int


RATES = msgspec.convert(_BOARD["rates"], Rates)
FAKES: Trio = tuple(_BOARD["box"]["fakes"])
TENS, FIFTIES = int(_BOARD["box"]["tens"]), int(_BOARD["box"]["fifties"])
REAL_MONEY = 10 * TENS + 50 * FIFTIES


class Kit(Struct, frozen=True):
    """What one number of players needs: a side of the board, its track, and the cards."""

    everyone: tuple[int, ...]
    prices: tuple[int, ...]
    bins: tuple[int, ...]
    """Slots with a dustbin, from 0."""
    slots: tuple[str, ...]
    """The names of the market's action spaces."""
    room: tuple[int, ...]
    """How many spaces there are of each of `SPACES`."""
    start: int
    investigation: tuple[int, ...]
    godfather: tuple[int, ...]
    strike: tuple[int, ...]
    last: int
    classes: tuple[tuple[str, ...], ...]
    """The market cards A to D, sorted in each class."""
    printers: int
    """How many printers, and which components, are among the start cards."""
    kit_cards: tuple[str, ...]


def kits(board: Mapping[str, Any], deck: Mapping[str, Any]) -> dict[int, Kit]:
    """By number of players, what a board and its cards come to."""
    return {seats: _kit(seats, side, deck) for side in (board["two"], board["more"]) for seats in side["seats"]}


def _kit(seats: int, side: Mapping[str, Any], deck: Mapping[str, Any]) -> Kit:
    """What is laid ready for so many players. [setup.cards] [setup.classes] [setup.tickets]"""
    track = side["track"]
    marks = ("all", *(("three",) if seats >= 3 else ()), *(("four",) if seats >= 4 else ()))
    return Kit(
        everyone=tuple(range(seats)),
        prices=tuple(side["market"]),
        bins=tuple(n - 1 for n in side["bins"]),
        slots=tuple(f"m{n}" for n in range(1, len(side["market"]) + 1)),
        room=tuple(side["spaces"].get(space, 0) for space in SPACES),
        start=track["start"][str(seats)],
        investigation=tuple(track["investigation"]),
        godfather=tuple(track["godfather"]),
        strike=tuple(track["strike"]),
        last=track["last"],
        classes=tuple(tuple(sorted(c for m in marks for c in deck[group].get(m, ()))) for group in CLASSES),
        printers=deck["start"]["printer"],
        kit_cards=tuple(deck["start"]["components"]),
    )


KITS = {rules: kits(*data) for rules, data in DATA.items()}
"""By version of the rules and number of players."""
MOST = 4
"""Nobody plays with more."""


class CounterfeitersOptions(Options, frozen=True, omit_defaults=True):
    """Left out of records where they are as usual: matches from before there were any stay as they were written."""

    counting: bool = False
    """The table keeps count of what everybody could have counted: fake notes, and real money until a flight."""


# ---- the position

Flow = int | Literal["flight", "godfather"]
"""What everybody sees of a player's money: a sum got or paid, a flight, a visit of the Godfather."""
FLIGHT: Literal["flight"] = "flight"
GODFATHER: Literal["godfather"] = "godfather"


class Purse(Struct, frozen=True):
    """A player's real money: in hand, offshore, and what each flight brought to the account (below 0: home)."""

    cash: Money
    offshore: Money
    flights: tuple[Money, ...]


class Counterfeiters(Position):
    cash: tuple[int, ...] = ()
    """Real money in hand. Secret."""
    offshore: tuple[int, ...] = ()
    """Real money in the envelope. Secret."""
    flights: tuple[tuple[int, ...], ...] = ()
    """By seat, what each flight brought to the account; below 0 what it brought home. Secret."""
    deck: tuple[str, ...] = ()
    """The next card first. Secret but for `stock`."""
    stock: tuple[str, ...] = ()
    """What everybody can work out of the deck: the same cards, sorted in each class."""
    market: tuple[str | None, ...] = ()
    cards: tuple[tuple[str, ...], ...] = ()
    """By seat, sorted."""
    gone: tuple[str, ...] = ()
    """Cards out of the game, sorted: binned, or left over from the start cards."""
    fakes: tuple[Trio, ...] = ()
    supply: Trio = NO_NOTES
    flows: tuple[tuple[Flow, ...], ...] = ()
    """By seat, what everybody has seen of the money since the start, the start money first."""
    left: tuple[int, ...] = ()
    """Henchmen still to be placed this round."""
    flat: tuple[int, ...] = ()
    placed: tuple[tuple[str, ...], ...] = ()
    """By seat, where the henchmen stand."""
    room: tuple[int, ...] = ()
    """Free spaces of each of `SPACES`."""
    marker: int = -1
    """Who has the start player marker."""
    round: int = 0
    officer: int = 0
    refused: int = 0
    """The supermarket takes no notes of up to this many stars."""
    closing: bool = False
    """The last placements have begun; the officer moves no more."""

    @property
    def bank(self) -> int:
        """What the bank holds; on paper it may fall below 0."""
        return REAL_MONEY - sum(self.cash) - sum(self.offshore)

    @property
    def on_strike(self) -> bool:
        return self.officer in KITS[self.rules][self.seats].strike

    @property
    def kit(self) -> Kit:
        return KITS[self.rules][self.seats]
