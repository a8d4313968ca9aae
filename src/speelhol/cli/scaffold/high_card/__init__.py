"""High card: everybody lays a card in turn, the highest takes the trick."""

from speelhol.kernel import Game

from .imagine import imagine
from .retell import retell
from .rules import setup
from .view import describe, look

GAME = Game(
    "high-card",
    __name__,
    seats=range(2, 6),
    minutes=(2, 5),
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
)
