"""The pages' scripts as they travel: those made of templates, and our own."""

from __future__ import annotations

import re

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ...games import games
from ...kernel import LANGUAGES
from ..session.visitor import YEAR
from ..text.packing import STATIC, small_script
from .compiled import game_script, house_script, replay_script, words_script

NAME = re.compile(r"[a-z_]+\.js")
MADE = re.compile(r"([a-z-]+)\.([a-z]{2})\.js")
HOUSE = {"replay": replay_script, "words": words_script}
"""What is drawn alike for every game."""
TABLE = "table-"
"""Before the name of a game: what draws all tables, and what draws its own. Together they weigh less."""
JOINED = {
    "den.js": ("morph.js", "clocks.js", "forms.js", "focus.js", "layers.js", "on_demand.js", "den.js", "luck.js"),
    "drawn.js": ("scene.js", "markup_diff.js", "flights.js", "moves.js", "drawn.js", "sight.js"),
    "verify.js": ("remembered.js", "verify.js"),
    "talk.js": ("mute.js", "talk.js"),
}
"""Scripts that are read one by one and travel as one, which weighs less; each uses what those before it share."""

STRICT = b'"use strict";'
"""How each begins; said once, it holds for all that travel together."""


def own_script(file: str) -> bytes:
    """One of our own scripts as it travels, with what it is built on before it."""
    first, *more = (small_script(part) for part in JOINED.get(file, (file,)))
    return b"".join((first, *(part.removeprefix(STRICT) for part in more)))


def table_script(game: str, language: str) -> bytes:
    """What draws a table of a game in the browser."""
    return house_script(language) + game_script(game, language).removeprefix(STRICT)


@get("/scripts/{file:str}", media_type="text/javascript", cache_control=CacheControlHeader(max_age=YEAR))
async def scripts(file: FromPath[str]) -> bytes:
    """A script; its address changes with the build."""
    made = MADE.fullmatch(file)
    if made is not None and made[2] in LANGUAGES:
        if made[1] in HOUSE:
            return HOUSE[made[1]](made[2])
        if made[1].startswith(TABLE) and (game := made[1].removeprefix(TABLE)) in games():
            return table_script(game, made[2])
        if made[1] in games():
            return game_script(made[1], made[2])
    elif NAME.fullmatch(file) and (STATIC / file).exists():
        return own_script(file)
    raise NotFoundException
