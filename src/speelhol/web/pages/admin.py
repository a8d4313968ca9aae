"""The owner's side: tables, people, reports, bans, what the house is told, and what was done there. It shows what
everybody at a table may know, never a card."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from math import inf
from typing import Any

from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from ... import __version__
from ...den import Den, Table, TurnedAway
from ...den import reports as reporting
from ...den.admin import REPORT_DAYS
from ...den.storage import admin as storage
from ...den.tables import hosting
from ...den.tables.people import spelled
from ..session import admin as session
from ..session.visitor import AnyRequest, TheDen, TheLimits, our_path, reader_of
from ..text.clocks import note_words
from ..text.sentences import notice_of
from ..text.templates import Reader, numeral, render, say
from . import front
from .answers import Filled, go, html, status_of

MOST_ROWS = 50
MOST_DEEDS = 200
MOST_PEOPLE = 300
MOST_CODES = 5
DAYS = (1, 7, 30, 365)
"""For how long somebody can be banned; or for ever."""


def when(at: float | None) -> str:
    """A moment as the owner reads it, by the clock of no country."""
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def page(section: str, reader: Reader, /, **values: Any) -> Response[str]:
    return html(render(f"admin/{section}.html", reader, section=section, when=when, days=DAYS, **values))


def asked_key(request: AnyRequest, _: Exception) -> Response[str]:
    """The form for the key, whatever was asked for: nobody learns what there is."""
    return _key_form(reader_of(request))


def _key_form(reader: Reader, notice: str = "") -> Response[str]:
    return html(render("admin/enter.html", reader, notice=notice), 403)


@get("/")
async def overview(request: AnyRequest, den: TheDen, limits: TheLimits) -> Response[str]:
    session.owner_asking(request, den.now())
    reader, keep = reader_of(request), den.retention.keep.days
    settings = den.admin.settings
    for_ever = say(reader.language, "for ever")
    return page(
        "overview",
        reader,
        version=__version__,
        tables=len(den.memory),
        streams=len(den.watchers),
        reports=sum(row["done"] is None for row in await storage.all_reports(den.store, MOST_DEEDS)),
        announcement=den.admin.announcement,
        read_only=den.admin.read_only,
        rates=[
            (kind, say(reader.language, f"limit.{kind}"), *(n * limits.generosity for n in rate))
            for kind, rate in limits.rates.items()
        ],
        most=[
            (kind, say(reader.language, f"most.{kind}"), number * limits.generosity)
            for kind, number in limits.most.items()
        ],
        words=len(den.admin.words),
        address_days=numeral(settings.address_days),
        report_days=numeral(REPORT_DAYS),
        keep={name: for_ever if days is None else numeral(days) for name, days in keep.items()},
    )


@post("/enter", status_code=200)
async def enter(request: AnyRequest, den: TheDen, limits: TheLimits, data: Filled) -> Response[Any]:
    """The owner shows the key."""
    reader = reader_of(request)
    cookie = session.enter(request, den, limits, data.get("key", ""), data.get("name", ""))
    if cookie is None:
        await den.admin.write_down("?", "wrong-key")
        return _key_form(reader, say(reader.language, "That is not the key of this house."))
    await den.admin.write_down(data.get("name", "").strip()[:20] or "owner", "enter")
    response = go("/admin")
    response.set_cookie(cookie)
    return response


@post("/leave", status_code=200)
async def leave(request: AnyRequest) -> Response[Any]:
    session.check_place(request)
    response = go("/admin")
    response.set_cookie(session.leave(request))
    return response


@get("/tables")
async def tables(
    request: AnyRequest, den: TheDen, name: FromQuery[str] = "", before: FromQuery[int] = 0
) -> Response[str]:
    session.owner_asking(request, den.now())
    reader = reader_of(request)
    rows = await storage.all_tables(den.store, MOST_ROWS, before, spelled(name), name.strip())
    found = [{**row, **await _told(den, row, reader.language)} for row in rows]
    more = rows[-1]["id"] if len(rows) == MOST_ROWS else 0
    return page("tables", reader, tables=found, name=name, more=more)


async def _told(den: Den, row: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What is known of a table without waking it; of when something was written, only what everybody could notice."""
    table = await den.admin.look_at(row["id"], row["code"])
    if table is None:
        return {"title": row["game"], "state": say(language, "can’t be read"), "names": "", "last": None}
    return {
        "title": table.game.speak(language).phrase("title"),
        "state": say(language, f"state.{table.phase}"),
        "names": ", ".join(chair.name for chair in table.chairs if chair.taken),
        "last": table.noticed_at,
    }


@get("/tables/{code:str}")
async def one_table(request: AnyRequest, den: TheDen, code: FromPath[str]) -> Response[str]:
    """One table: who sits there, what was said, what was reported."""
    session.owner_asking(request, den.now())
    reader, table = reader_of(request), await den.table(code)
    present = den.present(table)
    people = [
        {
            "name": one.name,
            "people": " ".join(one.people),
            "seat": one.number if one.number < len(table.chairs) else None,
            "here": any(person in present for person in one.people),
            "banned": _banned(den, one.people, reader.language),
        }
        for one in reporting.names(table, "")
    ]
    return page(
        "table",
        reader,
        code=table.code,
        title=table.game.speak(reader.language).phrase("title"),
        state=say(reader.language, f"state.{table.phase}"),
        open=table.phase in ("gathering", "playing"),
        opened=table.opened.at,
        seats=len(table.chairs),
        bots=sum(chair.bot for chair in table.chairs),
        host=next((table.chairs[s].name for s in (hosting.host_seat(table),) if s is not None), ""),
        people=people,
        talk=_talk(table, reader.language),
        reports=await _reports(den, reader, table.code),
    )


