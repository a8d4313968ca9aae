"""How a sensible player acts at the mint, in the order of a round, from a few plain facts.

Robbers tell the truth and look for people who did not; hostages lay sabotage, call it money and hope to be chosen.
Nobody knows anybody: at a glance all that counts is who was at the press when it came out worse than they said.
The same functions serve whoever looks at a view and whoever plays an imagined match on: they ask for no more than
what a seat knows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ....kernel import Action, Random, Temper
from ....kernel.cache import per_process
from .. import actions as a
from .. import rules as r
from .. import rules_dark as dark
from ..actions import Claim
from ..table import RAQUELS_ROUND, ROUNDS, WORTH, Round

LIE, PLAIN, ODD_PICK = 1.5, 0.4, 0.7
"""How suspicious a card makes that was not what was said, how much less a press that ran, a leader's odd choice."""
SURE = 6.0


class Shown:
    """What a round showed everybody, as far as a glance goes."""

    __slots__ = ("caught", "chosen", "leader", "lies", "odd", "said")

    def __init__(
        self, leader: int, claims: Sequence[Claim], chosen: tuple[int, ...], cards: Sequence[str], swaps: bool
    ) -> None:
        """swaps: Raquel may have brought in other cards than those that were chosen"""
        self.leader, self.chosen = leader, chosen
        self.said = [s for s in chosen if claims[s].card[0] == "m"]
        """Those at the press who spoke of money."""
        self.lies = len(self.said) - sum([card[0] == "m" for card in cards])
        self.caught: Sequence[int] = ()
        """Those of them whose very card did not come out; who names no amount is not found out so."""
        if self.lies > 0 and not swaps:
            self.caught = [s for s in self.said if claims[s].card != "m" and claims[s].card not in cards]
        willing = sum([claim.wish == "choose" and claim.card[0] == "m" for claim in claims])
        picked = sum([claims[s].wish == "choose" and claims[s].card[0] == "m" for s in chosen])
        self.odd = ODD_PICK * (min(willing, len(chosen) - 1) - picked)

    def add(self, found: list[float], me: int, money: bool) -> None:
        """What it tells a seat whose own card was money, or was not."""
        said, lies, caught = self.said, self.lies, self.caught
        if me in self.chosen:  # my own card explains part of it
            lies += money
            if me in said:
                said = [s for s in said if s != me]
                lies -= 1
        if caught and lies > 0:
            caught = [s for s in caught if s != me]
            for s in caught:
                found[s] += LIE * min(1.0, lies / len(caught))
            said = [s for s in said if s not in caught]
            lies -= len(caught)
        for s in said:
            found[s] += LIE * lies / len(said) if lies > 0 else -PLAIN
        found[self.leader] += self.odd


def shown(rounds: Sequence[Round], skills: bool) -> list[Shown]:
    """What each of the rounds showed."""
    return [
        Shown(past.leader, past.claims, past.chosen, past.cards, skills and number == RAQUELS_ROUND)
        for number, past in enumerate(rounds, 1)
    ]


@per_process(8192)
def suspicion(seats: int, rounds: tuple[Round, ...], skills: bool, me: int, mine: tuple[str, ...]) -> tuple[float, ...]:
    """By seat how much it looks like a hostage, at a glance: above 0 more than most, below 0 less."""
    found = [0.0] * seats
    for past, card in zip(shown(rounds, skills), mine, strict=True):
        past.add(found, me, card[0] == "m")
    return tuple(found)


def money_chance(claim: Claim, suspect: float) -> float:
    """How likely a card is money, by what its owner says of it and how far the owner is trusted."""
    honest = 1 / (1 + math.exp(1.1 * suspect - 1.2))
    if claim.card[0] == "m":
        if claim.wish == "leave":
            return 0.3 + 0.3 * honest
        return 0.3 + 0.5 * honest if claim.card == "m" else 0.35 + 0.6 * honest
    return 0.55 - 0.45 * honest


def _any(items: Sequence[Any], rng: Random) -> Any:
    return items[int(rng.random() * len(items))]


# ---- 1. lay a card


