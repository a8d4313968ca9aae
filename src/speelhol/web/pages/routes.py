"""The pages: home, a new table, a table, the rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote

from litestar import MediaType, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect

from ...den import Den, Table, TurnedAway, fair, hosting
from ...den.people import tidy
from ...games import game as find_game
from ...games import games
from ...kernel import Game, Refused
from ..session.visitor import (
    LISTENS,
    AnyRequest,
    TheDen,
    TheLimits,
    TheTable,
    address_of,
    come_to_table,
    cookie,
    find_table,
    number,
    our_path,
    reader_of,
    visitor,
)
from ..table import page as board
from ..table.audience import facing
from ..table.drawing import pictures, stylesheet
from ..table.scene import Scene
from ..table.scripts import scripts
from ..text import bots as company
from ..text import templates
from ..text.clocks import read_pace
from ..text.forms import Misfit, read_form
from ..text.sentences import notice_of
from ..text.templates import Notice, Reader
from . import front
from .recent import codes_of, recent, remembered, with_table

Filled = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
TROUBLES = ("build", "gap", "template", "script", "stuck")
"""What a page may report: made by another build, something missing, not drawn, an error, no way on."""
PROBLEMS = (TurnedAway, Refused, Misfit, ValueError)


def html(text: str, status: int = 200, problem: Exception | None = None) -> Response[str]:
    headers = {"cache-control": "no-store", **try_again(problem)}
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=headers)


def try_again(problem: Exception | None) -> dict[str, str]:
    """The header that says when something can be tried again that can't be done right now."""
    if isinstance(problem, TurnedAway) and status_of(problem) in (429, 503):
        return {"retry-after": str(problem.data.get("wait", 2))}
    return {}


def go(path: str) -> Redirect:
    return Redirect(path, status_code=303)


STATUS = {
    "no-such-table": 404,
    "wrong-key": 403,
    "not-yours": 403,
    "not-here": 403,
    "sent-away": 403,
    "silenced": 403,
    "too-fast": 429,
    "many-streams": 429,
    "house-full": 503,
    "books-away": 503,
    "busy": 503,
}


def status_of(problem: Exception) -> int:
    return STATUS.get(problem.reason, 409) if isinstance(problem, TurnedAway) else 400


def known_game(name: str) -> Game:
    if name not in games():
        raise NotFoundException(f"There is no game called {name}.")
    return find_game(name)


def link_to(request: AnyRequest, table: Table) -> str:
    return f"{address_of(request)}/t/{table.code}"


# ---- the front of the house


@get("/")
async def home(request: AnyRequest, den: TheDen, limits: TheLimits) -> Response[str]:
    reader = reader_of(request)
    found, gone = await recent(request, den, limits)
    response = html(front.home(reader, found))
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
        home = front.home(reader, (await recent(request, den, limits))[0], notice, typed)
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
    try:
        limits.spend("open", visitor(request))
        options = {
            option: next((v for v in values if str(v).lower() == data.get(f"option.{option}", "").lower()), values[0])
            for option, values in game.option_values().items()
        }
        level, character = company.chosen_bot(data)
        seats = data.get("seats", "")
        promise = fair.promised(den.secret, data.get("ticket", ""))
        table = await den.open_table(
            game.name,
            number(seats) or 0,
            options,
            reader.person,
            read_pace(data),
            promise,
            hints=company.chosen_hints(data),
            level=level,
            character=character,
        )
        # Luck counts if it was given on this table's commitment; if not, the browser gives it at the table.
        kept = promise is not None and table.opened.secret == promise.secret
        luck = data.get("luck", "") if kept else ""
        await den.write(table, lambda now: now.sit(None, reader.person, name, luck))
        if data.get("bots"):
            await fill(den, table, reader, data)
            if kept or not data.get("luck"):
                await den.deal(table, reader.person)
    except PROBLEMS as problem:
        text = notice_of(problem, reader, None).text
        page = front.new_table(reader, den, game.name, bool(data.get("bots")), text, data)
        return html(page, status_of(problem), problem)
    response = go(f"/t/{table.code}")
    response.set_cookie(cookie("name", quote(name[:20]), request))
    return response


@post("/learn/{name:str}")
async def learn(
    request: AnyRequest, den: TheDen, limits: TheLimits, name: FromPath[str], chapter: FromQuery[int] = 1
) -> Response[Any]:
    """A first match with a coach, or the one after it."""
    reader = reader_of(request)
    game = known_game(name)
    limits.spend("open", visitor(request))
    you = reader.name or templates.say(reader.language, "Guest")
    table = await den.open_lesson(game.name, reader.person, you, chapter)
    return go(f"/t/{table.code}")


async def fill(den: Den, table: Table, reader: Reader, data: Mapping[str, str]) -> None:
    for seat, chair in enumerate(table.chairs):
        if not chair.taken:
            await den.sit_bot(table, seat, reader.person, *company.chosen_bot(data))


