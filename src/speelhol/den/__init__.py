"""Tables, seats, invitations, clocks, the event log, push. No HTTP here."""

from . import fair, hosting, takebacks
from .den import Den
from .pace import Pace
from .people import new_secret, person_of
from .table import Chair, Remark, Table
from .turned import Turned
from .watching import Watcher

__all__ = [
    "Chair",
    "Den",
    "Pace",
    "Remark",
    "Table",
    "Turned",
    "Watcher",
    "fair",
    "hosting",
    "new_secret",
    "person_of",
    "takebacks",
]
