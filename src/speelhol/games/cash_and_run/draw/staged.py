"""The big moments: a bluff that is not believed, a bankruptcy, somebody who runs, and the end."""

from __future__ import annotations

from ....kernel import Staged
from .. import events as e
from .motions import BLUFF_BACK

STAGED = {
    e.Doubted: Staged("r-liar", turns=lambda event: (f"bluff-{event.card}",), back=BLUFF_BACK),
    e.Bankrupted: Staged("u-gavel", (24, 24), "alarm"),
    e.LapBegan: Staged("g-run", (24, 24), "alarm"),
    e.Ended: Staged("chip-1m"),
}
