"""Who is on which side? Exact Bayes over every set of robbers that a seat holds possible.

What is counted is what people do and say, by side: which kind of card they lay, what they call it and whether they name
an amount, whom a leader sends to the press, and whether they speak against those whom the press has shown up or against
the others. The names behind the masks change nothing in how people behave, so that a set of robbers says it all: the
Professor is any of them, Raquel any of the rest. Cards that nobody saw are summed over; those that came out of the
press are given to the people at it in every way, each as likely as what they were called makes it: who named a card
that did not come out has most likely lied, who named no amount may have had any.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from ....kernel import Random, View
from ....kernel.cache import per_process
from ..actions import Claim, Say
from ..table import HOSTAGES, KINDS, KITS, PROFESSOR, RAQUEL, RAQUELS_ROUND, RED, ROBBERS, Deed, Round
from ..view import Seen

Kinds = Mapping[str, float]

# ---- how each side behaves: shares of a card's kind and the word for it, among all cards of such people
# (m money, s sabotage; then what they call it, "?" without an amount, and the wish). Counted in play at a glance with
# tempers of every sort, rounded, and nothing left impossible: people are not machines.

ROBBER: Mapping[str, Kinds] = {
    "m choose": {"m": 0.31, "s": 0.025},
    "m? choose": {"m": 0.1, "s": 0.02},
    "m leave": {"m": 0.01, "s": 0.01},
    "m? leave": {"m": 0.01, "s": 0.005},
    "s choose": {"m": 0.01, "s": 0.01},
    "s? choose": {"m": 0.005, "s": 0.005},
    "s leave": {"m": 0.025, "s": 0.29},
    "s? leave": {"m": 0.015, "s": 0.2},
    "m": {"m": 0.59, "s": 0.015},
    "m?": {"m": 0.19, "s": 0.015},
    "s": {"m": 0.03, "s": 0.08},
    "s?": {"m": 0.02, "s": 0.06},
}
HOSTAGE: Mapping[str, Kinds] = {
    "m choose": {"m": 0.24, "s": 0.19},
    "m? choose": {"m": 0.08, "s": 0.11},
    "m leave": {"m": 0.01, "s": 0.005},
    "m? leave": {"m": 0.01, "s": 0.005},
    "s choose": {"m": 0.005, "s": 0.015},
    "s? choose": {"m": 0.005, "s": 0.01},
    "s leave": {"m": 0.15, "s": 0.06},
    "s? leave": {"m": 0.1, "s": 0.04},
    "m": {"m": 0.11, "s": 0.27},
    "m?": {"m": 0.04, "s": 0.42},
    "s": {"m": 0.01, "s": 0.09},
    "s?": {"m": 0.01, "s": 0.05},
}
EXACT = 0.9
"""How likely a card is the very one that its owner calls it, if its kind is."""
SHARE: Kinds = {"m0": 0.5, "m250": 0.37, "m500": 0.13, "s0": 0.6, "s250": 0.3, "s500": 0.1}
"""How many of a kind are which card, about, with any number of players."""
ODD_PICK = {True: 0.03, False: 0.7}
"""How much rarer each card is that a robber, or a hostage, sends to the press instead of one that is offered."""
IN_LINE = {True: 0.8, False: 0.5}
"""How often what a robber, or a hostage, says of somebody goes with what the press has shown."""
SWAPPED = 0.6
"""How likely it is that Raquel used her power."""


def word(claim: Claim) -> str:
    kind = f"{claim.card}?" if claim.card in KINDS else claim.card[0]
    return kind if claim.wish is None else f"{kind} {claim.wish}"


def _side(robber: bool) -> Mapping[str, Kinds]:
    return ROBBER if robber else HOSTAGE


def kinds(claim: Claim, robber: bool) -> Kinds:
    """How likely somebody on this side says this, with money and with sabotage."""
    return _side(robber)[word(claim)]


def fits(card: str, called: str) -> float:
    """How likely a card is this one among all of its kind, by what it is called, whoever calls it so."""
    if called in KINDS or called[0] != card[0]:
        return SHARE[card]
    return EXACT if card == called else (1 - EXACT) * SHARE[card] / (1 - SHARE[called])


# ---- one round


@per_process(4096)
def _press(
    claims: tuple[Claim, ...], known: tuple[str | None, ...], cards: tuple[str, ...], robbers: tuple[bool, ...]
) -> float:
    """The chance of what these people said while these cards were theirs, in any order. `known`: those that I know."""
    ways = {0: 1.0}  # by which of the cards, as bits, have found an owner
    for claim, own, robber in zip(claims, known, robbers, strict=True):
        each = kinds(claim, robber)
        further: dict[int, float] = {}
        for at, card in enumerate(cards):
            if own is None:
                chance = each[card[0]] * fits(card, claim.card)
            elif own == card:
                chance = each[card[0]]
            else:
                continue
            for given, before in ways.items():
                if not given >> at & 1:
                    further[given | 1 << at] = further.get(given | 1 << at, 0.0) + before * chance
        ways = further
    return sum(ways.values())


class Play:
    """A round as evidence: how likely it is, if these are the robbers."""

    def __init__(
        self, seats: int, past: Round, own: tuple[int, str], deed: Deed | None, swaps: bool, pressed: bool = True
    ) -> None:
        """`own`: a seat and the card that it knows it laid. `deed`: Raquel's, where it is known."""
        self.seats = seats
        self.leader, self.claims, self.chosen = past.leader, past.claims, past.chosen
        self.own = own
        self.cards = past.cards
        self.pressed = pressed
        if deed is not None:
            self.owners = [(_owners(past.chosen, deed.out, deed.into), 1.0)]
        elif swaps:
            self.owners = _swapped(seats, past)
        else:
            self.owners = [(past.chosen, 1.0)]

    def chance(self, red: frozenset[int]) -> float:
        if not self.pressed:
            return self._said(range(self.seats), red)
        total = 0.0
        for owners, share in self.owners:
            claims = tuple([self.claims[s] for s in owners])
            known = tuple([self.own[1] if s == self.own[0] else None for s in owners])
            seen = _press(claims, known, self.cards, tuple([s in red for s in owners]))
            total += share * seen * self._said([s for s in range(self.seats) if s not in owners], red)
        return total * self.picking(self.leader in red)

    def _said(self, seats: Sequence[int] | range, red: frozenset[int]) -> float:
        chance = 1.0
        for s in seats:
            each = kinds(self.claims[s], s in red)
            chance *= each[self.own[1][0]] if s == self.own[0] else each["m"] + each["s"]
        return chance

    def picking(self, robber: bool) -> float:
        """The chance that a leader on this side sends these people and not others of those who could be sent."""
        offering = [s for s, claim in enumerate(self.claims) if claim.card[0] == "m" and claim.wish == "choose"]
        picks = len(self.chosen) - 1
        odd = picks - sum(s in offering for s in self.chosen)
        rest = self.seats - 1 - len(offering)
        ways = {
            n: math.comb(rest, n) * math.comb(len(offering), picks - n)
            for n in range(max(0, picks - len(offering)), min(rest, picks) + 1)
        }
        least = min(ways)
        return ODD_PICK[robber] ** (odd - least) / sum(
            many * ODD_PICK[robber] ** (n - least) for n, many in ways.items()
        )


