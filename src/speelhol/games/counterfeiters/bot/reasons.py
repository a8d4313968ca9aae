"""Why a counterfeiter is advised to do something: what it brings by the end, in dollars."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel import Action, Belief, Reason, View
from .. import actions as a
from ..table import CAP
from ..view import Seen
from .evaluate import Prices
from .mind import JOB


def reasons(view: View, action: Action, beliefs: Sequence[Belief]) -> Sequence[Reason]:
    now: Seen = view.now
    assert view.seat is not None
    prices = Prices(now, view.seat, now.cash)
    if isinstance(action, a.Place):
        brings = Reason("job", {"amount": round(prices.job(JOB.get(action.space, action.space)))})
        moves = action.space in CAP and not now.closing
        return (brings, Reason("cap", {"n": now.officer, "all": now.kit.last})) if moves else (brings,)
    if isinstance(action, a.Buy):
        amount = round(prices.card(action.card))
        return (Reason("buys", {"card": action.card, "price": action.price, "amount": amount}),)
    if isinstance(action, a.HandOver):
        notes = action.one + action.two + action.three
        return (Reason("notes", {"n": notes}) if notes else Reason("keeps-notes", {}),)
    if isinstance(action, a.Stash):
        return (Reason("stash", {"left": now.cash - action.amount}),)
    if isinstance(action, a.Fetch):
        return (Reason("fetch", {"left": now.cash}),)
    if isinstance(action, a.Recall):
        return (Reason("recall", {}),)
    return (Reason("skip", {}),)
