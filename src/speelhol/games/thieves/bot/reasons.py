"""Why a thief is advised to do something: by what cards are worth, and the cars in the street."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Action, Belief, Reason, View
from .. import actions as a
from ..table import CARS, RAID_AT, WORTH_AT_END, WORTH_IN_RAID
from ..view import Seen


def reasons(view: View, action: Action, beliefs: Sequence[Belief]) -> Sequence[Reason]:
    now: Seen = view.now
    assert view.seat is not None
    own = now.loot[view.seat]
    if isinstance(action, a.Keep | a.Give):
        worth = {"card": action.card, "raid": WORTH_IN_RAID[action.card], "end": WORTH_AT_END[action.card]}
        if isinstance(action, a.Give):
            return (Reason("gives", {**worth, "seat": action.seat}),)
        return (Reason("keeps", worth), Reason("street", {"n": now.cars, "all": RAID_AT}))
    known = [slot.card for slot in own if slot.card is not None]
    loot = Reason("loot", {"mine": sum(WORTH_IN_RAID[card] for card in known)})
    if isinstance(action, a.Swap):
        card = own[action.mine - 1].card
        return (loot,) if card is None else (Reason("swaps", {"end": WORTH_AT_END[card]}), loot)
    if isinstance(action, a.Play) and action.card in CARS:
        cars = now.cars + CARS[action.card]
        return (Reason("raid", {}) if cars >= RAID_AT else Reason("cars", {"n": cars, "all": RAID_AT}), loot)
    return (Reason("street", {"n": now.cars, "all": RAID_AT}), loot)
