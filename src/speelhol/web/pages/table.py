"""The pages of a table, and everything that people do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from ...den import Den, Table, TurnedAway, hosting
from ...den.tables import fair
from ...kernel import Action
from ..session.visitor import (
    AnyRequest,
    TheDen,
    TheLimits,
    TheTable,
    come_to_table,
    cookie,
    number,
    reader_of,
    visitor,
)
from ..table import page as table_page
from ..table.audience import Hand, hand_in
from ..table.scene import Scene
from ..text import bots as bot_words
from ..text.forms import read_form
from ..text.qr import qr_svg
from ..text.templates import Reader
from . import front
from .answers import PROBLEMS, Filled, answered, go, html, link_to, own_seat
from .hosting import HOST_DEEDS, adjust, named, rules_form, sitting_of
from .notes import read_notes, write_notes
from .recent import with_table


@get("/t/{code:str}")
async def show(request: AnyRequest, den: TheDen, table: TheTable) -> Response[str]:
    reader = reader_of(request)
    with den.metrics.render_seconds.time():
        page = table_page.page(reader, den, table, hand_in(request.query_params), False, link_to(request, table), None)
    response = html(page)
    if table.seats_of(reader.person):
        response.set_cookie(with_table(request, table))
    return response


@get("/t/{code:str}/table")
async def show_open(request: AnyRequest, den: TheDen, table: TheTable) -> Response[str]:
    """The open table: a big screen in the room, and spectators."""
    return html(table_page.page(reader_of(request), den, table, Hand(), True, link_to(request, table), None))


def watches(
    request: AnyRequest, den: Den, table: Table, reader: Reader, hand: Hand, spectator: bool
) -> Callable[[], Scene | str]:
    """What a reader sees of a table whenever it is asked: for a stream."""
    link = link_to(request, table)
    return lambda: table_page.seen_by(reader, den, table, hand, spectator, link)


OF_HOSTS = frozenset((*HOST_DEEDS, "settings"))
DEEDS = (
    "act", "undo", "passes", "back", "vote", "say", "again",
    "sit", "luck", "bot", "fill", "leave", "deal",
    *OF_HOSTS,
)  # fmt: skip


@post("/t/{code:str}/{deed:str}", status_code=200)
async def do(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, deed: FromPath[str], data: Filled
) -> Response[Any]:
    """Everything that people do at a table."""
    if deed not in DEEDS:
        raise NotFoundException
    reader = reader_of(request)
    holder: int | None = None
    # Whoever has no seat here is known by where they come from: a fresh cookie must not lift a limit.
    who = reader.person if table.seats_of(reader.person) else visitor(request)
    try:
        limits.spend("say" if deed == "say" else "host" if deed in OF_HOSTS else "act", who)
        if deed == "act":
            holder = seat = own_seat(table, reader, data.get("seat", ""))
            await decide(den, table, seat, data)
        elif deed == "undo":
            holder = seat = own_seat(table, reader, data.get("seat", ""))
            await den.undo(table, seat)
        elif deed == "passes":
            holder = seat = own_seat(table, reader, data.get("seat", ""))
            await den.choose_pass(table, seat, reader.person, data.get("key", ""))
        elif deed == "back":
            await den.come_back(table, own_seat(table, reader, data.get("seat", "")))
        elif deed == "vote":
            await den.vote(table, named(data, "seat"), reader.person)
        elif deed == "say":
            await _say(den, table, reader, data)
        elif deed == "again":
            again = await den.rematch(table, reader.person)
            return go(f"/t/{again.code}" + ("?deal" if again.only_bots_beside(reader.person) else ""))
        elif deed == "settings":
            await adjust(den, table, reader.person, data, visitor(request))
        elif deed in HOST_DEEDS:
            await HOST_DEEDS[deed](den, table, reader.person, data)
        else:
            await _around(den, table, reader, deed, data, visitor(request))
    except PROBLEMS as problem:
        return await answered(request, den, table, problem, holder)
    if deed in ("sit", "say") and (seats := table.seats_of(reader.person)):
        den.admin.note_visit(reader.person, visitor(request), table.chairs[seats[0]].name, openly=True)
    response = await answered(request, den, table, None, holder)
    if deed in ("sit", "say") and "name" in data:
        response.set_cookie(cookie("name", quote(data["name"][:20]), request))
    if deed == "sit":
        response.set_cookie(with_table(request, table))
    return response


async def decide(den: Den, table: Table, seat: int, data: Mapping[str, str]) -> None:
    """What a form says that a seat decides."""

    def read() -> Action:
        return read_form(table.game, table.playing.legal(seat), data)

    await den.decide(table, seat, read, data.get("moment"))


async def _say(den: Den, table: Table, reader: Reader, data: dict[str, str]) -> None:
    mine = table.seats_of(reader.person)
    seat = own_seat(table, reader, data["seat"]) if data.get("seat") else None
    if seat is None and mine:
        seat = mine[0]
    await den.say(table, seat, reader.person, data.get("text", ""), data.get("name", reader.name))


async def _around(den: Den, table: Table, reader: Reader, deed: str, data: dict[str, str], place: str) -> None:
    """Sitting down, bots, leaving, dealing."""
    seat = named(data, "seat")
    if deed == "sit":
        chair = None if seat < 0 else seat
        await den.sit(table, chair, reader.person, data.get("name", ""), data.get("luck", ""), place)
    elif deed == "luck":
        await den.add_luck(table, seat, reader.person, data.get("luck", ""))
    elif deed == "fill" or (deed == "bot" and data.get("seat") == "rest"):
        await den.fill(table, reader.person, *bot_words.chosen_bot(data))
    elif deed == "bot":
        await den.sit_bot(table, seat, reader.person, *bot_words.chosen_bot(data))
    elif deed == "leave":
        own = "sitting" not in data and seat in table.seats_of(reader.person)
        await den.leave(table, seat, reader.person, None if own else sitting_of(data))
    else:
        await den.deal(table, reader.person)


# ---- another device, and the record


@get("/t/{code:str}/qr.svg")
async def picture_of_link(request: AnyRequest, table: TheTable) -> Response[str]:
    """The link to a table, for the camera of somebody in the same room."""
    try:
        picture = qr_svg(link_to(request, table))
    except ValueError:
        raise NotFoundException("The address of this house is too long for a code.") from None
    return Response(picture, media_type="image/svg+xml")


@get("/t/{code:str}/device")
async def device(
    request: AnyRequest, den: TheDen, table: TheTable, seat: FromQuery[str] = "", alone: FromQuery[str] = ""
) -> Response[str]:
    """A private link to the own seat. The key stands behind the #, so it travels to no server and into no log.

    Where several people share a device it is the seat of whoever holds it: the one who is asked, behind the curtain.
    """
    reader = reader_of(request)
    chosen = in_hand(table, reader.person, seat)
    if alone and table.chairs[chosen].guest:
        return html(front.alone_page(reader, table, chosen))
    return _link_page(request, table, chosen, den.key_for(table, chosen, reader.person), False)


def _link_page(request: AnyRequest, table: Table, seat: int, key: str, renewed: bool) -> Response[str]:
    link = f"{link_to(request, table)}/take#{key}"
    return html(front.device_page(reader_of(request), table, seat, link, key, renewed))


@post("/t/{code:str}/device", status_code=200)
async def renew(request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, data: Filled) -> Response[Any]:
    """A new link to the own seat, and the end of all others; back to the table for who wants it here alone."""
    person = reader_of(request).person
    limits.spend("host", person if table.seats_of(person) else visitor(request))
    seat = in_hand(table, person, data.get("seat", ""))
    key = await den.renew_key(table, seat, person)
    return go(f"/t/{table.code}") if data.get("alone") else _link_page(request, table, seat, key, True)


def in_hand(table: Table, person: str, seat: str) -> int:
    """The seat of whoever holds a device: their only one, or the one that is named. Raises TurnedAway."""
    mine = table.seats_of(person)
    chosen = mine[0] if len(mine) == 1 else number(seat)
    if chosen is None or (len(mine) > 1 and not holds_device(table, mine, chosen)):
        raise TurnedAway("not-in-hand" if chosen in mine else "not-yours")
    return chosen


def holds_device(table: Table, mine: Sequence[int], seat: int) -> bool:
    """Whether it is for this seat that a shared device is in somebody's hands now."""
    return table.match is not None and seat in table.playing.to_act and Hand(seat).eyes(table, mine)[0] == seat


