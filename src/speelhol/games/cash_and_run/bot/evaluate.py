"""What casinos are worth: how near everybody is to a winning combination, in chips and as a chance to win."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....kernel.cache import per_process
from ..table import AT, CASINOS, COLOUR, FOR_LAP, LAP, SYMBOL, UNIT, Cash, Lap
from ..view import Seen

_SYMBOLS, _COLOURS = tuple(dict.fromkeys(SYMBOL.values())), tuple(dict.fromkeys(COLOUR.values()))
LINES = {
    seats: tuple(
        tuple(AT[c] for c in CASINOS if fact[c] == value)
        for fact, values in (((SYMBOL, _SYMBOLS),) if seats == 3 else ((SYMBOL, _SYMBOLS), (COLOUR, _COLOURS)))
        for value in values
    )
    for seats in FOR_LAP
}
"""By seats, the lines that count: casinos of one symbol or, with four seats and more, of one colour."""
LINES_OF = {
    seats: tuple(tuple(line for line in lines if at in line) for at in range(len(CASINOS)))
    for seats, lines in LINES.items()
}

MISSING = (3_000_000, 900_000, 250_000, 60_000, 0)
"""What a line is worth, in chips, by how many casinos it lacks."""
SIMPLE = 80_000
"""What any casino is worth."""

CHIPS = 0.15
"""How much a million in chips counts (a logarithm of odds)."""
READY, NEARLY, HALFWAY = 1.4, 1.0, 0.45
"""How much a combination counts, or one that lacks a casino, or two."""
SECOND = 0.3
"""How much of that the second best line counts."""
RUNS, GONE = 0.25, 2.5
"""How much it counts to run, and to have gone all the way but the last step."""


def lacks(owners: Sequence[int | None], seats: int, seat: int, line: Sequence[int]) -> int:
    have = 0
    for at in line:
        have += owners[at] == seat
    return max(0, FOR_LAP[seats] - have)


@per_process(65536)
def gain(owners: tuple[int | None, ...], seats: int, seat: int, at: int) -> int:
    """What a casino would bring a seat that has not got it, in chips."""
    need = FOR_LAP[seats]
    value = SIMPLE
    for line in LINES_OF[seats][at]:
        have = open_ = 0
        for casino in line:
            owner = owners[casino]
            have += owner == seat
            open_ += owner is None
        if have >= need:
            continue
        lack = need - have
        step = MISSING[lack - 1] - MISSING[lack]
        if lack > 1 and open_ < lack - 1:
            step //= 2  # the rest has to be taken from others
        value += step
    return value


@per_process(65536)
def loss(owners: tuple[int | None, ...], seats: int, seat: int, at: int) -> int:
    """What a casino is worth to the seat that has it."""
    need = FOR_LAP[seats]
    value = SIMPLE
    for line in LINES_OF[seats][at]:
        have = 0
        for casino in line:
            have += owners[casino] == seat
        if have <= need:
            lack = need - have
            value += MISSING[lack] - MISSING[lack + 1]
    return value


def denial(now: Seen | Cash, seat: int, me: int, at: int) -> int:
    """What it is worth to me that a seat does not have a casino."""
    value = loss(now.owners, now.seats, seat, at) if now.owners[at] == seat else gain(now.owners, now.seats, seat, at)
    lap = now.laps[seat]
    if lap is not None and CASINOS[at] in lap.casinos:
        value += 1_500_000 + 60_000 * lap.gone
    return value // (now.seats - 1)


def price(now: Seen | Cash, me: int, at: int, seller: int) -> int:
    """The most that I should bid for a casino: what it brings me, and that nobody else gets it."""
    others = [
        gain(now.owners, now.seats, seat, at)
        for seat in range(now.seats)
        if seat not in (me, seller) and seat not in now.out
    ]
    rivalry = max(others, default=0) // max(1, len(others))
    worth = gain(now.owners, now.seats, me, at) + rivalry // 2
    return worth // UNIT * UNIT


def chances(p: Cash) -> list[float]:
    """By seat the chance to win."""
    odds = []
    owners, seats = p.owners, p.seats
    for seat in range(seats):
        if seat in p.out:
            odds.append(0.0)
            continue
        points = CHIPS * p.chips[seat] / 1_000_000
        least, second = 9, 9
        for line in LINES[seats]:
            lack = lacks(owners, seats, seat, line)
            if lack < least:
                least, second = lack, least
            elif lack < second:
                second = lack
        points += _nearness(least) + SECOND * _nearness(second)
        lap: Lap | None = p.laps[seat]
        if lap is not None:
            points += RUNS + GONE * min(1.0, lap.gone / LAP)
        odds.append(math.exp(points))
    total = sum(odds)
    return [x / total for x in odds]


def _nearness(lack: int) -> float:
    return READY if lack == 0 else NEARLY if lack == 1 else HALFWAY if lack == 2 else 0.0
