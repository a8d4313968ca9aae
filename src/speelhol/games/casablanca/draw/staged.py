"""The big moments: an objection, a strike, the case at home or nowhere, and who won."""

from __future__ import annotations

from ....kernel import Staged
from .. import events as e

AGENT, CASE = (48, 58), (48, 40)
STAGED = {
    e.Objected: Staged("u-hand", (24, 24)),
    e.Struck: Staged(lambda event: f"agent-{event.victim}", AGENT, "alarm"),
    e.Home: Staged("case", CASE, "alarm"),
    e.Stopped: Staged("case", CASE),
    e.Won: Staged("hq-cafe", (80, 64)),
}
