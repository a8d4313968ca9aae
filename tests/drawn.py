"""A game's drawn table for tests: each of its macros as HTML."""

from __future__ import annotations

from speelhol.kernel import Game, Speech, View
from speelhol.web.table.drawing import drawing_of, macros_of


class Drawn:
    def __init__(self, game: Game, view: View, speech: Speech) -> None:
        drawing = drawing_of(game)
        assert drawing is not None
        self.scene = drawing.scene(view, speech)
        self._macros = macros_of(game.name, speech.language)

    @property
    def board(self) -> str:
        return str(self._macros["board"](self.scene))

    @property
    def mine(self) -> str:
        return str(self._macros["mine"](self.scene))

    @property
    def legend(self) -> str:
        return str(self._macros["legend"](self.scene))

    @property
    def aside(self) -> str:
        return str(self._macros["aside"](self.scene))

    def more(self, seat: int) -> str:
        return str(self._macros["more"](self.scene, seat))

    def things(self, seat: int, bot: bool) -> str:
        return str(self._macros["plaque"](self.scene, seat, bot))

    @property
    def listed(self) -> bool:
        return bool(self.scene.get("listed", False))
