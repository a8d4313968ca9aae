"""What a trained judgement of Cash & Run looks at, in numbers: for all players, and for each one."""

from __future__ import annotations

from ..table import AT, BLUFFS, KIND, LAP, PLACE, SPACES, Cash
from .evaluate import LINES, lacks

STEPS = {total: (6 - abs(7 - total)) / 36 for total in range(2, 13)}
"""How likely two dice add up to what."""
MILLION = 1_000_000
OWN = 45
"""How many numbers are a seat's own."""


def features(p: Cash) -> tuple[list[float], list[list[float]]]:
    """What is the same for every seat, and by seat what is its own (nothing but zeros for those who are out)."""
    seats, playing = range(p.seats), p.playing
    lines = LINES[p.seats]
    lack = [sorted([(lacks(p.owners, p.seats, seat, line), n) for n, line in enumerate(lines)]) for seat in seats]
    least = [row[0][0] if seat in playing else 9 for seat, row in enumerate(lack)]
    gone = [0.0 if lap is None else 0.2 + lap.gone / LAP for lap in p.laps]
    lands = [_lands(p.pawns[seat]) if seat in playing else {} for seat in seats]
    own = [_own(p, seat, lack[seat], least, gone, lands) if seat in playing else [0.0] * OWN for seat in seats]
    return _shared(p, least, gone), own


def _shared(p: Cash, least: list[int], gone: list[float]) -> list[float]:
    """How the match stands."""
    return [
        float(p.seats == 3),
        p.seats / 6,
        len(p.playing) / p.seats,
        p.bank / (10 * MILLION),
        p.pot / MILLION,
        min(p.round, 40) / 40,
        p.owners.count(None) / 15,
        sum([lap is not None for lap in p.laps]) / 3,
        max(gone),
        sum([one == 0 for one in least]) / 3,
        sum([one == 1 for one in least]) / 3,
    ]


def _own(
    p: Cash, seat: int, row: list[tuple[int, int]], least: list[int], gone: list[float], lands: list[dict[int, float]]
) -> list[float]:
    """How a seat stands: chips, lines, its lap, where it comes next, its cards, the turn, and the others."""
    others = [s for s in p.playing if s != seat]
    chips, hand = p.chips[seat], p.hands[seat]
    wait, rivals = (seat - p.turn) % p.seats, [gone[s] for s in others]
    first, second, third = row[0][0], row[1][0], row[2][0]
    free, taken, missing = _missing(p, seat, row)
    return [
        chips / (2 * MILLION),
        min(chips, MILLION // 2) / (MILLION // 2),
        float(chips < 100_000),
        chips / max(1, sum(p.chips)),
        max([p.chips[s] for s in others], default=0) / (2 * MILLION),
        sum([owner == seat for owner in p.owners]) / 5,
        float(first == 0),
        float(first == 1),
        float(first == 2),
        float(second == 0),
        float(second == 1),
        float(second == 2),
        float(third <= 1),
        float(third == 2),
        free / 3,
        float(free > 0),
        taken / 4,
        sum([short == 2 for short, _ in row]) / 4,
        *_lap(p, seat, others, lands),
        _visits(p, seat, others, lands) / 2,
        *_next(p, seat, missing, lands[seat]),
        len(hand) / 3,
        *[hand.count(card) / 2 for card in BLUFFS],
        wait / p.seats,
        float(wait == 0),
        max(rivals, default=0.0),
        sum([one > 0 for one in rivals]) / 2,
        sum([least[s] == 0 for s in others]) / 2,
        sum([least[s] == 1 for s in others]) / 3,
    ]


def _missing(p: Cash, seat: int, row: list[tuple[int, int]]) -> tuple[int, int, dict[int, int]]:
    """Of lines that lack one casino: how many of those are free and how many taken; and for every casino that would
    help a line along, how many the best of its lines lacks."""
    lines, owners = LINES[p.seats], p.owners
    free = taken = 0
    missing: dict[int, int] = {}
    for short, n in row:
        if short > 2:
            break
        absent = [at for at in lines[n] if owners[at] != seat]
        if short == 1:
            vacant = sum([owners[at] is None for at in absent])
            free += vacant
            taken += len(absent) - vacant
        for at in absent:
            missing[at] = min(short, missing.get(at, 9))
    return free, taken, missing


def _lap(p: Cash, seat: int, others: list[int], lands: list[dict[int, float]]) -> tuple[float, float, float, float]:
    """Whether it runs; how far it has to go, and how likely the next roll ends it or others come to its casinos."""
    lap = p.laps[seat]
    if lap is None:
        return 0.0, 0.0, 0.0, 0.0
    places = [PLACE[casino] for casino in lap.casinos]
    danger = sum([lands[s].get(place, 0.0) for s in others for place in places])
    ends = sum([chance for total, chance in STEPS.items() if lap.gone + total >= LAP])
    return 1.0, max(0, LAP - lap.gone) / LAP, ends, danger


def _visits(p: Cash, seat: int, others: list[int], lands: list[dict[int, float]]) -> float:
    """How many of the others come to a casino of this seat with their next roll, on average."""
    mine = [at for at in range(LAP) if KIND[at] == "casino" and p.owners[AT[SPACES[at]]] == seat]
    return sum([lands[s].get(PLACE[SPACES[at]], 0.0) for s in others for at in mine])


def _next(p: Cash, seat: int, missing: dict[int, int], chances: dict[int, float]) -> list[float]:
    """Where the next roll leads: to a free casino that fills a line, any free one, its own, another's, one of those
    that would fill a line; and to each other kind of space."""
    needed = vacant = mine = foreign = wanted = 0.0
    on = dict.fromkeys(("corner", "bluff", "pot", "all-play", "grand-slam", "takeover"), 0.0)
    for place, chance in chances.items():
        kind = KIND[place]
        if kind != "casino":
            on[kind] += chance
            continue
        at = AT[SPACES[place]]
        owner, fills = p.owners[at], missing.get(at, 9) == 1
        if owner is None:
            vacant += chance
            needed += chance if fills else 0.0
        elif owner == seat:
            mine += chance
        else:
            foreign += chance
            wanted += chance if fills else 0.0
    return [needed, vacant, mine, foreign, wanted, *on.values()]


def _lands(pawn: int | None) -> dict[int, float]:
    """Where somebody comes with one roll, and how likely."""
    return {} if pawn is None else {(pawn + total) % LAP: chance for total, chance in STEPS.items()}
