"""A mirrored contest: one bot against others in every seat in turn, with fixed seeds and no clock."""

from __future__ import annotations

import random

import speelhol
from speelhol.bots import LADDER, Budget


def wins(game: str, seats: int, one: str, others: str, matches: int, rounds: int = 1) -> int:
    """How many of so many matches one bot of a level wins against bots of another level."""
    hero, crowd = LADDER[one](), LADDER[others]()
    budget = Budget(seconds=1e9, rounds=rounds)
    won = 0
    for number in range(matches):
        match = speelhol.game(game).start(seats, f"contest {number // seats}")
        rng = random.Random(number)
        while not match.over:
            seat = match.to_act[0]
            bot = hero if seat == number % seats else crowd
            match.play(seat, bot.think(match.view(seat), rng, budget).action)
        assert match.result is not None
        won += number % seats in match.result.winners
    return won
