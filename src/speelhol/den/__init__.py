"""Tables, seats, invitations, the event log, push. No HTTP here."""

from .den import Den, Watcher
from .people import new_secret, person_of
from .table import Chair, Remark, Table, Turned

__all__ = ["Chair", "Den", "Remark", "Table", "Turned", "Watcher", "new_secret", "person_of"]
