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
from ..text.small import STATIC, small_script
from .script import game_script, house_script, replay_script, words_script

NAME = re.compile(r"[a-z]+\.js")
MADE = re.compile(r"([a-z-]+)\.([a-z]{2})\.js")
HOUSE = {"table": house_script, "replay": replay_script, "words": words_script}
"""What is drawn alike for every game."""


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
        return small_script(file)
    raise NotFoundException
