"""A possible world for a view: the pile in another order."""

from __future__ import annotations

from speelhol.kernel import Random, View

from .table import LOTS, OpenPurses
from .view import Seen


def imagine(view: View, rng: Random) -> OpenPurses:
    now: Seen = view.now
    pile = sorted((lot for lot in LOTS if lot not in now.shown), key=lambda _: rng.random())
    return OpenPurses(
        view.seats,
        view.options,
        view.rules,
        view.agenda,
        result=view.result,
        shown=now.shown,
        pile=tuple(pile),
        purses=now.purses,
        points=now.points,
    )
