"""Counterfeiters: print fake notes, turn them into real ones, and hide those before the Godfather comes by."""

from ...kernel import Game
from .imagine import imagine
from .retell import retell
from .rules import setup
from .table import CounterfeitersOptions
from .view import describe, look

GAME = Game(
    "counterfeiters",
    __name__,
    seats=range(2, 5),
    minutes=(30, 40),
    options=CounterfeitersOptions,
    rules=2,
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
)
