"""What lies on the table: the town, the agents, the ledgers, and the position."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

from msgspec import UNSET, UnsetType

from ...kernel import Options, Position
from .actions import Deed

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
EXACT = 2
"""From these rules on an announced action binds and is barred by itself, and play stops with a full round."""

NOBODY = (0,) * len(AGENTS)


class CasablancaOptions(Options, frozen=True):
    variant: Literal["casablanca", "agent"] = "casablanca"
    """The main game, or the variant for two to four players: the older game *Agent*."""


def last_turn(seats: int, rules: int) -> int:
    """After how many turns play is stopped: everybody has had as many, except by the first rules with seven seats."""
    return -(-LAST_TURN // seats) * seats if rules >= EXACT else LAST_TURN


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
    used: tuple[Row, ...] | UnsetType = UNSET
    """The part of it that strikes took; by the first rules it is not kept, and their positions are as they were."""
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
    barred: tuple[Deed | str, ...] = ()
    """What was blocked or withdrawn this turn, in its order; by the first rules its agents."""
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

    def bars(self, deed: Deed) -> bool:
        """Whether this may not be tried again this turn: the very same; by the first rules anything with its agent."""
        return (deed if self.rules >= EXACT else deed.agent) in self.barred

    @property
    def agent_game(self) -> bool:
        """The variant is played. [agent.same]"""
        variant: str = self.options.variant
        return variant == "agent"
