"""The JSON interface: for bots and other programs, the same things that a person can do.

A seat is held by a key that is given once, when sitting down; it goes into the header
`Authorization: Bearer KEY`.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.exceptions import HTTPException, NotAuthorizedException
from litestar.params import Parameter
from litestar.response import Stream
from msgspec import Meta, Struct

from ..den import Den, Table, Turned, person_of
from ..games import game as find_game
from ..games import games
from ..kernel import Action, Refused, to_json
from .limits import Limits
from .live import stream
from .render import Reader, notice_of
from .visitor import AnyRequest

Code = Annotated[str, Parameter(max_length=40, description="The table's name, such as velvet-lamp-42.")]
Name = Annotated[str, Meta(min_length=1, max_length=20)]


class GameFacts(Struct, frozen=True):
    name: str
    title: str
    seats: list[int]
    minutes: list[int]
    rules: int
    options: dict[str, list[Any]]


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table, with yourself in the first chair."""

    game: str
    seats: int
    name: Name
    options: dict[str, Any] = {}
    bots: bool = False
    """Fill the other chairs with bots and deal at once."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Seated(Struct, frozen=True):
    """Your seat, and the key to it. Keep the key to yourself."""

    code: str
    seat: int
    key: str


class ChairFacts(Struct, frozen=True):
    seat: int
    name: str
    kind: Literal["person", "bot", "free"]
    here: bool


class TableFacts(Struct, frozen=True):
    code: str
    game: str
    seats: int
    options: dict[str, Any]
    phase: str
    chairs: list[ChairFacts]
    again: str | None


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """An action in its JSON form (`{"do": …}`) or its text form."""

    action: dict[str, Any] | Annotated[str, Meta(max_length=400)]
    moment: str | None = None
    """The `moment` of the view that the decision was made on; a stale one is refused."""


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Done(Struct, frozen=True):
    ok: bool = True


NO_READER = Reader("en", "")


class Refusal(HTTPException):
    """Answered with 409 and, where the rules refuse, the rule and the reason."""

    status_code = 409


def seat_of(request: AnyRequest, den: Den, table: Table) -> int:
    """The seat whose key the request carries."""
    header = request.headers.get("authorization", "")
    if not header.startswith("Bearer "):
        raise NotAuthorizedException("Send the key of your seat: Authorization: Bearer KEY.")
    try:
        return den.seat_by_key(table, header.removeprefix("Bearer ").strip())
    except Turned:
        raise NotAuthorizedException("This key opens no seat at this table.") from None


def refusal(error: Exception, table: Table | None) -> Response[Any]:
    notice = notice_of(error, NO_READER, table)
    body: dict[str, Any] = {"error": notice.text}
    if isinstance(error, Refused):
        body |= {"rule": error.rule, "reason": error.reason}
    elif isinstance(error, Turned):
        body |= {"reason": error.reason}
    status = 429 if isinstance(error, Turned) and error.reason == "too-fast" else 409
    return Response(body, status_code=status)


@get("/games", summary="The games", sync_to_thread=False)
def list_games() -> list[GameFacts]:
    found = [find_game(name) for name in games()]
    return [
        GameFacts(
            g.name, g.title, list(g.seats), list(g.minutes), g.rules, {k: list(v) for k, v in g.option_values().items()}
        )
        for g in found
    ]


@post("/tables", summary="Open a table and sit down")
async def open_table(request: AnyRequest, den: Den, limits: Limits, data: OpenTable) -> Response[Any]:
    person = person_of(secrets.token_urlsafe(24))
    try:
        limits.spend("open", request.client.host if request.client else "?")
        if data.game not in games():
            raise ValueError(f"There is no game {data.game!r}; there are {', '.join(games())}.")
        table = await den.open_table(data.game, data.seats, data.options, person)
        await den.write(table, lambda now: now.sit(0, person, data.name))
        if data.bots:
            for seat in range(1, data.seats):
                await den.sit_bot(table, seat, person)
            await den.deal(table, person)
    except (Turned, ValueError) as error:
        return refusal(error, None)
    return Response(Seated(table.code, 0, den.key(table, 0)), status_code=201)


@get("/tables/{code:str}", summary="What everybody may know about a table")
async def show_table(den: Den, code: Code) -> TableFacts:
    table = await den.table(code)
    here = den.present(table)
    chairs = [
        ChairFacts(
            seat,
            chair.name,
            "bot" if chair.bot else "person" if chair.taken else "free",
            any(chair.holds(person) for person in here),
        )
        for seat, chair in enumerate(table.chairs)
    ]
    opened = table.opened
    return TableFacts(table.code, opened.game, opened.seats, opened.options, table.phase, chairs, table.again)


@post("/tables/{code:str}/sit", summary="Sit down")
async def sit(den: Den, limits: Limits, request: AnyRequest, code: Code, data: SitDown) -> Response[Any]:
    table = await den.table(code)
    person = person_of(secrets.token_urlsafe(24))
    try:
        limits.spend("act", request.client.host if request.client else "?")
        entry = await den.write(table, lambda now: now.sit(None, person, data.name))
    except Turned as turned:
        return refusal(turned, table)
    seat: int = entry.seat  # type: ignore[union-attr, assignment]
    return Response(Seated(table.code, seat, den.key(table, seat)), status_code=201)


@post("/tables/{code:str}/bots", summary="Fill the free chairs with bots (host)", status_code=200)
async def bots(request: AnyRequest, den: Den, code: Code) -> Response[Any]:
    table = await den.table(code)
    person = table.chairs[seat_of(request, den, table)].person or ""
    try:
        for seat, chair in enumerate(table.chairs):
            if not chair.taken:
                await den.sit_bot(table, seat, person)
    except Turned as turned:
        return refusal(turned, table)
    return Response(Done())


@post("/tables/{code:str}/deal", summary="Begin the match (host)", status_code=200)
async def deal(request: AnyRequest, den: Den, code: Code) -> Response[Any]:
    table = await den.table(code)
    person = table.chairs[seat_of(request, den, table)].person or ""
    try:
        await den.deal(table, person)
    except Turned as turned:
        return refusal(turned, table)
    return Response(Done())


@get("/tables/{code:str}/view", summary="What your seat may know; without a key, what lies open")
async def view(
    request: AnyRequest, den: Den, code: Code, since: Annotated[int, Parameter(ge=0, le=10**9)] = 0
) -> Response[bytes]:
    table = await den.table(code)
    seat = seat_of(request, den, table) if request.headers.get("authorization") else None
    if table.match is None:
        raise Turned("not-dealt")
    return Response(view_json(table, seat, since), media_type=MediaType.JSON)


def view_json(table: Table, seat: int | None, since: int) -> bytes:
    """A seat's view as JSON, with the mark of its moment."""
    seen = table.playing.view(seat)
    return to_json({**seen.plain(since), "moment": table.moment(seat)})


