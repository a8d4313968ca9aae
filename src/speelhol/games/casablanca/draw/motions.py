"""How events move on the town."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ....kernel import Event, Motion, fly
from .. import events as e

MONEY = "note-50"


def _plaque(seat: int) -> str:
    return f"plaque-{seat}"


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table. Agents and the case walk by themselves."""
    return ()


@motions.register
def _(event: e.Settled) -> Sequence[Motion]:
    return (fly(f"seat-{event.seat + 1}", _plaque(event.seat), f"place-{event.place}"),)


@motions.register
def _(event: e.Bribed) -> Sequence[Motion]:
    return (Motion("write", _plaque(event.seat)),)


@motions.register
def _(event: e.Wrote) -> Sequence[Motion]:
    return (fly(MONEY, "purse", f"ledger-{event.agent}"),)


@motions.register
def _(event: e.WantsMove) -> Sequence[Motion]:
    return (Motion("wants", f"agent-{event.agent}"),)


@motions.register
def _(event: e.WantsStrike) -> Sequence[Motion]:
    return (Motion("wants", f"agent-{event.agent}"), Motion("shake", f"agent-{event.victim}"))


@motions.register
def _(event: e.Objected) -> Sequence[Motion]:
    return (Motion("object", _plaque(event.seat)), Motion("beat", "duel"))


@motions.register
def _(event: e.Named) -> Sequence[Motion]:
    return (Motion("named", "duel"),)


@motions.register
def _(event: e.Met) -> Sequence[Motion]:
    return (Motion("met", "duel"),)


@motions.register
def _(event: e.Withdrew) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)),)


@motions.register
def _(event: e.GaveUp) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)),)


@motions.register
def _(event: e.Yielded) -> Sequence[Motion]:
    return (Motion("shake", _plaque(event.seat)), Motion("beat", _plaque(event.objector)))


@motions.register
def _(event: e.Struck) -> Sequence[Motion]:
    return (Motion("strike", f"agent-{event.agent}"),)


@motions.register
def _(event: e.Lost) -> Sequence[Motion]:
    return (fly(MONEY, _plaque(event.seat), f"agent-{event.agent}"),) if event.amount else ()


@motions.register
def _(event: e.FaceDown) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)


@motions.register
def _(event: e.FaceUp) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)


@motions.register
def _(event: e.OneCarrier) -> Sequence[Motion]:
    return (Motion("shake", "case"),)


@motions.register
def _(event: e.Home) -> Sequence[Motion]:
    return (Motion("home", f"place-{event.place}"),)


@motions.register
def _(event: e.Opened) -> Sequence[Motion]:
    return (Motion("turn", _plaque(event.seat)),)
