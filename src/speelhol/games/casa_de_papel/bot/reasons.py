"""Why somebody in the mint is advised to do something: by their side, their card, and whom they suspect."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Action, Belief, Reason, View
from .. import actions as a
from ..table import RED
from ..view import Seen

ABOUT = (a.Say, a.Accuse, a.Appoint, a.Look, a.Unmask, a.Suspect)
"""What is done about somebody in particular."""


def reasons(view: View, action: Action, beliefs: Sequence[Belief]) -> Sequence[Reason]:
    now: Seen = view.now
    side = _side(now)
    if isinstance(action, a.Claim):
        card = now.mine[-1]
        true = action.card in (card, card[0])  # the kind alone, without an amount, is no lie
        return (side, Reason("honest" if true else "lies", {"card": card}))
    if isinstance(action, a.Lay):
        return (_laid(now, action.card),)
    if isinstance(action, ABOUT):
        about = action.about if isinstance(action, a.Say) else action.seat
        chance = next((one.chance for one in beliefs if one.tag == "robber" and one.data["seat"] == about), None)
        if chance is not None:
            return (side, Reason("suspects", {"seat": about, "chance": float(chance)}))
    return (side,)


def _laid(now: Seen, card: str) -> Reason:
    """Why a card is laid: what helps the other side is a mask, or all there is."""
    robber = now.character in RED
    if card[0] == "ms"[not robber]:
        return _side(now)
    choice = any(other[0] != card[0] for other in now.hand)
    return Reason(("robber" if robber else "hostage") + (".hides" if choice else ".bare"), {})


def _side(now: Seen) -> Reason:
    """What the seat is after."""
    role, missing = ("robber", "hostage")[now.character not in RED], now.goal - now.loot
    if missing > 0:
        return Reason(role, {"amount": missing})
    return Reason("robber.done" if role == "robber" else "hostage.late", {})