@post("/tables/{code:str}/actions", summary="Play an action", status_code=200)
async def act(request: AnyRequest, den: Den, limits: Limits, code: Code, data: Play) -> Response[Any]:
    table = await den.table(code)
    seat = seat_of(request, den, table)
    try:
        limits.spend("act", f"{table.code}/{seat}")
        await den.play(table, seat, _action(table, data.action), data.moment)
    except (Turned, Refused, ValueError) as error:
        return refusal(error, table)
    return Response(Done())


def _action(table: Table, given: dict[str, Any] | str) -> Action:
    if isinstance(given, str):
        return table.game.read(given)
    return table.game.decode(msgspec.json.encode(given))


@post("/tables/{code:str}/undo", summary="Take the newest action back", status_code=200)
async def undo(request: AnyRequest, den: Den, code: Code) -> Response[Any]:
    table = await den.table(code)
    seat = seat_of(request, den, table)
    try:
        await den.write(table, lambda now: now.undo(seat))
    except (Turned, Refused) as error:
        return refusal(error, table)
    return Response(Done())


@post("/tables/{code:str}/chat", summary="Say something at the table", status_code=200)
async def chat(request: AnyRequest, den: Den, limits: Limits, code: Code, data: Say) -> Response[Any]:
    table = await den.table(code)
    seat = seat_of(request, den, table)
    try:
        limits.spend("say", f"{table.code}/{seat}")
        await den.write(table, lambda now: now.say(seat, now.chairs[seat].name, data.text))
    except Turned as turned:
        return refusal(turned, table)
    return Response(Done())


@get("/tables/{code:str}/events", summary="A stream of your seat's views (server-sent events)")
async def events(request: AnyRequest, den: Den, code: Code) -> Stream:
    table = await den.table(code)
    seat = seat_of(request, den, table) if request.headers.get("authorization") else None
    person = table.chairs[seat].person if seat is not None else None

    def show() -> str:
        if table.match is None:
            return to_json({"phase": "gathering", "names": table.names}).decode()
        return view_json(table, seat, 0).decode()

    async def raw() -> AsyncIterator[bytes]:
        async for chunk in stream(den, table, person, show):
            yield chunk

    return Stream(raw(), media_type="text/event-stream", headers={"cache-control": "no-store"})


api = Router(
    "/api",
    route_handlers=[list_games, open_table, show_table, sit, bots, deal, view, act, undo, chat, events],
    tags=["tables"],
)
