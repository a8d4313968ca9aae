"""What a table shows of how its cards are dealt: the promise of the house, and the luck that people added."""

from __future__ import annotations

from msgspec import Struct

from ...den import Chair, Table
from ...kernel.cache import per_process


class ShownPromise(Struct, frozen=True):
    """What everybody may know of how the cards are dealt."""

    commitment: str
    lucks: tuple[tuple[str, str], ...]
    """What the people at the table added, by name."""
    by_seat: tuple[str, ...]


GIVEN = "✓"
"""What is shown of luck that nobody else may know yet."""


def promised(table: Table) -> ShownPromise:
    """At a table that is dealt."""
    return _promised(table.commitment, table.chairs)


def promised_to(table: Table, person: str) -> ShownPromise:
    """Before the deal: one's own luck, and of the others only who has added some, so that nobody fits theirs to it."""
    told = [chair.luck if chair.holds(person) else "" for chair in table.chairs]
    people = tuple(
        (chair.name, luck or (GIVEN if chair.luck else ""))
        for chair, luck in zip(table.chairs, told, strict=True)
        if chair.taken and not chair.bot
    )
    return ShownPromise(table.commitment, people, tuple(told))


@per_process(512)
def _promised(commitment: str, chairs: tuple[Chair, ...]) -> ShownPromise:
    people = tuple((chair.name, chair.luck) for chair in chairs if chair.taken and not chair.bot)
    return ShownPromise(commitment, people, tuple(chair.luck for chair in chairs))
