"""Thieves: money face down for yourself, face up for the others, and the police raids the richest."""

from ...kernel import Game
from .imagine import imagine
from .retell import retell
from .rules import setup
from .table import ThievesOptions
from .view import closing, describe, look

GAME = Game(
    "thieves",
    __name__,
    seats=range(3, 7),
    minutes=(10, 20),
    options=ThievesOptions,
    rules=2,
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
    closing=closing,
)
