"""What lies on the table: the town, the agents, the ledgers, the position, and what is done and told about them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

from ...kernel import Action, Event, Money, Options, Position, Seat, Term

_DATA = tomllib.loads(resources.files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))

STREETS: dict[str, tuple[str, ...]] = {place: tuple(to) for place, to in _DATA["streets"].items()}
HEADQUARTERS: tuple[str, ...] = tuple(_DATA["headquarters"])
"""Clockwise, the one whose owner begins in the variant first."""
HOME: dict[str, str] = _DATA["agents"]
AGENTS: tuple[str, ...] = tuple(HOME)
NUMBER = {agent: number for number, agent in enumerate(AGENTS)}
BAZAAR: str = _DATA["case"]


def _distances(start: str) -> dict[str, int]:
    far = {start: 0}
    reached = [start]
    for place in reached:
        for to in STREETS[place]:
            if to not in far:
                far[to] = far[place] + 1
                reached.append(to)
    return far


DISTANCE = {place: _distances(place) for place in STREETS}
"""How many streets lie between two places."""

CAPITAL = 10_000
UNIT = 100
BLOW = 1_000
"""What a strike takes from the bribe on the striking agent."""
OPENING = 3
"""How many agents everybody has to bribe at first."""
CARRIERS = 2
"""How many agents must have carried the case before it can be brought home."""
LAST_TURN = 480

NOBODY = (0,) * len(AGENTS)


class CasablancaOptions(Options, frozen=True):
    variant: Literal["casablanca", "agent"] = "casablanca"
    """The main game, or the variant for two to four players: the older game *Agent*."""


# ---- what a seat decides


class Bribe(Action, frozen=True, tag="bribe"):
    """Write sums down under agents. That it is done is open; to whom and how much is not."""

    hidden = ("sums",)
    sums: tuple[tuple[Term, Money], ...]


class Move(Action, frozen=True, tag="move"):
    agent: Term
    to: Term
    case: bool

    def wording(self) -> str:
        return "move.case" if self.case else "move"


class Strike(Action, frozen=True, tag="strike"):
    agent: Term
    victim: Term


class Rest(Action, frozen=True, tag="rest"):
    """End the turn without doing anything more."""


class Allow(Action, frozen=True, tag="allow"):
    """Make no objection."""


class Object(Action, frozen=True, tag="object"):
    pass


class Fight(Action, frozen=True, tag="fight"):
    """Stand by the action that is objected to."""


class Withdraw(Action, frozen=True, tag="withdraw"):
    pass


class Bid(Action, frozen=True, tag="bid"):
    """The objector names a part of the own bribe, or all of it."""

    amount: Money


class GiveUp(Action, frozen=True, tag="give-up"):
    """The objector names no more: the objection fails."""


class Meet(Action, frozen=True, tag="meet"):
    """The active player has at least the sum that was named."""


class Yield(Action, frozen=True, tag="yield"):
    """The active player does not meet the sum: the objection succeeds."""


class Settle(Action, frozen=True, tag="settle"):
    """Choose a headquarters, in the variant."""

    place: Term


Deed = Move | Strike
"""What is announced and may be objected to."""


# ---- what is told


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


class Withdrew(Event, frozen=True, tag="withdrew"):
    seat: Seat


class Named(Event, frozen=True, tag="named"):
    seat: Seat
    amount: Money


class Met(Event, frozen=True, tag="met"):
    seat: Seat
    amount: Money


class GaveUp(Event, frozen=True, tag="gave-up"):
    seat: Seat


class Yielded(Event, frozen=True, tag="yielded"):
    seat: Seat
    objector: Seat


class Moved(Event, frozen=True, tag="moved"):
    agent: Term
    to: Term
    case: bool

    def wording(self) -> str:
        return "moved.case" if self.case else "moved"


class Struck(Event, frozen=True, tag="struck"):
    agent: Term
    victim: Term


class Lost(Event, frozen=True, tag="lost"):
    """Everybody says what lay on a struck agent."""

    reveals = True
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

    agent: Term


class Home(Event, frozen=True, tag="home"):
    seat: Seat
    agent: Term
    place: Term


class Stopped(Event, frozen=True, tag="stopped"):
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


class Won(Event, frozen=True, tag="won"):
    reveals = True
    seats: tuple[Seat, ...]

    def wording(self) -> str:
        return "won" if len(self.seats) == 1 else "won.shared"


# ---- the position

Row = tuple[int, ...]
"""A sum for every agent."""


class Casablanca(Position):
    bribes: tuple[Row, ...] = ()
    """By seat: what lies on each agent now."""
    capital: Row = ()
    """By seat: what is not spent."""
    gone: tuple[Row, ...] = ()
    """By seat and agent, open: what strikes took from the striker, and what was lost with a struck agent."""
    heard: tuple[Row, ...] = ()
    """By seat and agent, open: at least this much lies there, as everybody heard."""
    bribed: Row = ()
    """By seat, open: the number of bribing turns."""
    floor: Row = ()
    """By seat, open: a sum that must have been spent by now; see `ledger.least`."""
    places: tuple[str | None, ...] = ()
    """By agent; None for one that was struck."""
    case: str = BAZAAR
    carriers: tuple[str, ...] = ()
    """The agents that have carried the case, in their order."""
    turn: int = 0
    """How many turns have been begun."""
    player: int = -1
    """Whose turn it is."""
    barred: tuple[str, ...] = ()
    """Agents that were blocked or withdrawn this turn, in their order."""
    deed: Deed | None = None
    """What the player has announced."""
    queue: tuple[int, ...] = ()
    """Who may still object to it, the next one first."""
    bid: int = 0
    """The sum that stands in a fight."""
    quarters: tuple[str | None, ...] = ()
    """The variant: each seat's headquarters."""
    down: tuple[bool, ...] = ()
    """The variant: whose form lies face down."""

    @property
    def agent_game(self) -> bool:
        """The variant is played."""
        variant: str = self.options.variant
        return variant == "agent"
