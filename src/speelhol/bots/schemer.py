"""Schemer: a tree over what seats decide, searched through ever new likely worlds (information-set tree search).

Each iteration takes a world in proportion to its weight and walks down: this seat's own choices are searched, those
of the others partly searched and partly made at a glance, as people do. In some iterations another seat does the
imagining, so that this seat's own secrets are different there (self-determinisation): what the others learn in the
tree then does not rest on cards they can't see.
"""

from __future__ import annotations

import math

from ..games import game
from ..kernel import Action, Match, Random, View
from ..kernel.chance import Loose
from .bot import Budget, Level, Thought, Weighed
from .worlds import Worlds, generator, play_on

WORLDS = 128
FEW = 16
"""Worlds where there is nothing to decide: enough to say what is believed."""
OTHERS_SEARCH = 0.35
"""How often the others' choices are searched instead of made at a glance."""
OTHERS_IMAGINE = 0.15
"""How often one of the others does the imagining."""
CURIOSITY = 0.35
LOOKS = 64
"""Worlds for a first look."""
FIRST = 0.02
"""How much better than at a first look the preferred choice is taken to be."""
DEPTH = 6
"""Searched decisions in a line; after that everybody decides at a glance."""


class Node:
    """A place in the tree: what was tried from here, by what was decided so far."""

    __slots__ = ("next", "plays", "total")

    def __init__(self) -> None:
        self.plays = 0
        self.total = 0.0
        self.next: dict[tuple[int, Action], Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.plays if self.plays else 0.0


class Schemer(Level):
    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        late = budget.clock()
        assert view.offers is not None
        assert view.seat is not None
        mind, seat = game(view.game).mind, view.seat
        choices = list(mind.consider(view, self.temper, rng))
        worlds = Worlds(view, rng, WORLDS if len(choices) > 1 else FEW)
        beliefs = tuple(mind.beliefs(view, worlds.weighted))
        if len(choices) == 1:
            return Thought(choices[0], (), beliefs)
        root, rounds = Node(), 0
        quick = generator(rng)
        if mind.first_look:
            self._first_look(root, choices, worlds, seat, quick)
        pool: list[Match] = []
        while rounds < budget.rounds and not late():
            if not pool:
                pool = worlds.spread(WORLDS, rng)
            world = pool.pop()
            other = self._other(world, seat, quick)
            if other is not None:
                world = worlds.game.imagine(world.view(other), quick)
            self._walk(root, world.copy(Loose(quick)), seat, choices if other is None else None, worlds, quick)
            rounds += 1
        ranked = sorted(choices, key=lambda a: -_plays(root, seat, a))
        best = tuple(Weighed(a, _node(root, seat, a).mean, _plays(root, seat, a)) for a in ranked[:3])
        return Thought(ranked[0], best, beliefs, rounds)

    def _first_look(self, root: Node, choices: list[Action], worlds: Worlds, me: int, rng: Random) -> None:
        """What each choice is worth at once, in the same worlds: where to begin, and a good word for the first."""
        some = worlds.spread(LOOKS, rng)
        found = []
        for action in choices:
            total = 0.0
            for world in some:
                tried = world.copy(Loose(rng))
                tried.play(me, action)
                total += worlds.mind.worth(tried)[me]
            found.append(total / LOOKS)
        if max(found) - min(found) < FIRST:  # nothing follows from it at once
            return
        for place, action in enumerate(choices):
            node = root.next[me, action] = Node()
            node.plays = worlds.mind.first_look
            node.total = node.plays * (found[place] + (0.0 if place else FIRST))

    def _other(self, world: Match, seat: int, rng: Random) -> int | None:
        if rng.random() >= OTHERS_IMAGINE:
            return None
        others = [s for s in range(world.seats) if s != seat]
        return others[int(rng.random() * len(others))]

    def _walk(self, root: Node, world: Match, me: int, mine: list[Action] | None, worlds: Worlds, rng: Random) -> None:
        """One iteration. `mine`: this seat's choices at the root; None in a world where its secrets are different."""
        mind = worlds.mind
        path: list[tuple[Node, int]] = []
        node, depth, fresh = root, 0, False
        searched = rng.random() < OTHERS_SEARCH
        while not world.over and depth < DEPTH and not fresh:
            acting = me if me in world.to_act else world.to_act[0]
            view = world.view(acting)
            if acting == me and depth == 0 and mine is not None:
                options: list[Action] | None = mine
            elif acting == me or searched:
                options = list(mind.consider(view, self.temper, rng))
            else:
                options = None
            if options is None:
                action = mind.prefer(view, self.temper, rng)
            else:
                action = _pick(node, acting, options)
                depth += 1
            world.play(acting, action)
            key = (acting, action)
            child = node.next.get(key)
            if child is None:
                child = node.next[key] = Node()
                fresh = options is not None
            path.append((child, acting))
            node = child
        got = play_on(world, mind, self.temper, rng, mind.patience)
        first = mine is None  # the root's own choice was made in a world it knows to be false: it teaches others only
        for place, (child, acting) in enumerate(path):
            if first and place == 0 and acting == me:
                continue
            child.plays += 1
            child.total += got[acting]


def _pick(node: Node, seat: int, options: list[Action]) -> Action:
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


def _node(root: Node, seat: int, action: Action) -> Node:
    return root.next.get((seat, action)) or Node()


def _plays(root: Node, seat: int, action: Action) -> int:
    return _node(root, seat, action).plays
