"""The JSON interface for the host of a table, and for who takes over from them."""

from __future__ import annotations

from litestar import Router, post
from litestar.di import Provide
from litestar.params import JSONBody

from ..session.errors import ACTS, BY_SEAT
from ..session.visitor import TheDen, TheLimits, TheTable, come_to_table
from .routes import TheSeat, find_seat, person_at
from .schema import Admit, Done, LeaveSeat, Silence


@post("/tables/{code:str}/host", summary="Take over as host", status_code=200, responses=ACTS)
async def take_over(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """Before the match begins, once the host has been gone for a minute: `takeover` says when."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.take_over(table, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/leave", summary="Free a chair", status_code=200, responses=ACTS)
async def leave(
    den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[LeaveSeat | None] = None
) -> Done:
    """Your own, before the match begins; the host may free any. A person whom the host sends away can't sit down at
    this table again, unless the host lets them in."""
    limits.spend("act", f"{table.code}/{seat}")
    freed = seat if data is None or data.chair is None else data.chair
    await den.leave(table, freed, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/admit", summary="Let somebody in again", status_code=200, responses=ACTS)
async def admit(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Admit]) -> Done:
    """For the host, about somebody who was sent away (`sent`)."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.admit(table, data.who, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/silence", summary="Silence somebody", status_code=200, responses=ACTS)
async def silence(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Silence]) -> Done:
    """For the host, about one of the `voices`: nobody reads what they say, until they may talk again."""
    limits.spend("act", f"{table.code}/{seat}")
    await den.silence(table, data.who, person_at(table, seat), data.silent)
    return Done()


hosting_api = Router(
    "/api",
    route_handlers=[take_over, leave, admit, silence],
    dependencies={"table": Provide(come_to_table), "seat": Provide(find_seat, sync_to_thread=False)},
    security=BY_SEAT,
    tags=["tables"],
)
