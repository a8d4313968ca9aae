"""Whose seat a request to the JSON interface is about: by the key that it carries."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException

from ...den import Den, Table, TurnedAway
from ..session.visitor import AnyRequest, TheDen, TheLimits, TheTable, person_asking, shown_key, visitor

TheSeat = NamedDependency[int]
TheEyes = NamedDependency[int | None]
NO_SEAT = "This key opens no seat at this table."


async def find_seat(request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable) -> int:
    """The seat whose key the request carries."""
    key = shown_key(request.headers.get("authorization", ""))
    if not key:
        raise NotAuthorizedException("Send the key of your seat in a header: Authorization: Bearer KEY.")
    try:
        seat = den.seat_by_key(table, key)
    except TurnedAway as turned:
        limits.spend("miss", visitor(request))
        if turned.reason in ("sent-away", "barred", "banned"):
            raise
        raise NotAuthorizedException(NO_SEAT) from None
    await den.use_key(table, seat, person_asking(request))
    den.attendance.note_person(table, person_at(table, seat))
    den.admin.note_visit(person_at(table, seat), visitor(request), table.chairs[seat].name)
    return seat


async def find_eyes(request: AnyRequest, den: TheDen, limits: TheLimits, table: TheTable) -> int | None:
    """The seat whose key the request carries; without a key, the open table."""
    return await find_seat(request, den, limits, table) if "authorization" in request.headers else None


SENT_AWAY = ("sent-away", "barred", "banned")


def refuse_sent_away(den: Den, table: Table, authorization: str, reasons: tuple[str, ...] = SENT_AWAY) -> None:
    """Raises TurnedAway if a key belonged to somebody whom the host sent away; any other key, or none, is no matter."""
    try:
        den.seat_by_key(table, shown_key(authorization))
    except TurnedAway as turned:
        if turned.reason in reasons:
            raise


def person_at(table: Table, seat: int) -> str:
    """Who shows the key to a seat: its person, or whom they let sit there."""
    return table.chairs[seat].by_key
