"""What is told."""

from __future__ import annotations

from ...kernel import Event, Money, Seat, Term


class Begins(Event, frozen=True, tag="begins"):
    reveals = True
    seat: Seat


class Chooses(Event, frozen=True, tag="chooses"):
    """Chance named the seat that chooses its headquarters first."""

    reveals = True
    seat: Seat


class Settled(Event, frozen=True, tag="settled"):
    seat: Seat
    place: Term


class Starts(Event, frozen=True, tag="starts"):
    """The headquarters name who begins."""

    seat: Seat


class AllBribed(Event, frozen=True, tag="all-bribed"):
    pass


class Bribed(Event, frozen=True, tag="bribed"):
    seat: Seat


class Wrote(Event, frozen=True, tag="wrote"):
    """Whispered to the seat itself: one line of its ledger."""

    agent: Term
    amount: Money

    @property
    def routine(self) -> bool:
        return True


class Rested(Event, frozen=True, tag="rested"):
    seat: Seat


class WantsMove(Event, frozen=True, tag="wants-move"):
    seat: Seat
    agent: Term
    to: Term
    case: bool

    def wording(self) -> str:
        return "wants-move.case" if self.case else "wants-move"


class WantsStrike(Event, frozen=True, tag="wants-strike"):
    seat: Seat
    agent: Term
    victim: Term


class Objected(Event, frozen=True, tag="objected"):
    seat: Seat


class Fought(Event, frozen=True, tag="fought"):
    seat: Seat


class Named(Event, frozen=True, tag="named"):
    seat: Seat
    amount: Money


class Met(Event, frozen=True, tag="met"):
    seat: Seat
    amount: Money


WISH, DUEL = (WantsMove, WantsStrike), (Objected, Fought, Named, Met)


class Withdrew(Event, frozen=True, tag="withdrew"):
    settles = (*WISH, *DUEL)
    seat: Seat


class GaveUp(Event, frozen=True, tag="gave-up"):
    """The objection has failed; the wish stands, and the next one may object."""

    weighty = True
    settles = DUEL
    turning = True
    seat: Seat


class Yielded(Event, frozen=True, tag="yielded"):
    settles = (*WISH, *DUEL)
    gains = ("objector",)
    costs = ("seat",)
    turning = True
    seat: Seat
    objector: Seat


class Moved(Event, frozen=True, tag="moved"):
    settles = (*WISH, *DUEL, GaveUp)
    agent: Term
    to: Term
    case: bool

    def wording(self) -> str:
        return "moved.case" if self.case else "moved"


class Struck(Event, frozen=True, tag="struck"):
    settles = (*WISH, *DUEL, GaveUp)
    turning = True
    agent: Term
    victim: Term


class Lost(Event, frozen=True, tag="lost"):
    """Everybody says what lay on a struck agent."""

    reveals = True
    costs = ("seat",)
    seat: Seat
    agent: Term
    amount: Money

    def wording(self) -> str:
        return "lost" if self.amount else "lost.nothing"


class FaceDown(Event, frozen=True, tag="face-down"):
    """The variant's price of a failed objection."""

    seat: Seat


class FaceUp(Event, frozen=True, tag="face-up"):
    seat: Seat


class OneCarrier(Event, frozen=True, tag="one-carrier"):
    """The case came home, but only one agent has ever carried it."""

    turning = True
    agent: Term


class Home(Event, frozen=True, tag="home"):
    gains = ("seat",)
    turning = True
    seat: Seat
    agent: Term
    place: Term


class Stopped(Event, frozen=True, tag="stopped"):
    turning = True
    turns: int


class Opened(Event, frozen=True, tag="opened"):
    """A ledger is opened at the end."""

    reveals = True
    seat: Seat
    sums: tuple[tuple[Term, Money], ...]
    capital: Money


class Counted(Event, frozen=True, tag="counted"):
    """What a seat holds on the agent that brought the case home."""

    reveals = True
    seat: Seat
    agent: Term
    amount: Money


class Sum(Event, frozen=True, tag="sum"):
    """What a seat holds on the living agents together, when play is stopped."""

    reveals = True
    seat: Seat
    amount: Money


class Streets(Event, frozen=True, tag="streets"):
    """How far the case is from a seat's headquarters, when the variant is stopped."""

    seat: Seat
    number: int


class Drawn(Event, frozen=True, tag="drawn"):
    """The variant was stopped: nobody has won."""

    turning = True


class Won(Event, frozen=True, tag="won"):
    reveals = True
    turning = True
    seats: tuple[Seat, ...]

    def wording(self) -> str:
        return "won" if len(self.seats) == 1 else "won.shared"
