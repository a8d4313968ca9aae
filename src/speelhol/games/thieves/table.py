"""What lies on the table: the cards, and the position."""

from __future__ import annotations

import tomllib
from importlib import resources

from msgspec import Struct, field

from ...kernel import Options, Position, Seat, Term
from ...kernel.cache import per_process

_DATA = tomllib.loads(resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8"))

GETAWAY = "getaway"
SIREN, SWAP, STRIKE, BRIBE = "siren", "swap", "strike", "bribe"

WORTH_IN_RAID: dict[str, int] = {card: data["raid"] for card, data in _DATA["money"].items()}
MONEY = WORTH_IN_RAID.keys()
WORTH_AT_END: dict[str, int] = {card: data["end"] for card, data in _DATA["money"].items()}
CARS: dict[str, int] = {card: data["cars"] for card, data in _DATA["police"].items()}
COUNTS: dict[str, int] = {
    **{card: data["count"] for card, data in (_DATA["money"] | _DATA["police"]).items()},
    **_DATA["action"],
}
"""Of every kind of card that can be held in hand; getaway cars never are. With two rings and two horseshoes."""
CHARMS = ("ring", "horseshoe")
"""The printed rules speak of one of each; how many there are is our reconstruction, and so an option."""
GETAWAYS: int = _DATA["getaway"]["count"]

DEAL: int = _DATA["deal"]
HAND: int = _DATA["hand"]
RAID_AT: int = _DATA["raid"]
ESCAPE: int = _DATA["escape"]
POINTED = 2
"""From this version of the rules on, whoever swaps points at a card, also at a face-down one; chance took it before."""

EVERYONE = {seats: tuple(range(seats)) for seats in range(3, 7)}
OTHERS = {seats: tuple((*range(s + 1, seats), *range(s)) for s in range(seats)) for seats in range(3, 7)}
"""By seats and seat: the other seats, clockwise from the next one."""


class ThievesOptions(Options, frozen=True, omit_defaults=True):
    one_ring: bool = False
    """One ring and one horseshoe instead of two of each."""


@per_process()
def counts(options: ThievesOptions) -> dict[str, int]:
    """How many of every kind that can be held in hand are in the deck. [cards.option]"""
    return COUNTS | dict.fromkeys(CHARMS, 1) if options.one_ring else COUNTS


@per_process()
def deck(options: ThievesOptions) -> tuple[str, ...]:
    """The cards without the getaway cars, sorted.

    [cards.deck] [cards.money] [cards.ring] [cards.horseshoe] [cards.actions]
    """
    return tuple(sorted(card for card, n in counts(options).items() for _ in range(n)))


# ---- the position


class Slot(Struct, frozen=True, gc=False, cache_hash=True):
    """A card in somebody's loot. All but a face-down card itself is public."""

    card: Term | None
    """None in the view of a seat that has not seen it."""
    number: int
    """Loot cards are numbered as they are laid, so that each can be followed from place to place."""
    up: bool
    seen: tuple[Seat, ...] = ()
    """Who has seen it, while it lies face down."""
    hand: Seat | None = None
    """Out of whose hand it came, if it lies face down and was not drawn by a double strike."""
    stretch: int = field(default=0, name="chapter")
    """During which stretch it was laid."""


class Stretch(Struct, frozen=True, cache_hash=True):
    """What everybody knows of a stretch of the match, and can conclude about hands.

    A stretch begins where something becomes known about the cards in hand at that moment: at the deal, after a
    siren, and at a reshuffle.

    Logs and views call it a chapter: what was written down keeps its name.
    """

    sizes: tuple[int, ...]
    """By seat, how many cards were in hand when it began."""
    quiet: tuple[Seat, ...] = ()
    """These were known to hold no police car when it began."""
    open: tuple[Term, ...] = ()
    """Sorted, the cards that lay open when it began with a reshuffle: no hand can have held these."""
    played: tuple[tuple[Seat, Term], ...] = ()
    """What left which hand during the stretch, openly or opened since; () for the present stretch."""


class Thieves(Position):
    turn: int = -1
    hands: tuple[tuple[str, ...], ...] = ()
    pile: tuple[str, ...] = ()
    """Sorted: the next card is drawn by lot, which is what shuffling and drawing from the top comes to."""
    loot: tuple[tuple[Slot, ...], ...] = ()
    police: tuple[str, ...] = ()
    """Police cars on the table, as they were laid."""
    discard: tuple[str, ...] = ()
    """Sorted."""
    getaways: int = 0
    quiet: tuple[int, ...] = ()
    """Since a siren these have not drawn again: everybody knows that they hold no police car."""
    drawn: str | None = None
    """The card that a double strike has drawn and that must be played."""
    laid: int = 0
    """Loot cards laid so far in the match."""
    stretches: tuple[Stretch, ...] = field(default=(), name="chapters")
    played: tuple[tuple[int, str], ...] = ()
    """What left which hand openly during the present stretch."""
    held: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """By seat, the hand at the beginning of each stretch, which its holder remembers."""
