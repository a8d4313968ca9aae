"""What is at stake when somebody is asked: the officer's next step, or the last round."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .table import CAP, RATES, SPACES
from .view import Seen


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    now: Seen = view.now
    if now.closing:
        return ()
    said = []
    if now.round == RATES.rounds:
        said.append(AtStake(speech.phrase("stake.last-round"), ends=True))
    if any(room for space, room in zip(SPACES, now.room, strict=True) if space in CAP):
        if now.officer + 1 in now.kit.godfather:
            said.append(AtStake(speech.phrase("stake.godfather")))
        if now.officer + 1 == now.kit.last:
            said.append(AtStake(speech.phrase("stake.closes")))
    return said
