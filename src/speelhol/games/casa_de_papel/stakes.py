"""What is at stake when somebody is asked: the last press, or the last trump."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .rules import LastTrump
from .table import ROUNDS
from .view import Seen


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    now: Seen = view.now
    if now.round < ROUNDS:
        return ()
    if isinstance(view.agenda[-1], LastTrump):
        return (AtStake(speech.phrase("stake.trump"), ends=True),)
    key = "stake.missing" if now.loot < now.goal else "stake.reached"
    return (AtStake(speech.phrase(key, amount=speech.money(abs(now.goal - now.loot))), ends=True),)
