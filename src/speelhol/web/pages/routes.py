"""The pages around the tables: home, a new table, a lesson, the rulebooks, what a reader chooses."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from ...den import TurnedAway
from ...den.tables import fair
from ...den.tables.people import tidy
from ...kernel import LANGUAGES
from ...kernel.cache import per_process
from ..session.visitor import (
    THEMES,
    YEAR,
    AnyRequest,
    TheDen,
    TheLimits,
    cookie,
    find_table,
    number,
    our_path,
    reader_of,
    visitor,
)
from ..table.drawing import pictures, stylesheet
from ..table.scripts import scripts
from ..text import bots as bot_words
from ..text import rooms, templates
from ..text.clocks import read_pace
from ..text.packing import STATIC, own_sheet, small_style
from ..text.sentences import notice_of
from . import front
from .answers import PROBLEMS, Filled, go, html, known_game, status_of
from .hosting import options_of, welcome_of
from .offline import offline, worker
from .recent import codes_of, never_sat, recent, remembered
from .table import around

SHEETS = [f"/static/{file.name}" for file in sorted(STATIC.glob("*.css"))]
TROUBLES = ("build", "gap", "template", "script", "stuck")
"""What a page may report: made by another build, something missing, not drawn, an error, no way on."""


@get("/")
async def home(request: AnyRequest, den: TheDen, limits: TheLimits) -> Response[str]:
    reader = reader_of(request)
    found, gone = await recent(request, den, limits)
    response = html(front.home(reader, den, found))
    if gone:
        response.set_cookie(remembered(request, [code for code in codes_of(request) if code not in gone]))
    return response


@post("/join")
async def join(request: AnyRequest, den: TheDen, limits: TheLimits, data: Filled) -> Response[Any]:
    reader = reader_of(request)
    try:
        table = await find_table(request, den, limits, data.get("code", ""))
    except TurnedAway as turned:
        notice = notice_of(turned, reader, None).text
        typed = tidy(data.get("code", ""), 40)
        home = front.home(reader, den, (await recent(request, den, limits))[0], notice, typed)
        return html(home, status_of(turned), turned)
    return go(f"/t/{table.code}")


@get("/new")
async def new(
    request: AnyRequest, den: TheDen, game: FromQuery[str] = "", bots: FromQuery[bool] = False
) -> Response[str]:
    """The form for a new table; whatever is filled in already stands in the query."""
    return html(front.new_table(reader_of(request), den, game, bots, filled=dict(request.query_params)))


@post("/new")
async def open_table(request: AnyRequest, den: TheDen, limits: TheLimits, data: Filled) -> Response[Any]:
    reader = reader_of(request)
    game = known_game(data.get("game", ""))
    name = data.get("name", "")
    if data.get("quick") and game.lessons and never_sat(request) and not data.get("knows"):
        return html(front.first_time(reader, game, data))
    try:
        limits.spend("open", visitor(request))
        options = options_of(game, data)
        level, character = bot_words.chosen_bot(data)
        seats = data.get("seats", "")
        if (number(seats) or 0) not in game.seats:
            title = game.speak(reader.language).phrase("title")
            raise TurnedAway("no-such-size", title=title, least=str(game.seats[0]), most=str(game.seats[-1]))
        if data.get("bots") and data.get("listed") == "1":
            raise TurnedAway("listed-but-dealt")
        promise = fair.promised(den.secret, data.get("ticket", ""), den.tickets_since)
        table = await den.open_table(
            game.name,
            number(seats) or 0,
            options,
            reader.person,
            read_pace(data),
            promise,
            name=name,
            luck=data.get("luck", ""),
            hints=bot_words.chosen_hints(data),
            speed=bot_words.chosen_speed(data),
            level=level,
            character=character,
            settings=welcome_of(data, reader.language),
            place=visitor(request),
        )
        if data.get("bots"):
            await den.fill(table, reader.person, level, character)
            # Luck counts if it was given on this table's commitment; if not, the browser gives it at the table.
            kept = promise is not None and table.opened.secret == promise.secret
            if kept or not data.get("luck"):
                await den.deal(table, reader.person)
    except PROBLEMS as problem:
        text = notice_of(problem, reader, None).text
        page = front.new_table(reader, den, game.name, bool(data.get("bots")), text, data)
        return html(page, status_of(problem), problem)
    response = go(f"/t/{table.code}")
    if reader.name or not data.get("quick"):  # a name that nobody chose is not remembered
        response.set_cookie(cookie("name", quote(name[:20]), request))
    return response


@get("/learn/{name:str}")
async def lessons(
    request: AnyRequest,
    den: TheDen,
    limits: TheLimits,
    name: FromPath[str],
    lesson: FromQuery[int] = 0,
    finished: FromQuery[str] = "",
) -> Response[str]:
    """The lessons of a game; the browser of whoever has finished one forgets the table at which it was, if they come
    from a page of ours."""
    game, codes = known_game(name), codes_of(request)
    if not game.lessons:
        raise TurnedAway("no-lesson")
    ours = request.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    left = finished if ours and finished in codes and await _is_own_lesson(request, den, limits, finished) else ""
    response = html(front.lessons(reader_of(request), game, lesson, left))
    if left:
        response.set_cookie(remembered(request, [code for code in codes if code != left]))
    return response


async def _is_own_lesson(request: AnyRequest, den: TheDen, limits: TheLimits, code: str) -> bool:
    """Whether whoever asks learns at this table."""
    with suppress(TurnedAway):
        table = await find_table(request, den, limits, code)
        return table.lesson is not None and bool(table.seats_of(reader_of(request).person))
    return False


@post("/learn/{name:str}")
async def learn(
    request: AnyRequest, den: TheDen, limits: TheLimits, name: FromPath[str], lesson: FromQuery[int] = 1
) -> Response[Any]:
    """A first match with a coach, or the one after it."""
    reader = reader_of(request)
    game = known_game(name)
    limits.spend("open", visitor(request))
    you = reader.name or templates.say(reader.language, "Guest")
    table = await den.open_lesson(game.name, reader.person, you, lesson)
    return go(f"/t/{table.code}")


@post("/language")
async def language(request: AnyRequest, data: Filled) -> Response[Any]:
    wanted = data.get("language", "")
    response = go(our_path(data.get("back", "/")))
    if wanted in LANGUAGES:
        response.set_cookie(cookie("language", wanted, request))
    return response


@post("/look")
async def choose_look(request: AnyRequest, data: Filled) -> Response[Any]:
    """Tables drawn, or in words; pages light, dark, or as the system wants it."""
    response = go(our_path(data.get("back", "/")))
    if "theme" in data:
        response.set_cookie(cookie("theme", data["theme"] if data["theme"] in THEMES else "system", request))
    else:
        response.set_cookie(cookie("look", "words" if data.get("look") == "words" else "drawn", request))
    return response


@get(SHEETS, media_type="text/css", cache_control=CacheControlHeader(max_age=YEAR))
async def look_of_house(request: AnyRequest) -> bytes:
    """A style sheet of the house; its address changes with the build."""
    return sheet(request.url.path.rpartition("/")[2])


@per_process()
def sheet(file: str) -> bytes:
    """One of the house's own; with its colours come those of every game's room."""
    return small_style(rooms.tokens() if file == "tokens.css" else own_sheet(file))


@get("/tables/{name:str}/table.css", media_type="text/css", cache_control=CacheControlHeader(max_age=YEAR))
async def look_of_table(name: FromPath[str]) -> bytes:
    return stylesheet(known_game(name).name)


@get("/tables/{name:str}/art.svg", media_type="image/svg+xml", cache_control=CacheControlHeader(max_age=3600))
async def pictures_of_table(name: FromPath[str]) -> bytes:
    return pictures(known_game(name).name)


@post("/trouble/{kind:str}", status_code=204)
async def trouble(request: AnyRequest, den: TheDen, limits: TheLimits, kind: FromPath[str]) -> None:
    """A page says that something was off; nothing is kept but the count."""
    limits.spend("trouble", visitor(request))
    if kind not in TROUBLES:
        raise NotFoundException
    den.metrics.page_troubles.labels(kind).inc()


@get("/credits")
async def credits_(request: AnyRequest) -> Response[str]:
    return html(front.credits_page(reader_of(request)))


pages = Router(
    "/",
    route_handlers=[
        home,
        join,
        new,
        open_table,
        lessons,
        learn,
        language,
        choose_look,
        look_of_table,
        pictures_of_table,
        scripts,
        look_of_house,
        trouble,
        credits_,
        worker,
        offline,
        around,
    ],
    include_in_schema=False,
)
