"""What lies on the table: the cards, the position, and what is done and told about them."""

from __future__ import annotations

import tomllib
from importlib import resources

from msgspec import Struct

from ...kernel import Action, Event, Position, Seat, Term

_DATA = tomllib.loads(resources.files(__package__).joinpath("deck.toml").read_text(encoding="utf-8"))

GETAWAY = "getaway"
SIREN, SWAP, STRIKE, BRIBE = "siren", "swap", "strike", "bribe"

WORTH_IN_RAID: dict[str, int] = {card: data["raid"] for card, data in _DATA["money"].items()}
WORTH_AT_END: dict[str, int] = {card: data["end"] for card, data in _DATA["money"].items()}
CARS: dict[str, int] = {card: data["cars"] for card, data in _DATA["police"].items()}
COUNTS: dict[str, int] = {
    **{card: data["count"] for card, data in (_DATA["money"] | _DATA["police"]).items()},
    **_DATA["action"],
}
"""Of every kind of card that can be held in hand; getaway cars never are."""
GETAWAYS: int = _DATA["getaway"]["count"]
DECK: tuple[str, ...] = tuple(sorted(card for card, n in COUNTS.items() for _ in range(n)))
"""Without the getaway cars."""

DEAL: int = _DATA["deal"]
HAND: int = _DATA["hand"]
RAID_AT: int = _DATA["raid"]
ESCAPE: int = _DATA["escape"]

EVERYONE = {seats: tuple(range(seats)) for seats in range(3, 7)}
OTHERS = {seats: tuple((*range(s + 1, seats), *range(s)) for s in range(seats)) for seats in range(3, 7)}
"""By seats and seat: the other seats, clockwise from the next one."""


# ---- what a seat decides


class Keep(Action, frozen=True, tag="keep"):
    """Lay money face down into my own loot."""

    hidden = ("card",)
    card: Term


class Give(Action, frozen=True, tag="give"):
    """Lay money face up into another player's loot."""

    card: Term
    seat: Seat


class Play(Action, frozen=True, tag="play"):
    """A police car or an action card."""

    card: Term

    def wording(self) -> str:
        return f"play.{self.card}"


class Swap(Action, frozen=True, tag="swap"):
    """Places count from 1, as they lie. `theirs` is None for one of the face-down cards, picked blindly."""

    mine: int
    seat: Seat
    theirs: int | None

    def wording(self) -> str:
        return "swap.blind" if self.theirs is None else "swap"


# ---- what is told


class Dealt(Event, frozen=True, tag="dealt"):
    reveals = True
    hand: tuple[Term, ...]


class Starts(Event, frozen=True, tag="starts"):
    reveals = True
    seat: Seat


class Refilled(Event, frozen=True, tag="refilled"):
    """A seat drew at the beginning of its turn. The getaway cars among its cards lie open and were replaced."""

    reveals = True
    seat: Seat
    cards: int
    found: int
    """Getaway cars among the cards drawn."""
    getaways: int
    """Getaway cars on the table."""

    def wording(self) -> str:
        return _found("refilled", self.found, self.getaways)


class Struck(Event, frozen=True, tag="struck"):
    """A double strike drew its next card, for its player's eyes only."""

    reveals = True
    seat: Seat
    found: int
    getaways: int

    def wording(self) -> str:
        return _found("struck", self.found, self.getaways)


def _found(tag: str, found: int, getaways: int) -> str:
    if not found:
        return tag
    return f"{tag}.last" if getaways == ESCAPE else f"{tag}.found"


class YouDrew(Event, frozen=True, tag="you-drew"):
    reveals = True
    cards: tuple[Term, ...]


class YouKept(Event, frozen=True, tag="you-kept"):
    card: Term


class Kept(Event, frozen=True, tag="kept"):
    seat: Seat


class Gave(Event, frozen=True, tag="gave"):
    seat: Seat
    to: Seat
    card: Term


class Parked(Event, frozen=True, tag="parked"):
    """A police car was played."""

    seat: Seat
    card: Term
    cars: int
    """On the table now."""

    def wording(self) -> str:
        return f"parked.{self.card}"


class Used(Event, frozen=True, tag="used"):
    """An action card was played."""

    seat: Seat
    card: Term

    def wording(self) -> str:
        return f"used.{self.card}"


class Heeded(Event, frozen=True, tag="heeded"):
    """A seat laid all its police cars because of a siren; perhaps it had none."""

    reveals = True
    seat: Seat
    cards: tuple[Term, ...]

    def wording(self) -> str:
        return "heeded" if self.cards else "heeded.none"


class Swapped(Event, frozen=True, tag="swapped"):
    reveals = True
    seat: Seat
    mine: int
    other: Seat
    theirs: int
    gave: Term | None
    """The card, if it lies face up."""
    got: Term | None

    def wording(self) -> str:
        gave = "down" if self.gave is None else "up"
        return f"swapped.{gave}-{'down' if self.got is None else 'up'}"


class YouGot(Event, frozen=True, tag="you-got"):
    """The new owner of a face-down card looks at it."""

    reveals = True
    card: Term


class NoSwap(Event, frozen=True, tag="no-swap"):
    seat: Seat


class Bribed(Event, frozen=True, tag="bribed"):
    seat: Seat
    cards: tuple[Term, ...]

    def wording(self) -> str:
        return "bribed" if self.cards else "bribed.none"


class RaidBegan(Event, frozen=True, tag="raid-began"):
    cars: int


class Opened(Event, frozen=True, tag="opened"):
    """In a raid everybody's loot is opened and counted by the police."""

    reveals = True
    seat: Seat
    cards: tuple[Term, ...]
    value: int

    def wording(self) -> str:
        return "opened" if self.cards else "opened.none"


class Caught(Event, frozen=True, tag="caught"):
    reveals = True
    seats: tuple[Seat, ...]

    def wording(self) -> str:
        return "caught" if len(self.seats) == 1 else "caught.tie" if self.seats else "caught.none"


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    reveals = True
    cards: int


class Counted(Event, frozen=True, tag="counted"):
    """At the end everybody's loot is opened and counted."""

    reveals = True
    seat: Seat
    cards: tuple[Term, ...]
    value: int

    def wording(self) -> str:
        return "counted" if self.cards else "counted.none"


class Ended(Event, frozen=True, tag="ended"):
    reveals = True
    winners: tuple[Seat, ...]
    value: int
    lighter: bool
    """Peers had as much, but in more cards."""

    def wording(self) -> str:
        if len(self.winners) > 1:
            return "ended.shared"
        return "ended.lighter" if self.lighter else "ended"


# ---- the position


class Slot(Struct, frozen=True, gc=False):
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
    chapter: int = 0
    """During which chapter it was laid."""


class Chapter(Struct, frozen=True):
    """What everybody knows of a stretch of the match, and can conclude about hands.

    A chapter begins where something becomes known about the cards in hand at that moment: at the deal, after a
    siren, and at a reshuffle.
    """

    sizes: tuple[int, ...]
    """By seat, how many cards were in hand when it began."""
    quiet: tuple[Seat, ...] = ()
    """These were known to hold no police car when it began."""
    open: tuple[Term, ...] = ()
    """Sorted, the cards that lay open when it began with a reshuffle: no hand can have held these."""
    played: tuple[tuple[Seat, Term], ...] = ()
    """What left which hand during the chapter, openly or opened since; () for the present chapter."""


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
    chapters: tuple[Chapter, ...] = ()
    played: tuple[tuple[int, str], ...] = ()
    """What left which hand openly during the present chapter."""
    held: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """By seat, the hand at the beginning of each chapter, which its holder remembers."""
