"""What comes by the thousand, without the framework around it: decisions, views and streams, and opening a table.

A request in its usual form is answered here; everything else is handed on to the application untouched, as if nobody
had looked at it. Who is asking, from where, with which key and how often is checked by the very functions that the
framework calls, and what is asked is done by the very functions behind its routes; so are refusals worded.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import ClientException
from litestar.types import HTTPScope
from msgspec import Struct
from msgspec.structs import replace
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ...den import Den, Table
from ..api import routes as api
from ..api.schema import Done, OpenTable, Play, SitDown
from ..pages import answers, routes
from ..pages import table as table_pages
from ..session.limits import Limits, Streams
from ..session.visitor import (
    LISTENS,
    OPEN_PATHS,
    AnyRequest,
    check_sender,
    come_to_table,
    greet,
    number,
    person_asking,
    reader_of,
    visitor,
)
from ..table.feed import HEARD, UNHEARD, Feed, News
from ..table.stream import found_at, page_news
from .app import problem

MOST = 20_000
"""Bytes of a request; a larger one is for the application to refuse."""

Headers = tuple[tuple[bytes, bytes], ...]
JSON: Headers = ((b"content-type", b"application/json"),)
EVENTS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)
PACKED: Headers = ((b"content-encoding", b"gzip"), (b"vary", b"accept-encoding"))
SMALL = 500
"""Bytes below which packing is not worth it."""
LIGHTLY, GZIP = 3, 31
"""How tightly to pack, and in which format."""


class HandOn(Exception):
    """A request that is for the application to answer."""


class Answer(Struct, frozen=True):
    """A whole answer, or the beginning of a stream."""

    status: int
    headers: Headers = ()
    body: bytes = b""
    feed: Feed | None = None


NOTHING = Answer(204)
DONE = Answer(200, JSON, msgspec.json.encode(Done()))

Handler = Callable[[AnyRequest, str, bytes], Awaitable[Answer]]
"""Answers a request about a table of this name (empty where there is none yet) with this body."""


class FastPath:
    """The short way into one application."""

    def __init__(self, app: Litestar, streams: Streams, proxies: str = "") -> None:
        """proxies: the addresses whose word about the visitor and TLS is believed."""
        self._app = app
        self._behind = ProxyHeadersMiddleware(_nowhere, proxies) if proxies else None
        self._den: Den = app.state.den
        self._limits: Limits = app.state.limits
        self._streams = streams
        self._handlers: dict[tuple[str, str], Handler] = {
            ("POST", "/new"): self._new,
            ("GET", "/t/*"): self._show,
            ("POST", "/t/*/act"): self._act,
            ("POST", "/t/*/sit"): self._do,
            ("POST", "/t/*/deal"): self._do,
            ("GET", "/t/*/live"): self._live,
            ("POST", "/api/tables"): self._open,
            ("POST", "/api/tables/*/sit"): self._sit,
            ("POST", "/api/tables/*/deal"): self._deal,
            ("POST", "/api/tables/*/actions"): self._play,
            ("GET", "/api/tables/*/view"): self._view,
            ("GET", "/api/tables/*/events"): self._events,
        }

    def handler(self, method: str, path: str) -> tuple[Handler, str] | None:
        """Who answers requests to this path, and the name of the table in it; None if that is the application."""
        start = 3 if path.startswith("/t/") else 12 if path.startswith("/api/tables/") else 0
        code, slash, deed = path[start:].partition("/") if start else ("", "", "")
        found = self._handlers.get((method, f"{path[:start]}*{slash}{deed}" if code else path))
        return None if found is None else (found, code)

    async def answer(self, handler: Handler, code: str, scope: HTTPScope, body: bytes) -> Answer | None:
        """What to answer to a request; None if that is for the application."""
        if self._behind is not None:
            await self._behind(cast("Any", scope), _nothing, _nothing)  # writes into the scope who it was
        scope["litestar_app"] = self._app
        request: AnyRequest = Request(scope)
        cookie = None
        try:
            check_sender(request)
            if not scope["path"].startswith(OPEN_PATHS):
                cookie = greet(request)
            answer = await handler(request, code, body)
        except HandOn:
            return None
        except Exception as error:
            answer = packed(request, problem(request, error))
        return answer if cookie is None else replace(answer, headers=(*answer.headers, cookie))

    # ---- pages

    async def _new(self, request: AnyRequest, _: str, body: bytes) -> Answer:
        return packed(request, await routes.open_table.fn(request, self._den, self._limits, _form(body)))

    async def _do(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        """What people do at a table besides playing."""
        data, deed = _form(body), request.scope["path"].rpartition("/")[2]
        table = await self._table(request, code)
        return packed(request, await table_pages.do.fn(request, self._den, self._limits, table, deed, data))

    async def _show(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        """The page of a table."""
        table = await self._table(request, code)
        face = request.query_params.get("face", "")
        return squeezed(request, packed(request, await table_pages.show.fn(request, self._den, table, face)))

    async def _act(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        """A decision from the page's own script, whose stream is open."""
        if request.headers.get("x-speelhol") != LISTENS:
            raise HandOn
        data = _form(body)
        table, person = await self._table(request, code), person_asking(request)
        seat = number(data.get("seat", ""))
        if seat is None or seat not in table.seats_of(person):
            raise HandOn
        try:
            self._limits.spend("act", person)
            await table_pages.decide(self._den, table, seat, data)
        except answers.PROBLEMS as error:
            return packed(request, await answers.answered(request, self._den, table, error, seat))
        return NOTHING

    async def _live(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        """What is new to a page: in words if it was loaded so, and never as a scene if it can't draw one."""
        table = await self._table(request, code)
        query = dict(request.query_params)
        spectator, words, html = (query.get(name) in ("1", "true") for name in ("open", "words", "html"))
        reader = replace(reader_of(request), words=words)
        look = table_pages.looks(request, self._den, table, reader, number(query.get("face", "")), spectator)
        person = None if spectator else reader.person
        news = page_news(look, words or html, lambda: found_at(table))
        return self._stream(request, table, reader.person, person, news, HEARD)

    # ---- programs

    async def _open(self, request: AnyRequest, _: str, body: bytes) -> Answer:
        seated = await api.open_table.fn(request, self._den, self._limits, _read(OpenTable, body))
        return Answer(201, JSON, msgspec.json.encode(seated))

    async def _sit(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        data = _read(SitDown, body)
        table = await self._table(request, code)
        return Answer(201, JSON, msgspec.json.encode(await api.sit.fn(self._den, self._limits, request, table, data)))

    async def _deal(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        seat = api.find_seat(request, self._den, self._limits, table)
        await api.deal.fn(self._den, self._limits, table, seat)
        return DONE

    async def _play(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        table = await self._table(request, code)
        seat = api.find_seat(request, self._den, self._limits, table)
        await api.act.fn(self._den, self._limits, table, seat, _read(Play, body))
        return DONE

    async def _view(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        eyes = api.find_eyes(request, self._den, self._limits, table)
        return Answer(200, JSON, api.view_json(table, eyes, _since(request)))

    async def _events(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        eyes = api.find_eyes(request, self._den, self._limits, table)
        person = None if eyes is None else api.person_at(table, eyes)
        news = api.view_news(self._den, table, eyes, _since(request))
        return self._stream(request, table, person, person, news, UNHEARD)

    # ---- both

    async def _table(self, request: AnyRequest, code: str) -> Table:
        return await come_to_table(request, self._den, self._limits, code)

    def _stream(
        self, request: AnyRequest, table: Table, who: str | None, person: str | None, news: News, beat: bytes
    ) -> Answer:
        """who: is asking; person: is seen to have the table open."""
        stranger = who is None or not table.seats_of(who)
        leave = self._streams.enter(visitor(request), table.id, stranger)
        return Answer(200, EVENTS, feed=Feed(self._den, table, person, news, beat, leave))


async def _nowhere(*_: Any) -> None:
    """Where a request goes of which only the scope is wanted."""


_nothing: Any = None


def packed(request: AnyRequest, response: Response[Any]) -> Answer:
    """What the framework would send for a response of ours."""
    ready = response.to_asgi_response(None, request)
    return Answer(ready.status_code, tuple(ready.encode_headers()), bytes(ready.body))


def squeezed(request: AnyRequest, answer: Answer) -> Answer:
    """The same answer, packed for those who can unpack it; not as tightly as could be, which takes much longer."""
    if len(answer.body) < SMALL or "gzip" not in request.headers.get("accept-encoding", ""):
        return answer
    press = zlib.compressobj(LIGHTLY, wbits=GZIP)
    body = press.compress(answer.body) + press.flush()
    headers = tuple(header for header in answer.headers if header[0] != b"content-length")
    return replace(answer, headers=(*headers, *PACKED), body=body)


def _form(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))
    except ValueError:
        raise HandOn from None


_decoders: dict[type, msgspec.json.Decoder[Any]] = {
    one: msgspec.json.Decoder(one) for one in (OpenTable, Play, SitDown)
}


def _read(shape: type, body: bytes) -> Any:
    try:
        return _decoders[shape].decode(body)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise HandOn from None  # the application says what does not fit


def _since(request: AnyRequest) -> int:
    text = request.query_params.get("since", "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ClientException("The request can't be read: `since` is the number of an event, from 0 on.")
    return int(text)
