"""The big moments: the dark, the press, a mask that is lifted, the arrest, and the end."""

from __future__ import annotations

from ....kernel import Staged
from .. import events as e
from .scene import BACK, picture

MASK = (48, 60)
STAGED = {
    e.Blackout: Staged("lamp", mood="alarm"),
    e.Pressed: Staged("press", (240, 130), turns=lambda event: tuple(map(picture, event.cards)), back=BACK),
    e.Unmasked: Staged("mask", MASK),
    e.Accused: Staged("mask", MASK, "alarm"),
    e.Ended: Staged("note-50", (120, 60)),
}
"""The cards of the press were shuffled, and lie in the order in which everybody was told of them: they show no seat."""
