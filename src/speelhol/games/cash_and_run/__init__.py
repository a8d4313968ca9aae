"""Cash & Run: buy casinos, gamble your rivals out of theirs, bluff when you lose, and run a lap with the right ones."""

from ...kernel import Game
from .imagine import imagine
from .retell import retell
from .rules import setup
from .table import CashOptions
from .view import closing, describe, glance, look

GAME = Game(
    "cash-and-run",
    __name__,
    seats=range(3, 7),
    minutes=(60, 120),
    options=CashOptions,
    setup=setup,
    look=look,
    glance=glance,
    imagine=imagine,
    retell=retell,
    describe=describe,
    closing=closing,
)
