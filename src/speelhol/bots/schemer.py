"""Schemer: a tree over what seats decide, searched through ever new likely worlds (information-set tree search).

At the root choices race each other in the same worlds with the same luck. Below, this seat's own choices are searched,
those of the others partly searched and partly made at a glance, as people do; a place in the tree that was hardly
visited is passed at a glance too, and the more often it is visited the more choices are tried there. In some walks
another seat does the imagining, so that this seat's own secrets are different there (self-determinisation): what the
others learn in the tree then does not rest on cards they can't see.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..games import game
from ..kernel import Action, Match, Mind, Random, View
from ..kernel.chance import Loose, SharedNumbers
from .bot import Budget, Level, Thought
from .race import Race, Standing, worlds_for
from .worlds import FEW, Lucks, Worlds, generator, play_on

WORLDS = 128
"""Worlds imagined for a decision, at most."""
OTHERS_SEARCH = 0.35
"""How often the others' choices are searched instead of made at a glance."""
OTHERS_IMAGINE = 0.15
"""How often one of the others does the imagining,"""
GROWN = 200
"""once the tree holds so many plays."""
CURIOSITY = 0.1
WIDENS = 16
"""Visits of a place before a second choice is tried there; a third after four times as many, and so on."""
LOOKS = 64
"""Worlds for a first look."""
FIRST = 0.02
"""How much better than at a first look the preferred choice is taken to be."""


class Node:
    """A place in the tree: what was tried from here, by what was decided so far."""

    __slots__ = ("next", "plays", "total")

    def __init__(self) -> None:
        self.plays = 0
        self.total = 0.0
        self.next: dict[tuple[int, Action], Node] = {}


class Schemer(Level):
    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        late = budget.clock()
        assert view.offers is not None
        assert view.seat is not None
        mind, seat = game(view.game).mind, view.seat
        planned = mind.plan(view, self.temper, rng)
        if planned is None and mind.at_a_glance(view, self.temper, rng):
            planned = mind.prefer(view, self.temper, rng)
        if planned is not None:
            return Thought(planned)
        choices = list(mind.consider(view, self.temper, rng))
        worlds = self.worlds(view, rng, worlds_for(len(choices), budget.rounds, WORLDS, FEW))
        beliefs = tuple(mind.beliefs(view, worlds.weighted))
        if len(choices) == 1:
            return Thought(choices[0], (), beliefs)
        quick = generator(rng)
        field = [Standing(action) for action in choices]
        if mind.first_look:
            _first_look(field, worlds, seat, quick)
        tree = Tree(mind, seat, self, Lucks(rng))
        race = Race(field, worlds, rng)
        chosen = race.run(tree.trial, budget.rounds, late)
        return Thought(chosen, race.best(chosen), beliefs, race.rounds)

    def worlds(self, view: View, rng: Random, many: int) -> Worlds:
        """What it takes to be possible."""
        return Worlds(view, rng, many)


def _first_look(field: list[Standing], worlds: Worlds, me: int, rng: Random) -> None:
    """What each choice is worth at once, in the same worlds: where to begin, and a good word for the first."""
    some = worlds.spread(min(LOOKS, len(worlds.worlds)), rng)
    found = []
    for one in field:
        total = 0.0
        for world in some:
            tried = world.copy(Loose(rng))
            tried.play(me, one.action)
            total += worlds.mind.worth(tried)[me]
        found.append(total / len(some))
    if max(found) - min(found) < FIRST:  # nothing follows from it at once
        return
    for place, one in enumerate(field):
        one.plays = worlds.mind.first_look
        one.total = one.plays * (found[place] + (0.0 if place else FIRST))


class Tree:
    """What was learned below the root."""

    def __init__(self, mind: Mind, me: int, level: Level, lucks: Lucks) -> None:
        self.mind = mind
        self.me = me
        self.temper = level.temper
        self.lucks = lucks
        self.root = Node()
        self.plays = 0

    def trial(self, world: Match, action: Action, luck: float) -> float:
        """What a choice of this seat brings in a world: one walk down the tree."""
        falls, whims = self.lucks.pair(luck)
        if self.plays >= GROWN and whims.random() < OTHERS_IMAGINE:
            self._as_another_sees_it(world, whims)
        self.plays += 1
        return self._walk(world.copy(Loose(falls)), action, whims)

    def _as_another_sees_it(self, world: Match, rng: SharedNumbers) -> None:
        """A walk in a world where this seat's secrets are different: it teaches the others only."""
        others = [s for s in range(world.seats) if s != self.me]
        other = others[int(rng.random() * len(others))]
        imagined = world.game.imagine(world.view(other), rng)
        options = self.mind.consider(imagined.glance(self.me), self.temper, rng)
        self._walk(imagined.copy(Loose(rng)), options[int(rng.random() * len(options))], rng)

    def _walk(self, world: Match, action: Action, rng: SharedNumbers) -> float:
        mind, me, temper = self.mind, self.me, self.temper
        path: list[tuple[Node, int]] = []
        node = self._next(self.root, me, action)
        path.append((node, me))
        world.take(me, action)
        left, depth, fresh = mind.patience, 1, not node.plays
        searched = rng.random() < OTHERS_SEARCH
        while left > 0 and not world.over and depth < mind.depth and not fresh:
            acting = me if me in world.to_act else world.to_act[0]
            rng.turn(acting)
            view = world.glance(acting)
            mine = acting == me or searched
            if mine and node.plays >= WIDENS:
                options = mind.consider(view, temper, rng)
                action = _pick(node, acting, options[: 1 + int(math.sqrt(node.plays / WIDENS))])
            else:
                action = mind.prefer(view, temper, rng)
            world.take(acting, action)
            left -= 1
            node = self._next(node, acting, action)
            path.append((node, acting))
            if mine:
                depth += 1
                fresh = not node.plays
        got = play_on(world, mind, temper, rng, left, me)
        for node, acting in path:
            node.plays += 1
            node.total += got[acting]
        return got[me]

    def _next(self, node: Node, seat: int, action: Action) -> Node:
        found = node.next.get((seat, action))
        if found is None:
            found = node.next[seat, action] = Node()
        return found


def _pick(node: Node, seat: int, options: Sequence[Action]) -> Action:
    """The upper confidence bound over what is possible in this world; what was never tried comes first, in order."""
    total = 0
    tried: list[tuple[Action, Node]] = []
    for action in options:
        child = node.next.get((seat, action))
        if child is None or not child.plays:
            return action
        tried.append((action, child))
        total += child.plays
    log = math.log(total + 1)
    return max(tried, key=lambda t: t[1].total / t[1].plays + CURIOSITY * math.sqrt(log / t[1].plays))[0]
