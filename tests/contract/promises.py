"""What questions promise: a game with a `promises.py` beside its tests says there in `PROMISES` what each one says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import speelhol
from speelhol.kernel import Game, Match, Stream

from .cases import beside_tests

Promises = Mapping[str, Callable[[Match, int], bool]]


def promising() -> list[str]:
    """The games that say what their questions promise."""
    return [name for name in speelhol.games() if beside_tests(name, "promises")]


def promises(game: Game) -> Promises:
    found: Promises = beside_tests(game.name, "promises").PROMISES
    return found


def rare(game: Game) -> Iterable[tuple[Match, int]]:
    """Questions that hardly ever come up by chance, made by hand in `RARE`, each with the seat that is asked."""
    found: Iterable[tuple[Match, int]] = getattr(beside_tests(game.name, "promises"), "RARE", ())
    return found


def asked_next(match: Match, seed: str = "next") -> None:
    """Answer the present question at random for whoever has not answered yet."""
    rng = random.Random(seed)
    question = match.position.agenda[-1]
    while match.to_act and match.position.agenda[-1] is question:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))


def questions(game: Game, seats: int, options: dict[str, Any], version: int, seed: str) -> Iterator[tuple[Match, int]]:
    """A random match by this version of the rules, before each of its moves, with the seat that is going to move."""
    rng = random.Random(seed)
    match = game.begin(seats, game.read_options(options), version, Stream(seed), seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        yield match, seat
        match.play(seat, match.legal(seat).sample(rng))
