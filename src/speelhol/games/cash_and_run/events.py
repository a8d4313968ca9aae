"""What is told."""

from __future__ import annotations

from typing import Literal

from ...kernel import Event, Money, Seat, Term


class Dealt(Event, frozen=True, tag="dealt"):
    reveals = True
    casinos: tuple[Term, ...]
    card: Term


class Opened(Event, frozen=True, tag="opened"):
    """A seat's casinos lie open and its pawn stands on one of them."""

    reveals = True
    seat: Seat
    casinos: tuple[Term, ...]
    start: Term


class RolledFirst(Event, frozen=True, tag="rolled-first"):
    reveals = True
    seat: Seat
    total: int


class Begins(Event, frozen=True, tag="begins"):
    reveals = True
    seat: Seat


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: Seat
    round: int

    @property
    def routine(self) -> bool:
        return True


class Rolled(Event, frozen=True, tag="rolled"):
    reveals = True
    seat: Seat
    first: int
    second: int
    space: Term

    def wording(self) -> str:
        return "rolled.double" if self.first == self.second else "rolled"


class Stopped(Event, frozen=True, tag="stopped"):
    seat: Seat

    @property
    def routine(self) -> bool:
        return True


class Nothing(Event, frozen=True, tag="nothing"):
    """A space on which nothing can happen now, and why."""

    seat: Seat
    why: Literal["running", "too-poor", "empty-pot", "empty-bank", "no-casino", "no-rival"]

    def wording(self) -> str:
        return f"nothing.{self.why}"


class Jumped(Event, frozen=True, tag="jumped"):
    seat: Seat
    space: Term


class Declined(Event, frozen=True, tag="declined"):
    seat: Seat


# ---- casinos and gambling


class BoughtCasino(Event, frozen=True, tag="bought-casino"):
    seat: Seat
    casino: Term


class AtHome(Event, frozen=True, tag="at-home"):
    seat: Seat
    casino: Term


class Declared(Event, frozen=True, tag="declared"):
    seat: Seat
    cash: Money
    casino: Term
    visitor: Seat


class Staked(Event, frozen=True, tag="staked"):
    seat: Seat
    pick: Term
    stake: Money


class Zero(Event, frozen=True, tag="zero"):
    reveals = True
    seat: Seat


class Spun(Event, frozen=True, tag="spun"):
    reveals = True
    seat: Seat
    number: int
    colour: Term


class Threw(Event, frozen=True, tag="threw"):
    reveals = True
    seat: Seat
    number: int


class Drew(Event, frozen=True, tag="drew"):
    reveals = True
    seat: Seat
    rank: Term
    suit: Term


class Won(Event, frozen=True, tag="won"):
    """The result of a game between two, before any bluff."""

    gains = ("seat",)
    costs = ("loser",)
    seat: Seat
    loser: Seat


class Picked(Event, frozen=True, tag="picked"):
    seat: Seat
    pick: Term


class Paid(Event, frozen=True, tag="paid"):
    gains = ("to",)
    costs = ("seat",)
    seat: Seat
    to: Seat
    amount: Money
    left: Money

    def wording(self) -> str:
        if not self.left:
            return "paid"
        return "paid.part" if self.amount else "paid.nothing"


# ---- bluff cards


class BoughtBluff(Event, frozen=True, tag="bought-bluff"):
    seat: Seat


class YouDrew(Event, frozen=True, tag="you-drew"):
    reveals = True
    card: Term

    @property
    def routine(self) -> bool:
        return True


class Discarded(Event, frozen=True, tag="discarded"):
    seat: Seat


class YouPut(Event, frozen=True, tag="you-put"):
    """The card that this seat laid down or put under the stack."""

    card: Term

    @property
    def routine(self) -> bool:
        return True


class Bluffed(Event, frozen=True, tag="bluffed"):
    seat: Seat
    judge: Seat
    symbol: Term


class Conceded(Event, frozen=True, tag="conceded"):
    seat: Seat


class Accepted(Event, frozen=True, tag="accepted"):
    seat: Seat
    bluffer: Seat


