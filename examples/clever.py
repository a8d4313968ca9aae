"""A bot of one's own for the lab. In this folder: speelhol tournament thieves --bots random,clever.Clever --matches 100

It tries a few offers in worlds that its seat can't tell from the real one, plays on at random, and takes the best.
"""

from __future__ import annotations

import speelhol
from speelhol.bots import Budget, Level, Thought
from speelhol.kernel import Random, View


class Clever(Level):
    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        assert view.offers is not None
        assert view.seat is not None
        wins = {view.offers.sample(rng): 0 for _ in range(4)}
        for _ in range(8):
            world = speelhol.game(view.game).imagine(view, rng)
            for action in wins:
                match = world.copy()
                match.play(view.seat, action)
                while not match.over:
                    seat = match.to_act[0]
                    match.play(seat, match.legal(seat).sample(rng))
                assert match.result is not None
                wins[action] += view.seat in match.result.winners
        return Thought(max(wins, key=lambda action: wins[action]))