def _owners(chosen: tuple[int, ...], out: int | None, into: int | None) -> tuple[int, ...]:
    return chosen if out is None or into is None else tuple(into if s == out else s for s in chosen)


def _swapped(seats: int, past: Round) -> list[tuple[tuple[int, ...], float]]:
    """Whose cards may really have been opened in Raquel's round: she brings in what is called sabotage, rather."""
    ways = {
        _owners(past.chosen, out, into): (3.0 if past.claims[into].card[0] == "s" else 1.0)
        for into in range(seats)
        if into not in past.chosen
        for out in past.chosen
    }
    total = sum(ways.values())
    return [(past.chosen, 1 - SWAPPED), *((owners, SWAPPED * each / total) for owners, each in ways.items())]


@per_process(4096)
def shown(seats: int, rounds: tuple[Round, ...]) -> tuple[float, ...]:
    """By seat, what everybody saw at the press: how often somebody was there when it came out worse than was said."""
    found = [0.0] * seats
    for past in rounds:
        said = [s for s in past.chosen if past.claims[s].card[0] == "m"]
        lies = len(said) - sum(card[0] == "m" for card in past.cards)
        for s in said:
            found[s] += lies / len(said) if lies > 0 else -0.3
    return tuple(found)


def _speaking(seats: int, rounds: tuple[Round, ...]) -> list[float]:
    """By seat, how much more likely a robber had said all this than a hostage: a factor."""
    factors = [1.0] * seats
    for number, past in enumerate(rounds):
        found = shown(seats, rounds[: number + 1])
        middle = sum(found) / seats
        for speaker, said in enumerate(past.said):
            if isinstance(said, Say) and abs(found[said.about] - middle) > 0.2:
                against = said.what in ("hostage", "lied")
                in_line = against == (found[said.about] > middle)
                factors[speaker] *= (
                    IN_LINE[True] / IN_LINE[False] if in_line else (1 - IN_LINE[True]) / (1 - IN_LINE[False])
                )
    return factors


