"""What a choice leads to, as far as a seat can know: from its view, never from the position."""

from __future__ import annotations

from functools import singledispatch

from ....kernel import Action, Speech, View
from .. import actions as a
from ..table import ALL_PLAY, AT, KIND, PLACE, PRICE, nearest_corner
from ..view import Seen
from .ring import race_words


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
    return speech.phrase("then.offer", casino=speech.term(action.casino))


@_then.register
def _(action: a.Go, view: View, speech: Speech) -> str:
    now: Seen = view.now
    kind, name = KIND[PLACE[action.space]], speech.term(action.space)
    if kind != "casino":
        return speech.phrase(
            f"then.go.{kind}", pot=speech.money(now.pot), price=speech.money(PRICE), prize=speech.money(ALL_PLAY)
        )
    owner = now.owners[AT[action.space]]
    if owner is None:
        return speech.phrase("then.go.free", casino=name, race=race_words(now, _me(view), speech, action.space))
    if owner == view.seat:
        return speech.phrase("then.go.own", casino=name)
    return speech.phrase("then.go.other", casino=name, seat=speech.seat(owner), cash=speech.money(now.chips[owner]))


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
    return speech.phrase("then.accept")


@_then.register
def _(action: a.Doubt, view: View, speech: Speech) -> str:
    step = view.agenda[-1]
    if not step.game.stake:
        return speech.phrase("then.doubt.casino")
    return speech.phrase("then.doubt", gain=speech.money(step.gain), risk=speech.money(step.risk))


@_then.register
def _(action: a.Collect, view: View, speech: Speech) -> str:
    return speech.phrase("then.collect", sum=speech.money(min(view.agenda[-1].safe, view.now.bank)))


@_then.register
def _(action: a.Dare, view: View, speech: Speech) -> str:
    return speech.phrase("then.dare", prize=speech.money(view.agenda[-1].prize))


@_then.register
def _(action: a.Challenge, view: View, speech: Speech) -> str:
    owner = view.now.owners[AT[action.casino]]
    return speech.phrase("then.challenge", casino=speech.term(action.casino), seat=speech.seat(owner))


@_then.register
def _(action: a.Take, view: View, speech: Speech) -> str:
    return speech.phrase("then.take", race=race_words(view.now, _me(view), speech, action.casino))


@_then.register
def _(action: a.LayOut, view: View, speech: Speech) -> str:
    return speech.phrase("then.lay-out")
