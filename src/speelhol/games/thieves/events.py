"""What is told."""

from __future__ import annotations

from ...kernel import Event, Seat, Term
from .table import ESCAPE


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

    @property
    def routine(self) -> bool:
        return not self.found

    @property
    def weighty(self) -> bool:
        return self.found > 0

    @property
    def turning(self) -> bool:
        return self.found > 0


class Struck(Event, frozen=True, tag="struck"):
    """A double strike drew its next card, for its player's eyes only."""

    reveals = True
    seat: Seat
    found: int
    getaways: int

    def wording(self) -> str:
        return _found("struck", self.found, self.getaways)

    @property
    def weighty(self) -> bool:
        return self.found > 0

    @property
    def turning(self) -> bool:
        return self.found > 0


def _found(tag: str, found: int, getaways: int) -> str:
    if not found:
        return tag
    return f"{tag}.last" if getaways == ESCAPE else f"{tag}.found"


class YouDrew(Event, frozen=True, tag="you-drew"):
    reveals = True
    cards: tuple[Term, ...]

    @property
    def routine(self) -> bool:
        return True


class YouKept(Event, frozen=True, tag="you-kept"):
    card: Term

    @property
    def routine(self) -> bool:
        return True


class Kept(Event, frozen=True, tag="kept"):
    seat: Seat


class Gave(Event, frozen=True, tag="gave"):
    """A gift may be what makes somebody the richest when the police come: nobody has won by it."""

    alters = ("to",)
    seat: Seat
    to: Seat
    card: Term


class Parked(Event, frozen=True, tag="parked"):
    """A police car was played."""

    weighty = True
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

    @property
    def weighty(self) -> bool:
        return bool(self.cards)


class Swapped(Event, frozen=True, tag="swapped"):
    reveals = True
    alters = ("other",)
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

    @property
    def weighty(self) -> bool:
        return bool(self.cards)


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
    costs = ("seats",)
    turning = True
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
    gains = ("winners",)
    turning = True
    winners: tuple[Seat, ...]
    value: int
    lighter: bool
    """Peers had as much, but in more cards."""

    def wording(self) -> str:
        said = "ended.shared" if len(self.winners) > 1 else "ended"
        return f"{said}.lighter" if self.lighter else said