@post("/language")
async def language(request: AnyRequest, data: Filled) -> Response[Any]:
    wanted = data.get("language", "")
    response = go(our_path(data.get("back", "/")))
    if wanted in templates.LANGUAGES:
        response.set_cookie(cookie("language", wanted, request))
    return response


@post("/look")
async def look(request: AnyRequest, data: Filled) -> Response[Any]:
    """Tables drawn, or in words."""
    response = go(our_path(data.get("back", "/")))
    response.set_cookie(cookie("look", "words" if data.get("look") == "words" else "drawn", request))
    return response


@get("/tables/{name:str}/table.css", media_type="text/css", cache_control=CacheControlHeader(max_age=3600))
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


@get("/rules/{name:str}")
async def rules(request: AnyRequest, name: FromPath[str]) -> Response[str]:
    return html(front.rules(reader_of(request), known_game(name)))


@get("/credits")
async def credits_(request: AnyRequest) -> Response[str]:
    return html(front.credits_page(reader_of(request)))


# ---- a table


@get("/t/{code:str}")
async def show(request: AnyRequest, den: TheDen, table: TheTable, face: FromQuery[str] = "") -> Response[str]:
    reader = reader_of(request)
    with den.metrics.render_seconds.time():
        page = board.page(reader, den, table, number(face), False, link_to(request, table), None)
    response = html(page)
    if table.seats_of(reader.person):
        response.set_cookie(with_table(request, table))
    return response


@get("/t/{code:str}/table")
async def show_open(request: AnyRequest, den: TheDen, table: TheTable) -> Response[str]:
    """The open table: a big screen in the room, and spectators."""
    return html(board.page(reader_of(request), den, table, None, True, link_to(request, table), None))


def looks(
    request: AnyRequest, den: Den, table: Table, reader: Reader, face: int | None, spectator: bool
) -> Callable[[], Scene | str]:
    """What a reader sees of a table whenever it is asked: for a stream."""
    link = link_to(request, table)
    return lambda: board.look(reader, den, table, face, spectator, link)


async def answered(
    request: AnyRequest, den: Den, table: Table, problem: Exception | None, face: int | None
) -> Response[Any]:
    """To the page's own script a fragment, or nothing if its stream brings the news; to a plain form a page.

    A refusal stands next to the control.
    """
    ours = request.headers.get("x-speelhol")
    if problem is None and ours == LISTENS:
        return Response(b"", status_code=204)
    reader = reader_of(request)
    notice: Notice | None = notice_of(problem, reader, table) if problem is not None else None
    status = 200 if problem is None else status_of(problem)
    link = link_to(request, table)
    if ours:
        return html(board.as_html(board.look(reader, den, table, face, False, link, notice)), status, problem)
    if problem is None:
        return go(f"/t/{table.code}" + ("" if face is None else f"?face={face}"))
    return html(board.page(reader, den, table, face, False, link, notice), status, problem)


def own_seat(table: Table, reader: Reader, text: str) -> int:
    """The seat that a form names, if it is the reader's own."""
    seat = number(text)
    return table.own(-1 if seat is None else seat, reader.person)


DEEDS = (
    "act", "undo", "back", "vote", "say", "again",
    "sit", "luck", "bot", "fill", "leave", "deal", "host", "admit", "silence",
)  # fmt: skip


@post("/t/{code:str}/{deed:str}", status_code=200)
async def do(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, deed: FromPath[str], data: Filled
) -> Response[Any]:
    """Everything that people do at a table."""
    if deed not in DEEDS:
        raise NotFoundException
    reader = reader_of(request)
    face: int | None = None
    # Whoever has no seat here is known by where they come from: a fresh cookie must not lift a limit.
    who = reader.person if table.seats_of(reader.person) else visitor(request)
    try:
        limits.spend("say" if deed == "say" else "act", who)
        if deed == "act":
            face = seat = own_seat(table, reader, data.get("seat", ""))
            await decide(den, table, seat, data)
        elif deed == "undo":
            face = seat = own_seat(table, reader, data.get("seat", ""))
            await den.come_back(table, seat)
            await den.write(table, lambda now: now.undo(seat))
        elif deed == "back":
            await den.come_back(table, own_seat(table, reader, data.get("seat", "")))
        elif deed == "vote":
            slow = number(data.get("seat", ""))
            await den.vote(table, -1 if slow is None else slow, reader.person)
        elif deed == "say":
            await _say(den, table, reader, data)
        elif deed == "again":
            again = await den.rematch(table, reader.person)
            return go(f"/t/{again.code}")
        else:
            await _around(den, table, reader, deed, data)
    except PROBLEMS as problem:
        return await answered(request, den, table, problem, face)
    response = await answered(request, den, table, None, face)
    if deed in ("sit", "say") and "name" in data:
        response.set_cookie(cookie("name", quote(data["name"][:20]), request))
    if deed == "sit":
        response.set_cookie(with_table(request, table))
    return response


