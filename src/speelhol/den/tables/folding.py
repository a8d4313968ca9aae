"""Folding a log into a table, a slice at a time: however long it is, nobody else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter

from . import entries as e
from .table import Table
from .takebacks import shortened

MOST = 50
"""Entries of a slice, at most."""
SECONDS = 0.01
"""After which a slice ends, at whatever entry it is."""


async def folded(table_id: int, code: str, texts: Iterable[str]) -> Table:
    """The table to which a log adds up, in nobody else's hands."""
    table = Table(table_id, code)
    await fold(table, texts)
    return table


async def fold(table: Table, texts: Iterable[str], clock: Callable[[], float] = perf_counter) -> None:
    """Take entries in as they were written. In between, others have their turn: they see the table as it once was."""
    begun, taken = clock(), 0
    for entry in shortened(map(e.decode, texts)):
        table.apply(entry)
        taken += 1
        if taken == MOST or clock() - begun > SECONDS:
            await asyncio.sleep(0)
            begun, taken = clock(), 0
