"""Tables, seats, invitations, the event log, push. No HTTP here."""

from . import fair
from .den import Den, Watcher
from .people import new_secret, person_of
from .table import Chair, Remark, Table, Turned

__all__ = ["Chair", "Den", "Remark", "Table", "Turned", "Watcher", "fair", "new_secret", "person_of"]
