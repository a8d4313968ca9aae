"""What a choice leads to, as far as a seat can know: from its view, never from the position."""

from __future__ import annotations

from functools import singledispatch

from ....kernel import Action, Speech, View
from .. import actions as a
from ..rules_auction import Bidding
from ..table import ALL_PLAY, AT, KIND, PLACE, PRICE, SLAM, UNIT, nearest_corner
from ..view import Seen
from .ring import race_words, running


def then(view: View, action: Action, speech: Speech) -> str:
    return _then(action, view, speech)


@singledispatch
def _then(action: Action, view: View, speech: Speech) -> str:
    return ""


def _me(view: View) -> int:
    assert view.seat is not None
    return view.seat


@_then.register
def _(action: a.Announce, view: View, speech: Speech) -> str:
    place = view.now.pawns[_me(view)]
    return speech.phrase("then.announce", corner=str(nearest_corner(place or 0)))


@_then.register
def _(action: a.Offer, view: View, speech: Speech) -> str:
    back = min(UNIT, view.now.bank + view.now.pot)
    return speech.phrase("then.offer", casino=speech.term(action.casino), back=speech.money(back))


@_then.register
def _(action: a.Bid, view: View, speech: Speech) -> str:
    return bid_words(view.agenda[-1], speech.money(action.amount), view.seat, speech)


def bid_words(step: Bidding, amount: str, seat: int | None, speech: Speech) -> str:
    """What a bid of this amount costs, if it stays the highest."""
    if seat != step.creditor:
        return speech.phrase("then.bid", sum=amount)
    return speech.phrase("then.bid.creditor", sum=amount, due=speech.money(step.due), seat=speech.seat(step.seller))


@_then.register
def _(action: a.Go, view: View, speech: Speech) -> str:
    now: Seen = view.now
    kind, name = KIND[PLACE[action.space]], speech.term(action.space)
    if kind != "casino":
        return speech.phrase(
            f"then.go.{_nothing_there(now, kind, _me(view)) or kind}",
            pot=speech.money(now.pot),
            bank=speech.money(now.bank),
            price=speech.money(PRICE),
            prize=speech.money(ALL_PLAY),
            safe=speech.money(min(SLAM[0], now.bank)),
            most=speech.money(min(SLAM[-1], now.bank)),
        )
    owner = now.owners[AT[action.space]]
    if owner is None:
        poor = now.chips[_me(view)] < PRICE
        key = "then.go.free.poor" if poor else "then.go.free"
        return speech.phrase(key, casino=name, race=race_words(now, _me(view), speech, action.space))
    if owner == view.seat:
        return speech.phrase("then.go.own", casino=name)
    return speech.phrase(
        f"then.go.other{_unable(now, _me(view))}",
        casino=name,
        seat=speech.seat(owner),
        cash=speech.money(now.chips[owner]),
    )


def _unable(now: Seen, seat: int) -> str:
    """What comes before a game that must be played, for a seat without a stake; empty: it has one."""
    if now.chips[seat] >= UNIT:
        return ""
    return ".auction" if seat in now.owners else ".bankrupt"


def _nothing_there(now: Seen, kind: str, seat: int) -> str:
    """Why a space has nothing for a seat, or less than usual; empty: it has what it promises."""
    poor = "poor" if now.chips[seat] < PRICE else ""
    if kind == "bluff":
        return poor
    if kind == "takeover":
        rivals = any(owner not in (None, seat) for owner in now.owners)
        return poor if seat in now.owners and rivals else "no-casino" if rivals else "no-rival"
    if kind == "all-play":
        return "all-play.short" if now.bank < ALL_PLAY else ""
    return {"pot": "" if now.pot else "empty-pot", "grand-slam": "" if now.bank else "empty-bank"}[kind]


@_then.register
def _(action: a.Buy, view: View, speech: Speech) -> str:
    left = view.now.chips[_me(view)] - PRICE
    return speech.phrase("then.buy", left=speech.money(left))


@_then.register
def _(action: a.Bluff, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    true = action.card == step.symbol
    return speech.phrase("then.bluff.true" if true else "then.bluff.false", seat=speech.seat(step.judge))


@_then.register
def _(action: a.Concede, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.due:
        return speech.phrase("then.concede.casino")
    return speech.phrase("then.concede", seat=speech.seat(step.judge), sum=speech.money(step.due))


@_then.register
def _(action: a.Accept, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.game.stake:
        return speech.phrase("then.accept.casino")
    return speech.phrase("then.accept", gain=speech.money(step.gain), risk=speech.money(step.risk))


@_then.register
def _(action: a.Doubt, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.game.stake:
        return speech.phrase("then.doubt.casino")
    return speech.phrase("then.doubt", gain=speech.money(step.gain), risk=speech.money(step.risk))


@_then.register
def _(action: a.Collect, view: View, speech: Speech) -> str:
    return speech.phrase("then.collect", sum=speech.money(view.agenda[-1].safe))


@_then.register
def _(action: a.Dare, view: View, speech: Speech) -> str:
    return speech.phrase("then.dare", prize=speech.money(view.agenda[-1].prize))


@_then.register
def _(action: a.Challenge, view: View, speech: Speech) -> str:
    return challenge_words(view.now, action.casino, speech)


def challenge_words(now: Seen, casino: str, speech: Speech) -> str:
    """What a takeover brings, and that it ends a run if this is one of its casinos."""
    key = "then.challenge.run" if casino in running(now) else "then.challenge"
    return speech.phrase(key, casino=speech.term(casino), seat=speech.seat(now.owners[AT[casino]]))


@_then.register
def _(action: a.Take, view: View, speech: Speech) -> str:
    return speech.phrase("then.take", race=race_words(view.now, _me(view), speech, action.casino))


@_then.register
def _(action: a.LayOut, view: View, speech: Speech) -> str:
    return speech.phrase("then.lay-out")