async def decide(den: Den, table: Table, seat: int, data: Mapping[str, str]) -> None:
    """What a form says that a seat decides; if a bot held it, it is its person's again."""
    await den.come_back(table, seat)
    action = read_form(table.game, table.playing.legal(seat), data)
    await den.play(table, seat, action, data.get("moment"))


async def _say(den: Den, table: Table, reader: Reader, data: dict[str, str]) -> None:
    if not board.may_talk(den, table, reader.person):
        raise TurnedAway("not-here")
    mine = table.seats_of(reader.person)
    seat = own_seat(table, reader, data["seat"]) if data.get("seat") else None
    if seat is None and mine:
        seat = mine[0]
    own, text, name = seat, data.get("text", ""), data.get("name", reader.name)
    who = reader.person
    await den.write(table, lambda now: now.say(None if own is None else now.own(own, who), name, text, who))


async def _around(den: Den, table: Table, reader: Reader, deed: str, data: dict[str, str]) -> None:
    """Sitting down, bots, leaving, dealing, and what else a host does."""
    named, who = number(data.get("seat", "")), number(data.get("who", ""))
    seat = -1 if named is None else named
    if deed == "sit":
        name = data.get("name", "")
        luck = data.get("luck", "")
        await den.write(table, lambda now: now.sit(None if seat < 0 else seat, reader.person, name, luck))
    elif deed == "luck":
        mine, luck = own_seat(table, reader, data.get("seat", "")), data.get("luck", "")
        await den.write(table, lambda now: now.add_luck(now.own(mine, reader.person), luck))
    elif deed == "fill" or (deed == "bot" and data.get("seat") == "rest"):
        await fill(den, table, reader, data)
    elif deed == "bot":
        await den.sit_bot(table, seat, reader.person, *company.chosen_bot(data))
    elif deed == "leave":
        await den.write(table, lambda now: now.leave(seat, reader.person))
    elif deed == "host":
        await den.take_over(table, reader.person)
    elif deed == "admit":
        await den.write(table, lambda now: hosting.admit(now, -1 if who is None else who, reader.person))
    elif deed == "silence":
        silent, voice = data.get("silent") != "0", -1 if who is None else who
        await den.write(table, lambda now: hosting.silence(now, voice, reader.person, silent))
    else:
        await den.deal(table, reader.person)


# ---- another device, and the record


@get("/t/{code:str}/device")
async def device(request: AnyRequest, den: TheDen, table: TheTable, seat: FromQuery[str] = "") -> Response[str]:
    """A private link to the own seat. The key stands behind the #, so it travels to no server and into no log.

    Where several people share a device it is the seat of whoever holds it: the one who is asked, behind the curtain.
    """
    reader = reader_of(request)
    mine = table.seats_of(reader.person)
    chosen = mine[0] if len(mine) == 1 else number(seat)
    if chosen is None or (len(mine) > 1 and not holds_device(table, mine, chosen)):
        raise TurnedAway("not-yours")
    key = den.key_for(table, chosen, reader.person)
    return html(front.device_page(reader, table, f"{link_to(request, table)}/take#{key}", key))


def holds_device(table: Table, mine: Sequence[int], seat: int) -> bool:
    """Whether it is for this seat that a shared device is in somebody's hands now."""
    return table.match is not None and seat in table.playing.to_act and facing(table, mine, seat)[0] == seat


@get("/t/{code:str}/take")
async def take(request: AnyRequest, table: TheTable) -> Response[str]:
    return html(front.take_page(reader_of(request), table))


@post("/t/{code:str}/take", status_code=200)
async def take_here(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, data: Filled
) -> Response[Any]:
    """Another device of the same person comes to the table."""
    who = visitor(request)
    try:
        limits.check("miss", who)
        await den.share(table, data.get("key", ""), reader_of(request).person)
    except TurnedAway as problem:
        if problem.reason in ("wrong-key", "sent-away"):
            limits.spend("miss", who)
        return await answered(request, den, table, problem, None)
    return go(f"/t/{table.code}")


@get("/t/{code:str}/record")
async def record(table: TheTable) -> Response[bytes]:
    """The record of a match that is over; before that it would tell everything."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    return Response(
        await fair.kept_file(table),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{table.code}.json"'},
    )


around = Router(
    "/",
    route_handlers=[show, show_open, do, device, take, take_here, record],
    dependencies={"table": Provide(come_to_table)},
)
pages = Router(
    "/",
    route_handlers=[
        home,
        join,
        new,
        open_table,
        learn,
        language,
        look,
        look_of_table,
        pictures_of_table,
        scripts,
        trouble,
        rules,
        credits_,
        around,
    ],
    include_in_schema=False,
)
