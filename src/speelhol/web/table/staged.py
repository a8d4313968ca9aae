"""Big moments, as one audience is shown them: built up, revealed, and what follows. Made of events it was told."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ...kernel import Event, Speech
from ...kernel.values import Touch
from .cache import TableCache
from .drawing import Drawing


class BigMoment(Struct, frozen=True, omit_defaults=True):
    """One big moment."""

    motif: str
    size: tuple[int, int]
    mood: str
    before: str
    told: str
    after: str = ""
    cards: tuple[str, ...] = ()
    """Drawings that are turned over one by one."""
    back: str = ""
    touch: Touch = ""
    """What it is to whoever looks."""
    own: bool = False
    """It is what whoever looks did themselves, and tells, costs and brings them nothing."""


def stages(
    told: Iterable[tuple[int, Event]], seat: int | None, drawing: Drawing | None, speech: Speech, kept: TableCache
) -> dict[int, BigMoment]:
    """The big moments among numbered events, by their number; `seat`: whoever looks."""
    if drawing is None:
        return {}
    found = {n: _stage(event, seat, drawing, speech, kept) for n, event in told if type(event) in drawing.staged}
    return {n: moment for n, (moment,) in found.items() if moment is not None}


def _stage(
    event: Event, seat: int | None, drawing: Drawing, speech: Speech, kept: TableCache
) -> tuple[BigMoment | None]:
    key = ("stage", speech.language, seat, event)
    return kept.of_event(key, lambda: (stage(event, seat, drawing, speech),))


def stage(event: Event, seat: int | None, drawing: Drawing, speech: Speech) -> BigMoment | None:
    """How an event is staged; None if it is no big moment."""
    staged = drawing.stages(event)
    if staged is None:
        return None
    touch: Touch = "" if seat is None else event.touches(seat)
    return BigMoment(
        staged.motif if isinstance(staged.motif, str) else staged.motif(event),
        staged.size,
        staged.mood,
        speech.begins(event),
        speech.event(event),
        speech.follows(event),
        tuple(staged.turns(event)) if staged.turns is not None else (),
        staged.back,
        touch,
        seat is not None and _known(event, seat, touch),
    )


def _known(event: Event, seat: int, touch: Touch) -> bool:
    return getattr(event, "seat", None) == seat and not event.reveals and touch in ("", "named")
