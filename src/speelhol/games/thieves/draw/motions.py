"""How the drawn table moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ....kernel import Event, Motion, fly
from .. import events as e
from .scene import BACK, picture


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table; most don't."""
    return ()


@motions.register
def _(event: e.Gave) -> Sequence[Motion]:
    return (fly(picture(event.card), f"seat-{event.seat}", f"heap-{event.to}"),)


@motions.register
def _(event: e.Kept) -> Sequence[Motion]:
    return (fly(BACK, f"seat-{event.seat}", f"heap-{event.seat}"),)


@motions.register
def _(event: e.Parked) -> Sequence[Motion]:
    return (fly(picture(event.card), f"seat-{event.seat}", "police"), Motion("beat", "police"))


@motions.register
def _(event: e.Used) -> Sequence[Motion]:
    return (fly(picture(event.card), f"seat-{event.seat}", "spent"),)


@motions.register
def _(event: e.Refilled) -> Sequence[Motion]:
    getaway = (Motion("drive", "flee"),) if event.found else ()
    return (*(fly(BACK, "pile", f"seat-{event.seat}") for _ in range(event.cards)), *getaway)


@motions.register
def _(event: e.Heeded) -> Sequence[Motion]:
    return tuple(fly(picture(card), f"seat-{event.seat}", "police") for card in event.cards)


@motions.register
def _(event: e.Swapped) -> Sequence[Motion]:
    here, there = f"heap-{event.seat}", f"heap-{event.other}"
    return (fly(picture(event.gave), here, there), fly(picture(event.got), there, here))


@motions.register
def _(event: e.Bribed) -> Sequence[Motion]:
    return tuple(fly(picture(card), "police", "spent") for card in event.cards)


@motions.register
def _(event: e.RaidBegan) -> Sequence[Motion]:
    return (Motion("raid", "street"),)


@motions.register
def _(event: e.Opened) -> Sequence[Motion]:
    return (Motion("turn", f"heap-{event.seat}"),)


@motions.register
def _(event: e.Caught) -> Sequence[Motion]:
    return tuple(Motion("caught", f"heap-{seat}") for seat in event.seats)


@motions.register
def _(event: e.Reshuffled) -> Sequence[Motion]:
    """Until then the police are there whose cars brought the raid."""
    return (Motion("clear", "police"),)


@motions.register
def _(event: e.Counted) -> Sequence[Motion]:
    return (Motion("turn", f"heap-{event.seat}"),)
