"""The mind of a briber: what deserves a thought, whose ledger may hold what, and who is winning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ....kernel import Action, Belief, Match, Mind, Random, Temper, View
from .. import actions as a
from .. import rules as r
from .. import rules_bribing as b
from .. import rules_objection as o
from ..imagine import with_rows
from ..table import AGENTS, NUMBER, UNIT, Casablanca
from ..view import Seen
from . import infer
from .evaluate import EVERYBODY, chances, nearness
from .policy import _PREFER, HARM, _first, harmed, plan_bribes, rated

# ---- influence


LONG = 24
"""Rounds after which turns and objections are not thought about any more; until then ever less often."""


class CasablancaMind(Mind):
    patience = 12
    plays = 24

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return _PREFER[type(view.agenda[-1])](view, temper, rng)

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        asked = type(view.agenda[-1])
        if asked is r.Act:
            return [action for _, action in sorted(rated(view, temper, rng), key=_first, reverse=True)[:7]]
        first = self.prefer(view, temper, rng)
        some: list[Action]
        if asked is b.OpenBribes or asked is r.ChooseQuarter:
            some = []  # what comes of it is too far off
        elif asked is o.MayObject and not temper.thorough and harmed(view) <= HARM:
            some = []
        elif asked is o.Raise:
            now: Seen = view.now
            sums = {now.bid + UNIT, (now.bid + now.stake) // (2 * UNIT) * UNIT, now.stake}
            some = [o.GIVE_UP, *(a.Bid(sum_) for sum_ in sorted(sums) if now.bid < sum_ <= now.stake)]
        else:
            assert view.offers is not None
            some = list(view.offers)
        return [first, *(action for action in dict.fromkeys(some) if action != first)]

    def at_a_glance(self, view: View, temper: Temper, rng: Random) -> bool:
        """What can't be helped, what does no harm, and ever more: where all weigh everything, play does not end."""
        now: Seen = view.now
        asked = type(view.agenda[-1])
        assert view.offers is not None
        if temper.thorough:
            return False
        if view.offers.count == 1 or (asked is o.MayObject and harmed(view) <= HARM):
            return True
        return (asked is r.Act or asked is o.MayObject) and rng.random() < now.turn / (LONG * now.seats)

    def plan(self, view: View, temper: Temper, rng: Random) -> Action | None:
        return plan_bribes(view, temper, rng) if type(view.agenda[-1]) is b.OpenBribes else None

    def settled(self, world: Match) -> bool:
        """A turn begins: nothing is announced."""
        return type(world.position.agenda[-1]) is r.Act

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            won = world.result.winners
            return [(seat in won) / len(won) for seat in range(world.seats)]
        p = world.position
        assert isinstance(p, Casablanca)
        return chances(p)

    def dream(self, view: View, many: int, rng: Random) -> Sequence[Casablanca]:
        """Everybody's ledger by itself, as likely as it is."""
        watched = infer.watch(view)
        rows = [
            [()] * many if seat == view.seat else infer.ledgers(view, seat, deeds, many, rng)
            for seat, deeds in enumerate(watched)
        ]
        return [with_rows(view, [each[k] for each in rows]) for k in range(many)]

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Of the agents nearest to bringing the case home: who has the most on them."""
        now: Seen = view.now
        near = nearness(now.places, now.case, now.carriers)
        return self._most(now, worlds, sorted(EVERYBODY, key=lambda i: -near[i])[:3])

    def survey(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """The same of every agent that is left."""
        return self._most(view.now, worlds, EVERYBODY)

    def _most(self, now: Seen, worlds: Sequence[tuple[Match, float]], agents: Iterable[int]) -> list[Belief]:
        found = []
        for i in agents:
            if now.places[i] is None:
                continue
            for seat in range(now.seats):
                belief = Belief("most", 0.0, {"seat": seat, "agent": AGENTS[i]})
                chance = sum(weight for world, weight in worlds if self.holds(belief, world))
                many = len(worlds)  # a few worlds prove nothing: one more for everybody
                found.append(replace(belief, chance=(chance * many + 1) / (many + now.seats)))
        return found

    def round(self, view: View) -> int:
        """How often everybody has had a turn; the first bribes are nothing to go by."""
        now: Seen = view.now
        return (now.turn - 1) // now.seats

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Casablanca)
        seat: int = belief.data["seat"]
        sums = [row[NUMBER[belief.data["agent"]]] for row in p.bribes]
        return 0 < sums[seat] == max(sums)


MIND = CasablancaMind()
