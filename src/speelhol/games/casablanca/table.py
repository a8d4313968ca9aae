"""What lies on the table: the town, the agents, the ledgers, the position, and what is done and told about them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Literal

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

NOBODY = (0,) * len(AGENTS)


class CasablancaOptions(Options, frozen=True):
    variant: Literal["casablanca", "agent"] = "casablanca"
    """The main game, or the variant for two to four players: the older game *Agent*."""


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
