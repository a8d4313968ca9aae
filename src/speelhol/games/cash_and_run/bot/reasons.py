"""Why a gambler is advised to do something: what casinos are worth, and how likely claims are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....kernel import Action, Belief, Reason, View
from .. import actions as a
from ..rules_auction import Bidding
from ..rules_casino import BuyCasino
from ..rules_duel import JudgeBluff, OfferBluff
from ..table import AT
from ..view import Seen
from . import evaluate
from .policy_duels import true_odds


def reasons(view: View, action: Action, beliefs: Sequence[Belief]) -> Sequence[Reason]:
    now: Seen = view.now
    step: Any = view.agenda[-1]
    assert view.seat is not None
    if isinstance(step, Bidding):
        price = evaluate.price(now, step.seat, AT[step.casino], step.seller)
        return (Reason("worth", {"casino": step.casino, "price": price}), Reason("asked", {"least": step.least}))
    if isinstance(step, BuyCasino):
        price = evaluate.price(now, step.seat, AT[step.casino], step.seat)
        return (Reason("worth", {"casino": step.casino, "price": price}),)
    if isinstance(step, JudgeBluff):
        chance = true_odds(now, now.held[step.bluffer] + 1, step.symbol)
        return (Reason("judged", {"seat": step.bluffer, "chance": chance}), Reason("risk", {"risk": step.risk}))
    if isinstance(step, OfferBluff):
        if isinstance(action, a.Bluff):
            return (Reason("true-card" if action.card == step.symbol else "false-card", {"symbol": step.symbol}),)
        return (Reason("concedes", {"due": step.due}),)
    return _others(now, view.seat, step, action)


def _others(now: Seen, me: int, step: Any, action: Action) -> Sequence[Reason]:
    if isinstance(action, a.Bet):
        return (Reason("stakes", {"stake": action.stake}),)
    if isinstance(action, a.Announce | a.LayOut):
        return (Reason("runs", {}),)
    if isinstance(action, a.Roll):
        return (Reason("rolls", {}),)
    if isinstance(action, a.Collect):
        return (Reason("collects", {"prize": step.prize}),)
    return (Reason("chips", {"chips": now.chips[me]}),) if isinstance(action, a.Offer | a.Stop | a.Decline) else ()
