"""Sharp: one step of look-ahead over imagined worlds. Regular, who does so now and then where a game asks for it; and
the adviser, who gives hints in the same way."""

from __future__ import annotations

from msgspec.structs import replace

from ..games import game
from ..kernel import EVEN, Action, Match, Mind, Random, Temper, View
from ..kernel.chance import Loose
from .bot import Budget, Level, Thought
from .race import Race, Standing, worlds_for
from .worlds import FEW, Lucks, Worlds, play_on

WORLDS = 64
"""Worlds imagined for a decision, at most."""
MOST = 480
"""Imagined plays for a piece of advice; with more, one should look further ahead instead."""


class Sharp(Level):
    """Tries each choice in the same likely worlds with the same luck, plays on at a glance, keeps the better half."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        late = budget.clock()
        assert view.offers is not None
        assert view.seat is not None
        mind, seat, temper = game(view.game).mind, view.seat, self.temper
        if mind.at_a_glance(view, temper, rng) or (not budget.named and self.is_hasty(mind, rng)):
            return Thought(mind.prefer(view, temper, rng))
        choices = list(mind.consider(view, temper, rng))
        rounds = budget.rounds if budget.named else min(budget.rounds, self.most(mind))
        worlds = Worlds(view, rng, worlds_for(len(choices), rounds, WORLDS, FEW))
        beliefs = tuple(mind.beliefs(view, worlds.weighted))
        if len(choices) == 1:
            return Thought(choices[0], (), beliefs)

        lucks = Lucks(rng)

        def trial(world: Match, action: Action, luck: float) -> float:
            falls, whims = lucks.pair(luck)
            tried = world.copy(Loose(falls))
            tried.take(seat, action)
            return play_on(tried, mind, temper, whims, mind.patience)[seat]

        race = Race([Standing(action) for action in choices], worlds, rng)
        chosen = race.run(trial, rounds, late)
        return Thought(chosen, race.best(chosen), beliefs, race.rounds)

    def is_hasty(self, mind: Mind, rng: Random) -> bool:
        """Whether it does not look ahead this time."""
        return mind.glances > 0 and rng.random() < mind.glances

    def most(self, mind: Mind) -> int:
        """How many imagined plays it gives a decision, however much time there is."""
        return mind.plays


class Regular(Sharp):
    """The game's own sense at a glance; in some games it looks ahead now and then, in few imagined plays."""

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        mind = game(view.game).mind
        if not mind.forethought or rng.random() >= mind.forethought:  # where it never does, nothing is drawn
            return Thought(mind.prefer(view, self.temper, rng))
        return super().think(view, rng, budget)

    def is_hasty(self, mind: Mind, rng: Random) -> bool:
        return False

    def most(self, mind: Mind) -> int:
        return mind.first_plays


class Adviser(Sharp):
    """For hints: Sharp with all that a Schemer plans, and never in a hurry."""

    def __init__(self, temper: Temper = EVEN) -> None:
        super().__init__(replace(temper, thorough=True))

    def is_hasty(self, mind: Mind, rng: Random) -> bool:
        return False

    def most(self, mind: Mind) -> int:
        return MOST

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        planned = game(view.game).mind.plan(view, self.temper, rng)
        return Thought(planned) if planned is not None else super().think(view, rng, budget)
