"""A table that was put back from a backup: what was played after that, somebody may remember.

The match goes on with the same secret and so with the same cards; its host decides whether it does. What has not begun
is closed: the record of a match that was played there since would have told its secret. Links, keys and devices may
have been ended after the backup, and nobody knows which any more; so all of them end.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from .chairs import Chair

if TYPE_CHECKING:
    from .entries import Restored
    from .state import State


def apply(table: State, entry: Restored) -> None:
    table.chairs = tuple(_by_browser(chair, entry.keys) for chair in table.chairs)
    if table.match is None:
        table.restored, table.door = entry.backup, replace(table.door, closed=True)
    elif table.phase == "playing" and table.lesson is None:
        table.restored, table.clock = entry.backup, table.clock.go_on(entry.backup).rest(entry.backup)
        table.note("restored", None, name=when(entry.backup))


def _by_browser(chair: Chair, keys: int) -> Chair:
    """A chair that is held by the browser in which its person sat down, and by nothing else; who has nothing else to
    come with than a key keeps it. New keys are counted from a number that no key had before."""
    return replace(chair, devices=(), renewed=chair.renewed if chair.keyed else keys)


def waits(table: State) -> bool:
    """Whether the match rests since it was put back."""
    return bool(table.restored) and table.clock.paused == table.restored


def when(at: float) -> str:
    """A moment, as the house writes it where it does not know where its readers are."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
