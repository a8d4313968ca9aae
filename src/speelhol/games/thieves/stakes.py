"""What is at stake when somebody is asked: the next police car brings a raid, the next getaway car ends the match."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .table import ESCAPE, RAID_AT
from .view import Seen


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    now: Seen = view.now
    said = []
    if now.getaways == ESCAPE - 1:
        said.append(AtStake(speech.phrase("stake.escape"), ends=True))
    if now.cars == RAID_AT - 1:
        said.append(AtStake(speech.phrase("stake.raid")))
    return said
