"""The JSON interface to the lobby: the open tables of the house, and a seat at one of them."""

from __future__ import annotations

import secrets

from litestar import Router, get, post
from litestar.exceptions import ClientException
from litestar.params import JSONBody

from ...den.tables.people import program_of
from ...games import games
from ..session.problems import problems
from ..session.visitor import AnyRequest, TheDen, TheLimits, visitor
from .schema import QuickSeat, Seated, SeekFacts


@get("/lobby", summary="The tables that look for players", responses=problems(429))
async def show_lobby(den: TheDen) -> list[SeekFacts]:
    """By the choice of their hosts, until the match begins: first those at which somebody is, of them the newest, and
    of one address three at most. Private tables never stand here."""
    return [
        SeekFacts(
            one.code, one.game, one.opener, one.opened, one.free, len(one.taken) + one.free, one.pace,
            list(one.languages), one.level, one.approve, one.start or None,
        )
        for one in den.lobby.shown
    ]  # fmt: skip


@post("/lobby", summary="Play with others", responses=problems(400, 403, 409, 413, 429, 503))
async def quick_seat(request: AnyRequest, den: TheDen, limits: TheLimits, data: JSONBody[QuickSeat]) -> Seated:
    """At a table of the lobby, the fullest first; or at a new one, which stands there for five minutes and then begins
    with bots, or begins at once with them."""
    place = visitor(request)
    limits.spend("knock", place)
    if data.game and data.game not in games():
        raise ClientException(f"There is no game {data.game!r}; there are {', '.join(games())}.")
    person = program_of(secrets.token_urlsafe(24))
    table, seat = await den.quick_seat(
        person,
        data.name,
        data.game,
        data.language,
        soon=data.soon,
        bots=data.bots,
        place=place,
        opens=lambda: limits.spend("open", place),
    )
    return Seated(table.code, seat, den.key_for(table, seat, person))


lobby_api = Router("/api", route_handlers=[show_lobby, quick_seat], tags=["lobby"])