def lay(
    hand: Sequence[str], robber: bool, leads: bool, later: bool, number: int, loot: int, temper: Temper, rng: Random
) -> str:
    """Everything gets laid in the end: keep for the own lead, which is sure to be chosen, what the own side needs.

    later: this seat has not led yet; number: of the round
    """
    wanted, spare = ("m", "s") if robber else ("s", "m")
    good = [card for card in hand if card[0] == wanted]
    bad = [card for card in hand if card[0] == spare]
    if not good or not bad:
        return _strong(hand, number, loot, rng)
    if leads:
        return _strong(good, number, loot, rng) if rng.random() < 0.95 else str(_any(bad, rng))
    if later and len(good) == 1:
        keep = 0.8
    else:
        keep = 1 - (len(good) - later) / (len(hand) - later)
        keep += 0.3 * (0.5 - temper.bold)
    return str(_any(bad, rng)) if rng.random() < keep else _strong(good, number, loot, rng)


def _strong(cards: Sequence[str], number: int, loot: int, rng: Random) -> str:
    """Mostly the strongest; in Raquel's round, and while there is no loot to lose, rather a plain one."""
    plain = number == RAQUELS_ROUND if cards[0][0] == "m" else loot < 250
    if rng.random() < (0.7 if plain else 0.25):
        return min(cards, key=_strength)
    return max(cards, key=_strength)


_STRENGTH = {card: abs(worth) for card, worth in WORTH.items()}
_strength = _STRENGTH.__getitem__


# ---- 2. talk


def claim(card: str, robber: bool, leads: bool, number: int, vague: bool, temper: Temper, rng: Random) -> Claim:
    """What one says of a card. number: of the round; vague: the amount may be left out."""
    true = card[0] == "m"
    if robber:
        lie = 0.04 + 0.06 * temper.liar if not leads or true else 0.2 * temper.liar
    elif true:
        lie = 0.1 if leads else 0.2 + 0.5 * temper.liar
    else:
        lie = 0.7 + 0.3 * temper.liar if leads else 0.45 + 0.6 * temper.liar
    lies = rng.random() < lie
    if lies:
        true = not true
        card = (_MONEY if true else _SABOTAGE)[int(rng.random() * 8)]
    if vague and rng.random() < _vagueness(true, lies, leads, number):
        card = card[0]
    return CLAIM[card, leads, true]


def _vagueness(money: bool, lies: bool, leads: bool, number: int) -> float:
    """How often somebody leaves the amount out. An exact lie about money is found out when no such card comes out, but
    it is chosen rather: a leader is chosen in any case, and after the last round nobody is found out any more."""
    if not money:
        return 0.4
    if not lies:
        return 0.25
    return 0.1 if number == ROUNDS and not leads else 0.6 if leads else 0.45


_MONEY = ("m0", "m0", "m0", "m0", "m250", "m250", "m250", "m500")
_SABOTAGE = ("s0", "s0", "s0", "s0", "s0", "s250", "s250", "s500")
"""What one says who does not have it: as often as there are such cards, about."""
CLAIM: dict[tuple[str, bool, bool], Claim] = {
    (claim.card, leads, wish): claim
    for leads in (False, True)
    for claim in r.claims(leads, True)
    for wish in (True, False)
    if isinstance(claim, Claim) and (leads or (claim.wish == "choose") == wish)
}
"""By card, whether one leads, and whether one wants to be chosen."""


def plot(card: str, robber: bool) -> Claim:
    """What brings a card to the press that the own side wants there, and keeps another away: nobody likes to leave
    lying what is called money with a bonus, and the highest would be missed most surely when it does not come out."""
    return CLAIM["m250", False, True] if (card[0] == "m") == robber else CLAIM["s0", False, False]


# ---- 3. choose


