"""Tables, seats, invitations, clocks, the event log, push. No HTTP here."""

from . import fair, hosting, takebacks
from .cluster.watching import Watcher
from .den import Den
from .errors import TurnedAway
from .pace import Pace
from .people import new_secret, person_of
from .table import Chair, Remark, Table

__all__ = [
    "Chair",
    "Den",
    "Pace",
    "Remark",
    "Table",
    "TurnedAway",
    "Watcher",
    "fair",
    "hosting",
    "new_secret",
    "person_of",
    "takebacks",
]
