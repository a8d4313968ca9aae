"""The request that comes by the thousand, a decision of a seat, without the framework around it.

A decision in its usual form, by somebody who holds the seat, is written down and acknowledged here. Everything else
is handed on to the application untouched, as if nobody had looked at it; and so is a decision that was refused, with
the refusal, which the application raises where it would have acted, and words as always. Nothing is tried twice.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from ..den import Den, Table, Turned, person_of
from ..kernel import Action
from .api import read_action
from .forms import read_form
from .hosts import Hosts
from .limits import Limits
from .messages import Play
from .visitor import COOKIE, LISTENS, holds_seat, number

DONE = b'{"ok":true}'
MOST = 20_000
"""Bytes of a request; a larger one is for the application to refuse."""

Decision = tuple[Table, int, Action, str | None]
"""Table, seat, action, moment."""


class Express:
    def __init__(self, app: Litestar, headers: list[tuple[bytes, bytes]]) -> None:
        self.app = app
        self.den: Den = app.state.den
        self.limits: Limits = app.state.limits
        self.hosts: Hosts = app.state.hosts
        self._page: list[Message] = [
            {"type": "http.response.start", "status": 204, "headers": headers},
            {"type": "http.response.body", "body": b"", "more_body": False},
        ]
        json = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(DONE)), *headers]
        self._program: list[Message] = [
            {"type": "http.response.start", "status": 200, "headers": json},
            {"type": "http.response.body", "body": DONE, "more_body": False},
        ]
        self._play = msgspec.json.Decoder(Play)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        host = next((value for name, value in scope["headers"] if name == b"host"), b"")
        if not self.hosts.welcomes(host.decode("latin-1")):
            await self.app(scope, receive, send)
            return
        if path.startswith("/t/") and path.endswith("/act"):
            read, answer = self._read_page, self._page
        elif path.startswith("/api/tables/") and path.endswith("/actions"):
            read, answer = self._read_program, self._program
        else:
            await self.app(scope, receive, send)
            return
        heard: list[Message] = []
        body = await _body(receive, heard)
        try:
            decision = await read(scope, dict(scope["headers"]), body)
        except (Turned, HTTPException, ValueError, msgspec.MsgspecError, RecursionError):
            decision = None
        if decision is not None:
            table, seat, action, moment = decision
            try:
                await self.den.come_back(table, seat)
                await self.den.play(table, seat, action, moment)
            except Exception as error:
                scope["refused"] = error  # type: ignore[typeddict-unknown-key]
            else:
                for message in answer:
                    await send(message)
                return
        await self.app(scope, _again(heard, receive), send)

    async def _table(self, scope: HTTPScope, code: str, secret: str = "", authorization: str = "") -> Table:
        """The table of a name; only for those who hold a seat, where names were guessed (see visitor.find_table)."""
        near = self.den.at_hand(code)
        if near is None or not holds_seat(self.den, near, secret, authorization):
            client = scope["client"]
            self.limits.check("miss", client[0] if client else "?")
        table = await self.den.table(code)
        self.den.visit(table)
        return table

    async def _read_page(self, scope: HTTPScope, headers: dict[bytes, bytes], body: bytes) -> Decision | None:
        """A decision from the page's own script, whose stream is open."""
        site = headers.get(b"sec-fetch-site", b"same-origin")
        origin, host = headers.get(b"origin"), headers.get(b"host", b"").decode()
        if headers.get(b"x-speelhol") != LISTENS.encode() or site != b"same-origin":
            return None
        if origin is not None and not self.hosts.sent(origin.decode(), host):
            return None
        secret = _cookie(headers.get(b"cookie", b"").decode(), COOKIE)
        person = person_of(secret)
        table = await self._table(scope, scope["path"][3:-4], secret=secret)
        data = dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))
        seat = number(data.get("seat", ""))
        if seat is None or seat not in table.seats_of(person):
            return None
        action = read_form(table.game, table.playing.legal(seat), data)
        self.limits.spend("act", person)
        return table, seat, action, data.get("moment")

    async def _read_program(self, scope: HTTPScope, headers: dict[bytes, bytes], body: bytes) -> Decision | None:
        """A decision from a program with the key to its seat."""
        if b"origin" in headers or b"sec-fetch-site" in headers:
            return None
        key = headers.get(b"authorization", b"").decode()
        if not key.startswith("Bearer "):
            return None
        table = await self._table(scope, scope["path"][12:-8], authorization=key)
        seat = self.den.seat_by_key(table, key[7:].strip())
        play = self._play.decode(body)
        action = read_action(table, play.action)
        self.limits.spend("act", f"{table.code}/{seat}")
        return table, seat, action, play.moment


def _cookie(header: str, name: str) -> str:
    """Raises ValueError if there is none that fits."""
    found = next((part[len(name) + 1 :] for part in header.split("; ") if part.startswith(f"{name}=")), "")
    if not 20 <= len(found) <= 64 or not found.isascii():
        raise ValueError(name)
    return found


async def _body(receive: Receive, heard: list[Message]) -> bytes:
    """The request's body, or its beginning if it is too long; `heard` gets what was received."""
    body = b""
    while len(body) <= MOST:
        message: Any = await receive()
        heard.append(message)
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


def _again(heard: list[Message], receive: Receive) -> Any:
    """What was received, once more, and then the rest."""
    left = iter(heard)

    async def again() -> Message:
        for message in left:
            return message
        return await receive()  # type: ignore[return-value]

    return again