# ---- all of it


def sides(view: View) -> list[tuple[frozenset[int], float]]:
    """Every set of robbers that this seat holds possible, with its chance; the chances add up to 1."""
    return list(_sides(view.seat, view.options.skills, view.now))


def robber(view: View, seat: int) -> float:
    """How likely somebody is a robber, to whoever has this view."""
    return sum(chance for red, chance in sides(view) if seat in red)


@per_process(64)
def _sides(me: int, skills: bool, now: Seen) -> tuple[tuple[frozenset[int], float], ...]:
    everyone = range(now.seats)
    known = known_of(now, me)
    kit = KITS[now.seats]
    aside = kit.robbers + kit.hostages - now.seats
    plays = []
    for number, past in enumerate(now.rounds):
        raquels = number == RAQUELS_ROUND - 1 and skills
        plays.append(Play(now.seats, past, (me, now.mine[number]), now.deed if raquels else None, raquels))
    picked = 1.0, 1.0
    if now.claims:
        present = Round(now.leader, now.claims, now.chosen or (now.leader,), (), 0)
        plays.append(Play(now.seats, present, (me, now.mine[-1]), None, False, pressed=False))
        if now.chosen:
            picked = plays[-1].picking(False), plays[-1].picking(True)
    speaking = _speaking(now.seats, now.rounds)
    found = []
    for size in {kit.robbers - n for n in range(aside + 1)}:
        sets = list(combinations(everyone, size))
        for some in sets:
            red = frozenset(some)
            if any((character in RED) != (s in red) for s, character in known.items()):
                continue
            chance = 1 / len(sets)
            chance *= (1 if PROFESSOR in known.values() else sum(s not in known for s in red)) / size
            blue = [s for s in everyone if s not in red]
            chance *= (1 if RAQUEL in known.values() else sum(s not in known for s in blue)) / len(blue)
            for play in plays:
                chance *= play.chance(red)
            for s in red:
                chance *= speaking[s]
            found.append((red, chance * picked[now.leader in red]))
    total = sum(chance for _, chance in found)
    return tuple((red, chance / total) for red, chance in found)


def known_of(now: Seen, me: int) -> dict[int, str]:
    """The characters that a seat knows."""
    if now.characters:
        return dict(enumerate(now.characters))
    assert now.character is not None
    known = {me: now.character}
    if now.met is not None and now.met_character is not None:
        known[now.met] = now.met_character
    if now.raquel is not None:
        known[now.raquel] = RAQUEL
    return known


def cast(now: Seen, me: int, red: frozenset[int], rng: Random) -> tuple[tuple[str, ...], str | None]:
    """Characters for everybody if these are the robbers, and the one in the box."""
    known = known_of(now, me)
    names = set(known.values())
    deal: dict[int, str] = {}
    left = []
    for special, others, seats in (
        (PROFESSOR, ROBBERS, red),
        (RAQUEL, HOSTAGES, frozenset(range(now.seats)) - red),
    ):
        free = sorted((s for s in seats if s not in known), key=lambda _: rng.random())
        fresh = sorted((name for name in others if name not in names), key=lambda _: rng.random())
        if special not in names:
            deal[free.pop()] = special
        for s in free:
            deal[s] = fresh.pop()
        left.append(fresh)
    kit = KITS[now.seats]
    aside = None
    if kit.robbers + kit.hostages > now.seats:
        aside = left[0 if len(red) < kit.robbers else 1].pop()
    return tuple([known[s] if s in known else deal[s] for s in range(now.seats)]), aside


def money(claim: Claim, robber: bool) -> float:
    """How likely a card is money that somebody on this side calls so."""
    each = kinds(claim, robber)
    return each["m"] / (each["m"] + each["s"])
