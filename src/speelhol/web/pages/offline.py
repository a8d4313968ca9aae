"""The house without a connection: what a browser may keep of it, and the page that it shows then."""

from __future__ import annotations

import json

from litestar import Response, get

from ...games import game as find_game
from ...games import games
from ...kernel.cache import per_process
from ..build import BUILD
from ..session.visitor import AnyRequest, reader_of
from ..text.packing import small_script
from ..text.templates import render
from .answers import html
from .front import game_card

SHEETS = ("fonts", "tokens", "components", "pages", "words", "book", "drawn")
FILES = ("art.svg", "icon.svg", "fonts/inter.woff2", "fonts/fraunces.woff2")


@per_process()
def kept() -> tuple[str, ...]:
    """What a browser may keep: the rulebooks, the page that leads to them, and what they are drawn with."""
    pages = ("/offline", *(f"/rules/{name}" for name in games()))
    looks = (*(f"/static/{sheet}.css" for sheet in SHEETS), *(f"/tables/{name}/table.css" for name in games()))
    scripts = ("/scripts/den.js", "/scripts/install.js", "/scripts/book.js")
    pictures = (*(f"/static/{file}" for file in FILES), *(f"/tables/{name}/art.svg" for name in games()))
    return (*pages, *(f"{path}?{BUILD}" for path in (*looks, *scripts)), *pictures)


@per_process()
def worker_script() -> str:
    """The script that answers where the house can't: another one for every build."""
    script = small_script("worker.js").decode()
    return script.replace('"BUILD"', json.dumps(BUILD)).replace("[]", json.dumps(kept()), 1)


@get("/worker.js", media_type="text/javascript")
async def worker() -> Response[str]:
    return Response(worker_script(), media_type="text/javascript", headers={"cache-control": "no-store"})


@get("/offline")
async def offline(request: AnyRequest) -> Response[str]:
    """That there is no connection, and what can be read meanwhile."""
    reader = reader_of(request)
    return html(render("offline.html", reader, games=[game_card(find_game(name), reader.language) for name in games()]))
