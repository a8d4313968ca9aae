"""How a page answers: as HTML or by sending the reader on, with a status and a sentence where something was refused."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body
from litestar.response import Redirect

from ...den import Den, Table, TurnedAway, hosting
from ...games import game as find_game
from ...games import games
from ...kernel import Game, Refused
from ..session.visitor import (
    LISTENS,
    AnyRequest,
    address_of,
    number,
    reader_of,
)
from ..table import page as table_page
from ..table.audience import Hand
from ..text.forms import Misfit
from ..text.sentences import notice_of
from ..text.templates import Notice, Reader

Filled = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
PROBLEMS = (TurnedAway, Refused, Misfit, ValueError)


def html(text: str, status: int = 200, problem: Exception | None = None) -> Response[str]:
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=try_again(problem))


def try_again(problem: Exception | None) -> dict[str, str]:
    """The header that says when something can be tried again that can't be done right now."""
    if isinstance(problem, TurnedAway) and status_of(problem) in (429, 503):
        return {"retry-after": str(problem.data.get("wait", 2))}
    return {}


def go(path: str) -> Redirect:
    return Redirect(path, status_code=303)


STATUS = {
    "no-such-table": 404,
    "not-listed": 404,
    "wrong-key": 403,
    "not-yours": 403,
    "host-only": 403,
    "not-here": 403,
    "sent-away": 403,
    "silenced": 403,
    "watchers-quiet": 403,
    "barred": 403,
    "banned": 403,
    "no-watching": 403,
    "another-site": 403,
    "not-in-hand": 403,
    "not-to-report": 403,
    "too-fast": 429,
    "many-streams": 429,
    "house-full": 503,
    "books-away": 503,
    "books-damaged": 503,
    "busy": 503,
    "read-only": 503,
}


def status_of(problem: Exception) -> int:
    return STATUS.get(problem.reason, 409) if isinstance(problem, TurnedAway) else 400


def known_game(name: str) -> Game:
    if name not in games():
        raise NotFoundException(f"There is no game called {name}.")
    return find_game(name)


def link_to(request: AnyRequest, table: Table) -> str:
    return f"{address_of(request)}/t/{table.code}"


async def answered(
    request: AnyRequest, den: Den, table: Table, problem: Exception | None, holder: int | None
) -> Response[Any]:
    """To the page's own script a fragment, or nothing if its stream brings the news; to a plain form a page.

    A refusal stands next to the control. Raises TurnedAway for who may not look at the table, or may no longer, before
    anything of it is drawn.
    """
    ours = request.headers.get("x-speelhol")
    if problem is None and ours == LISTENS:
        return Response(b"", status_code=204)
    reader = reader_of(request)
    notice: Notice | None = notice_of(problem, reader, table) if problem is not None else None
    status = 200 if problem is None else status_of(problem)
    link = link_to(request, table)
    drawn = problem is not None or bool(ours)
    if drawn and (reason := hosting.why_not_look(table, reader.person)) is not None:
        raise TurnedAway(reason)
    if ours:
        return html(
            table_page.as_html(table_page.seen_by(reader, den, table, Hand(holder), False, link, notice)),
            status,
            problem,
        )
    if problem is None:
        return go(f"/t/{table.code}" + ("" if holder is None else f"?holder={holder}"))
    return html(table_page.page(reader, den, table, Hand(holder), False, link, notice), status, problem)


def own_seat(table: Table, reader: Reader, text: str) -> int:
    """The seat that a form names, if it is the reader's own."""
    seat = number(text)
    return table.own(-1 if seat is None else seat, reader.person)
