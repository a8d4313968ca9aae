"""Drawn tables: a game may bring a picture of its table, on top of the words that every game has.

A game folder with a `draw.py` is drawn. Its `scene(view, speech)` gives what `table.html` shows, as plain data; its
`motions(event)` how an event moves, and its `then(view, action, speech)` what an offer would lead to as far as that
seat can know. `FIXED`, if it has one, is what every table of the game shows alike; templates know it as `fixed`, and
it never travels. `table.html` has two macros, `board(scene)` and `mine(scene)`, and may have four more:
`legend(scene)`, explanations and pieces that may fly; `plaque(scene, seat, bot)`, what stands under a player's name
instead of a word or two; and for wide screens `more(scene, seat)`, more about a player, and `aside(scene)`, what the
board can't say. `say("key")` in it are the game's words. The same file is drawn here and, as a script made of it
(see `translate`), in the browser.

On the board `data-pick` is what a target stands for, `data-about` what it says when it is tapped alone, and
`data-usual` marks the pick that goes without saying. `data-key` names a piece that travels; on a `data-frame` only
what moved on it does. `data-sum` names an amount: it stays the old one until the movement of the new one is over.
`tokens` in the scene are drawings beside the fields of an offer, `listed` says that not everything that is offered
can be tapped, `plaques` are a word or two by seat.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from markupsafe import Markup

from ...games import game as find_game
from ...games import games
from ...kernel import Action, Event, Game, Motion, Speech, View
from ..text.templates import environment

MACROS = ("board", "mine", "legend", "plaque", "more", "aside")
Macro = Callable[..., Markup]


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


def fixed_of(game: Game) -> Mapping[str, Any]:
    """What every table of a game shows alike."""
    return cast("Mapping[str, Any]", getattr(drawing_of(game), "FIXED", {}))


def nothing(*_: Any) -> Markup:
    """What a macro draws that a game does not have."""
    return Markup("")


@cache
def macros_of(name: str, language: str) -> Mapping[str, Macro]:
    """The macros of a game's `table.html`, in one language."""
    game = find_game(name)
    known = {"say": game.speak(language).phrase, "fixed": fixed_of(game)}
    module: Any = environment(language).get_template(f"{name}/table.html", globals=known).module
    return {macro: getattr(module, macro, nothing) for macro in MACROS}


NO_MACROS: Mapping[str, Macro] = dict.fromkeys(MACROS, nothing)


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
