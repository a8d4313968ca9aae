"""The rulebooks as people read them: contents, what is in the box, chapters with examples; and each on one page."""

from __future__ import annotations

import re
from typing import Any, get_args

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup
from msgspec import Struct

from ...games import game as find_game
from ...kernel import Game, house_rules
from ...kernel.cache import per_process
from ...kernel.rulebook import Label
from ..session.visitor import AnyRequest, reader_of
from ..table.drawing import drawing_of, macros_of
from ..text.templates import Reader, render, say
from .answers import html, known_game
from .front import game_card
from .gallery import PEOPLE, moments, table_at

ID = re.compile(r' id="[^"]*"')
NEWS = 3
"""So many of the newest events are told under an example."""


class Example(Struct, frozen=True):
    """A moment of a real match: the board as its table draws it, and what has happened and is asked, in words."""

    title: str
    board: Markup
    told: tuple[str, ...]


@per_process()
def examples(name: str, language: str) -> dict[str, list[Example]]:
    """The drawn examples of a game's rulebook, by chapter."""
    found: dict[str, list[Example]] = {}
    drawing = drawing_of(find_game(name))
    for at, moment in enumerate(moments(name)):
        if drawing is None or not moment.explains:
            continue
        table = table_at(name, at)
        speech = table.game.speak(language, PEOPLE)
        view = table.view(moment.eyes)
        board = str(macros_of(name, language)["board"](drawing.scene(view, speech)))
        if found:  # what is drawn by its name on one page has it once
            board = ID.sub("", board)
        told = [speech.event(event) for event in table.view(None).log][-NEWS:]
        asked = [] if view.over else [speech.ask(view)]
        example = Example(moment.title[language], Markup(board), (*told, *asked))  # noqa: S704 - made by our own templates
        found.setdefault(moment.explains, []).append(example)
    return found


def book(reader: Reader, game: Game) -> str:
    return render(
        "rules.html",
        reader,
        chapters=[*game.rulebook.chapters, *house_rules().chapters],
        examples=examples(game.name, reader.language),
        shelves=game.pieces(reader.language),
        labels={label: say(reader.language, f"label.{label}") for label in get_args(Label)},
        **_about(reader, game),
    )


def page_of(reader: Reader, game: Game) -> str:
    """The game on one page, to print or to look something up while playing."""
    return render("summary.html", reader, **_about(reader, game))


def _about(reader: Reader, game: Game) -> dict[str, Any]:
    return {"card": game_card(game, reader.language), "game": game.name, "summary": game.summary}


@get("/rules/{name:str}")
async def rules(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    return html(book(reader_of(request), known_game(name)))


@get("/rules/{name:str}/summary")
async def summary(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    game = known_game(name)
    if not game.summary:
        raise NotFoundException(f"There is no summary of {game.title}.")
    return html(page_of(reader_of(request), game))


rulebook_routes = Router("/", route_handlers=[rules, summary], include_in_schema=False)
