"""The JSON interface for the host of a table, for who stands in for them, and for who leaves for good."""

from __future__ import annotations

from litestar import Router, post
from litestar.di import Provide
from litestar.exceptions import ClientException, NotAuthorizedException
from litestar.params import JSONBody
from msgspec.structs import asdict

from ...den import TurnedAway
from ..session.problems import ACTS, BY_SEAT
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, come_to_table, shown_key, visitor
from .schema import Adjust, Admit, AnswerKnock, Done, HouseRules, LeaveSeat, PassHost, Pause, Remove, Seated, Silence
from .whose_seat import NO_SEAT, TheSeat, find_seat, person_at


@post("/tables/{code:str}/host", summary="Take over as host", status_code=200, responses=ACTS)
async def take_over(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """Before the match begins, once the host has been gone for a minute: `takeover` says when. Whoever has a stream of
    the table open gets the role by itself then. The host has it again as soon as they are back."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.take_over(table, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/leave", summary="Free a chair", status_code=200, responses=ACTS)
async def leave(
    den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[LeaveSeat | None] = None
) -> Done:
    """Your own, before the match begins; the host may free any. A person whom the host sends away can't sit down at
    this table again, unless the host lets them in."""
    limits.spend("host", f"{table.code}/{seat}")
    freed = seat if data is None or data.chair is None else data.chair
    await den.leave(table, freed, person_at(table, seat), data.sitting if data else None)
    return Done()


@post("/tables/{code:str}/admit", summary="Let somebody in again", status_code=200, responses=ACTS)
async def admit(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Admit]) -> Done:
    """For the host, about somebody who was sent away (`sent`); in the match they have their seat again."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.admit(table, data.who, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/silence", summary="Silence somebody", status_code=200, responses=ACTS)
async def silence(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Silence]) -> Done:
    """For the host, about one of the `voices`: nobody reads what they say, until they may talk again."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.silence(table, data.who, person_at(table, seat), data.silent, data.sitting)
    return Done()


@post("/tables/{code:str}/remove", summary="Remove somebody", status_code=200, responses=ACTS)
async def remove(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Remove]) -> Done:
    """For the host, about one of the `voices`, before the match or in it. In the match their seat goes on as the
    table does with absent players; where it would wait, a bot plays on. Who stands in for the host removes nobody from
    a match before ten minutes are up, and bars nobody from it."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.remove(table, data.who, person_at(table, seat), data.bar, data.sitting)
    return Done()


@post("/tables/{code:str}/answer", summary="Answer a knock", status_code=200, responses=ACTS)
async def answer(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[AnswerKnock]) -> Done:
    """For the host, about somebody who waits at the door (`knocks`)."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.answer_knock(table, data.who, person_at(table, seat), data.yes, data.before)
    return Done()


@post("/tables/{code:str}/pass", summary="Pass the host's role on", status_code=200, responses=ACTS)
async def pass_host(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[PassHost]) -> Done:
    """For the host, to somebody who sits at the table."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.pass_host(table, data.chair, person_at(table, seat), data.sitting)
    return Done()


@post("/tables/{code:str}/settings", summary="Say who may come", status_code=200, responses=ACTS)
async def adjust(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Adjust]
) -> Done:
    """For the host, at any time. Closing the table to spectators ends their streams at once."""
    limits.spend("host", f"{table.code}/{seat}")
    given = {name: value for name, value in asdict(data).items() if value is not None}
    changes = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    await den.adjust(table, person_at(table, seat), changes, visitor(request))
    return Done()


@post("/tables/{code:str}/rules", summary="Change the house rules", status_code=200, responses=ACTS)
async def rules(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[HouseRules]) -> Done:
    """For the host, before the match begins. Chairs at the end come and go while nobody sits in them."""
    limits.spend("host", f"{table.code}/{seat}")
    try:
        await den.change_rules(
            table, person_at(table, seat), data.options, data.pace, data.hints, data.speed, data.seats or 0
        )
    except ValueError as error:
        raise ClientException(str(error)) from None
    return Done()


@post("/tables/{code:str}/pause", summary="Pause the match", status_code=200, responses=ACTS)
async def pause(
    den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat, data: JSONBody[Pause | None] = None
) -> Done:
    """For the host: nobody can play and no clock runs until it goes on."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.pause(table, person_at(table, seat), data is None or data.paused)
    return Done()


@post("/tables/{code:str}/close", summary="Close the table", status_code=200, responses=ACTS)
async def close(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """For the host, before the match or in it: nothing more happens there, and what was hidden stays hidden. Not for
    who stands in for them."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.close_table(table, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/resign", summary="Leave the match for good", status_code=200, responses=ACTS)
async def resign(den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Done:
    """Your key opens nothing any more. Your seat goes on as the table does with absent players; where it would wait, a
    bot plays on."""
    limits.spend("host", f"{table.code}/{seat}")
    await den.resign(table, seat, person_at(table, seat))
    return Done()


@post("/tables/{code:str}/key", summary="Make a new key", status_code=200, responses=ACTS)
async def renew(request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, seat: TheSeat) -> Seated:
    """To your own seat. Old keys and links open nothing from then on, and other devices and streams are out; the
    browser in which somebody sat down stays."""
    limits.spend("host", f"{table.code}/{seat}")
    shown = shown_key(request.headers.get("authorization", ""))
    try:
        return Seated(table.code, seat, await den.renew_key(table, seat, person_at(table, seat), shown))
    except TurnedAway as turned:
        if turned.reason == "wrong-key":
            raise NotAuthorizedException(NO_SEAT) from None
        raise


hosting_api = Router(
    "/api",
    route_handlers=[
        take_over,
        leave,
        admit,
        silence,
        remove,
        answer,
        pass_host,
        adjust,
        rules,
        pause,
        close,
        resign,
        renew,
    ],
    dependencies={"table": Provide(come_to_table), "seat": Provide(find_seat)},
    security=BY_SEAT,
    tags=["tables"],
)
