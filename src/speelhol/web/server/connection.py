"""One connection: requests in, answers and streams out, by uvicorn's own protocol and the short way in front of it."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from ..session.visitor import SEATED
from .app import HEADERS
from .connections import Connections
from .fast import MOST, Answer, FastPath, Handler
from .handover import Handover

SAFE = b"".join(b"%s: %s\r\n" % header for header in HEADERS)
STATUS = {status.value: b"HTTP/1.1 %d %s\r\n" % (status.value, status.phrase.encode()) for status in HTTPStatus}
FULL = b"Too many connections; please try again in a moment."
LATE = b"The request took too long."
LONG = b"The head of the request is too long."
UNREADABLE = b"The request can't be read."
TWO_HOSTS = b"The request names its host twice; once is enough."
ELSEWHERE = b"The request must name a path of this house, such as /; this house is no proxy."
AGAIN = (408, 503)
"""Answers after which the same request may do better."""
MOST_HEAD = 32_768
"""Bytes of a request that are not its body: its first line, headers, trailers, and the marks of chunks."""
MOST_HEADERS = 100

log = logging.getLogger("speelhol.web")
logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg != "Invalid HTTP request received.")
"""Anybody could fill a disk with it."""


class NoEvent:
    """Nobody waits for the body of a request on the short way."""

    def set(self) -> None:
        pass


class Exchange:
    """A request on the short way, and how far its answer is; what uvicorn calls a cycle."""

    message_event = NoEvent()

    def __init__(self, scope: Any, handler: Handler, code: str, keep_alive: bool, waits: bool) -> None:
        self.scope, self.handler, self.code = scope, handler, code
        self.keep_alive = keep_alive
        self.waits = waits
        """Another request of the same connection is answered first."""
        self.body = bytearray()
        self.more_body = True
        self.response_complete = False
        self.disconnected = False


class Connection(HttpToolsProtocol):
    """As uvicorn's, with a short way, a deadline for requests, and streams that are written as they come."""

    def __init__(
        self,
        fast: FastPath,
        connections: Connections,
        handover: Handover | None,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._fast = fast
        self._lines = connections
        self._handover = handover
        self.place = ""
        self.seated = False
        self._fault = UNREADABLE
        self._asking = False
        self._body_due = False
        """The head of a request has come, and its body has not."""
        self._overhead = 0
        """So much of a request has come that is not its body."""
        self._feed: Any = None
        self._chunked = True
        self._answering: Any = None
        """The request that is being answered; uvicorn's `cycle` is the one that came last."""

    # ---- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = self._lines.place(self.client[0]) if self.client else ""
        if not self._lines.admit(self):
            self._turn_away(503, FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lines.remove(self)
        if self._feed is not None:
            self._feed.end()
        if self._answering is not None:  # nobody hears the rest of it
            self._answering.disconnected = True
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Whoever only stops talking still gets the answer that is due; a stream's reader has gone."""
        due = self.cycle is not None and not self.cycle.response_complete and not self._asking
        if due and self._feed is None:
            self.cycle.keep_alive = False
            return True
        return False

    def time_out(self) -> None:
        """Say that the request took too long, and close."""
        begun = getattr(self.cycle, "response_started", False) and not self.cycle.response_complete
        if begun or self.flow.write_paused:  # what was to be read is not taken: nor would this be
            self.transport.abort()
        else:
            self._turn_away(408, LATE)

    def spare(self) -> None:
        """Close: somebody else needs the room."""
        self.transport.close()

    def _turn_away(self, status: int, why: bytes) -> None:
        headers = b"content-type: text/plain\r\ncontent-length: %d\r\nconnection: close\r\n"
        if status in AGAIN:
            headers += b"retry-after: 2\r\n"
        if not self.transport.is_closing():
            self.transport.write(STATUS[status] + headers % len(why) + SAFE + b"\r\n" + why)
            self.transport.close()

    # ---- requests

    begun = b""
    """The beginning of a request that another worker has read."""

    def go_on(self) -> None:
        """Read first what another worker has read."""
        data, self.begun = self.begun, b""
        if data:
            self.take_over(data)

    def data_received(self, data: bytes) -> None:
        self.go_on()
        if self._feed is not None or self.transport.is_closing():
            return  # a stream is the last answer of its connection
        if self._handover is None or not self._free or not self._handover.pass_on(self, data):
            self.take_over(data)

    @property
    def _free(self) -> bool:
        """Whether no request is under way."""
        return not self._asking and (self.cycle is None or self.cycle.response_complete)

    def take_over(self, data: bytes) -> None:
        """Read what came, which is not for another worker."""
        self._overhead += len(data)
        if self._overhead > MOST_HEAD and not self._body_due and b"\r\n\r\n" not in data[:MOST_HEAD]:
            self._turn_away(431, LONG)  # before any of it is taken apart
            return
        super().data_received(data)
        if self._asking:
            self._lines.asks(self)
            if self._overhead > MOST_HEAD and not self.transport.is_closing():
                self._turn_away(431, LONG)

    def on_message_begin(self) -> None:
        self._asking = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("too many headers")

    def send_400_response(self, msg: str) -> None:
        """Refuse what can't be read, in our own words."""
        self._turn_away(400, self._fault)

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever wants to speak another protocol (a websocket) is answered in this one. Anybody could fill a disk
        with warnings of it."""

    def on_headers_complete(self) -> None:
        self._body_due = True
        if fault := _fault(self.url, self.headers):
            self._fault = fault
            raise ValueError("refused")
        method, path, query = self.parser.get_method().decode("ascii"), *_parts(self.url)
        # whoever waits to be asked for a body is asked by the application; streams have none, and are nobody else's
        found = None if self.expect_100_continue and method != "GET" else self._fast.handler(method, path)
        if found is None:
            super().on_headers_complete()
            self.cycle.keep_alive &= not self.parser.should_upgrade()
            return
        handler, code = found
        version = self.parser.get_http_version()
        self.scope |= {"method": method, "path": path, "raw_path": path.encode(), "query_string": query}
        self.scope["http_version"] = version
        before = self.cycle
        waits = before is not None and not before.response_complete
        # of a connection that was to speak another protocol, nothing more is read
        stays = version != "1.0" and self.parser.should_keep_alive() and not self.parser.should_upgrade()
        exchange: Any = Exchange(self.scope, handler, code, stays, waits)
        self.cycle = exchange
        if waits:
            self.flow.pause_reading()
            self.pipeline.appendleft((exchange, self.app))

    def on_body(self, body: bytes) -> None:
        cycle: Any = self.cycle
        self._overhead -= len(body)
        super().on_body(body)
        if isinstance(cycle, Exchange) and len(cycle.body) > MOST:
            self._hand_on(cycle)

    def on_message_complete(self) -> None:
        self._asking = self._body_due = False
        self._overhead = 0
        self._lines.rests(self, idle=False)
        super().on_message_complete()
        cycle: Any = self.cycle
        if isinstance(cycle, Exchange) and not cycle.waits:
            self._begin(cycle)

    def on_response_complete(self) -> None:
        self.seated = bool(self.cycle.scope.get(SEATED))
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None and not self._asking:
            self._lines.rests(self, idle=True)

    # ---- the short way

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """A request is due: the next of several that came at once, or the only one."""
        self._answering = cycle
        if not isinstance(cycle, Exchange):
            super()._start_asgi_task(cycle, app)
            return
        cycle.waits = False
        if not cycle.more_body:
            self._begin(cycle)

    def _begin(self, exchange: Exchange) -> None:
        task = self.loop.create_task(self._answer(exchange))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, exchange: Exchange) -> None:
        """Answer a request; where our own words fail, close rather than let somebody wait for ever."""
        try:
            await self._try_answer(exchange)
        except Exception:
            log.exception("a request was not answered", extra={"path": exchange.scope["path"]})
            self.transport.abort()

    async def _try_answer(self, exchange: Exchange) -> None:
        answer = await self._fast.answer(exchange.handler, exchange.code, exchange.scope, bytes(exchange.body))
        if answer is None:
            self._hand_on(exchange)
        elif self.transport.is_closing():
            if answer.feed is not None:
                answer.feed.end()
        elif answer.feed is not None:
            self._stream(exchange, answer)
        else:
            self._reply(exchange, answer)

    def _head(self, answer: Answer, keep_alive: bool) -> bytes:
        given = {name for name, _ in answer.headers}
        lines = [STATUS[answer.status]]
        lines += [b"%s: %s\r\n" % header for header in self.server_state.default_headers]
        lines += [b"%s: %s\r\n" % header for header in answer.headers]
        if answer.feed is None and answer.status != 204 and b"content-length" not in given:
            lines.append(b"content-length: %d\r\n" % len(answer.body))
        if not keep_alive:
            lines.append(b"connection: close\r\n")
        lines.append(SAFE)
        return b"".join(lines)

    def _reply(self, exchange: Exchange, answer: Answer) -> None:
        self.transport.write(b"%s\r\n%s" % (self._head(answer, exchange.keep_alive), answer.body))
        exchange.response_complete = True
        if not exchange.keep_alive:
            self.transport.close()
        self.on_response_complete()

    def _hand_on(self, exchange: Exchange) -> None:
        """Let the application answer, as if it had been asked at once."""
        cycle = RequestResponseCycle(
            scope=exchange.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=exchange.keep_alive,
            on_response=self.on_response_complete,
        )
        cycle.body, cycle.more_body = exchange.body, exchange.more_body
        cycle.message_event.set()
        current: Any = self.cycle
        if current is exchange:
            self.cycle = cycle
        if exchange.waits:
            self.pipeline = type(self.pipeline)((cycle if one is exchange else one, app) for one, app in self.pipeline)  # type: ignore[comparison-overlap]
        else:
            self._start_asgi_task(cycle, self.app)

    # ---- streams

    def _stream(self, exchange: Exchange, answer: Answer) -> None:
        self._chunked = exchange.scope["http_version"] != "1.0"
        coding = b"transfer-encoding: chunked\r\n" if self._chunked else b""
        self._feed = answer.feed
        self.flow.resume_reading()  # so as to notice when the reader goes
        self.transport.write(self._head(answer, keep_alive=False) + coding + b"\r\n")
        self._feed.begin(self)

    @property
    def slow(self) -> bool:
        """Whether the reader has yet to take what was sent before."""
        return self.flow.write_paused

    def send(self, piece: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%s\r\n" % (len(piece), piece) if self._chunked else piece)

    def finish(self) -> None:
        """Say that this was all, and close."""
        if not self.transport.is_closing():
            if self._chunked:
                self.transport.write(b"0\r\n\r\n")
            self.transport.close()

    def abort(self) -> None:
        """Close without a word."""
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._feed is None:  # whoever asked for something has to take it
            self._lines.asks(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._feed is not None:
            self._feed.wake()
        elif not self._asking:
            self._lines.rests(self, idle=False)

    def shutdown(self) -> None:
        """The house closes; a stream has been told so by the den."""
        if self._feed is None:
            super().shutdown()


def _fault(url: bytes, headers: list[tuple[bytes, bytes]]) -> bytes:
    """What is wrong with where a request wants to go; nothing, mostly. Whoever stands between a visitor and the house
    may read two names, or a whole address, differently from us."""
    if not url.startswith(b"/"):
        return ELSEWHERE
    return TWO_HOSTS if sum(name == b"host" for name, _ in headers) > 1 else b""


def _parts(url: bytes) -> tuple[str, bytes]:
    """Path and query of a request; no path where the application has to see for itself."""
    try:
        parsed = httptools.parse_url(url)
    except httptools.HttpParserInvalidURLError:
        return "", b""
    path = parsed.path.decode("latin-1")
    return unquote(path) if "%" in path else path, parsed.query or b""
