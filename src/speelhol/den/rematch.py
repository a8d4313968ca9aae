"""Once more with the same people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .tables import entries as e
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
        table.host,
        old.pace,
        hints=old.hints,
        level=old.level,
        character=old.character,
    )
    for entry in _same_people(table):
        await den.write(again, lambda _, entry=entry: entry)  # type: ignore[misc]
    try:
        await den.write(table, lambda now: now.play_again(person, again.code))
    except TurnedAway as turned:
        if turned.reason != "again-open":
            raise
        return await den.table(str(table.again))  # another process was quicker
    return again


def _same_people(table: Table) -> list[e.AnyEntry]:
    """Everybody of a table sits down in the same chair, on the same devices; whom the host silenced stays silent."""
    entries: list[e.AnyEntry] = []
    for seat, chair in enumerate(table.chairs):
        if chair.bot:
            entries.append(e.BotSat(seat, chair.name, chair.level or "", chair.character))
        else:
            entries.append(e.Sat(seat, chair.person or "", chair.name))
            entries += [e.Shared(seat, device) for device in chair.devices]
    if table.silenced:
        entries.append(e.Silenced(tuple(sorted(table.silenced))))
    return entries
