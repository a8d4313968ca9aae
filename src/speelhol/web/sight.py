"""Who looks at a table, and what their pieces are made of."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..den import Table
from ..kernel import Speech, View
from . import times
from .album import Album
from .drawn import Drawn, drawing_of
from .render import Reader


class Sight:
    """Who looks at a table, and what their pieces are made of."""

    def __init__(
        self,
        album: Album,
        table: Table,
        language: str,
        seat: int | None,
        curtain: int | None,
        mine: tuple[int, ...],
        spectator: bool,
        words: bool,
        hints: bool = False,
        talks: bool = False,
    ) -> None:
        self.album = album
        self.table = table
        self.language = language
        self.seat = seat
        self.curtain = curtain
        self.mine = mine
        self.spectator = spectator
        self.words = words
        self.hints = hints
        """Whether they may ask for one."""
        self.talks = talks
        """Whether they may say something."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for those who see the same of a state."""
        who = self.seat, self.curtain, self.mine, self.spectator
        return *who, self.language, self.words, self.hints, self.talks

    @cached_property
    def view(self) -> View:
        return times.eyes(self.table, self.seat)

    @cached_property
    def speech(self) -> Speech:
        table = self.table
        return table.once(("speech", self.language), lambda: table.game.speak(self.language, table.names))

    @cached_property
    def drawn(self) -> Drawn | None:
        """The drawn table; None where there is none, or where words are wanted."""
        game = self.table.game
        if self.words or self.curtain is not None or drawing_of(game) is None:
            return None
        return Drawn(game, self.view, self.speech, self.album)

    @property
    def state(self) -> str:
        return "over" if self.view.over else "mine" if self.view.offers is not None else "waiting"

    def show(self, template: str, **values: Any) -> str:
        return self.album.piece(template, self.language, values)

    def show_slots(self, template: str, **values: Any) -> list[str]:
        """The same for a template with slots: what stands before, between and after them."""
        return self.album.pieces(template, self.language, values)


def past_sight(reader: Reader, table: Table, view: View) -> Sight:
    """A view of a moment that has passed, with what it takes to show it."""
    sight = Sight(Album(), table, reader.language, view.seat, None, (), False, reader.words)
    sight.view = view
    return sight
