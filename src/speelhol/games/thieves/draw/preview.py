"""What a choice leads to, as far as a seat can know: from its view, never from the position."""

from __future__ import annotations

from ....kernel import Action, Speech, View
from .. import actions as a
from ..table import CARS, RAID_AT, WORTH_AT_END, WORTH_IN_RAID
from ..view import Seen
from .scene import _shown_worth


def then(view: View, action: Action, speech: Speech) -> str:
    now: Seen = view.now
    if isinstance(action, a.Give):
        shows = [_shown_worth(slots) for slots in now.loot]
        after = shows[action.seat] + WORTH_IN_RAID[action.card]
        most = all(after > value for seat, value in enumerate(shows) if seat != action.seat)
        return speech.phrase("then.give.most" if most else "then.give", seat=speech.seat(action.seat), shows=str(after))
    if isinstance(action, a.Keep):
        return speech.phrase("then.keep", end=str(WORTH_AT_END[action.card]))
    if isinstance(action, a.Play) and action.card in CARS:
        cars = now.cars + CARS[action.card]
        return speech.phrase("then.raid" if cars >= RAID_AT else "then.car", cars=str(cars), raid=str(RAID_AT))
    if isinstance(action, a.Play):
        return speech.phrase(f"about.{action.card}")
    return ""
