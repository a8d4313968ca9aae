"""Who looks at a table, as far as it matters for what they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...den import Table
from ...den.tables import hosting
from ..session.visitor import number
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


class Hand:
    """Who of those that share a device says that they have it in hand, and since when."""

    __slots__ = ("held", "holder", "since")

    def __init__(self, holder: int | None = None, since: int | None = None) -> None:
        """since: how often those at the device had acted when they said so; None: whenever they are asked"""
        self.holder = holder
        self.since = since
        self.held = False
        """Whether they were asked when it was looked last, with their own cards before them."""

    @property
    def query(self) -> str:
        """The same as a part of an address."""
        holder = "" if self.holder is None else self.holder
        return f"holder={holder}" if self.since is None else f"holder={holder}&at={self.since}"

    def eyes(self, table: Table, mine: Sequence[int]) -> tuple[int | None, int | None]:
        """Whose eyes the page shows, and for whom a curtain must fall first.

        Once somebody has decided their cards are covered, until they say again who they are; what they are asked right
        after that, they still see.
        """
        if len(mine) < 2:
            return (mine[0], None) if mine else (None, None)
        opened = self.holder in mine and self.since == table.decided(mine)
        asked = [s for s in mine if s in table.playing.to_act and table.chairs[s].attends]
        self.held = self.holder in asked and (opened or self.held or self.since is None)
        if self.held or (opened and not asked and not table.playing.over):
            return self.holder, None
        return None, asked[0] if asked else None


def hand_in(query: Mapping[str, str]) -> Hand:
    """Who has a shared device in hand, as an address says. Links that call it `face` work until the next version."""
    at = query.get("at", "")
    holder = number(query.get("holder", query.get("face", "")))
    return Hand(holder, int(at) if at.isascii() and at.isdigit() and len(at) < 7 else None)


def audience_of(
    reader: Reader,
    table: Table,
    hand: Hand,
    spectator: bool,
    thinks: bool,
    present: frozenset[str],
    kept: TableCache,
) -> Audience:
    """What a reader is at a table that is being played; `hand`: who of those that share a device has it in hand."""
    chairs, person = table.chairs, reader.person
    mine = () if spectator else table.seats_of(person)
    talks = bool(mine) or (not spectator and table.may_talk(person, present))
    eyes = hand.eyes(table, mine)

    def make() -> Audience:
        return _audience(reader, table, mine, spectator, table.hints and thinks, talks, eyes)

    if not mine:  # there may be any number of those who look on
        return make()
    of = (chairs, table.host, table.silenced, thinks, talks, eyes)
    return kept.part((person, reader.language, reader.words, reader.name, hand.holder), of, make)


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
