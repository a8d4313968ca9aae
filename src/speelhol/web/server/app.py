"""The application: pages and the JSON interface over one den, with the headers that keep it safe."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

from ... import __version__
from ...den import Den, TurnedAway
from ...den.admin import NO_ADMIN, AdminSettings
from ...den.deeds import SLOW
from ...den.retention import FOR_EVER, Keep
from ...kernel import Refused
from ..api.docs import docs
from ..api.hosting import hosting_api
from ..api.lobby import lobby_api
from ..api.routes import api
from ..pages import front
from ..pages.admin import admin_pages
from ..pages.analysis import analysis_routes
from ..pages.answers import html, status_of, try_again
from ..pages.gallery import gallery_routes
from ..pages.lobby import lobby_pages
from ..pages.postcards import postcards
from ..pages.replay import replay
from ..pages.report import report_pages
from ..pages.routes import pages
from ..pages.rulebook import rulebook_routes
from ..pages.verify import verify
from ..session.limits import MOST, RATES, Limits, Rate
from ..session.names import SORRY, UNNAMED, HouseNames
from ..session.problems import Problem
from ..session.request_ids import NameRequest
from ..session.visitor import AnyRequest, GiveCookie, TheDen, from_our_pages, reader_of
from ..text import templates
from ..text.sentences import notice_of
from .health import health, ready
from .metrics import HERE, Access, metrics

STATIC = Path(__file__).parents[1] / "static"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = tuple(
    (name, value.encode())
    for name, value in (
        (b"content-security-policy", POLICY),
        (b"x-content-type-options", "nosniff"),
        (b"referrer-policy", "same-origin"),
        (b"cross-origin-opener-policy", "same-origin"),
        (b"cross-origin-resource-policy", "same-origin"),
        (b"permissions-policy", "camera=(), microphone=(), geolocation=()"),
        (b"cache-control", "no-store"),  # pages and answers hold what one seat knows; files say how long they may stay
    )
)

CUT_OFF = "client disconnected prematurely"
"""What the framework says of a request whose sender has gone in the middle of it."""
LONGEST = 240
"""Signs of what was sent that an answer repeats."""

log = logging.getLogger("speelhol")


def problem(request: AnyRequest, error: Exception) -> Response[Any]:
    """One clear sentence, as a page or as JSON; never a stack trace."""
    reader = reader_of(request)
    headers: dict[str, str] = {}
    rule = reason = ""
    if isinstance(error, TurnedAway):
        status, reason = status_of(error), error.reason
        text = notice_of(error, reader, None).text
        headers = try_again(error)
    elif isinstance(error, Refused):
        status, reason, rule = 409, error.reason, error.rule
        text = notice_of(error, reader, request.state.table).text
    elif isinstance(error, HTTPException) and error.status_code < 500:
        status = error.status_code
        text = templates.say(reader.language, SENTENCES[status]) if status in SENTENCES else sentence(error)
        headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    elif isinstance(error.__cause__, NotADirectoryError):  # something below a file
        status, text = 404, templates.say(reader.language, SENTENCES[404])
    elif isinstance(error, RecursionError):  # brackets within brackets without end
        status, text = 400, templates.say(reader.language, "That is too much at once.")
    elif _unreadable(error):
        status, text = 400, templates.say(reader.language, "That could not be read; please choose again.")
    else:
        log.error("unexpected error", extra={"path": request.scope["path"]}, exc_info=error)
        status, text = 500, templates.say(reader.language, "Something went wrong on our side; nothing was lost.")
    if request.scope["path"].startswith("/api/"):
        if status == 401:
            headers["www-authenticate"] = "Bearer"
        return Response(Problem(text, reason, rule), media_type=MediaType.JSON, status_code=status, headers=headers)
    if request.headers.get("x-speelhol"):  # the page's own script shows it where the reader looks
        return Response(text, media_type=MediaType.TEXT, status_code=status, headers=headers)
    if reason in ("books-away", "house-full") and request.method == "GET":
        headers["refresh"] = "3"  # a page that nobody is looking after tries again by itself
    title = templates.say(reader.language, "That did not work")
    if reason == "books-away" and request.method in ("GET", "HEAD"):  # who only looked saves nothing
        title = templates.say(reader.language, "One moment")
        text = templates.say(
            reader.language,
            "The house can’t reach its data right now. Nothing was lost; this page tries again by itself.",
        )
    elif reason in TITLED:
        title = templates.say(reader.language, f"above.{reason}")
    page = html(front.message(reader, title, text), status)
    for name, value in headers.items():
        page.set_header(name, value)
    return page


def _unreadable(error: Exception) -> bool:
    """Whether a body was in no encoding that we asked for, or broke off: a phone may lose its network."""
    cut_off = isinstance(error, InternalServerException) and error.detail == CUT_OFF
    return cut_off or isinstance(error, UnicodeDecodeError)


TITLED = frozenset({"barred", "sent-away", "no-watching", "banned"})
"""Refusals that say above the page what happened; of others it says that they are refusals."""
SENTENCES = {
    404: "There is nothing here.",
    405: "That can't be done here.",
    413: "That is too much at once.",
    421: SORRY,
}


def sentence(error: HTTPException) -> str:
    """What was wrong with a request, with the field that did not fit."""
    if isinstance(error.extra, list) and error.extra:
        wrong = error.extra[0]
        where = f" ({_short(wrong['key'])})" if wrong.get("key") else ""
        return f"The request can't be read: {_short(wrong.get('message', ''))}{where}."
    said = _short(str(error.detail))
    return said if said.endswith((".", "!", "?")) else f"The request can't be read: {said}."


def _short(text: str) -> str:
    """The beginning of a text that may repeat what was sent."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


