"""The pictures with which links unfold in a messenger, where the owner said how the house is found.

A moment's picture is for whoever could look at the replay without a seat: of a match that is over, at a table that
may be watched. It shows the open table, whatever eyes the link names.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from ...den import Table, TurnedAway
from ...games import games
from ...kernel import LANGUAGES
from ...kernel.timeline import OPEN
from ..session.names import HouseNames
from ..session.visitor import AnyRequest, TheDen, TheLimits, find_table, reader_of, visitor
from ..table import postcard
from ..table.unfold import is_pictured
from ..text.raster import png
from .replay import chosen_moment, timeline_of

HOUSE = "den"
"""In place of a game: the house itself."""
MOST_WAITING = 16
"""Pictures that are drawn, one after another, or wait for it."""


class Painter:
    """Draws one picture at a time, beside everything else."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "postcards")
        self._waiting = 0

    async def picture(self, svg: str) -> Response[bytes]:
        """Raises TurnedAway("busy") where too many wait already."""
        if self._waiting >= MOST_WAITING:
            raise TurnedAway("busy")
        self._waiting += 1
        try:
            drawn = await asyncio.get_running_loop().run_in_executor(self._thread, png, svg)
        finally:
            self._waiting -= 1
        return Response(drawn, media_type="image/png")


PAINTER = Painter()


def house_of(request: AnyRequest) -> str:
    """Where the house is found, as its owner said. Raises NotFoundException where nobody did: nothing unfolds there."""
    names: HouseNames = request.app.state.names
    if not names.public_url:
        raise NotFoundException
    return names.public_url


def chosen_language(request: AnyRequest, wanted: str) -> str:
    """The language that a link names, or the reader's own."""
    return wanted if wanted in LANGUAGES else reader_of(request).language


@get("/postcards/{name:str}")
async def of_game(
    request: AnyRequest, limits: TheLimits, name: FromPath[str], lang: FromQuery[str] = ""
) -> Response[bytes]:
    """A game, or the house."""
    house_of(request)
    if name != HOUSE and name not in games():
        raise NotFoundException
    limits.spend("picture", visitor(request))
    language = chosen_language(request, lang)
    return await PAINTER.picture(postcard.of_house(language) if name == HOUSE else postcard.of_game(name, language))


@get("/t/{code:str}/postcard.png")
async def of_moment(
    request: AnyRequest,
    den: TheDen,
    limits: TheLimits,
    code: FromPath[str],
    at: FromQuery[str] = "",
    lang: FromQuery[str] = "",
) -> Response[bytes]:
    """A moment of a match that is over, or how it ended; there is none where a replay is closed to strangers."""
    house_of(request)
    table = await find_table(request, den, limits, code)
    if not is_pictured(table):
        raise NotFoundException
    limits.spend("picture", visitor(request))
    then = await asyncio.to_thread(table_then, table, at)
    return await PAINTER.picture(postcard.moment(then, chosen_language(request, lang)))


def table_then(table: Table, at: str) -> Table:
    """The table as it stood at a moment; at the end if none is named."""
    timeline = timeline_of(table)
    return table.at(timeline.frames[chosen_moment(timeline, OPEN, at or str(timeline.last), "")])


postcards = Router("/", route_handlers=[of_game, of_moment], include_in_schema=False)