@get("/t/{code:str}/take")
async def on_device(request: AnyRequest, table: TheTable) -> Response[str]:
    if hosting.why_not_look(table, reader_of(request).person) == "barred":
        raise TurnedAway("barred")
    return html(front.on_device_page(reader_of(request), table))


@post("/t/{code:str}/take", status_code=200)
async def share_here(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, data: Filled
) -> Response[Any]:
    """Another device of the same person comes to the table. A key that opens nothing shows nothing of it either."""
    who = visitor(request)
    try:
        limits.check("miss", who)
        seat = await den.share(table, data.get("key", ""), reader_of(request).person)
    except TurnedAway as problem:
        if problem.reason in ("wrong-key", "sent-away", "barred"):
            limits.spend("miss", who)
        raise
    return go(f"/t/{table.code}/device?alone=1" if table.chairs[seat].guest else f"/t/{table.code}")


@get("/t/{code:str}/record")
async def record(table: TheTable) -> Response[bytes]:
    """The record of a match that is over; before that it would tell everything."""
    if table.phase != "over":
        raise TurnedAway("not-over")
    return Response(
        await fair.kept_file(table),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{table.code}.json"'},
    )


around = Router(
    "/",
    route_handlers=[
        rules_form,
        show,
        show_open,
        do,
        read_notes,
        write_notes,
        picture_of_link,
        device,
        renew,
        on_device,
        share_here,
        record,
    ],
    dependencies={"table": Provide(come_to_table)},
)