async def add_headers(message: Message, _: Scope) -> None:
    """On every answer, also on errors and files."""
    if message["type"] == "http.response.start":
        given = {name.lower() for name, _ in message["headers"]}
        more = [(name, value) for name, value in HEADERS if name not in given]
        message["headers"] = [*message["headers"], *more]


def create_app(
    database: str,
    bot_pause: float = 0.7,
    generosity: float = 1.0,
    bot_workers: int | None = None,
    access: Access = HERE,
    names: HouseNames = UNNAMED,
    keep: Keep = FOR_EVER,
    slow_move: float = SLOW,
    admin: AdminSettings = NO_ADMIN,
    rates: Mapping[str, Rate] = RATES,
    most: Mapping[str, int] = MOST,
) -> Litestar:
    """The whole house over one database.

    generosity: how many times the usual number of requests is allowed
    bot_workers: in how many processes bots think; as many as the machine allows for, if None
    access: who may read the numbers of the house
    names: by which names it answers besides the addresses of this machine
    keep: for how long tables are kept that nobody needs any more
    slow_move: seconds from which on a move is told in the log
    admin: who is its owner, and what they want of names and talk
    rates: how much one visitor may do, by kind
    most: how much there may be at a time, by kind
    """
    den = Den(database, bot_pause, bot_workers=bot_workers, keep=keep, admin=admin)
    den.slow_move = slow_move
    limits = Limits(generosity, rates, most)
    den.lobby.most_each = most["listed"] * generosity
    den.admin.most_reports = most["reports"]

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await den.open()
        try:
            yield
        finally:
            await den.close()

    def give_den() -> Den:
        return den

    # It asks for the one before it, so as to be given after it: for what can be given at once, Litestar starts tasks.
    def give_limits(den: TheDen) -> Limits:
        return limits

    static = create_static_files_router(
        "/static", directories=[STATIC], cache_control=CacheControlHeader(max_age=3600), include_in_schema=False
    )
    return Litestar(
        [
            analysis_routes,
            pages,
            verify,
            replay,
            postcards,
            gallery_routes,
            rulebook_routes,
            api,
            hosting_api,
            lobby_api,
            lobby_pages,
            report_pages,
            admin_pages,
            docs,
            health,
            ready,
            metrics,
            static,
        ],
        lifespan=[lifespan],
        dependencies={
            "den": Provide(give_den, sync_to_thread=False),
            "limits": Provide(give_limits, sync_to_thread=False),
        },
        middleware=[NameRequest, GiveCookie],
        before_request=from_our_pages,
        before_send=[add_headers],
        exception_handlers={Exception: problem},
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=500, exclude=["postcard"]
        ),
        request_max_body_size=20_000,
        openapi_config=OpenAPIConfig(
            title="Speelhol",
            version=__version__,
            description="Open a table, sit down, look, play: what a person can do on the pages, for programs.",
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer", description="The key of your seat.")
                }
            ),
        ),
        state=State({"den": den, "limits": limits, "access": access, "names": names}),
        logging_config=None,
    )
