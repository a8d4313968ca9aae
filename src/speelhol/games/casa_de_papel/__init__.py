"""La Casa de Papel: hidden roles at the mint. Robbers print money, hostages stop the press, and everybody lies."""

from ...kernel import Game
from .imagine import imagine
from .retell import retell
from .rules import setup
from .table import CasaOptions
from .view import closing, describe, look

GAME = Game(
    "casa-de-papel",
    __name__,
    seats=range(4, 9),
    minutes=(15, 30),
    options=CasaOptions,
    rules=2,
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
    closing=closing,
)