def _banned(den: Den, people: Iterable[str], language: str) -> str:
    """Until when somebody is banned, in words; nothing if they are not."""
    until = den.admin.banned_until(people)
    if until <= den.now():
        return ""
    return (
        say(language, "banned for ever") if until == inf else say(language, "banned until {when} UTC", when=when(until))
    )


def _talk(table: Table, language: str) -> list[dict[str, Any]]:
    """What everybody could read of what was said, the newest first, and what the host has hidden."""
    return [
        {"name": "" if one.note else one.name, "text": note_words(one, language) if one.note else one.text}
        for one in reversed(table.talk)
        if one.to is None
    ][:MOST_ROWS]


async def _reports(den: Den, reader: Reader, code: str = "") -> list[dict[str, Any]]:
    found = []
    for row in await storage.all_reports(den.store, MOST_ROWS, code):
        told = reporting.read(row["report"])
        banned = _banned(den, told.people, reader.language)
        words = [{**row, "told": told, "people": " ".join(told.people), "banned": banned}]
        for part in ("before", "after"):
            lines = [_line(one, reader.language) for one in getattr(told, part)]
            words[0][part] = lines
        found += words
    return found


def _line(one: reporting.Spoken, language: str) -> dict[str, str]:
    if not one.note:
        return {"name": one.name, "text": one.text}
    return {"name": "", "text": say(language, f"note.{one.note}", name=one.name)}


@get("/reports")
async def reports(request: AnyRequest, den: TheDen) -> Response[str]:
    session.owner_asking(request, den.now())
    reader = reader_of(request)
    return page("reports", reader, reports=await _reports(den, reader), report_days=REPORT_DAYS)


@get("/people")
async def people(request: AnyRequest, den: TheDen) -> Response[str]:
    """Who played or talked here lately, and the tables at hand at which they sit."""
    session.owner_asking(request, den.now())
    reader = reader_of(request)
    found: dict[str, dict[str, Any]] = {}
    for row in await storage.recent_visits(den.store, MOST_PEOPLE):
        one = found.setdefault(row["person"], {**row, "names": [], "places": [], "people": row["person"]})
        one["names"] += [row["name"]] * (row["name"] not in one["names"])
        one["places"].append(row["place"][:8])
    for one in found.values():
        one["banned"] = _banned(den, [one["person"]], reader.language)
        known = den.memory.known().values()
        one["codes"] = [table.code for table in known if table.seats_of(one["person"])][:MOST_CODES]
    days = den.admin.settings.address_days
    return page("people", reader, found=list(found.values()), address_days=days)


@get("/bans")
async def bans(request: AnyRequest, den: TheDen) -> Response[str]:
    session.owner_asking(request, den.now())
    now = den.now()
    found = [row for row in await storage.all_bans(den.store) if row["until"] is None or row["until"] > now]
    return page("bans", reader_of(request), bans=found)


@get("/log")
async def deeds_log(request: AnyRequest, den: TheDen) -> Response[str]:
    session.owner_asking(request, den.now())
    reader = reader_of(request)
    rows = await storage.deeds(den.store, MOST_DEEDS)
    return page("log", reader, deeds=[{**row, "words": say(reader.language, f"deed.{row['what']}")} for row in rows])


def _days(data: Mapping[str, str]) -> float | None:
    """For how many days a form says; for ever, if it says anything else."""
    return next((float(days) for days in DAYS if str(days) == data.get("days")), None)


async def _ban(den: Den, who: str, data: Mapping[str, str]) -> None:
    people = data.get("people", "").split()[:10]
    await den.admin.ban(who, people, data.get("name", ""), _days(data), data.get("places") == "1")


async def _close(den: Den, who: str, data: Mapping[str, str]) -> None:
    await den.admin.close(who, await den.table(data.get("code", "")))


async def _delete(den: Den, who: str, data: Mapping[str, str]) -> None:
    await den.admin.delete(who, await den.table(data.get("code", "")))


Deed = Callable[[Den, str, Mapping[str, str]], Awaitable[None]]
DEEDS: dict[str, Deed] = {
    "announce": lambda den, who, data: den.admin.announce(who, "" if data.get("down") else data.get("text", "")),
    "rest": lambda den, who, data: den.admin.rest(who, data.get("on") == "1"),
    "close": _close,
    "delete": _delete,
    "ban": _ban,
    "ban-range": lambda den, who, data: den.admin.ban_range(who, data.get("range", ""), _days(data)),
    "lift": lambda den, who, data: den.admin.lift(who, data.get("ban", "")),
    "done": lambda den, who, data: den.admin.finish(who, data.get("report", "")),
}
"""By the last part of the form's address."""


@post("/do/{deed:str}", status_code=200)
async def do(request: AnyRequest, den: TheDen, deed: FromPath[str], data: Filled) -> Response[Any]:
    """What the owner does; back to the page it was done from."""
    who = session.owner_asking(request, den.now())
    if deed not in DEEDS:
        raise NotFoundException
    back = our_path(data.get("back", ""))
    back = back if back.startswith(session.PATH) else session.PATH
    try:
        await DEEDS[deed](den, who, data)
    except TurnedAway as turned:
        reader = reader_of(request)
        title, why = say(reader.language, "That did not work"), notice_of(turned, reader, None).text
        return html(front.message(reader, title, why, back=back), status_of(turned), turned)
    return go(back)


admin_pages = Router(
    session.PATH,
    route_handlers=[overview, enter, leave, tables, one_table, reports, people, bans, deeds_log, do],
    exception_handlers={session.KeyAsked: asked_key},
    include_in_schema=False,
)
