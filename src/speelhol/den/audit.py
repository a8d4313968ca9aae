"""Do the rules of today still lead where they led? Every stored table, folded again. Only reads."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ..games import game as find_game
from ..kernel import Refused, fair
from .storage.schema import tables
from .storage.store import Store
from .tables import entries as e
from .tables.table import Table
from .tables.views import digest_of

LONGEST = 300
"""Signs that are told of what can't be read."""


class Difference(Struct, frozen=True):
    """Where a table departs from what was written down: its first difference."""

    table: str
    game: str
    rules: int
    entry: int
    """The number of the entry in the table's log."""
    move: int
    """The number of the move; 0 before the first."""
    kind: str
    """`refused`: the move is no longer legal; `elsewhere`: it leads to another position; `seed`: the deal does not
    follow from the secret and the luck; `unreadable`: the entry can't be taken in at all."""
    rule: str
    """The rule that refuses, or that the question of the move names."""
    words: str


def audit(code: str, entries: Iterable[e.AnyEntry]) -> Difference | None:
    """Fold a table's log; its first difference, or None if everything is as it was."""
    table = Table(0, code)
    move = 0
    for number, entry in enumerate(entries, 1):
        rule = ""
        if isinstance(entry, e.Moved):
            move += 1
            agenda = table.playing.position.agenda if table.match is not None else ()
            rule = agenda[-1].rule if agenda else ""
        kind = words = ""
        try:
            if isinstance(entry, e.Opened) and entry.seats not in find_game(entry.game).seats:
                raise ValueError("no such table can be opened")
            if isinstance(entry, e.Ruled) and entry.seats and entry.seats not in table.game.seats:
                raise ValueError("this game is not for so many")
            if isinstance(entry, e.Dealt) and table.opened.secret:
                promised = fair.seed_of(table.opened.secret, (chair.luck for chair in table.chairs))
                kind = "" if entry.seed == promised else "seed"
            table.apply(entry)
            if isinstance(entry, e.Moved) and entry.mark and entry.mark != digest_of(table.playing):
                kind, words = "elsewhere", entry.action
        except Refused as refused:
            kind, rule, words = "refused", refused.rule, refused.reason
        except Exception as error:  # whatever it is: this table can't be opened any more
            kind, words = "unreadable", f"{type(error).__name__}: {error}"
        if kind:
            opened = getattr(table, "opened", None)
            game, rules = (opened.game, opened.rules) if opened else ("", 0)
            return Difference(code, game, rules, number, move, kind, rule, words[:LONGEST])
    return None


async def audit_all(store: Store) -> AsyncIterator[tuple[str, Difference | None]]:
    """Every table of the house by its name, with its first difference."""
    async with store.engine.connect() as connection:
        found = (await connection.execute(sa.select(tables.c.id, tables.c.code).order_by(tables.c.id))).all()
    for table_id, code in found:
        try:
            log = await store.read(table_id)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            yield code, Difference(code, "", 0, 0, 0, "unreadable", "", str(error)[:LONGEST])
        else:
            yield code, audit(code, log)
