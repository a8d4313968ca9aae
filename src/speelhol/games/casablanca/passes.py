"""Objections that a seat leaves to the house: on one agent, or on everybody, until its own turn."""

from __future__ import annotations

from ...kernel import Pass, Passing, View
from .rules_objection import ALLOW, MayObject
from .view import Seen


def passes(view: View) -> Passing:
    now: Seen = view.now
    step = view.agenda[-1] if view.agenda else None
    if not isinstance(step, MayObject) or now.deed is None:
        return Passing(now.turn)
    agent, until = now.deed.agent, now.turn + (step.seat - now.player) % now.seats
    kinds = (
        Pass(f"{agent}/{until}", until, "pass.agent", f"draw.named.{agent}"),
        Pass(f"all/{until}", until, "pass.all"),
    )
    return Passing(now.turn, step.seat, ALLOW, kinds)
