"""The big moments: the raid, who is caught in it, and the end."""

from __future__ import annotations

from ....kernel import Staged
from .. import events as e

STAGED = {
    e.RaidBegan: Staged("police-car", (96, 58), "alarm"),
    e.Caught: Staged("police-car", (96, 58)),
    e.Ended: Staged("getaway-car", (96, 56)),
}
