"""The lobby as a page: the open tables of the house, live, and a seat at one of them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post

from ...den import Den, Table, TurnedAway
from ...den.lobby import Seek, seeks, sit_as
from ...games import game as find_game
from ...games import games
from ...kernel.cache import per_process
from ..build import BUILD
from ..session.visitor import AnyRequest, TheDen, TheLimits, cookie, find_table, reader_of, visitor
from ..table.feed import News
from ..text.clocks import pace_words
from ..text.sentences import notice_of
from ..text.templates import OFFERED, Reader, render, say, template
from .answers import Filled, go, html, status_of
from .recent import with_table

SPOKEN = dict(OFFERED)
_encode = msgspec.json.Encoder().encode


@per_process(64)
def listed(shown: tuple[Seek, ...], language: str) -> str:
    """The open tables as HTML: made once for all who read the language, and the same for everybody."""
    return template(language, "lobby_tables.html").render(tables=[_told(one, language) for one in shown])


@per_process(64)
def _encoded(shown: tuple[Seek, ...], language: str) -> bytes:
    return _encode(listed(shown, language))


def _told(one: Seek, language: str) -> dict[str, Any]:
    return {
        "code": one.code,
        "game": one.game,
        "title": find_game(one.game).speak(language).phrase("title"),
        "opener": one.opener,
        "taken": one.taken,
        "free": one.free,
        "start": round(one.start * 1000) if one.start else None,
        "tags": [
            say(language, "{n} free", n=one.free),
            pace_words(one.pace, language),
            *(SPOKEN[code] for code in one.languages if code in SPOKEN),
            *([] if one.level == "any" else [say(language, f"level.{one.level}")]),
            *([say(language, "The host is asked first.")] if one.approve else []),
        ],
    }


def lobby_news(den: Den, language: str) -> News:
    """What is new in the lobby, for a stream: bytes that are made once for all, behind a number of this stream."""
    sent: tuple[Seek, ...] | None = None
    number = 0

    def news() -> bytes | None:
        nonlocal sent, number
        if sent == den.lobby.shown:
            return None
        sent = den.lobby.shown
        number += 1
        build = b'"build":%s,' % _encode(BUILD) if number == 1 else b""
        return b'{"n":%d,%s"html":%s}' % (number, build, _encoded(sent, language))

    return news


def page(reader: Reader, den: Den, notice: str = "") -> str:
    """The lobby; from then on its tables come by a stream."""
    titles = [{"name": name, "title": find_game(name).speak(reader.language).phrase("title")} for name in games()]
    return render(
        "lobby.html",
        reader,
        games=titles,
        name=reader.name,
        notice=notice,
        now=round(den.now() * 1000),
        fragment=listed(den.lobby.shown, reader.language),
    )


@get("/lobby")
async def lobby(request: AnyRequest, den: TheDen) -> Response[str]:
    return html(page(reader_of(request), den))


@post("/lobby/sit")
async def sit(request: AnyRequest, den: TheDen, limits: TheLimits, data: Filled) -> Response[Any]:
    """One tap: a chair at an open table, by the name in the page's one field, which the browser asks for where it is
    empty. A table that is not open is not to be found here."""
    reader = reader_of(request)
    name = _name(data, reader)
    try:
        limits.spend("knock", visitor(request))
        table = await find_table(request, den, limits, data.get("code", ""))
        if not seeks(table):
            limits.spend("miss", visitor(request))
            raise TurnedAway("not-listed")
        if not table.seats_of(reader.person):
            await sit_as(den, table, reader.person, name, visitor(request))
    except TurnedAway as turned:
        away = TurnedAway("not-listed") if turned.reason == "no-such-table" else turned
        return html(page(reader, den, notice_of(away, reader, None).text), status_of(away), away)
    return _seated(request, table, data)


def _name(data: dict[str, str], reader: Reader) -> str:
    """The name in the page's field, or the one that the browser knows; without either they are asked for one."""
    return data.get("name", "").strip() or reader.name


def _seated(request: AnyRequest, table: Table, data: dict[str, str]) -> Response[Any]:
    """To the table; the browser keeps which it is, and the name that was given."""
    response = go(f"/t/{table.code}")
    response.set_cookie(with_table(request, table))
    if name := data.get("name", "").strip():
        response.set_cookie(cookie("name", quote(name[:20]), request))
    return response


@post("/lobby/quick")
async def quick(request: AnyRequest, den: TheDen, limits: TheLimits, data: Filled) -> Response[Any]:
    """A seat for somebody in a hurry. With bots in the empty chairs the page promises that the match begins."""
    reader = reader_of(request)
    name, place = _name(data, reader), visitor(request)
    game = data.get("game", "")
    try:
        limits.spend("knock", place)
        soon, bots = data.get("when") == "soon", data.get("bots") == "1"
        table, _ = await den.quick_seat(
            reader.person,
            name,
            game if game in games() else "",
            reader.language,
            soon=soon,
            bots=bots,
            begins=bots,
            place=place,
            opens=lambda: limits.spend("open", place),
        )
    except TurnedAway as turned:
        return html(page(reader, den, notice_of(turned, reader, None).text), status_of(turned), turned)
    return _seated(request, table, data)


lobby_pages = Router("/", route_handlers=[lobby, sit, quick], include_in_schema=False)
