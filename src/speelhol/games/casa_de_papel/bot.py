"""How a sensible player acts at the mint, in the order of a round, and what an imagined world is worth.

Robbers tell the truth and look for people who did not; hostages lay sabotage, call it money and hope to be chosen.
Nobody knows anybody: at a glance all that counts is who was at the press when it came out worse than they said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ...kernel import Action, Belief, Match, Mind, Random, Temper, View
from . import beliefs
from . import rules as r
from . import rules_dark as dark
from . import table as t
from .imagine import imagine_cast
from .table import KITS, PROFESSOR, RAQUEL, RAQUELS_ROUND, RED, ROUNDS, Casa, Claim, Round
from .view import Seen

LIE, PLAIN, ODD_PICK = 1.5, 0.4, 0.7
"""How suspicious a card makes that was not what was said, how much less a press that ran, a leader's odd choice."""
SURE = 6.0


@lru_cache(maxsize=8192)
def suspicion(seats: int, rounds: tuple[Round, ...], me: int, mine: tuple[str, ...]) -> tuple[float, ...]:
    """By seat how much it looks like a hostage, at a glance: above 0 more than most, below 0 less."""
    found = [0.0] * seats
    for number, past in enumerate(rounds):
        money = sum(card[0] == "m" for card in past.cards)
        said = [s for s in past.chosen if past.claims[s].card[0] == "m"]
        lies = len(said) - money
        if me in past.chosen:  # my own card explains part of it
            if me in said:
                said.remove(me)
            lies -= (past.claims[me].card[0] == "m") - (mine[number][0] == "m")
        for s in said:
            found[s] += LIE * lies / len(said) if lies > 0 else -PLAIN
        willing = sum(claim.wish == "choose" and claim.card[0] == "m" for claim in past.claims)
        picked = sum(past.claims[s].wish == "choose" and past.claims[s].card[0] == "m" for s in past.chosen)
        found[past.leader] += ODD_PICK * (min(willing, len(past.chosen) - 1) - picked)
    return tuple(found)


def sense(view: View) -> Sequence[float]:
    """Suspicion, with what I know for certain."""
    now: Seen = view.now
    assert view.seat is not None
    found = suspicion(now.seats, now.rounds, view.seat, now.mine[: len(now.rounds)])
    if now.met is not None and now.met_character is not None:
        known = list(found)
        known[now.met] = -SURE if now.met_character in RED else SURE
        return known
    return found


def money_chance(claim: Claim, suspect: float) -> float:
    """How likely a card is money, by what its owner says of it and how far the owner is trusted."""
    honest = 1 / (1 + math.exp(1.1 * suspect - 1.2))
    if claim.card[0] == "m":
        return 0.35 + 0.6 * honest if claim.wish != "leave" else 0.3 + 0.3 * honest
    return 0.55 - 0.45 * honest


def _any(items: Sequence[Any], rng: Random) -> Any:
    return items[int(rng.random() * len(items))]


# ---- 1. lay a card


def lay(view: View, temper: Temper, rng: Random) -> Action:
    """Everything gets laid in the end: keep for the own lead, which is sure to be chosen, what the own side needs."""
    now: Seen = view.now
    me, hand = view.seat, now.hand
    wanted, spare = ("m", "s") if now.character in RED else ("s", "m")
    good = [card for card in hand if card[0] == wanted]
    bad = [card for card in hand if card[0] == spare]
    if not good or not bad:
        return t.Lay(_strong(hand, now, rng))
    if now.leader == me:
        return t.Lay(_strong(good, now, rng) if rng.random() < 0.95 else _any(bad, rng))
    later = me not in now.led
    if later and len(good) == 1:
        keep = 0.8
    else:
        keep = 1 - (len(good) - later) / (len(hand) - later)
        keep += 0.3 * (0.5 - temper.bold)
    return t.Lay(_any(bad, rng) if rng.random() < keep else _strong(good, now, rng))


