"""Casablanca: eight agents whom everybody can bribe, one black case, and bids that show what a word is worth."""

from ...kernel import Game
from .imagine import imagine
from .retell import retell
from .rules import setup
from .table import CasablancaOptions
from .view import closing, describe, look


def fits(seats: int, options: CasablancaOptions) -> str | None:
    if options.variant == "agent" and seats > 4:
        return f"The variant Agent is for 2 to 4 players, not {seats}: there are only four headquarters."
    return None


GAME = Game(
    "casablanca",
    __name__,
    seats=range(2, 9),
    minutes=(45, 90),
    options=CasablancaOptions,
    rules=2,
    fits=fits,
    setup=setup,
    look=look,
    imagine=imagine,
    retell=retell,
    describe=describe,
    closing=closing,
)
