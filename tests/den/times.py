"""Tables with a clock, in a house whose time only moves when a test moves it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from speelhol.den import Den, Pace, Table
from speelhol.den.retention import FOR_EVER, Keep
from speelhol.den.tables import entries as e
from tests.house import HOST, fewest, url

NOON = 1_800_000_000.0
MINUTE = Pace("move", 60, absent="bot")
VOTE = Pace("move", 60, absent="vote")
MATCH = Pace("match", 600, 10, absent="bot")


class Time:
    """What the clock on the wall says."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def house(path: Path, time: Time, bot_pause: float = 0.0, keep: Keep = FOR_EVER) -> AsyncIterator[Den]:
    den = Den(url(path), bot_pause, now=time, bot_workers=0, keep=keep)
    await den.open()
    try:
        yield den
    finally:
        await den.close()


async def clocked(den: Den, pace: Pace, game: str = "thieves", people: int | None = None) -> Table:
    """A table at a pace with people (p0, p1 …) in its first chairs and bots in the others, dealt. Somebody looks on."""
    seats = fewest(game)
    table = await den.open_table(game, seats, {}, HOST, pace)
    for seat in range(seats if people is None else people):
        await den.write(table, lambda now, seat=seat: now.sit(seat, f"p{seat}", f"Name {seat}"))  # type: ignore[misc]
    for seat in range(seats if people is None else people, seats):
        await den.sit_bot(table, seat, HOST)
    await den.deal(table, HOST)
    den.watch(table, None)
    return table


async def ups(den: Den, table: Table) -> list[e.TimeUp]:
    return [entry for entry in await den.store.read(table.id) if isinstance(entry, e.TimeUp)]