def _strong(cards: Sequence[str], now: Seen, rng: Random) -> str:
    """Mostly the strongest; in Raquel's round, and while there is no loot to lose, rather a plain one."""
    plain = now.round == RAQUELS_ROUND if cards[0][0] == "m" else now.loot < 250
    if rng.random() < (0.7 if plain else 0.25):
        return min(cards, key=lambda card: abs(t.WORTH[card]))
    return max(cards, key=lambda card: abs(t.WORTH[card]))


# ---- 2. talk


def claim(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    card = now.mine[-1]
    leads = now.leader == view.seat
    true = card[0] == "m"
    if now.character in RED:
        lie = 0.04 + 0.06 * temper.liar if not leads or true else 0.2 * temper.liar
    elif true:
        lie = 0.1 if leads else 0.2 + 0.5 * temper.liar
    else:
        lie = 0.7 + 0.3 * temper.liar if leads else 0.45 + 0.6 * temper.liar
    if rng.random() < lie:
        true = not true
        card = (_MONEY if true else _SABOTAGE)[int(rng.random() * 8)]
    return r.claims(leads)[_CLAIM[card, leads, true]]


_MONEY = ("m0", "m0", "m0", "m0", "m250", "m250", "m250", "m500")
_SABOTAGE = ("s0", "s0", "s0", "s0", "s0", "s250", "s250", "s500")
"""What one says who does not have it: as often as there are such cards, about."""
_CLAIM = {
    (claim.card, leads, wish): place
    for leads in (False, True)
    for place, claim in enumerate(r.claims(leads))
    for wish in (True, False)
    if isinstance(claim, Claim) and (leads or (claim.wish == "choose") == wish)
}


# ---- 3. choose


def choose(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    me = view.seat
    found = sense(view)
    chance = [money_chance(claim, found[s]) for s, claim in enumerate(now.claims)]
    others = [s for s in range(now.seats) if s != me]
    robber = now.character in RED
    openly = robber or now.round == ROUNDS or rng.random() < 0.3 + 0.5 * temper.bold
    value = {
        s: chance[s] * (1 + t.WORTH[now.claims[s].card] / 2500 if now.claims[s].card[0] == "m" else 1)
        + 0.08 * rng.random()
        for s in others
    }
    if not robber and openly:
        some = sorted(others, key=lambda s: value[s])
    elif robber:
        some = sorted(others, key=lambda s: -value[s])
    else:  # among those who offer money the shadiest, as if by mistake
        some = sorted(others, key=lambda s: (now.claims[s].card[0] != "m", -found[s] + 0.3 * rng.random()))
    assert me is not None
    return t.Choose(tuple(sorted((me, *some[: now.number - 1]))))


# ---- in the dark


def reach(view: View, temper: Temper, rng: Random) -> Action:
    """Raquel: a sabotage card for the press is worth a look; the others note a suspect."""
    now: Seen = view.now
    found = sense(view)
    if now.character != RAQUEL:
        return t.Suspect(max(_others(view), key=lambda s: found[s] + 0.2 * rng.random()))
    rest = [s for s in range(now.seats) if s not in now.chosen and s != view.seat]
    if (view.seat not in now.chosen and now.mine[-1][0] == "s") or not rest:
        return dark.STAY
    best = min(rest, key=lambda s: money_chance(now.claims[s], found[s]))
    return t.Look(best) if money_chance(now.claims[best], found[best]) < 0.4 else dark.STAY


def exchange(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    found = sense(view)
    me = view.seat
    if now.character != RAQUEL:
        return t.Suspect(min(_others(view), key=lambda s: found[s] + 0.2 * rng.random()))
    chance = [money_chance(claim, found[s]) for s, claim in enumerate(now.claims)]
    assert me is not None
    chance[me] = float(now.mine[-1][0] == "m")
    out = max(now.chosen, key=lambda s: chance[s] + t.WORTH[now.claims[s].card] / 5000)
    if now.deed is not None and now.deed.looked is not None:
        if now.saw is not None and now.saw[0] == "m":
            out = min(now.chosen, key=lambda s: abs(chance[s] - 0.8))
        return t.Swap(out, now.deed.looked)
    rest = [s for s in range(now.seats) if s not in now.chosen]
    into = min(rest, key=lambda s: chance[s])
    return t.Swap(out, into) if chance[into] + 0.15 < chance[out] else dark.STAY


def peek(view: View, temper: Temper, rng: Random) -> Action:
    """The Professor looks at somebody he can't make out, best at one who may still lead."""
    now: Seen = view.now
    found = sense(view)
    others = _others(view)
    if now.character != PROFESSOR:
        return t.Suspect(min(others, key=lambda s: found[s] + 0.2 * rng.random()))
    return t.Unmask(min(others, key=lambda s: abs(found[s] - 0.3) + 0.5 * (s in now.led) + 0.2 * rng.random()))


def _others(view: View) -> list[int]:
    return [s for s in range(view.seats) if s != view.seat]


# ---- 5. what to say, and the next leader


def say(view: View, temper: Temper, rng: Random) -> Action:
    """Robbers point at whom they suspect or stand up for whom they trust; hostages do too, with the names mixed up."""
    now: Seen = view.now
    others = _others(view)
    found = sense(view)
    shady = max(others, key=lambda s: found[s] + 0.1 * rng.random())
    sound = min(others, key=lambda s: found[s] + 0.1 * rng.random())
    if now.character not in RED and rng.random() < 0.1 + 0.7 * temper.liar:
        shady, sound = sound, shady
    x = rng.random()
    if abs(found[shady]) > 0.7 and x < 0.5:
        return t.Say(shady, "lied" if x < 0.2 and shady in now.rounds[-1].chosen else "hostage")
    if x < 0.75 and found[sound] != found[shady]:
        return t.Say(sound, "robber" if x < 0.7 else "honest")
    return r.KEEP


def appoint(view: View, temper: Temper, rng: Random) -> Action:
    now: Seen = view.now
    found = sense(view)
    offers = view.offers
    assert offers is not None
    sign = 1 if now.character in RED or rng.random() < 0.25 else -1
    return min(offers, key=lambda a: sign * found[a.seat] + 0.2 * rng.random())  # type: ignore[attr-defined]


def accuse(view: View, temper: Temper, rng: Random) -> Action:
    """The Professor is a robber: the one who looks most like one."""
    found = sense(view)
    return t.Accuse(min(_others(view), key=lambda s: found[s] + 0.2 * rng.random()))


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
    """The truth, either way, and the two usual lies."""
    now: Seen = view.now
    leads = now.leader == view.seat
    card = now.mine[-1]
    said = {_CLAIM[c, leads, wish]: None for c, wish in ((card, True), (card, False), ("m0", True), ("s0", False))}
    offers = r.claims(leads)
    return [offers[place] for place in said]


def _choices(view: View) -> list[Action]:
    """Where they are many: those with the most money and those with the least, by a glance."""
    now: Seen = view.now
    offers = view.offers
    assert offers is not None
    found = sense(view)
    chance = [money_chance(claim, found[s]) for s, claim in enumerate(now.claims)]
    ranked: list[Any] = sorted(offers, key=lambda a: -sum(chance[s] for s in a.seats))
    return ranked if len(ranked) <= 12 else ranked[:8] + ranked[-4:]


# ---- who is winning

STAND: Mapping[int, tuple[float, float, float, float, float, float]] = {
    1: (-2.9, -1.64, 3.06, 2.19, 0.03, 2.18),
    2: (-3.3, -1.02, 1.95, 1.45, 0.67, 1.42),
    3: (-3.85, -0.72, 1.52, 1.08, 0.77, 1.0),
    4: (-4.45, -0.43, 1.18, 0.86, 0.69, 0.16),
    5: (0.3, 0.0, 0.0, 0.0, 0.0, 0.0),
}
"""By rounds to come, the weights of the robbers' chance (logistic): a constant; what is missing, in running presses;
money among the cards that the robbers, then the hostages have left (its share, times the rounds); the robbers who have
not led yet; a robber leads. Fitted to play at a glance with four to eight seats."""
TRUMP = 0.6
"""The robbers' chance when Raquel's last trump decides."""


def robbers_chance(p: Casa) -> float:
    """How likely the robbers win, with all cards and characters lying open."""
    goal, loot, done, leader = KITS[p.seats].goal, p.loot, len(p.rounds), p.leader
    if p.chosen:  # what goes into the press is known
        loot = r.printed(loot, tuple([p.laid[s][-1] for s in p.chosen]))
        done += 1
    left = ROUNDS - done
    if not left:
        return 0.0 if loot < goal else TRUMP if loot < goal + t.LOOT else 1.0
    money, cards, heirs = [0, 0], [0, 0], 0
    for s, character in enumerate(p.characters):
        red = character in RED
        own = (*p.laid[s][done:], *p.hands[s])
        money[red] += sum([card[0] == "m" for card in own])
        cards[red] += len(own)
        heirs += red and s not in p.led
    constant, missing, robbers, hostages, more, leads = STAND[left]
    share = [n * left / of if of else 0.0 for n, of in zip(money, cards, strict=True)]
    z = constant + missing * (goal - loot) / t.LOOT + robbers * share[1] + hostages * share[0]
    z += more * heirs + leads * (p.characters[leader] in RED)
    return 1 / (1 + math.exp(-z))


class CasaMind(Mind):
    patience = 14
    first_look = 60

    def prefer(self, view: View, temper: Temper, rng: Random) -> Action:
        return _PREFER[type(view.agenda[-1])](view, temper, rng)

    def consider(self, view: View, temper: Temper, rng: Random) -> Sequence[Action]:
        """Talk after the press and notes in the dark are made at a glance: they move no card."""
        first = self.prefer(view, temper, rng)
        asked = type(view.agenda[-1])
        if asked is r.SayAll or type(first) is t.Suspect:
            return [first]
        offers = view.offers
        assert offers is not None
        some = _claims(view) if asked is r.Talk else _choices(view) if asked is r.ChooseCards else list(offers)
        return [first, *(action for action in some if action != first)]

    def worth(self, world: Match) -> Sequence[float]:
        if world.result is not None:
            return super().worth(world)
        p = world.position
        assert isinstance(p, Casa)
        chance = robbers_chance(p)
        return [chance if character in RED else 1 - chance for character in p.characters]

    def dream(self, view: View, many: int, rng: Random) -> Sequence[Casa]:
        """Sides as likely as they are, and under each card that nobody saw what its owner would call so."""
        now: Seen = view.now
        me = view.seat
        assert me is not None
        sides = beliefs.sides(view)
        reds, chances = [red for red, _ in sides], [chance for _, chance in sides]

        def cast() -> tuple[tuple[str, ...], str | None]:
            return beliefs.cast(now, me, _drawn(reds, chances, rng), rng)

        def lean(characters: tuple[str, ...], seat: int, number: int, cards: list[str]) -> int:
            claims = now.rounds[number].claims if number < len(now.rounds) else now.claims
            if not claims:
                return int(rng.random() * len(cards))
            said = claims[seat]
            kind = "m" if rng.random() < beliefs.money(said, characters[seat] in RED) else "s"
            if kind == said.card[0] and said.card in cards and rng.random() < 0.8:
                return cards.index(said.card)
            fit = [place for place, card in enumerate(cards) if card[0] == kind]
            return fit[int(rng.random() * len(fit))] if fit else int(rng.random() * len(cards))

        return [imagine_cast(view, rng, cast, lean) for _ in range(many)]

    def beliefs(self, view: View, worlds: Sequence[tuple[Match, float]]) -> Sequence[Belief]:
        """Who is a robber, by seat."""
        sides = beliefs.sides(view)
        return [Belief("robber", sum(chance for red, chance in sides if s in red), {"seat": s}) for s in _others(view)]

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


def _drawn(items: Sequence[Any], chances: Sequence[float], rng: Random) -> Any:
    at = rng.random()
    for item, chance in zip(items, chances, strict=True):
        at -= chance
        if at < 0:
            return item
    return items[-1]


MIND = CasaMind()
