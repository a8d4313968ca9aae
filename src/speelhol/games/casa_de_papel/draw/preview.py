"""What a choice leads to, as far as a seat can know: from its view, never from the position."""

from __future__ import annotations

from ....kernel import Action, Speech, View
from .. import actions as a
from ..view import Seen


def then(view: View, action: Action, speech: Speech) -> str:
    now: Seen = view.now
    if isinstance(action, a.Lay):
        return speech.phrase(f"about.{action.card}")
    if isinstance(action, a.Claim) and now.mine:
        card = now.mine[-1]
        return speech.phrase(
            "then.true" if action.card == card else "then.vague" if action.card == card[0] else "then.lie"
        )
    if isinstance(action, a.Choose):
        return speech.phrase("then.choose", need=str(len(action.seats) // 2 + 1))
    if isinstance(action, a.Look):
        return speech.phrase("then.look")
    if isinstance(action, a.Swap) and (known := _known(now, action.into, view.seat)):
        return speech.phrase("then.swap", card=speech.term(known))
    if isinstance(action, a.Appoint):
        return speech.phrase("then.appoint", seat=speech.seat(action.seat))
    return ""


def _known(now: Seen, seat: int, me: int | None) -> str | None:
    """The card that lies in front of somebody, if it is mine or I looked at it."""
    if seat == me:
        return now.mine[-1]
    return now.saw if now.deed is not None and seat == now.deed.looked else None
