"""The bets on a casino's cloth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ....kernel import Speech
from ..gambling import CARDS, DICE, PACK, PICKS, ROULETTE, SUITS

OUTCOMES = {ROULETTE: 36, DICE: 6, CARDS: PACK}
SUIT_PICTURES = dict(zip(SUITS, ("heart", "diamond", "spade", "club"), strict=True))


def cloth(
    symbol: str,
    picks: Sequence[str],
    speech: Speech,
    asked: bool,
    staked: tuple[Callable[[int], str], Callable[[int], str]] | None = None,
) -> list[dict[str, Any]]:
    """The bets on the cloth, a row a game, each row with its odds and, where chips are staked, what it pays:
    a remark about it, and what follows from a bet."""
    games: dict[str, list[str]] = {}
    for name in picks:
        games.setdefault(PICKS[symbol][name].game, []).append(name)
    rows = []
    for game, names in games.items():
        wins = PICKS[symbol][names[0]]
        chance = Fraction(len(wins.on), OUTCOMES[symbol])
        odds = speech.phrase("draw.odds", n=str(chance.numerator), of=str(chance.denominator))
        pays = speech.phrase("draw.pays", times=str(wins.pays)) if staked else ""
        rows.append(
            {
                "game": game,
                "odds": odds,
                "pays": pays,
                "hint": staked[0](wins.pays) if staked else "",
                "bets": [bet(symbol, name, speech, asked, staked[1](wins.pays) if staked else "") for name in names],
            }
        )
    return rows


def bet(symbol: str, name: str, speech: Speech, asked: bool, then: str) -> dict[str, Any]:
    kind, _, rest = name.partition("-")
    label, pictures, colour, called = "", [], "", speech.term(name)
    if kind in ("dozen", "six"):
        size = 12 if kind == "dozen" else 6
        label = f"{size * (int(rest) - 1) + 1}–{size * int(rest)}"
    elif kind in ("one", "two"):
        pictures = [f"die-{n}" for n in rest.split("-")]
    elif kind in SUIT_PICTURES:
        pictures = [SUIT_PICTURES[kind]]
        colour = "red" if kind in SUITS[:2] else "black"
    elif kind == "court":
        label = speech.phrase("draw.court")
        called = f"{label}, {called}"  # what is read aloud holds what is seen
    else:
        label = called
        colour = name if name in ("red", "black") else ""
    return {
        "pick": f"pick={name}" if asked else "",
        "name": called,
        "label": label,
        "pictures": pictures,
        "colour": colour,
        "then": then,
        "dice": symbol == DICE and bool(pictures),
    }
