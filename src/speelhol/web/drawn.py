"""Drawn tables: a game may bring a picture of its table, on top of the words that every game has.

A game folder with a `draw.py` is drawn. Its `scene(view, speech)` gives what `table.html` shows, its
`motions(event)` how an event moves, and its `then(view, action, speech)` what an offer would lead to as far as
that seat can know. `table.html` has two macros, `board(scene)` and `mine(scene)`, and may have four more:
`legend(scene)`, what hardly ever changes and so need not travel again; `plaque(scene, seat, bot)`, what stands
under a player's name instead of a word or two; and for wide screens `more(scene, seat)`, more about a player, and
`aside(scene)`, what the board can't say.

On the board `data-pick` is what a target stands for, `data-about` what it says when it is tapped alone, and
`data-usual` marks the pick that goes without saying. `data-key` names a piece that travels; on a `data-frame` only
what moved on it does. `tokens` in the scene are drawings beside the fields of an offer.

What changes seldom, or looks the same to several seats, is worth a macro of its own, called through the scene:
`{{ s.once(heap, one) }}` stands for `heap(one, s.say)`, is made once for equal values, and travels only when they
have changed. A macro sees nothing but what it is given, so nothing else can get into what it shows.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from jinja2.runtime import Macro
from markupsafe import Markup

from ..games import game as find_game
from ..games import games
from ..kernel import Action, Event, Game, Motion, Speech, View, to_json
from .album import SHARED, SLOT
from .render import template

RECENT = 16
"""Of so many events the movements are in the page; a page that has seen them already skips them."""


class Drawing(Protocol):
    """What a game's `draw` module promises."""

    @staticmethod
    def scene(view: View, speech: Speech) -> Mapping[str, Any]: ...

    @staticmethod
    def motions(event: Event) -> Sequence[Motion]: ...

    @staticmethod
    def then(view: View, action: Action, speech: Speech) -> str: ...


@cache
def drawing_of(game: Game) -> Drawing | None:
    """The game's `draw` module; None if it has no drawn table."""
    name = f"{game.package}.draw"
    return cast("Drawing", importlib.import_module(name)) if find_spec(name) else None


@cache
def folder_of(game: str) -> Path:
    spec = find_spec(find_game(game).package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@cache
def stylesheet(game: str) -> bytes:
    """The look of a game's table; empty if it is not drawn."""
    file = folder_of(game) / "table.css"
    return file.read_bytes() if game in games() and file.exists() else b""


@cache
def pictures(game: str) -> bytes:
    """The drawings that only this game's table needs, as symbols; empty if the house's own are enough."""
    file = folder_of(game) / "art.svg"
    return file.read_bytes() if file.exists() else b""


class Drawn:
    """A table drawn for one view: board and hand, made when they are asked for."""

    def __init__(self, game: Game, view: View, speech: Speech) -> None:
        drawing = drawing_of(game)
        assert drawing is not None
        self._drawing = drawing
        self._view = view
        self._speech = speech
        self._scene = {**drawing.scene(view, speech), "once": self._once}
        self._room: Any = template(speech.language, f"{game.name}/table.html").module

    @property
    def board(self) -> str:
        """With a mark where it falls apart into pieces, like the other two."""
        return str(self._room.board(self._scene))

    @property
    def mine(self) -> str:
        return str(self._room.mine(self._scene))

    def _once(self, macro: Macro, *values: Any) -> Markup:
        key = (self._view.game, macro.name, self._speech.language, to_json(values))
        found: Markup | None = SHARED.find(key)
        if found is None:
            found = Markup(SLOT + macro(*values, self._scene["say"]) + SLOT)  # noqa: S704 - made by our own templates
            SHARED.keep(key, found)
        return found

    def more(self, seat: int) -> str:
        """More about a player, for wide screens; empty if there is nothing."""
        return self._maybe("more", seat)

    @property
    def listed(self) -> bool:
        """Not everything that is offered can be tapped on the board: the list of offers stays open."""
        return bool(self._scene.get("listed", False))

    def plaque(self, seat: int) -> str:
        """A word or two under a player's name: what is open about them."""
        return str(self._scene.get("plaques", {}).get(seat, ""))

    def things(self, seat: int, bot: bool) -> str:
        """What stands under a player's name, drawn; empty if the game says it in words."""
        return self._maybe("plaque", seat, bot)

    @property
    def legend(self) -> str:
        """What belongs to the board and stays as it is: explanations, pieces that may fly."""
        return self._maybe("legend")

    @property
    def aside(self) -> str:
        """What the board can't say, for wide screens; empty if there is nothing."""
        return self._maybe("aside")

    def _maybe(self, macro: str, *values: object) -> str:
        made = getattr(self._room, macro, None)
        return str(made(self._scene, *values)) if made else ""

    def token(self, field: str) -> Sequence[Any]:
        """The drawing that stands for what a field is about, with its size; empty if there is none."""
        token: Sequence[Any] = self._scene.get("tokens", {}).get(field.rpartition(".")[2], ())
        return token

    def then(self, action: Action) -> str:
        return self._drawing.then(self._view, action, self._speech)

    def motions(self, event: Event) -> Sequence[Motion]:
        return self._drawing.motions(event)