class Doubted(Event, frozen=True, tag="doubted"):
    reveals = True
    accuses = ("bluffer",)
    turning = True
    seat: Seat
    bluffer: Seat
    card: Term
    true: bool

    def wording(self) -> str:
        return "doubted.true" if self.true else "doubted.false"


# ---- pot, all play, Grand Slam, takeover


class PotWon(Event, frozen=True, tag="pot-won"):
    gains = ("seat",)
    seat: Seat
    amount: Money


class PotLost(Event, frozen=True, tag="pot-lost"):
    """It has cost nothing."""

    seat: Seat
    amount: Money


class AllPlays(Event, frozen=True, tag="all-plays"):
    seat: Seat
    symbol: Term


class Tied(Event, frozen=True, tag="tied"):
    seats: tuple[Seat, ...]


class AllPlayWon(Event, frozen=True, tag="all-play-won"):
    gains = ("seat",)
    seat: Seat
    amount: Money


class BankShort(Event, frozen=True, tag="bank-short"):
    """The lowest has to pay the highest what the bank can't."""

    seat: Seat
    to: Seat
    amount: Money


class SlamStep(Event, frozen=True, tag="slam-step"):
    seat: Seat
    prize: Money


class SlamLost(Event, frozen=True, tag="slam-lost"):
    costs = ("seat",)
    turning = True
    seat: Seat


class SlamPaid(Event, frozen=True, tag="slam-paid"):
    gains = ("seat",)
    turning = True
    seat: Seat
    amount: Money


class Challenged(Event, frozen=True, tag="challenged"):
    seat: Seat
    host: Seat
    casino: Term
    pick: Term


class TookOver(Event, frozen=True, tag="took-over"):
    gains = ("seat",)
    costs = ("loser",)
    weighty = True
    turning = True
    seat: Seat
    loser: Seat
    casino: Term


# ---- auctions and bankruptcy


class PutUp(Event, frozen=True, tag="put-up"):
    """A casino comes under the hammer: of free will, to pay a debt, or to raise a stake."""

    seat: Seat
    casino: Term
    creditor: Seat | None
    due: Money

    def wording(self) -> str:
        if self.creditor is not None:
            return "put-up.debt"
        return "put-up.stake" if self.due else "put-up.free"


class BidMade(Event, frozen=True, tag="bid-made"):
    seat: Seat
    amount: Money


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class Sold(Event, frozen=True, tag="sold"):
    """A casino for money: who pays has the casino, who gives it has the money, and nobody has lost."""

    weighty = True
    casino: Term
    seller: Seat
    buyer: Seat
    price: Money
    offset: Money
    """How much of the price was set off against what the seller owes the buyer."""

    def wording(self) -> str:
        return "sold.claim" if self.offset else "sold"


class BoughtBack(Event, frozen=True, tag="bought-back"):
    weighty = True
    casino: Term
    seller: Seat
    amount: Money


class Bankrupted(Event, frozen=True, tag="bankrupted"):
    costs = ("seat",)
    turning = True
    seat: Seat
    creditor: Seat | None
    lost: Money
    """What the creditor never gets."""

    def wording(self) -> str:
        return "bankrupted.stake" if self.creditor is None else "bankrupted"


# ---- the lap and the end


class Announced(Event, frozen=True, tag="announced"):
    seat: Seat


class HeldBack(Event, frozen=True, tag="held-back"):
    weighty = True
    turning = True
    seat: Seat


class LapBegan(Event, frozen=True, tag="lap-began"):
    turning = True
    seat: Seat
    corner: Term
    casinos: tuple[Term, ...]


class LapWent(Event, frozen=True, tag="lap-went"):
    seat: Seat
    left: int


class LapLost(Event, frozen=True, tag="lap-lost"):
    """Whoever ran has lost the run with the casino."""

    costs = ("seat",)
    weighty = True
    turning = True
    seat: Seat
    casino: Term


class Ended(Event, frozen=True, tag="ended"):
    turning = True
    seats: tuple[Seat, ...]
    why: Literal["lap", "last", "stop"]

    def wording(self) -> str:
        return f"ended.{self.why}"
