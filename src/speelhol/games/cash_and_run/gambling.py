"""The wheel, the die and the cards: what can be picked, what wins, what it pays. Draws are made here and told."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import combinations
from typing import Any

from msgspec import Struct

from ...kernel import Choices, Dealer
from . import actions as a
from . import events as e

ROULETTE, DICE, CARDS = "roulette", "dice", "cards"
SYMBOLS = (ROULETTE, DICE, CARDS)

SUITS = ("hearts", "diamonds", "spades", "clubs")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
"""From low to high. Card n of the pack has suit n // 13 and rank n % 13."""
PACK = len(SUITS) * len(RANKS)

_DATA: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("gambling.toml").read_text("utf-8"))
RED = frozenset(_DATA["red"])
NUMBERS = range(1, 37)
KNOWN = range(1, 7)


class Wins(Struct, frozen=True):
    """One pick of one game."""

    game: str
    pays: int
    """What the owner pays: so many times the stake. 0 where something else than a stake is played for."""
    on: frozenset[int]
    """The outcomes that win."""


def _group(start: int, size: int) -> frozenset[int]:
    return frozenset(range(start, start + size))


_PICKS: dict[tuple[str, str], dict[str, frozenset[int]]] = {
    (ROULETTE, "colour"): {"red": RED, "black": frozenset(NUMBERS) - RED},
    (ROULETTE, "dozen"): {f"dozen-{i + 1}": _group(1 + 12 * i, 12) for i in range(3)},
    (ROULETTE, "six"): {f"six-{i + 1}": _group(1 + 6 * i, 6) for i in range(6)},
    (ROULETTE, "parity"): {"even": frozenset(NUMBERS[1::2]), "odd": frozenset(NUMBERS[::2])},
    (DICE, "parity"): {"even": frozenset(KNOWN[1::2]), "odd": frozenset(KNOWN[::2])},
    (DICE, "two"): {f"two-{i}-{j}": frozenset((i, j)) for i, j in combinations(KNOWN, 2)},
    (DICE, "one"): {f"one-{i}": frozenset((i,)) for i in KNOWN},
    (CARDS, "colour"): {"red": _group(0, 26), "black": _group(26, 26)},
    (CARDS, "court"): {"court": frozenset(n for n in range(PACK) if n % 13 >= RANKS.index("jack"))},
    (CARDS, "suit"): {suit: _group(13 * i, 13) for i, suit in enumerate(SUITS)},
}

PICKS: dict[str, dict[str, Wins]] = {symbol: {} for symbol in SYMBOLS}
"""By symbol and pick. Names of picks are unique within a symbol."""
for (_symbol, _game), _picks in _PICKS.items():
    for _pick, _on in _picks.items():
        PICKS[_symbol][_pick] = Wins(_game, _DATA[_symbol].get(_game, 0), _on)

CASINO_PICKS = {
    symbol: tuple(pick for pick, wins in PICKS[symbol].items() if wins.game in _DATA[symbol]) for symbol in SYMBOLS
}
"""What a visitor may bet on, the three games of a symbol in the rulebook's order."""


def _of(symbol: str, game: str) -> tuple[str, ...]:
    return tuple(_PICKS[symbol, game])


AGAIN = {
    symbol: {pick: Choices(a.Pick(other) for other in _of(symbol, wins.game)) for pick, wins in picks.items()}
    for symbol, picks in PICKS.items()
}
"""What may be picked when a game is played again: the same game, any pick of it."""
POT_PICKS = {ROULETTE: _of(ROULETTE, "dozen"), DICE: _of(DICE, "two"), CARDS: _of(CARDS, "court")}
TAKEOVER_PICKS = {ROULETTE: _of(ROULETTE, "parity"), DICE: _of(DICE, "parity"), CARDS: _of(CARDS, "colour")}


# ---- chance


def spin(seat: int, dealer: Dealer) -> int:
    """A number from 1 to 36; a zero is spun again. [turn.zero]"""
    while not (number := dealer.draw(37)):
        dealer.tell(e.Zero(seat))
    dealer.tell(e.Spun(seat, number, "red" if number in RED else "black"))
    return number


def throw(seat: int, dealer: Dealer) -> int:
    number = 1 + dealer.draw(6)
    dealer.tell(e.Threw(seat, number))
    return number


def tell_card(seat: int, card: int, dealer: Dealer) -> None:
    suit, rank = divmod(card, 13)
    dealer.tell(e.Drew(seat, RANKS[rank], SUITS[suit]))


def pull(seat: int, dealer: Dealer) -> int:
    """A card from the shuffled pack."""
    card = dealer.draw(PACK)
    tell_card(seat, card, dealer)
    return card


GAMBLE = {ROULETTE: spin, DICE: throw, CARDS: pull}


def contest(seats: tuple[int, ...], symbol: str, dealer: Dealer) -> dict[int, int]:
    """One result for each of these seats. Cards come from one pack and are not put back; suits don't count.

    [all-play.ranks]
    """
    if symbol != CARDS:
        play = GAMBLE[symbol]
        return {seat: play(seat, dealer) for seat in seats}
    pack = list(range(PACK))
    ranks = {}
    for seat in seats:
        card = pack.pop(dealer.draw(len(pack)))
        tell_card(seat, card, dealer)
        ranks[seat] = card % 13
    return ranks
