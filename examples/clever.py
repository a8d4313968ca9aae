"""A bot of one's own, for the lab and for a table. In this folder:

    speelhol tournament thieves --bots random,clever.Clever --matches 100
    speelhol join http://localhost:8000/t/velvet-lamp-42 --bot clever.Clever --name Robota

It tries a few offers in worlds that its seat can't tell from the real one, plays on at random, and takes the best.
"""

from __future__ import annotations

import speelhol
from speelhol import View
from speelhol.kernel import Action, Random


class Clever:
    def choose(self, view: View, rng: Random) -> Action:
        """A view in, an action out: the one method that a bot needs."""
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
        return max(wins, key=lambda action: wins[action])
