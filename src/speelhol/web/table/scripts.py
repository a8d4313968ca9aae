"""The pages' scripts as they travel: those made of templates, and our own without comments, indents and room."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ...games import games
from ...kernel import LANGUAGES
from ..session.visitor import YEAR
from .script import game_script, house_script, replay_script, words_script

STATIC = Path(__file__).parents[1] / "static"
NAME = re.compile(r"[a-z]+\.js")
MADE = re.compile(r"([a-z-]+)\.([a-z]{2})\.js")
COMMENT = re.compile(r"(?:^|  +)// .*$", re.MULTILINE)
HOUSE = {"table": house_script, "replay": replay_script, "words": words_script}
"""What is drawn alike for every game."""
INDENT = re.compile(r"^\s+", re.MULTILINE)
BREAK = re.compile(r"(?<=[;{,(])\n")
"""The end of a line behind which nothing could end: no text of ours goes on over several lines."""
SPACED = re.compile(r" (=>|[!=]==|&&|\|\||\?\?=?|[-+*<>]?=|[?:]) ")
"""Signs with room around them, as they stand in no text of ours."""


@cache
def small(file: str) -> bytes:
    """One of our own scripts; a comment in them stands at the beginning of a line, or behind two spaces."""
    text = (STATIC / file).read_text(encoding="utf-8")
    return SPACED.sub(r"\1", BREAK.sub("", INDENT.sub("", COMMENT.sub("", text)))).encode()


@get("/scripts/{file:str}", media_type="text/javascript", cache_control=CacheControlHeader(max_age=YEAR))
async def scripts(file: FromPath[str]) -> bytes:
    """A script; its address changes with the build."""
    made = MADE.fullmatch(file)
    if made is not None and made[2] in LANGUAGES:
        if made[1] in HOUSE:
            return HOUSE[made[1]](made[2])
        if made[1] in games():
            return game_script(made[1], made[2])
    elif NAME.fullmatch(file) and (STATIC / file).exists():
        return small(file)
    raise NotFoundException
