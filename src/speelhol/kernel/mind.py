"""A game's own sense, for bots: what to do at a glance, what is worth a thought, who may hide what, who is winning.

A game's `bot/mind.py` makes one of these and calls it `MIND`. Everything a mind is given it may look at: views of a
seat, and matches that were imagined from such a view. It never meets the match that is really played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .agenda import Position
from .chance import Random, SharedNumbers
from .values import Action
from .view import View

if TYPE_CHECKING:
    from .match import Match


class Temper(Struct, frozen=True):
    """A bot's character. Numbers from 0 to 1; half is even-tempered."""

    bold: float = 0.5
    """Takes risks: high stakes, early raids, doubts."""
    liar: float = 0.5
    """Bluffs."""
    thorough: bool = False
    """Gives everything a thought, however long a match has lasted: for advice."""


EVEN = Temper()


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """How well bots play a game, as it was measured."""

    seats: int
    """At a table for so many."""
    wins: dict[str, int]
    """By level, weakest first: how many of 100 matches one of them wins among regulars. These levels are offered; one
    that would hardly differ from the next is left out, and still played by where somebody names it."""


class Belief(Struct, frozen=True):
    """Something a seat does not know, and how likely it takes it to be. Its words stand under `bot.belief.TAG`."""

    tag: str
    chance: float
    data: dict[str, Any]


class Reason(Struct, frozen=True):
    """Why something is advised, from what the seat knows. Its words stand under `bot.why.TAG`; a share of one is a
    chance, everything else is said as in a belief."""

    tag: str
    data: dict[str, Any]


class Mind:
    """What a game tells its bots. Every method has a sober default; `prefer` and `worth` make the difference."""

    patience = 12
    """How many decisions of all seats a bot plays on, at a glance, before it asks what a position is worth."""

    depth = 6
    """How many decisions in a line are searched in the tree; 1: only the one that is asked for."""

    first_look = 0
    """How many imagined plays it counts for, what choices are worth at once by `worth`; 0: nothing."""

    plays = 480
    """How many imagined plays a sharp bot gives a decision: as many as make an even step of the ladder."""

    glances = 0.0
    """How often a sharp bot decides at a glance after all, where looking ahead would be too great a step."""

    forethought = 0.0
    """How often a regular bot looks ahead, where a glance is too small a step above a beginner."""

    first_plays = 4
    """How many imagined plays it then gives the decision."""

    slips = 0.35
    """How often a beginner does whatever comes to mind."""

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        """What a sensible player does at a glance; one of the view's offers. Quick: look-ahead calls it often."""
        assert view.offers is not None
        return view.offers.sample(rng)

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        """The few offers that deserve a thought, the preferred one first. All of them where they are few."""
        offers = view.offers
        assert offers is not None
        first = self.prefer(view, temper, rng)
        if offers.count <= 12:
            return [first, *(action for action in offers if action != first)]
        some = {first: None}
        for _ in range(11):
            some[offers.sample(rng)] = None
        return list(some)

    def at_a_glance(self, view: View, temper: Temper, rng: Random) -> bool:
        """Whether this is not worth a thought, and what is preferred is done."""
        return False

    def plan(self, view: View, temper: Temper, rng: Random) -> Action | None:
        """What long study found best where look-ahead sees nothing, such as an opening; None: look ahead."""
        return None

    def dream(self, view: View, many: int, rng: Random) -> Sequence[Position]:
        """Positions that this view can't tell from the real one, likely ones more often; none: leave it to chance.

        For games whose secrets are many: hardly one world imagined evenly would fit what the others did and said.
        `weigh` then judges what was not looked at here.
        """
        return ()

    def weigh(self, view: View, world: Match) -> float:
        """How well an imagined world explains what the others did and said, as a logarithm; 0 says nothing.

        Imagined worlds are possible, not likely: beliefs are these weights.
        """
        return 0.0

    def play_on(
        self, world: Match, temper: Temper, rng: SharedNumbers, decisions: int, plotter: int | None = None
    ) -> Sequence[float]:
        """Let everybody decide at a glance for a while, and judge; by seat. The world is used up.

        decisions: how many; a game that knows a better moment to judge looks for that instead
        plotter: a seat that will go on plotting, where the game knows what that comes to; others decide at a glance
        """
        last = -self.patience
        while not world.over and (decisions > 0 or (decisions > last and not self.settled(world))):
            seat = world.to_act[0]
            rng.turn(seat)
            world.take(seat, self.prefer(world.glance(seat), temper, rng))
            decisions -= 1
        return self.worth(world) if plotter is None else self.judge(world)

    def settled(self, world: Match) -> bool:
        """Whether nothing that was begun is in the air: a moment at which `worth` can be asked."""
        return True

    def worth(self, world: Match) -> Sequence[float]:
        """By seat the chance to win (1 for each winner at the end), judged from an imagined world lying open."""
        if world.result is not None:
            return [float(seat in world.result.winners) for seat in range(world.seats)]
        return [1 / world.seats] * world.seats

    def judge(self, world: Match) -> Sequence[float]:
        """The same, for those who plot: slower and better, where it was learned from many matches."""
        return self.worth(world)

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """What the seat believes of what it can't see and would tell, from weighted worlds (weights add up to 1)."""
        return ()

    def survey(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """What it believes about everything that is asked in every round, important just now or not: for the lab."""
        return self.beliefs(view, worlds)

    def side(self, match: Match, seat: int) -> str:
        """What a seat played as in a match that is over: its role, team or place; empty where all seats are alike.

        For reports, which look back on real matches; no bot asks this.
        """
        return ""

    def round(self, view: View) -> int:
        """How far play has gone, in the game's own rounds: beliefs are compared by it."""
        return 0

    def holds(self, belief: Belief, world: Match) -> bool:
        """Whether what is believed is so, in a world lying open; its `chance` is not looked at."""
        raise NotImplementedError
