"""Reporting a remark or a name to the owner of the house, from the table where it was seen."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.di import Provide

from ...den import reports as reporting
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, come_to_table, reader_of, visitor
from ..text.templates import render, say
from . import front
from .answers import Filled, html


@get("/t/{code:str}/report")
async def report_form(request: AnyRequest, table: TheTable) -> Response[str]:
    """What can be reported: the newest remarks of others, and their names. What the host has hidden is shown, behind
    a click, to those who heard it and to nobody else."""
    reader = reader_of(request)
    remarks = [
        {
            "number": n,
            "name": one.name,
            "text": one.text if reporting.heard(table, reader.person, one) else "",
            "hidden": one.hidden,
        }
        for n, one in reporting.remarks(table, reader.person)
    ]
    names = [(one.number, one.name) for one in reporting.names(table, reader.person)]
    return html(render("report.html", reader, code=table.code, remarks=remarks, names=names))


@post("/t/{code:str}/report", status_code=200)
async def send_report(
    request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable, data: Filled
) -> Response[Any]:
    """Tell the owner. Whoever neither sits nor watches at the table can't."""
    reader = reader_of(request)
    limits.spend("report", reader.person if table.seats_of(reader.person) else visitor(request))
    await reporting.report(den, table, reader.person, data.get("what", ""), data.get("why", ""))
    thanks = say(reader.language, "The owner of the house will read it. You can go on.")
    return html(front.message(reader, say(reader.language, "Reported"), thanks, back=f"/t/{table.code}"))


report_pages = Router(
    "/",
    route_handlers=[report_form, send_report],
    dependencies={"table": Provide(come_to_table)},
    include_in_schema=False,
)
