"""How the drawn table moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ....kernel import Event, Motion, fly
from .. import events as e
from .scene import BACK, _ran


@singledispatch
def motions(event: Event) -> Sequence[Motion]:
    """How an event moves on the table; most don't."""
    return ()


@motions.register
def _(event: e.Claimed) -> Sequence[Motion]:
    return (Motion("speak", f"seat-{event.seat}"),)


@motions.register
def _(event: e.Said) -> Sequence[Motion]:
    return (Motion("speak", f"seat-{event.seat}"),) if event.what else ()


@motions.register
def _(event: e.Chosen) -> Sequence[Motion]:
    return tuple(fly(BACK, f"seat-{seat}", "press") for seat in event.seats)


@motions.register
def _(event: e.Blackout) -> Sequence[Motion]:
    return (Motion("lights", "mint"),)


@motions.register
def _(event: e.Pressed) -> Sequence[Motion]:
    return (Motion("turn", "trays"), Motion("prints" if _ran(event.cards) else "jams", "press"))


@motions.register
def _(event: e.Appointed) -> Sequence[Motion]:
    return (Motion("beat", f"seat-{event.seat}"),)


@motions.register
def _(event: e.Was) -> Sequence[Motion]:
    return (Motion("turn", f"seat-{event.seat}"),)
