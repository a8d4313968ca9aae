"""Every game wins as often as it should: counted exactly, outcome by outcome, and measured over many gambles.

The probabilities below are worked out by hand from the rulebook's words, not from the tables of the game.
Measured: 12,000 seeded gambles each; a game fails beyond four standard deviations, which chance alone does once in
about 15,800 times, so for the nineteen games together the error rate is about 0.12 %.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from speelhol.games.cash_and_run import events as e
from speelhol.kernel import Event, Match, Scripted, Stream
from tests.rules import rule

from .scene import BLUES, K, landing, scene

GAMBLES = 12_000
DEVIATIONS = 4.0

TWO_NUMBERS = [f"two-{i}-{j}" for i in range(1, 7) for j in range(i + 1, 7)]


def visit(casino: str) -> Match:
    return landing(casino, owns={1: (casino,)})


def bet(*picks: str) -> list[str]:
    return [f"bet {pick} 50000" for pick in picks]


def takeover(space: str, *picks: str) -> tuple[Match, list[str]]:
    match = landing(space, owns={0: ("cairo",), 1: ("sydney",)})
    return match, [f"challenge sydney {pick}" for pick in picks]


def visitor_won(told: list[Event]) -> bool:
    return e.Won(0, 1) in told


def pot_won(told: list[Event]) -> bool:
    return any(isinstance(event, e.PotWon) for event in told)


def slam(steps: int) -> Match:
    draws = (1, 0)[:steps]  # a 2 with the die, the two of hearts
    match = landing("grand-slam-8", *draws)
    for _ in range(steps):
        match.play(0, match.game.read("dare"))
    return match


def slam_won(told: list[Event]) -> bool:
    return not any(isinstance(event, e.SlamLost) for event in told)


def ran(told: list[Event]) -> bool:
    return any(isinstance(event, e.LapBegan) for event in told)


Case = tuple[str, Match, list[str], Callable[[list[Event]], bool], Fraction, int]

CASES: list[Case] = [
    ("roulette colour", visit("las-vegas"), bet("red", "black"), visitor_won, Fraction(1, 2), 37),
    ("roulette twelve", visit("las-vegas"), bet("dozen-1", "dozen-2", "dozen-3"), visitor_won, Fraction(1, 3), 37),
    ("roulette six", visit("las-vegas"), bet(*(f"six-{i}" for i in range(1, 7))), visitor_won, Fraction(1, 6), 37),
    ("dice parity", visit("london"), bet("even", "odd"), visitor_won, Fraction(1, 2), 6),
    ("dice two", visit("london"), bet(*TWO_NUMBERS), visitor_won, Fraction(1, 3), 6),
    ("dice one", visit("london"), bet(*(f"one-{i}" for i in range(1, 7))), visitor_won, Fraction(1, 6), 6),
    ("cards colour", visit("cairo"), bet("red", "black"), visitor_won, Fraction(1, 2), 52),
    ("cards court", visit("cairo"), bet("court"), visitor_won, Fraction(4, 13), 52),
    ("cards suit", visit("cairo"), bet("hearts", "diamonds", "spades", "clubs"), visitor_won, Fraction(1, 4), 52),
    (
        "pot roulette",
        landing("pot-4", pot=100 * K),
        [f"pick dozen-{i}" for i in (1, 2, 3)],
        pot_won,
        Fraction(1, 3),
        37,
    ),
    ("pot dice", landing("pot-17", pot=100 * K), [f"pick {two}" for two in TWO_NUMBERS], pot_won, Fraction(1, 3), 6),
    # nothing is asked on 4C itself: the choice that leads there is a jump from a corner
    ("pot cards", landing("corner-9", pot=100 * K), ["go pot-31"], pot_won, Fraction(4, 13), 52),
    ("takeover roulette", *takeover("takeover-13", "even", "odd"), visitor_won, Fraction(1, 2), 37),
    ("takeover dice", *takeover("takeover-26", "even", "odd"), visitor_won, Fraction(1, 2), 6),
    ("takeover cards", *takeover("takeover-34", "red", "black"), visitor_won, Fraction(1, 2), 52),
    ("slam even", slam(0), ["dare"], slam_won, Fraction(1, 2), 6),
    ("slam red", slam(1), ["dare"], slam_won, Fraction(1, 2), 52),
    ("slam odd", slam(2), ["dare"], slam_won, Fraction(1, 2), 37),
    ("lap", scene(owns={0: BLUES}), ["announce"], ran, Fraction(3, 4), 52),
]
every_case = pytest.mark.parametrize(
    ("match", "texts", "won", "chance", "sides"), [pytest.param(*c[1:], id=c[0]) for c in CASES]
)


def told(match: Match, text: str, chance: Any) -> list[Event]:
    copy = match.copy(chance)
    return [event for event, _ in copy.play(0, match.game.read(text))]


@rule("cash-and-run/casino.roulette", "cash-and-run/casino.dice", "cash-and-run/casino.cards", "cash-and-run/pot.games")
@every_case
def test_every_outcome_counted(
    match: Match, texts: list[str], won: Callable[[list[Event]], bool], chance: Fraction, sides: int
) -> None:
    """For each pick, the winning share of all outcomes; a zero of the wheel is spun again and is no outcome."""
    outcomes = range(1, 37) if sides == 37 else range(sides)
    for text in texts:
        wins = sum(won(told(match, text, Scripted([outcome]))) for outcome in outcomes)
        assert Fraction(wins, len(outcomes)) == chance, text


@rule(
    "cash-and-run/turn.zero", "cash-and-run/takeover.games", "cash-and-run/grand-slam.steps", "cash-and-run/lap.spade"
)
@every_case
def test_many_gambles_measured(
    match: Match, texts: list[str], won: Callable[[list[Event]], bool], chance: Fraction, sides: int
) -> None:
    stream = Stream(f"odds/{texts[0]}/{sides}")
    wins = sum(won(told(match, texts[i % len(texts)], stream)) for i in range(GAMBLES))
    p = float(chance)
    deviation = (wins - GAMBLES * p) / sqrt(GAMBLES * p * (1 - p))
    assert abs(deviation) < DEVIATIONS, f"{wins} of {GAMBLES} won, {deviation:.1f} standard deviations off"


def test_the_measure_can_fail() -> None:
    """Jack, queen, king or ace pays double as if it won one time in three; it does not, and the measure tells."""
    match, stream = visit("cairo"), Stream("odds/wrong")
    wins = sum(visitor_won(told(match, "bet court 50000", stream)) for _ in range(GAMBLES))
    assert abs(wins - GAMBLES / 3) / sqrt(GAMBLES * 2 / 9) > DEVIATIONS
