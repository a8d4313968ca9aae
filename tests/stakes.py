"""What seats are told to be at stake, all through a random match."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from speelhol.kernel import Action, AtStake, Game, Match


def told(match: Match, seat: int) -> Sequence[AtStake]:
    """What a seat that is asked is told, in English."""
    return match.game.stakes(match.view(seat), match.game.speak("en"))


def asked(game: Game, seats: int, options: dict[str, Any], seed: str) -> Iterator[tuple[Match, int, Action]]:
    """Every question of a random match, before it is answered: whom it is put to, and what they will do."""
    return play_on(game.start(seats, seed, **options), random.Random(seed))


def play_on(match: Match, rng: random.Random) -> Iterator[tuple[Match, int, Action]]:
    while not match.over:
        seat = rng.choice(match.to_act)
        action = match.legal(seat).sample(rng)
        yield match, seat, action
        match.play(seat, action)