def choose(
    me: int,
    robber: bool,
    claims: Sequence[Claim],
    found: Sequence[float],
    number: int,
    picks: int,
    temper: Temper,
    rng: Random,
) -> tuple[int, ...]:
    """Whom a leader sends to the press beside itself. found: suspicion; number: of the round; picks: how many go."""
    others = [s for s in range(len(claims)) if s != me]
    chance = {s: money_chance(claims[s], found[s]) for s in others}
    openly = robber or number == ROUNDS or rng.random() < 0.3 + 0.5 * temper.bold
    value = {}
    for s in others:
        card = claims[s].card
        value[s] = chance[s] * (1 + WORTH[card] / 2500 if card[0] == "m" else 1) + 0.08 * rng.random()
    if not robber and openly:
        some = sorted(others, key=value.__getitem__)
    elif robber:
        some = sorted(others, key=lambda s: -value[s])
    else:  # among those who offer money the shadiest, as if by mistake
        some = sorted(others, key=lambda s: (claims[s].card[0] != "m", -found[s] + 0.3 * rng.random()))
    return tuple(sorted((me, *some[: picks - 1])))


# ---- in the dark


def reach(
    me: int, card: str, claims: Sequence[Claim], chosen: Sequence[int], found: Sequence[float]
) -> a.Look | a.Stay:
    """Raquel: a sabotage card for the press is worth a look. card: her own."""
    rest = [s for s in range(len(claims)) if s not in chosen and s != me]
    if (me not in chosen and card[0] == "s") or not rest:
        return dark.STAY
    chance = {s: money_chance(claims[s], found[s]) for s in rest}
    best = min(rest, key=chance.__getitem__)
    return a.Look(best) if chance[best] < 0.4 else dark.STAY


def exchange(
    me: int,
    card: str,
    claims: Sequence[Claim],
    chosen: Sequence[int],
    found: Sequence[float],
    looked: int | None,
    saw: str | None,
) -> a.Swap | a.Stay:
    """Raquel takes money out and brings sabotage in. card: her own; saw: what she has looked at."""
    chance = [money_chance(claim, found[s]) for s, claim in enumerate(claims)]
    chance[me] = float(card[0] == "m")
    out = max(chosen, key=lambda s: chance[s] + WORTH[claims[s].card] / 5000)
    if looked is not None:
        if saw is not None and saw[0] == "m":
            out = min(chosen, key=lambda s: abs(chance[s] - 0.8))
        return a.Swap(out, looked)
    into = min([s for s in range(len(claims)) if s not in chosen], key=chance.__getitem__)
    return a.Swap(out, into) if chance[into] + 0.15 < chance[out] else dark.STAY


def unmask(others: Sequence[int], found: Sequence[float], led: Sequence[int], rng: Random) -> int:
    """The Professor looks at somebody he can't make out, best at one who may still lead."""
    return min(others, key=lambda s: abs(found[s] - 0.3) + 0.5 * (s in led) + 0.2 * rng.random())


def soundest(others: Iterable[int], found: Sequence[float], rng: Random) -> int:
    """Who looks most like a robber: the Professor is one."""
    return min(others, key=lambda s: found[s] + 0.2 * rng.random())


def shadiest(others: Iterable[int], found: Sequence[float], rng: Random) -> int:
    return max(others, key=lambda s: found[s] + 0.2 * rng.random())


# ---- 5. what to say, and the next leader


def say(
    robber: bool, others: Sequence[int], found: Sequence[float], chosen: Sequence[int], temper: Temper, rng: Random
) -> Action:
    """Robbers point at whom they suspect or stand up for whom they trust; hostages do too, with the names mixed up."""
    shady = max(others, key=lambda s: found[s] + 0.1 * rng.random())
    sound = min(others, key=lambda s: found[s] + 0.1 * rng.random())
    if not robber and rng.random() < 0.1 + 0.7 * temper.liar:
        shady, sound = sound, shady
    x = rng.random()
    if abs(found[shady]) > 0.7 and x < 0.5:
        return a.Say(shady, "lied" if x < 0.2 and shady in chosen else "hostage")
    if x < 0.75 and found[sound] != found[shady]:
        return a.Say(sound, "robber" if x < 0.7 else "honest")
    return r.KEEP


def heir(robber: bool, heirs: Sequence[int], found: Sequence[float], rng: Random) -> int:
    sign = 1 if robber or rng.random() < 0.25 else -1
    return min(heirs, key=lambda s: sign * found[s] + 0.2 * rng.random())
