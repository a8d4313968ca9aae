"""What comes by the thousand, without the framework around it: decisions, views and streams, and opening a table.

A request in its usual form is answered here; everything else is handed on to the application untouched, as if nobody
had looked at it. Who is asking, from where, with which key and how often is checked by the very functions that the
framework calls, and what is asked is done by the very functions behind its routes; so are refusals worded.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from litestar import Litestar, Request, Response
from litestar.exceptions import ClientException
from litestar.types import HTTPScope
from msgspec import Struct
from msgspec.structs import replace
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ...den import Den, Table, TurnedAway
from ..api import routes as api
from ..api.schema import Done, OpenTable, Play, Seated, SitDown
from ..api.whose_seat import find_eyes, find_seat, person_at
from ..pages import routes
from ..pages import table as table_pages
from ..pages.lobby import lobby_news
from ..session import request_ids
from ..session.limits import LOBBY, Limits, Streams
from ..session.visitor import (
    OPEN_PATHS,
    AnyRequest,
    announced,
    check_sender,
    come_to_table,
    greet,
    person_asking,
    reader_of,
    visitor,
)
from ..table.audience import hand_in
from ..table.cache import found_at
from ..table.feed import HEARD, UNHEARD, Feed, Gone, LobbyFeed, News, nothing_aside, welcome_only
from ..table.stream import page_news
from .app import problem

MOST = 20_000
"""Bytes of a request; a larger one is for the application to refuse."""

Headers = tuple[tuple[bytes, bytes], ...]
JSON: Headers = ((b"content-type", b"application/json"),)
EVENTS: Headers = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
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
            ("POST", "/t/*/act"): self._do,
            ("POST", "/t/*/sit"): self._do,
            ("POST", "/t/*/deal"): self._do,
            ("GET", "/t/*/live"): self._live,
            ("GET", "/lobby/live"): self._lobby,
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
        request_ids.begin(scope)
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
        """What people do at a table."""
        data, deed = _form(body), request.scope["path"].rpartition("/")[2]
        table = await self._table(request, code)
        return packed(request, await table_pages.do.fn(request, self._den, self._limits, table, deed, data))

    async def _show(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        """The page of a table."""
        table = await self._table(request, code)
        return squeezed(request, packed(request, await table_pages.show.fn(request, self._den, table)))

    async def _live(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        """What is new to a page: in words if it was loaded so, and never as a scene if it can't draw one."""
        table = await self._table(request, code)
        query = dict(request.query_params)
        spectator, words, html = (query.get(name) in ("1", "true") for name in ("open", "words", "html"))
        reader = replace(reader_of(request), words=words)
        seen = table_pages.watches(request, self._den, table, reader, hand_in(query), spectator)
        person = None if spectator else reader.person
        news = welcome_only(table, reader.person, page_news(seen, words or html, lambda: found_at(table)))
        return self._stream(request, table, reader.person, person, news, HEARD)

    async def _lobby(self, request: AnyRequest, _: str, __: bytes) -> Answer:
        """What is new in the lobby; the same bytes for all who read a language."""
        self._limits.spend("look", visitor(request))
        leave = self._streams.enter(visitor(request), LOBBY, stranger=True)
        news = lobby_news(self._den, reader_of(request).language)
        news = self._let_in(request, None, news)
        return Answer(200, EVENTS, feed=LobbyFeed(self._den, news, leave, self._aside(request)))

    # ---- programs

    async def _open(self, request: AnyRequest, _: str, body: bytes) -> Answer:
        seated = await api.open_table.fn(request, self._den, self._limits, _read(OpenTable, body))
        return Answer(201, JSON, msgspec.json.encode(seated))

    async def _sit(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        data = _read(SitDown, body)
        table = await self._table(request, code)
        answer = await api.sit_down(self._den, self._limits, request, table, data)
        return Answer(201 if isinstance(answer, Seated) else 202, JSON, msgspec.json.encode(answer))

    async def _deal(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        seat = await find_seat(request, self._den, self._limits, table)
        await api.deal.fn(self._den, self._limits, table, seat)
        return DONE

    async def _play(self, request: AnyRequest, code: str, body: bytes) -> Answer:
        table = await self._table(request, code)
        seat = await find_seat(request, self._den, self._limits, table)
        await api.act.fn(self._den, self._limits, table, seat, _read(Play, body))
        return DONE

    async def _view(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        eyes = await find_eyes(request, self._den, self._limits, table)
        return Answer(200, JSON, api.view_json(table, eyes, _since(request)))

    async def _events(self, request: AnyRequest, code: str, _: bytes) -> Answer:
        table = await self._table(request, code)
        eyes = await find_eyes(request, self._den, self._limits, table)
        if table.door.closed:
            raise TurnedAway("closed")
        person = None if eyes is None else person_at(table, eyes)
        news = api.view_news(self._den, table, eyes, _since(request))
        if person is None:
            news = welcome_only(table, person_asking(request), news)
        return self._stream(request, table, person, person, news, UNHEARD)

    # ---- both

    async def _table(self, request: AnyRequest, code: str) -> Table:
        return await come_to_table(request, self._den, self._limits, code)

    def _stream(
        self, request: AnyRequest, table: Table, who: str | None, person: str | None, news: News, beat: bytes
    ) -> Answer:
        """who: is asking; person: is seen to have the table open."""
        seats = () if who is None else table.seats_of(who)
        leave = ExitStack()
        leave.callback(self._streams.enter(visitor(request), table.id, not seats))
        news = self._let_in(request, who, news)
        aside = self._aside(request) if beat is HEARD else nothing_aside
        feed = Feed(self._den, table, person, news, beat, leave.close, aside)
        if seats:
            leave.callback(self._streams.sit(table.id, seats[0], feed.close))
        return Answer(200, EVENTS, feed=feed)

    def _let_in(self, request: AnyRequest, who: str | None, news: News) -> News:
        """The same news for as long as the owner lets whoever asks into the house."""
        asking, place = person_asking(request), visitor(request)

        def checked() -> bytes | None:
            if self._den.admin.refuses(asking, place) or self._den.admin.refuses(who or ""):
                raise Gone
            return news()

        return checked

    def _aside(self, request: AnyRequest) -> News:
        """What the owner tells everybody, whenever it is something else than before."""
        language, told = reader_of(request).language, ""

        def aside() -> bytes | None:
            nonlocal told
            now = announced(self._den, language)
            if now == told:
                return None
            told = now
            return msgspec.json.encode(now)

        return aside


async def _nowhere(*_: Any) -> None:
    """Where a request goes of which only the scope is wanted."""


_nothing: Any = None


def packed(request: AnyRequest, response: Response[Any]) -> Answer:
    """What the framework would send for a response of ours; soonest told where that is nothing at all."""
    if response.status_code == NOTHING.status and not response.cookies:
        return NOTHING
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
