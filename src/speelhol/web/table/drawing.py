"""Drawn tables: a game may bring a picture of its table, on top of the words that every game has.

A game with a folder `draw` is drawn. Its `scene(view, speech)` gives what `table.html` shows, as plain data. What
everybody sees alike of it may be in `common(view, speech)`: while people watch that is made once for all of them, of
the open table's view, and handed to `scene` as `shared`. Its `motions(event)` tells how an event moves, `STAGED` in
`staged.py` which kinds of events are big moments, and its
`then(view, action, speech)` what an offer would lead to as far as that seat can know; `called(view, action, speech)`
beside it, if it has one, how an offer reads for whoever sees what it is about. `FIXED` beside the scene, if it
has one, is what every table of the game shows alike; templates know it as `fixed`, and it never travels. `table.html`
has two macros, `board(scene)` and `mine(scene)`, and may have four more:
`legend(scene)`, explanations and pieces that may fly; `plaque(scene, seat, bot)`, what stands under a player's name
instead of a word or two; and for wide screens `more(scene, seat)`, more about a player, and `aside(scene)`, what the
board can't say. `say("key")` in it are the game's words. The same file is drawn here and, as a script made of it
(see `translate`), in the browser.

A card is an `svg` of the class `card`; one that is made of more is `near`, and the explanation whose heading is its
name stands beside it when it is looked at from close. On the board `data-pick` is what a target stands for,
`data-about` what it says when it is tapped alone, and `data-usual` marks the pick that goes without saying. `data-key`
names a piece that travels; on a `data-frame` only what moved on it does. `data-held` names what tells how something
ended, and the places at which that happens if there are such: what is drawn in it stays the old until it has been told.
A scene's outermost layer is a mapping: `shared` is unpacked into it, its keys are what parts are redrawn by, and a test
draws every moment, so that a template which asks for a field that is missing fails on both sides. What lies in it may
be structs; patches and templates take them like mappings.
`tokens` in the scene are drawings beside the fields of an offer, `listed` says that not everything that is offered
can be tapped, `plaques` are a word or two by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from ...games import game as find_game
from ...kernel import Action, Event, Game, Motion, Speech, Staged, View
from ...kernel.cache import per_process
from ..text.packing import small_style
from ..text.templates import environment

MACROS = ("board", "mine", "legend", "plaque", "more", "aside")
Macro = Callable[..., Markup]


class Drawing(NamedTuple):
    """What a game's `draw` folder promises."""

    common: Callable[[View, Speech], Mapping[str, Any]] | None
    scene: Callable[..., Mapping[str, Any]]
    motions: Callable[[Event], Sequence[Motion]]
    then: Callable[[View, Action, Speech], str]
    fixed: Mapping[str, Any]
    staged: Mapping[type[Event], Staged]
    called: Callable[[View, Action, Speech], str] | None = None
    """How an offer reads for whoever sees what it is about; "" where its own words say it."""

    def stages(self, event: Event) -> Staged | None:
        """How an event is staged; None if it is no big moment."""
        staged = self.staged.get(type(event))
        return staged if staged is None or staged.when is None or staged.when(event) else None


@per_process()
def drawing_of(game: Game) -> Drawing | None:
    """The drawings of a game's `draw` folder; None if it has no drawn table."""
    folder = game.folder
    if not folder.has("draw/scene.py"):
        return None
    scene, motions, then = (folder.given(f"draw/{file}.py") for file in ("scene", "motions", "preview"))
    beside = folder.module("draw/scene.py")
    staged = folder.given("draw/staged.py") if folder.has("draw/staged.py") else {}
    called = getattr(folder.module("draw/preview.py"), "called", None)
    return Drawing(getattr(beside, "common", None), scene, motions, then, getattr(beside, "FIXED", {}), staged, called)


def fixed_of(game: Game) -> Mapping[str, Any]:
    """What every table of a game shows alike."""
    drawing = drawing_of(game)
    return drawing.fixed if drawing else {}


def nothing(*_: Any) -> Markup:
    """What a macro draws that a game does not have."""
    return Markup("")


@per_process()
def macros_of(name: str, language: str) -> Mapping[str, Macro]:
    """The macros of a game's `table.html`, in one language."""
    game = find_game(name)
    known = {"say": game.speak(language).phrase, "fixed": fixed_of(game)}
    module: Any = environment(language).get_template(f"{name}/table.html", globals=known).module
    return {macro: getattr(module, macro, nothing) for macro in MACROS}


NO_MACROS: Mapping[str, Macro] = dict.fromkeys(MACROS, nothing)


@per_process()
def stylesheet(game: str) -> bytes:
    """The look of a game's table; empty if it is not drawn."""
    return small_style(_drawn(game, "table.css"))


@per_process()
def pictures(game: str) -> bytes:
    """The drawings that only this game's table needs, as symbols; empty if the house's own are enough."""
    return _drawn(game, "art.svg").encode()


def _drawn(game: str, file: str) -> str:
    folder = find_game(game).folder
    return folder.text(f"draw/{file}") if folder.has(f"draw/{file}") else ""
