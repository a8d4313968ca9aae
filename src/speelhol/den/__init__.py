"""Tables, seats, invitations, clocks, the event log, push. No HTTP here."""

from .cluster.watching import Watcher
from .den import Den
from .tables import fair, hosting, takebacks
from .tables.chairs import Chair, Remark
from .tables.errors import TurnedAway
from .tables.pace import Pace
from .tables.people import new_secret, person_of
from .tables.table import Table

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
