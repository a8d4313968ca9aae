"""What a seat decides."""

from __future__ import annotations

from speelhol.kernel import Action


class Lay(Action, frozen=True, tag="lay"):
    """Lay a card face up. If it lay face down, `hidden = ("card",)` would keep it from the others."""

    card: int
