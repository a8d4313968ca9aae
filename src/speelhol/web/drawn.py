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

from jinja2 import nodes
from jinja2.runtime import Macro
from markupsafe import Markup
from msgspec.json import Encoder

from ..games import game as find_game
from ..games import games
from ..kernel import Action, Event, Game, Motion, Speech, View, to_json
from .album import SHARED, SLOT, Album
from .render import environment, template


def _named(value: Any) -> str:
    """What stands for a value of a scene that is no plain data: a range, or a function that says the same to everybody
    at a table. One made for a view could hold what only that view may know, so it can't stand for another's."""
    if isinstance(value, range):
        return repr(value)
    name = str(getattr(value, "__qualname__", "<>"))
    owner = getattr(value, "__self__", None)
    if "<" in name or not (owner is None or isinstance(owner, Speech)):
        raise TypeError(f"a scene can't hold {value!r}")
    return name


ENCODER = Encoder(enc_hook=_named)
MACROS = ("board", "mine", "legend", "plaque", "more", "aside")
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


class Room:
    """A game's `table.html` in one language."""

    def __init__(self, game: str, language: str) -> None:
        room: Any = template(language, f"{game}/table.html").module
        self.macros: dict[str, Macro] = {n: m for n in MACROS if (m := getattr(room, n, None)) is not None}
        macros = _macros(game, language)
        self.reads = {name: _reads(macros, name) for name in self.macros}
        """By macro what it reads of the scene."""


room_of = cache(Room)


def _macros(game: str, language: str) -> dict[str, nodes.Macro]:
    house = environment(language)
    assert house.loader is not None
    source = house.loader.get_source(house, f"{game}/table.html")[0]
    return {macro.name: macro for macro in house.parse(source).find_all(nodes.Macro)}


def _reads(macros: Mapping[str, nodes.Macro], name: str, place: int = 0) -> tuple[str, ...]:
    """The fields of the scene that a macro reads, itself or in those that it hands the scene on to.

    The scene is its argument at `place`. Raises TypeError where that can't be told from the template.
    """
    macro = macros[name]
    scene = macro.args[place].name
    fields: set[str] = set()
    whole = sum(one.name == scene and one.ctx == "load" for one in macro.find_all(nodes.Name))
    for read in macro.find_all(nodes.Getattr):
        if isinstance(read.node, nodes.Name) and read.node.name == scene:
            fields.add(read.attr)
            whole -= 1
    for call in macro.find_all(nodes.Call):
        for at, given in enumerate(call.args):
            if isinstance(given, nodes.Name) and given.name == scene and isinstance(call.node, nodes.Name):
                fields.update(_reads(macros, call.node.name, at))
                whole -= 1
    if whole:
        raise TypeError(f"{name} hands its scene on to something that is no macro")
    return tuple(sorted(fields - {"once", "say"}))


class Drawn:
    """A table drawn for one view: board and hand, made when they are asked for.

    What a macro shows follows from what it reads of the scene. So it is made once for all who see that alike, and
    not again while that stays as it is.
    """

    def __init__(self, game: Game, view: View, speech: Speech, album: Album | None = None) -> None:
        drawing = drawing_of(game)
        assert drawing is not None
        self._drawing = drawing
        self._view = view
        self._speech = speech
        self._album = album or Album()
        self._scene = {**drawing.scene(view, speech), "once": self._once}
        self._room = room_of(game.name, speech.language)
        self._read: dict[str, bytes] = {}

    @property
    def board(self) -> list[str]:
        """In pieces, like the next two."""
        return self._made("board")

    @property
    def mine(self) -> list[str]:
        return self._made("mine")

    @property
    def legend(self) -> list[str]:
        """What belongs to the board and stays as it is: explanations, pieces that may fly."""
        return self._made("legend")

    def _made(self, name: str, *values: Any) -> list[str]:
        macro = self._room.macros.get(name)
        if macro is None:
            return []
        read = self._read.get(name)
        if read is None:
            scene = self._scene
            read = self._read[name] = ENCODER.encode([scene.get(field) for field in self._room.reads[name]])
        key = (name, self._speech.language, read, values)
        found: list[str] | None = self._album.recall(key)
        if found is None:
            found = [piece for piece in str(macro(self._scene, *values)).split(SLOT) if piece]
            self._album.keep(key, found)
        return found

    def _once(self, macro: Macro, *values: Any) -> Markup:
        key = (self._view.game, macro.name, self._speech.language, to_json(values))
        found: Markup | None = SHARED.find(key)
        if found is None:
            found = Markup(SLOT + macro(*values, self._scene["say"]) + SLOT)  # noqa: S704 - made by our own templates
            SHARED.keep(key, found)
        return found

    def more(self, seat: int) -> str:
        """More about a player, for wide screens; empty if there is nothing."""
        return "".join(self._made("more", seat))

    @property
    def listed(self) -> bool:
        """Not everything that is offered can be tapped on the board: the list of offers stays open."""
        return bool(self._scene.get("listed", False))

    def plaque(self, seat: int) -> str:
        """A word or two under a player's name: what is open about them."""
        return str(self._scene.get("plaques", {}).get(seat, ""))

    def things(self, seat: int, bot: bool) -> str:
        """What stands under a player's name, drawn; empty if the game says it in words."""
        return "".join(self._made("plaque", seat, bot))

    @property
    def aside(self) -> str:
        """What the board can't say, for wide screens; empty if there is nothing."""
        return "".join(self._made("aside"))

    def token(self, field: str) -> Sequence[Any]:
        """The drawing that stands for what a field is about, with its size; empty if there is none."""
        token: Sequence[Any] = self._scene.get("tokens", {}).get(field.rpartition(".")[2], ())
        return token

    def then(self, action: Action) -> str:
        return self._drawing.then(self._view, action, self._speech)

    def motions(self, event: Event) -> Sequence[Motion]:
        return self._drawing.motions(event)
