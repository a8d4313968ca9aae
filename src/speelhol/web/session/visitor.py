"""Who is at the door: the cookie, the language, the table they ask for, and whether a post comes from our own pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any
from urllib.parse import unquote

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import PathParameter
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ...den import Den, Table, TurnedAway, hosting, new_secret, person_of
from ...kernel import FIRST, LANGUAGES
from ..text.sentences import turned_words
from ..text.templates import Reader
from .limits import Limits, place_of
from .names import SORRY, HouseNames

COOKIE = "speelhol"
YEAR = 365 * 24 * 3600

LONGEST_PATH = 200
"""Bytes of an address within the house; no file system is asked for longer names."""

LOOKING = ("GET", "HEAD", "OPTIONS")
"""Requests that change nothing."""

LISTENS = "listens"
"""What the page's own script says in X-Speelhol when its stream is open."""

SEATED = "speelhol.seated"
"""Where a request's scope tells that whoever asks holds a seat at the table."""

AT_TABLE = ("/t/", "/api/tables/")
"""What a table shows."""

BY_KEY = "/take"
"""Where another device shows the key to a seat, and is not known before."""

AnyRequest = Request[Any, Any, Any]
TheDen = NamedDependency[Den]
TheLimits = NamedDependency[Limits]
TheTable = NamedDependency[Table]
Code = Annotated[str, PathParameter(max_length=40, description="The table's name, such as velvet-lamp-42.")]


def visitor(request: AnyRequest) -> str:
    """Where a request comes from, for limits that a fresh cookie must not lift."""
    return place_of(request.client.host) if request.client else "?"


async def find_table(request: AnyRequest, den: TheDen, limits: TheLimits, code: Code) -> Table:
    """The table that the path names. Whoever guesses names is made to wait, also before a right guess; whoever holds
    a seat at the table is not, whatever their neighbours do: what they look at is counted by person."""

    def holds(table: Table) -> str:
        return sitter(den, table, secret_of(request), request.headers.get("authorization", ""))

    who = visitor(request)
    near = den.at_hand(code)
    if near is not None and holds(near):
        table = await den.table(code)
    else:
        try:
            limits.check("miss", who)
        except TurnedAway as locked:
            table = await _look_again(request, den, limits, code, holds, locked)
        else:
            table = await _look_up(den, limits, who, code)
            if not holds(table):
                limits.spend("look", who)
    request.state.table = table
    person = holds(table)
    request.scope[SEATED] = bool(person)  # type: ignore[literal-required]
    if person:
        await _count_sitter(request, limits, person)
    return table


async def _count_sitter(request: AnyRequest, limits: Limits, person: str) -> None:
    """Somebody who sits at a table looks at something of it: pages of one person and of one address take turns."""
    path: str = request.scope["path"]
    if request.method not in LOOKING or not path.startswith(AT_TABLE):
        return
    limits.spend("read" if path.startswith("/api/") else "page", person)
    await limits.turns.wait(visitor(request), person)


async def come_to_table(request: AnyRequest, den: TheDen, limits: TheLimits, code: Code) -> Table:
    """The table that the path names, for somebody who is at it from now on: its bots need not wait any longer, and a
    host who was gone is the host again. Raises TurnedAway for whom the host does not want there."""
    table = await find_table(request, den, limits, code)
    person = person_asking(request)
    known = request.scope[SEATED] or request.scope["path"].endswith(BY_KEY)  # type: ignore[literal-required]
    if not known and (reason := hosting.why_not_look(table, person)) is not None:
        raise TurnedAway(reason)
    if hosting.lends(table, person):
        await den.host_back(table, person)
    den.visit(table, person)
    if seats := table.seats_of(person):
        den.admin.note_visit(person, visitor(request), table.chairs[seats[0]].name)
    return table


async def _look_up(den: Den, limits: Limits, who: str, code: str) -> Table:
    """The table of this name; a name that no table has is counted."""
    try:
        return await den.table(code)
    except TurnedAway as turned:
        if turned.reason == "no-such-table":
            limits.spend("miss", who)
        raise


async def _look_again(
    request: AnyRequest, den: Den, limits: Limits, code: str, holds: Callable[[Table], str], locked: TurnedAway
) -> Table:
    """The table of a seat that somebody at a locked address claims to hold; the database is asked now and then only.

    Raises `locked` whether there is no such table or no such seat: a guess tells nothing."""
    who = visitor(request)
    if COOKIE not in request.cookies and "authorization" not in request.headers:
        raise locked
    try:
        limits.spend("proof", who)
        table = await den.table(code)
    except TurnedAway as turned:
        raise turned if turned.reason in ("books-away", "books-damaged") else locked from None
    if not holds(table):
        raise locked
    limits.give_back("proof", who)
    return table


def sitter(den: Den, table: Table, secret: str, authorization: str) -> str:
    """Whose seat at a table somebody shows that they hold: by their cookie, or by the seat's key. Empty if none."""
    key, seats = shown_key(authorization), table.seats_of(person_of(secret))
    if not seats and key:
        with suppress(TurnedAway):
            seats = (den.seat_by_key(table, key),)
    return (table.chairs[seats[0]].person or "") if seats else ""


