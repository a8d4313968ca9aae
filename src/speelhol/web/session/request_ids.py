"""A short name for every request, so that the lines of the log that belong together can be found."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

HEADER = b"x-request-id"
GIVEN = re.compile(rb"[A-Za-z0-9_-]{8,64}")
"""What a proxy may call a request; anything else stays out of the log."""
KEY = "speelhol.request"

_current: ContextVar[str] = ContextVar("request", default="")


def current() -> str:
    """The name of the request in whose course this happens; empty if there is none."""
    return _current.get()


def begin(scope: Any) -> None:
    """From here on everything happens in the course of this request. Where a proxy is trusted, it may have named it."""
    name = scope.get(KEY)
    if name is None:
        name = scope[KEY] = _given(scope) or secrets.token_hex(6)
    _current.set(name)


def _given(scope: Any) -> str:
    if not scope["litestar_app"].state.access.proxied:
        return ""
    given = next((value for name, value in scope["headers"] if name == HEADER), b"")
    return given.decode() if GIVEN.fullmatch(given) else ""


class NameRequest:
    """Names every request that the application answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            begin(scope)
        await self.app(scope, receive, send)
