"""What one audience may know, built by putting in."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from .dealer import Log
from .offers import Offers
from .values import Action, Result, to_json


class View(Struct, frozen=True):
    """What a seat, or the open table (seat None), may know. Reaches no position."""

    game: str
    seat: int | None
    seats: int
    options: Any
    """The game's own options struct."""
    rules: int
    now: Any
    """The game's own struct: the table as this audience sees it."""
    agenda: tuple[Any, ...]
    """Steps still to come, the next one last: why is this asked?"""
    asked: tuple[int, ...]
    """The seats that the present question is put to, whether or not they have answered."""
    prompt: str | None
    """The key of the words by which this seat is asked, if it is."""
    answer: Action | None
    """The seat's own sealed answer while others still think."""
    offers: Offers | None
    """What the seat may do; None when it has nothing to decide."""
    log: Log
    result: Result | None

    @property
    def over(self) -> bool:
        return not self.agenda

    @property
    def hush(self) -> bool:
        """Free talk is closed at this moment."""
        return bool(self.agenda) and self.agenda[-1].hush

    def plain(self, since: int = 0) -> dict[str, Any]:
        """The view as plain data, with the events from number `since` on; `Game.read_view` reads it.

        whispers: the numbers of those that this seat alone has heard
        """
        return {
            "game": self.game,
            "seat": self.seat,
            "seats": self.seats,
            "options": self.options,
            "rules": self.rules,
            "now": self.now,
            "agenda": self.agenda,
            "asked": self.asked,
            "prompt": self.prompt,
            "answer": self.answer,
            "offers": None if self.offers is None else self.offers.plain(),
            "events": len(self.log),
            "log": self.log.since(since),
            "whispers": self.log.whispers(since),
            "result": self.result,
        }

    def to_bytes(self, since: int = 0) -> bytes:
        """The view as JSON, equal for equal views."""
        return to_json(self.plain(since))