def shown_key(authorization: str) -> str:
    """The key in a header; empty if it holds none. Nobody minds in which letters the word before it is written."""
    scheme, _, key = authorization.partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def number(text: str) -> int | None:
    """A small whole number that a form or a link holds; None if it holds none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None


OUR_PATH = re.compile(r"/(?![/\\])[\w\-./?=&%~+*]*(?:#[a-z]+)?", re.ASCII)
LONGEST_BACK = 1_000
"""Signs of an address to go back to, with a whole form in its query."""


def our_path(text: str) -> str:
    """A path of our own pages to go back to; the front door if it is anything else."""
    short = len(text) <= LONGEST_BACK and len(text.partition("?")[0]) <= LONGEST_PATH
    return text if short and OUR_PATH.fullmatch(text) else "/"


def person_asking(request: AnyRequest) -> str:
    """The person behind the cookie."""
    return person_of(secret_of(request))


def secret_of(request: AnyRequest) -> str:
    """The visitor's secret, from the cookie or the one that this answer brings."""
    fresh = request.scope.get("fresh_secret")
    return str(fresh) if fresh else request.cookies.get(COOKIE, "")


UNCOUNTED = ("/static/", "/tables/", "/scripts/", "/health", "/ready", "/metrics")
"""Of what may be asked for without end: files, and what machines ask."""
OPEN_PATHS = ("/static/", "/tables/", "/scripts/", "/trouble/", "/api/", "/health", "/ready", "/metrics")
"""Where nobody needs to be recognised."""


UNBANNED = (*UNCOUNTED, "/admin")
"""What is answered also to whom the owner does not let in."""


def greet(request: AnyRequest) -> tuple[bytes, bytes] | None:
    """A visitor who has no secret gets one with the answer, in this header; None for whoever has one."""
    secret = request.cookies.get(COOKIE, "")
    if 20 <= len(secret) <= 64 and secret.isascii():
        return None
    fresh = new_secret()
    request.scope["fresh_secret"] = fresh  # type: ignore[typeddict-unknown-key]
    return cookie(COOKIE, fresh, request).to_encoded_header()


class GiveCookie:
    """Greets every visitor to the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["path"].startswith(OPEN_PATHS):
            await self.app(scope, receive, send)
            return
        header = greet(Request(scope))
        if header is None:
            await self.app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], header]
            await send(message)

        await self.app(scope, receive, with_cookie)


THEMES = ("light", "dark")


def reader_of(request: AnyRequest) -> Reader:
    language = request.cookies.get("language", "")
    if language not in LANGUAGES:
        language = _wanted(request.headers.get("accept-language", ""))
    name = request.cookies.get("name", "")[:40]
    path = _place(request)
    words = request.cookies.get("look") == "words"
    theme = request.cookies.get("theme", "")
    theme = theme if theme in THEMES else ""
    told = announced(request.app.state.den, language)
    house = request.app.state.names.public_url
    return Reader(language, person_asking(request), theme, _unquoted(name), path, words, told, house)


def announced(den: Den, language: str) -> str:
    """What the owner of the house tells everybody, with why nothing can be played while that is so."""
    rests = turned_words(language, "read-only") if den.admin.read_only else ""
    return " · ".join(filter(None, (den.admin.announcement, rests)))


def _place(request: AnyRequest) -> str:
    """Where the reader is, to come back to; the front door after a form, since nobody can look at its address. What
    stands behind a question mark is not repeated: it may be somebody's key."""
    return our_path(request.scope["path"]) if request.method in LOOKING else "/"


def _wanted(header: str) -> str:
    """The first of our languages that the browser asks for."""
    ranked = []
    for part in header.split(",")[:20]:
        tag, _, weight = part.partition(";q=")
        try:
            ranked.append((float(weight or 1), tag.strip()[:2].lower()))
        except ValueError:
            continue
    ranked.sort(key=lambda pair: -pair[0])
    return next((tag for _, tag in ranked if tag in LANGUAGES), FIRST)


def _unquoted(text: str) -> str:
    return unquote(text)


def cookie(key: str, value: str, request: AnyRequest, readable: bool = False) -> Cookie:
    return Cookie(
        key=key,
        value=value,
        max_age=YEAR,
        httponly=not readable,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
        path="/",
    )


def check_sender(request: AnyRequest) -> None:
    """Refuse posts from other sites: what changes something must come from our own pages. Refuse whatever is meant for
    a house of another name, since the page behind it may be anybody's."""
    path = request.scope["path"]
    if "\0" in path or len(path.encode(errors="replace")) > LONGEST_PATH:
        raise NotFoundException
    names: HouseNames = request.app.state.names
    host = request.headers.get("host", "")
    if path not in ("/health", "/ready") and not names.welcomes(host):
        raise HTTPException(SORRY, status_code=421)
    refuse_banned(request)
    site = request.headers.get("sec-fetch-site")
    if request.method in LOOKING:
        # A page elsewhere may lead here; it may not let its visitors look for tables without their knowing it.
        if site == "cross-site" and request.headers.get("sec-fetch-dest", "document") != "document":
            raise TurnedAway("another-site")
        return
    origin = request.headers.get("origin")
    if site not in (None, "same-origin", "none"):
        raise TurnedAway("another-site")
    if origin is not None and not names.sent(origin, host):
        raise TurnedAway("another-site")


def refuse_banned(request: AnyRequest) -> None:
    """Raises TurnedAway for whom the owner does not let into the house. Files are for everybody, and the owner's side
    looks after itself."""
    den: Den = request.app.state.den
    if not den.admin.bans or request.scope["path"].startswith(UNBANNED):
        return
    if den.admin.refuses(person_asking(request), visitor(request)):
        raise TurnedAway("banned")


async def from_our_pages(request: AnyRequest) -> None:
    """Check who sent a request, and count who only looks; at a table, those without a seat (see `find_table`)."""
    check_sender(request)
    looks = request.method in LOOKING and "code" not in request.path_params
    if looks and not request.scope["path"].startswith(UNCOUNTED):
        request.app.state.limits.spend("look", visitor(request))


def address_of(request: AnyRequest) -> str:
    """Where this house is found, for links: `https://games.example.org`."""
    names: HouseNames = request.app.state.names
    return names.address(request.scope["scheme"], request.headers.get("host", ""))
