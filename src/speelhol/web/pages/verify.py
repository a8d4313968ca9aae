"""The page that checks a record: the browser computes, the house only hands out the page."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromQuery
from msgspec.structs import replace

from ...den import TurnedAway
from ..session.visitor import AnyRequest, TheDen, TheLimits, find_table, reader_of
from ..text.templates import render
from .answers import html


@get("/verify", include_in_schema=False)
async def verify(request: AnyRequest, den: TheDen, limits: TheLimits, table: FromQuery[str] = "") -> Response[str]:
    """Choose a file and see what holds; with a table's name, the record of its match."""
    code = ""
    mine: tuple[int, ...] = ()
    if table:
        found = await find_table(request, den, limits, table)
        if found.phase != "over":
            raise TurnedAway("not-over")
        code, mine = found.code, found.seats_of(reader_of(request).person)
    reader = replace(reader_of(request), path=f"/verify?table={code}" if code else "/verify")
    return html(render("verify.html", reader, code=code, mine=mine))
