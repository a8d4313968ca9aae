"""The mind of the mint: what to do at a glance, what deserves a thought, what an imagined world is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....kernel import Action, Belief, Match, Mind, Random, Temper, View
from ....kernel.chance import SharedNumbers
from .. import actions as a
from .. import rules as r
from .. import rules_dark as dark
from ..imagine import imagine_cast
from ..table import PROFESSOR, RAQUEL, RED, VAGUE, Casa
from ..view import Seen
from . import infer, policy
from .evaluate import robbers_chance
from .policy import CLAIM, SURE, money_chance
from .rollout import Rest


def sense(view: View) -> Sequence[float]:
    """Suspicion, with what I know for certain."""
    now: Seen = view.now
    assert view.seat is not None
    found = policy.suspicion(now.seats, now.rounds, view.options.skills, view.seat, now.mine[: len(now.rounds)])
    if now.met is not None and now.met_character is not None:
        known = list(found)
        known[now.met] = -SURE if now.met_character in RED else SURE
        return known
    return found


def _robber(view: View) -> bool:
    return view.now.character in RED


def _peers(view: View) -> list[int]:
    return [s for s in range(view.seats) if s != view.seat]


# ---- at a glance, in the order of a round


def lay(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    me = view.seat
    card = policy.lay(now.hand, _robber(view), now.leader == me, me not in now.led, now.round, now.loot, temper, rng)
    return a.Lay(card)


def claim(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    leads, vague = now.leader == view.seat, view.rules >= VAGUE
    return policy.claim(now.mine[-1], _robber(view), leads, now.round, vague, temper, rng)


def choose(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    me = now.leader
    return a.Choose(policy.choose(me, _robber(view), now.claims, sense(view), now.round, now.number, temper, rng))


def reach(view: View, temper: Temper, rng: Random) -> Action:
    """Raquel acts; the others note a suspect."""
    now: Seen = view.now
    if now.character != RAQUEL:
        return a.Suspect(policy.shadiest(_peers(view), sense(view), rng))
    assert view.seat is not None
    return policy.reach(view.seat, now.mine[-1], now.claims, now.chosen, sense(view))


def exchange(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    if now.character != RAQUEL:
        return a.Suspect(policy.soundest(_peers(view), sense(view), rng))
    assert view.seat is not None
    looked = None if now.deed is None else now.deed.looked
    return policy.exchange(view.seat, now.mine[-1], now.claims, now.chosen, sense(view), looked, now.saw)


def peek(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    if now.character != PROFESSOR:
        return a.Suspect(policy.soundest(_peers(view), sense(view), rng))
    return a.Unmask(policy.unmask(_peers(view), sense(view), now.led, rng))


def say(view: View, temper: Temper, rng: Random) -> Action:
    return policy.say(_robber(view), _peers(view), sense(view), view.now.rounds[-1].chosen, temper, rng)


def appoint(view: View, temper: Temper, rng: Random) -> Action:
    offers: Any = view.offers
    return a.Appoint(policy.heir(_robber(view), [action.seat for action in offers], sense(view), rng))


def accuse(view: View, temper: Temper, rng: Random) -> Action:
    return a.Accuse(policy.soundest(_peers(view), sense(view), rng))


_PREFER: dict[Any, Callable[[View, Temper, Random], Action]] = {
    r.LayCard: lay,
    r.Talk: claim,
    r.ChooseCards: choose,
    dark.Reach: reach,
    dark.Exchange: exchange,
    dark.Peek: peek,
    r.SayAll: say,
    r.NameSuccessor: appoint,
    r.LastTrump: accuse,
}


# ---- what deserves a thought


def _claims(view: View) -> list[Action]:
    """The truth, either way, and the usual lies: a plain one, one without an amount, one that nobody leaves lying."""
    now: Seen = view.now
    leads = now.leader == view.seat
    card = now.mine[-1]
    said: tuple[tuple[str, bool], ...] = (
        (card, True), (card, False), ("m0", True), ("m500", True), ("s0", False),
    )  # fmt: skip
    if view.rules >= VAGUE:
        said += (("m", True), ("s", False))
    return list(dict.fromkeys(CLAIM[c, leads, wish] for c, wish in said))


def _choices(view: View) -> list[Action]:
    """Where they are many: those with the most money and those with the least, by a glance."""
    now: Seen = view.now
    offers = view.offers
    assert offers is not None
    found = sense(view)
    chance = [money_chance(claim, found[s]) for s, claim in enumerate(now.claims)]
    ranked: list[Any] = sorted(offers, key=lambda cast: -sum(chance[s] for s in cast.seats))
    return ranked if len(ranked) <= 12 else ranked[:8] + ranked[-4:]


class CasaMind(Mind):
    presses = 2
    """How many presses an imagined match is played on for."""
    plays = 32
    depth = 1
    first_look = 60

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return _PREFER[type(view.agenda[-1])](view, temper, rng)

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        """Talk after the press and notes in the dark are made at a glance: they move no card."""
        first = self.prefer(view, temper, rng)
        asked = type(view.agenda[-1])
        if asked is r.SayAll or type(first) is a.Suspect:
            return [first]
        offers = view.offers
        assert offers is not None
        some = _claims(view) if asked is r.Talk else _choices(view) if asked is r.ChooseCards else list(offers)
        return [first, *(action for action in some if action != first)]

    def play_on(
        self, world: Match, temper: Temper, rng: SharedNumbers, decisions: int, plotter: int | None = None
    ) -> Sequence[float]:
        p = world.position
        assert isinstance(p, Casa)
        if world.result is not None:
            return super().worth(world)
        return _by_side(p, Rest(p, temper, rng, plotter).play(self.presses))

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Casa)
        return _by_side(p, robbers_chance(p))

    def dream(self, view: View, many: int, rng: Random) -> Sequence[Casa]:
        """Sides as likely as they are, and under each card that nobody saw what its owner would call so."""
        now: Seen = view.now
        me = view.seat
        assert me is not None
        sides = infer.sides(view)
        reds, chances = [red for red, _ in sides], [chance for _, chance in sides]

        def cast() -> tuple[tuple[str, ...], str | None]:
            return infer.cast(now, me, _drawn(reds, chances, rng), rng)

        def lean(characters: tuple[str, ...], seat: int, number: int, cards: list[str]) -> int:
            claims = now.rounds[number].claims if number < len(now.rounds) else now.claims
            if not claims:
                return int(rng.random() * len(cards))
            said = claims[seat]
            kind = "m" if rng.random() < infer.money(said, characters[seat] in RED) else "s"
            if kind == said.card[0] and said.card in cards and rng.random() < 0.8:
                return cards.index(said.card)
            fit = [place for place, card in enumerate(cards) if card[0] == kind]
            return fit[int(rng.random() * len(fit))] if fit else int(rng.random() * len(cards))

        return [imagine_cast(view, rng, cast, lean) for _ in range(many)]

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Who is a robber, by seat."""
        return [Belief("robber", infer.robber(view, s), {"seat": s}) for s in _peers(view)]

    def side(self, match: Match, seat: int) -> str:
        p = match.position
        assert isinstance(p, Casa)
        return "robber" if p.characters[seat] in RED else "hostage"

    def round(self, view: View) -> int:
        return len(view.now.rounds)

    def holds(self, belief: Belief, world: Match) -> bool:
        p = world.position
        assert isinstance(p, Casa)
        return p.characters[belief.data["seat"]] in RED


def _by_side(p: Casa, chance: float) -> list[float]:
    return [chance if character in RED else 1 - chance for character in p.characters]


def _drawn(items: Sequence[Any], chances: Sequence[float], rng: Random) -> Any:
    at = rng.random()
    for item, chance in zip(items, chances, strict=True):
        at -= chance
        if at < 0:
            return item
    return items[-1]


MIND = CasaMind()
