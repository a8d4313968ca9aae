"""Board and card games of money, crime and bluff, to play from Python.

import speelhol, random

game = speelhol.game("casa-de-papel")
match = game.start(seats=5, seed="any text")
while not match.over:
    seat = match.to_act[0]
    match.play(seat, match.legal(seat).sample(random))
print(match.result)
"""

from .games import game, games
from .kernel import BadRecord, Game, Match, Record, Refused, Result, View
from .kernel.values import brief

__version__ = "0.1.0"


def replay(record: Record | bytes) -> Match:
    """The match that a record tells. Raises BadRecord, in a sentence, where it departs from the rules or its seed."""
    if isinstance(record, bytes):
        record = Record.from_bytes(record)
    if record.game not in games():
        raise BadRecord(f"This is a record of {brief(record.game)}, a game that is not here.")
    return game(record.game).replay(record)


__all__ = ["BadRecord", "Game", "Match", "Record", "Refused", "Result", "View", "game", "games", "replay"]
