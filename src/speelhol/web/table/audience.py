"""Who looks at a table, as far as it matters for what they see."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...den import Table
from ...den.tables import hosting
from ..text.templates import Reader
from .cache import TableCache


class Audience(Struct, frozen=True, cache_hash=True):
    """Equal for all who see the same of a table."""

    language: str
    seat: int | None = None
    """Whose eyes; None for the open table."""
    mine: tuple[int, ...] = ()
    """The seats of whoever looks: several people may share a device."""
    spectator: bool = False
    words: bool = False
    """Wants the table in words, even where it is drawn."""
    hints: bool = False
    """May ask for hints."""
    talks: bool = False
    """May say something."""
    silent: bool = False
    """The host has silenced them."""
    name: str = ""
    """Of somebody who talks without a chair: the name that they are known by."""
    host: bool = False
    curtain: int | None = None
    """For whom a curtain must fall first."""
    left: int | None = None
    """The seat that whoever looks left for good."""
    removed: bool = False
    """Because the host removed them."""


def audience_of(
    reader: Reader,
    table: Table,
    holder: int | None,
    spectator: bool,
    thinks: bool,
    present: frozenset[str],
    kept: TableCache,
) -> Audience:
    """What a reader is at a table that is being played; `holder`: who of those that share a device has it in hand."""
    chairs, person = table.chairs, reader.person
    mine = () if spectator else table.seats_of(person)
    talks = bool(mine) or (not spectator and table.may_talk(person, present))
    eyes = (mine[0], None) if len(mine) == 1 else eyes_at(table, mine, holder)

    def make() -> Audience:
        return _audience(reader, table, mine, spectator, table.hints and thinks, talks, eyes)

    if not mine:  # there may be any number of those who look on
        return make()
    of = (chairs, table.host, table.silenced, thinks, talks, eyes)
    return kept.part((person, reader.language, reader.words, reader.name, holder), of, make)


def _audience(
    reader: Reader,
    table: Table,
    mine: tuple[int, ...],
    spectator: bool,
    hints: bool,
    talks: bool,
    eyes: tuple[int | None, int | None],
) -> Audience:
    seat, curtain = eyes
    left = None if spectator else table.left_by(reader.person)
    return Audience(
        reader.language,
        seat,
        mine,
        spectator,
        reader.words,
        hints,
        talks,
        talks and hosting.is_silent(table, reader.person),
        reader.name if talks and not mine else "",
        table.is_host(reader.person),
        curtain,
        left,
        left is not None and hosting.is_sent_away(table, reader.person),
    )


def eyes_at(table: Table, mine: Sequence[int], holder: int | None) -> tuple[int | None, int | None]:
    """Whose eyes the page shows, and for whom a curtain must fall first: several people may share one device."""
    if not mine:
        return None, None
    if len(mine) == 1:
        return mine[0], None
    asked = [s for s in mine if s in table.playing.to_act and table.chairs[s].attends]
    if not asked:
        return (holder, None) if holder in mine and not table.playing.over else (None, None)
    if holder in asked:
        return holder, None
    return None, asked[0]
