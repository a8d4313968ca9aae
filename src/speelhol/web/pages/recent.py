"""The tables that a browser remembers: those its person sat at lately, for the front page."""

from __future__ import annotations

from litestar.datastructures import Cookie

from ...den import Den, Table, TurnedAway
from ...den.tables.people import CODE
from ..session.limits import Limits
from ..session.visitor import AnyRequest, cookie, find_table, reader_of, visitor

REMEMBERED = 6


def codes_of(request: AnyRequest) -> list[str]:
    """The names of tables that the browser remembers, newest first."""
    return [code for code in request.cookies.get("tables", "").split("/")[:REMEMBERED] if CODE.fullmatch(code)]


def never_sat(request: AnyRequest) -> bool:
    """Whether this browser has never been told to remember a table, not even to forget it again."""
    return "tables" not in request.cookies


def remembered(request: AnyRequest, codes: list[str]) -> Cookie:
    return cookie("tables", "/".join(codes[:REMEMBERED]), request)


def with_table(request: AnyRequest, table: Table) -> Cookie:
    """What the browser of somebody who sits at a table is to remember."""
    return remembered(request, [table.code, *(code for code in codes_of(request) if code != table.code)])


async def recent(request: AnyRequest, den: Den, limits: Limits) -> tuple[list[Table], list[str]]:
    """The tables that this visitor sat at lately, newest first; and the names at which no chair is theirs.

    Each of those counts as a guess, so the browser is to forget them.
    """
    found: list[Table] = []
    gone: list[str] = []
    person = reader_of(request).person
    for code in codes_of(request):
        try:
            table = await find_table(request, den, limits, code)
            if not table.seats_of(person):
                limits.spend("miss", visitor(request))
                raise TurnedAway("no-such-table")
            found.append(table)
        except TurnedAway as turned:
            gone += [code] if turned.reason == "no-such-table" else []
    return found, gone
