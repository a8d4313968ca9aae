"""What is told."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ...kernel import Event, Money, Seat, Term


class Notes(Struct, frozen=True):
    """A bundle of fake notes; as text it reads the same in every language."""

    one: int
    two: int
    three: int

    def __str__(self) -> str:
        stars = ("★", "★★", "★★★")
        notes = zip((self.one, self.two, self.three), stars, strict=True)
        return " + ".join(f"{n} × {grade}" for n, grade in notes if n)


class Starts(Event, frozen=True, tag="starts"):
    reveals = True
    seat: Seat


class Equipped(Event, frozen=True, tag="equipped"):
    reveals = True
    seat: Seat
    cards: tuple[Term, ...]
    money: Money

    @property
    def routine(self) -> bool:
        return True


class MarketFilled(Event, frozen=True, tag="market-filled"):
    reveals = True
    cards: tuple[Term, ...]
    """The new cards in the order of the draw: the first lies furthest to the right."""


class Binned(Event, frozen=True, tag="binned"):
    cards: tuple[Term, ...]


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    seat: Seat


class Skipped(Event, frozen=True, tag="skipped"):
    seat: Seat


class Bought(Event, frozen=True, tag="bought"):
    seat: Seat
    card: Term
    price: Money


class Printed(Event, frozen=True, tag="printed"):
    seat: Seat
    notes: Notes


class Went(Event, frozen=True, tag="went"):
    """To the supermarket or to the fence; what is sold there comes next."""

    seat: Seat
    where: Literal["shop", "fence"]

    def wording(self) -> str:
        return f"went.{self.where}"


class Sold(Event, frozen=True, tag="sold"):
    seat: Seat
    where: Literal["shop", "fence"]
    notes: Notes
    money: Money

    def wording(self) -> str:
        return f"sold.{self.where}"


class Cheated(Event, frozen=True, tag="cheated"):
    """The tax office."""

    seat: Seat
    money: Money
    sunglasses: bool

    def wording(self) -> str:
        return "cheated.sunglasses" if self.sunglasses else "cheated"


class Flew(Event, frozen=True, tag="flew"):
    seat: Seat
    fare: Money

    def wording(self) -> str:
        return "flew" if self.fare else "flew.jet"


class Moved(Event, frozen=True, tag="moved"):
    """For the traveller alone: what the flight changed."""

    amount: Money
    offshore: Money
    stash: bool

    def wording(self) -> str:
        return "moved.stash" if self.stash else "moved.fetch"


class OfficerMoved(Event, frozen=True, tag="officer-moved"):
    space: int
    last: int


class Recognised(Event, frozen=True, tag="recognised"):
    """The police has taught the supermarket to know a grade."""

    turning = True
    grade: Term
    closed: bool

    def wording(self) -> str:
        return "recognised.closed" if self.closed else "recognised"


class GodfatherCame(Event, frozen=True, tag="godfather-came"):
    turning = True


class Paid(Event, frozen=True, tag="paid"):
    """For the payer alone: what the Godfather took and what is left in hand."""

    amount: Money
    left: Money


class StrikeBegan(Event, frozen=True, tag="strike-began"):
    turning = True


class StrikeEnded(Event, frozen=True, tag="strike-ended"):
    pass


class CaseClosed(Event, frozen=True, tag="case-closed"):
    """The officer has reached the last space."""

    turning = True
    seat: Seat


class TimeUp(Event, frozen=True, tag="time-up"):
    turning = True
    rounds: int


class Washed(Event, frozen=True, tag="washed"):
    """Change at the diner, like any sale."""

    reveals = True
    seat: Seat
    notes: Notes
    money: Money


class Recalled(Event, frozen=True, tag="recalled"):
    seat: Seat
    lawyer: Term
    space: Term


class Stayed(Event, frozen=True, tag="stayed"):
    seat: Seat
    lawyer: Term


class TicketPaid(Event, frozen=True, tag="ticket-paid"):
    gains = ("seat",)
    seat: Seat
    money: Money


class Counted(Event, frozen=True, tag="counted"):
    reveals = True
    seat: Seat
    cash: Money
    offshore: Money
    total: Money
    flights: tuple[Money, ...]
    """What each flight brought to the account; below 0 what it brought home. Now it can be told."""


class Ended(Event, frozen=True, tag="ended"):
    gains = ("winners",)
    turning = True
    winners: tuple[Seat, ...]
    total: Money

    def wording(self) -> str:
        return "ended" if len(self.winners) == 1 else "ended.draw"
