"""Once more with the same people."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .tables import absence, hosting, keys
from .tables import entries as e
from .tables.chairs import Chair
from .tables.errors import TurnedAway
from .tables.table import Table

if TYPE_CHECKING:
    from .deeds import Deeds


async def rematch(den: Deeds, table: Table, person: str) -> Table:
    """The table of the rematch: the one that is there, or a new one that the old one points to."""
    if table.again is not None:
        return await den.table(table.again)
    table.play_again(person, "")
    old = table.opened
    again = await den.open_table(
        old.game,
        old.seats,
        old.options,
        table.door.lent or table.host,
        old.pace,
        hints=old.hints,
        speed=old.speed,
        level=old.level,
        character=old.character,
        settings=replace(table.door.settings, listed=False, start=0.0),
    )
    seated = table.chairs
    for entry in _same_people(table):
        await den.write(again, lambda _, entry=entry: entry)  # type: ignore[misc]
    try:
        await den.write(table, lambda now: now.play_again(person, again.code))
    except TurnedAway as turned:
        if turned.reason != "again-open":
            raise
        return await den.table(str(table.again))  # another process was quicker
    for entry in _renewed_since(table, seated):
        await den.write(again, lambda _, entry=entry: entry)  # type: ignore[misc]
    return again


def _renewed_since(table: Table, seated: tuple[Chair, ...]) -> list[e.KeyRenewed]:
    """New keys to chairs that were made while their people were seated anew."""
    pairs = enumerate(zip(table.chairs, seated, strict=True))
    return [
        e.KeyRenewed(seat, now.person or "", now.devices, along=True)
        for seat, (now, before) in pairs
        if not now.still(before)
    ]


async def renew_along(den: Deeds, table: Table, seat: int, person: str) -> None:
    """Somebody made a new key to their chair: so they have in its rematch, and in the rematch of that, as far as they
    hold the chair there as it came to them."""
    with suppress(absence.Moot, TurnedAway):
        while table.again is not None:
            table = await den.table(table.again)
            await den.write(table, lambda now: keys.renew_along(now, seat, person))


async def key_there(den: Deeds, table: Table, seat: int, person: str) -> tuple[Table, str]:
    """The rematch, and the key to one's chair in it. Raises TurnedAway for who has lost it, and once a new key was made
    there: those of the table before lead there no longer."""
    again = await den.rematch(table, person)
    chair = again.chairs[seat]
    if not chair.holds(person):
        raise TurnedAway("chair-gone", code=again.code)
    if not chair.inherited:
        raise TurnedAway("new-link", code=again.code)
    return again, den.key_for(again, seat, person)


def _same_people(table: Table) -> list[e.AnyEntry]:
    """Everybody of a table sits down in the same chair, on the same devices, but for whoever left for good; whom the
    host silenced stays silent, and whom they sent away stays away."""
    entries: list[e.AnyEntry] = []
    for seat, chair in sorted(enumerate(table.chairs), key=lambda one: bool(one[1].guest)):  # own chairs first
        if chair.bot:
            entries.append(e.BotSat(seat, chair.name, chair.level or "", chair.character))
        elif chair.person is not None:
            entries.append(e.Sat(seat, chair.person, chair.name, program=chair.program))
            entries += [e.Shared(seat, device) for device in chair.devices]
    host = hosting.host_seat(table)
    if table.door.lent and host is not None:
        entries.append(e.Hosted(host, lent=True))
    if table.silenced:
        entries.append(e.Silenced(tuple(sorted(table.silenced))))
    entries += [e.KeptOut(one.people, one.name, one.barred) for one in table.sent if not one.admitted]
    return entries
