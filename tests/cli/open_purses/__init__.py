"""Open purses, a game whose seats hold no secret: all bid at once for lots from a hidden pile."""

from speelhol.kernel import Game

from .imagine import imagine
from .retell import retell
from .rules import setup
from .view import describe, look

GAME = Game(
    "open-purses",
    __name__,
    seats=range(2, 4),
    minutes=(2, 5),
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
)
