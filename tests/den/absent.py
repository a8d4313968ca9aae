"""People who are late or away, at tables with a clock."""

from __future__ import annotations

import asyncio
import random

from speelhol.den import Den, Pace, Table
from tests.house import play_on

from .times import Time, clocked

SEALED = "casa-de-papel"  # four people; its first question is put to all of them at once


async def late(den: Den, time: Time, seconds: float) -> None:
    time.now += seconds
    await den.timers.fire()


def held(table: Table) -> set[int]:
    return {seat for seat, chair in enumerate(table.chairs) if chair.held}


async def settled(den: Den, table: Table) -> None:
    """Wait until no bot has anything to decide."""
    async with asyncio.timeout(60):
        while table.bots_to_act or den.bots.at_work(table.id):
            await asyncio.sleep(0)


async def to_the_dark(den: Den, table: Table, rng: random.Random) -> tuple[int, ...]:
    """Play until a discreet question is put; returns the seats that are asked."""
    while not table.clock.discreet:
        await play_on(den, table, 1, rng)
        await settled(den, table)
    return table.playing.to_act


async def two_people(den: Den) -> tuple[Table, int]:
    """A table of two people without a clock, where a vote decides; and which of the two is asked first."""
    table = await clocked(den, Pace(absent="vote"), people=2)
    while not (set(table.playing.to_act) & {0, 1}):
        await settled(den, table)
    return table, table.playing.to_act[0]
