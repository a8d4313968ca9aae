"""How the robbers stand: the chance of their side, from the loot, the rounds left and who is who."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .. import rules as r
from .. import table as t
from ..table import KITS, RED, ROUNDS, Casa

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


def stand(
    red: Sequence[bool], loot: int, left: int, leader: int, led: Sequence[int], cards: Sequence[Sequence[str]]
) -> float:
    """How likely the robbers win, by what everybody has left for the rounds to come."""
    goal = KITS[len(red)].goal
    if not left:
        return 0.0 if loot < goal else TRUMP if loot < goal + t.LOOT else 1.0
    money, many, heirs = [0, 0], [0, 0], 0
    for s, own in enumerate(cards):
        side = red[s]
        money[side] += sum([card[0] == "m" for card in own])
        many[side] += len(own)
        heirs += side and s not in led
    constant, missing, robbers, hostages, more, leads = STAND[left]
    share = [n * left / of if of else 0.0 for n, of in zip(money, many, strict=True)]
    z = constant + missing * (goal - loot) / t.LOOT + robbers * share[1] + hostages * share[0]
    z += more * heirs + leads * red[leader]
    return 1 / (1 + math.exp(-z))


# ---- who is winning


def robbers_chance(p: Casa) -> float:
    """How likely the robbers win, with all cards and characters lying open."""
    loot, done = p.loot, len(p.rounds)
    if p.chosen:  # what goes into the press is known
        loot = r.printed(loot, [p.laid[s][-1] for s in p.chosen])
        done += 1
    cards = [(*laid[done:], *hand) for laid, hand in zip(p.laid, p.hands, strict=True)]
    return stand([character in RED for character in p.characters], loot, ROUNDS - done, p.leader, p.led, cards)
