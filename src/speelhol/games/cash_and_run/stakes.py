"""What is at stake when somebody is asked: a runner may be home with the next roll, a debt may be more than one has."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import AtStake, Speech, View
from .rules_duel import JudgeBluff, OfferBluff
from .table import LAP
from .view import Seen

FARTHEST = 12
"""What two dice can show."""


def stakes(view: View, speech: Speech) -> Sequence[AtStake]:
    said = [AtStake(words, ends=True) for words in _laps(view, speech)]
    debt = _debt(view, speech)
    return (*said, AtStake(debt)) if debt else said


def _laps(view: View, speech: Speech) -> list[str]:
    """The runners whose next roll may win."""
    now: Seen = view.now
    left = {seat: LAP - lap.gone for seat, lap in enumerate(now.laps) if lap is not None}
    return [
        speech.phrase("stake.lap.mine" if seat == view.seat else "stake.lap", n=str(n), seat=speech.seat(seat))
        for seat, n in left.items()
        if n <= FARTHEST
    ]


def _debt(view: View, speech: Speech) -> str:
    """That I would owe more than I have, if I concede, if I doubt what is true, or if I lose the game anew."""
    now: Seen = view.now
    asks = view.agenda[-1]
    if isinstance(asks, OfferBluff):
        key, due = "stake.lost", asks.due
    elif isinstance(asks, JudgeBluff):
        key, due = "stake.doubt", asks.risk
    else:
        return ""
    assert view.seat is not None
    chips = now.chips[view.seat]
    return speech.phrase(key, due=speech.money(due), chips=speech.money(chips)) if due > chips else ""
