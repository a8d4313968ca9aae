"""What is told."""

from __future__ import annotations

from typing import Literal

from ...kernel import Event, Money, Seat, Term


class Dealt(Event, frozen=True, tag="dealt"):
    reveals = True
    character: Term
    hand: tuple[Term, ...]


class Leads(Event, frozen=True, tag="leads"):
    reveals = True
    seat: Seat


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    seat: Seat


class AllLaid(Event, frozen=True, tag="all-laid"):
    pass


class YouLaid(Event, frozen=True, tag="you-laid"):
    card: Term

    @property
    def routine(self) -> bool:
        return True


class Claimed(Event, frozen=True, tag="claimed"):
    reveals = True
    seat: Seat
    card: Term
    wish: Literal["choose", "leave"] | None

    def wording(self) -> str:
        return f"claimed.{self.wish or 'leader'}"


class Chosen(Event, frozen=True, tag="chosen"):
    seats: tuple[Seat, ...]


class Blackout(Event, frozen=True, tag="blackout"):
    """The lights go out and come back; what happened in between stays in the dark."""


class Noted(Event, frozen=True, tag="noted"):
    seat: Seat
    role: Term


class Saw(Event, frozen=True, tag="saw"):
    reveals = True
    seat: Seat
    card: Term


class Swapped(Event, frozen=True, tag="swapped"):
    out: Seat
    into: Seat


class Unmasked(Event, frozen=True, tag="unmasked"):
    reveals = True
    costs = ("seat",)
    turning = True
    seat: Seat
    character: Term


class Pressed(Event, frozen=True, tag="pressed"):
    """The chosen cards are opened: the press ran or stopped."""

    reveals = True
    turning = True
    cards: tuple[Term, ...]
    change: Money
    loot: Money

    def wording(self) -> str:
        if sum(card[0] == "m" for card in self.cards) * 2 > len(self.cards):
            return "pressed.ran"
        return "pressed.stopped" if self.change else "pressed.kept"


class Said(Event, frozen=True, tag="said"):
    reveals = True
    seat: Seat
    about: Seat | None
    what: Literal["robber", "hostage", "lied", "honest"] | None

    def wording(self) -> str:
        return f"said.{self.what or 'nothing'}"

    @property
    def accuses(self) -> tuple[str, ...]:
        return ("about",) if self.what in ("robber", "lied") else ()


class Appointed(Event, frozen=True, tag="appointed"):
    seat: Seat


class GoalMet(Event, frozen=True, tag="goal-met"):
    reveals = True
    turning = True
    loot: Money
    raquel: Seat


class Accused(Event, frozen=True, tag="accused"):
    reveals = True
    accuses = ("seat",)
    turning = True
    seat: Seat
    right: bool
    loot: Money

    def wording(self) -> str:
        return "accused.right" if self.right else "accused.wrong"


class Was(Event, frozen=True, tag="was"):
    reveals = True
    seat: Seat
    character: Term


class InBox(Event, frozen=True, tag="in-box"):
    """Told when all is over: who stayed in the box with four players."""

    reveals = True
    character: Term


class DarkDeed(Event, frozen=True, tag="dark-deed"):
    """Told when all is over: what Raquel did in the dark."""

    reveals = True
    looked: Seat | None
    out: Seat | None
    into: Seat | None

    def wording(self) -> str:
        if self.out is None:
            return "dark-deed.none"
        return "dark-deed.looked" if self.looked is not None else "dark-deed.swap"


class DarkLook(Event, frozen=True, tag="dark-look"):
    """Told when all is over: at whom the Professor looked."""

    reveals = True
    seat: Seat | None

    def wording(self) -> str:
        return "dark-look.none" if self.seat is None else "dark-look"


class Ended(Event, frozen=True, tag="ended"):
    reveals = True
    turning = True
    loot: Money
    goal: Money
    robbers_won: bool

    def wording(self) -> str:
        return "ended.robbers" if self.robbers_won else "ended.hostages"
