"""The notes of a seat, for its own person: a form that the table unfolds, a page without a script. In no scene, in no
stream."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromQuery

from ...den import Table, TurnedAway
from ...den.tables import notes
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, reader_of
from ..table.audience import Hand
from ..text.sentences import notice_of
from ..text.templates import Reader, render, template
from .answers import PROBLEMS, Filled, go, html, own_seat, status_of


def noting_seat(table: Table, reader: Reader, text: str) -> int:
    """The seat whose notes somebody may read and write: their own; where several share a device, that of whoever holds
    it. Raises TurnedAway."""
    seat, mine = own_seat(table, reader, text), table.seats_of(reader.person)
    if table.match is None or (len(mine) > 1 and Hand(seat, table.decided(mine)).eyes(table, mine)[0] != seat):
        raise TurnedAway("not-yours")
    return seat


@get("/t/{code:str}/notes")
async def read_notes(request: AnyRequest, table: TheTable, seat: FromQuery[str] = "") -> Response[str]:
    reader = reader_of(request)
    own = noting_seat(table, reader, seat)
    shown = {"code": table.code, "seat": own, "text": table.notes[own].text, "longest": notes.LONGEST}
    if request.headers.get("x-speelhol"):
        return html(template(reader.language, "piece/notes.html").render(**shown))
    return html(render("notes.html", reader, title=table.game.speak(reader.language).phrase("title"), **shown))


@post("/t/{code:str}/note", status_code=200)
async def write_notes(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, data: Filled
) -> Response[Any]:
    """To the page's own script nothing, or why not in a sentence; a plain form leads back to the table."""
    reader = reader_of(request)
    try:
        seat = noting_seat(table, reader, data.get("seat", ""))
        limits.spend("say", reader.person)
        await den.write_note(table, seat, reader.person, data.get("text", ""))
    except PROBLEMS as problem:
        if not request.headers.get("x-speelhol"):
            raise
        return Response(notice_of(problem, reader, table).text, media_type="text/plain", status_code=status_of(problem))
    return Response(b"", status_code=204) if request.headers.get("x-speelhol") else go(f"/t/{table.code}")
