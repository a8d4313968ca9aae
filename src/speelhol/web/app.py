"""The application: pages and the JSON interface over one den, with the headers that keep it safe."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import ResponseHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from prometheus_client import CollectorRegistry, Gauge, generate_latest

from .. import __version__
from ..den import Den, Turned
from . import render
from .api import api
from .limits import Limits
from .pages import html, pages
from .visitor import AnyRequest, GiveCookie, from_our_pages, reader_of

STATIC = Path(__file__).parent / "static"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

log = logging.getLogger("speelhol")


def problem(request: AnyRequest, error: Exception) -> Response[Any]:
    """One clear sentence, as a page or as JSON; never a stack trace."""
    reader = reader_of(request)
    if isinstance(error, Turned):
        status = 404 if error.reason == "no-such-table" else 429 if error.reason == "too-fast" else 409
        text = render.notice_of(error, reader, None).text
    elif isinstance(error, HTTPException):
        status, text = error.status_code, str(error.detail)
    else:
        log.exception("unexpected error at %s", request.url.path)
        status, text = 500, render.say(reader.language, "Something went wrong in the house; nothing was lost.")
    if request.url.path.startswith("/api/"):
        return Response({"error": text}, media_type=MediaType.JSON, status_code=status)
    title = render.say(reader.language, "That did not work")
    return html(render.message(reader, title, text), status)


@get("/health", include_in_schema=False)
async def health(den: Den) -> dict[str, Any]:
    return {"status": "ok", "version": __version__, "tables": den.open_tables}


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(den: Den) -> bytes:
    registry = CollectorRegistry()
    for name, words, value in (
        ("speelhol_moves_total", "Moves acknowledged", den.moves),
        ("speelhol_refusals_total", "Moves refused", den.refusals),
        ("speelhol_commits_total", "Transactions committed", den.store.commits),
        ("speelhol_open_streams", "Pages listening", den.open_streams),
        ("speelhol_open_tables", "Tables in memory", den.open_tables),
    ):
        Gauge(name, words, registry=registry).set(value)
    return generate_latest(registry)


def create_app(database: str, bot_pause: float = 0.7) -> Litestar:
    """The whole house over one database."""
    den = Den(database, bot_pause)
    limits = Limits()

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await den.open()
        try:
            yield
        finally:
            await den.close()

    def give_den() -> Den:
        return den

    def give_limits() -> Limits:
        return limits

    static = create_static_files_router("/static", directories=[STATIC], cache_control=None, include_in_schema=False)
    return Litestar(
        [pages, api, health, metrics, static],
        lifespan=[lifespan],
        dependencies={
            "den": Provide(give_den, sync_to_thread=False),
            "limits": Provide(give_limits, sync_to_thread=False),
        },
        middleware=[GiveCookie],
        before_request=from_our_pages,
        response_headers=[ResponseHeader(name=name, value=value) for name, value in HEADERS.items()],
        exception_handlers={Exception: problem},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, minimum_size=500),
        request_max_body_size=20_000,
        openapi_config=OpenAPIConfig(
            title="Speelhol", version=__version__, path="/api", render_plugins=[JsonRenderPlugin()]
        ),
        state=State({"den": den}),
        logging_config=None,
    )
