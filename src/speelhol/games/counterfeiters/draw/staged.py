"""The big moments: the best notes from the press, what lies on the officer's way, its last space, and the end."""

from __future__ import annotations

from ....kernel import Staged
from .. import events as e

STAGED = {
    e.Printed: Staged("press", (240, 130), when=lambda event: event.notes.three > 0),
    e.Recognised: Staged("i-inv", mood="alarm"),
    e.GodfatherCame: Staged("i-godfather", mood="alarm"),
    e.CaseClosed: Staged("i-end", mood="alarm"),
    e.Ended: Staged("note-50", (120, 60)),
}
