"""A stream to one reader: a new fragment whenever their own bytes changed, and a heartbeat in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from ..den import Den, Table
from ..kernel import to_json

BEAT = 15.0


async def stream(den: Den, table: Table, person: str | None, show: Callable[[], str | bytes]) -> AsyncGenerator[bytes]:
    """Server-sent events. `show` renders what this reader may see, text or ready JSON; what they have seen is not
    sent twice."""
    watcher = den.watch(table, person)
    sent: str | bytes | None = None
    number = 0
    try:
        yield b"retry: 1000\n\n"
        while not watcher.closing:
            watcher.changed.clear()
            with den.meters.render_seconds.time():
                now = show()
            if now != sent:
                sent = now
                number += 1
                yield b"id: %d\ndata: %s\n\n" % (number, now if isinstance(now, bytes) else to_json(now))
            try:
                await asyncio.wait_for(watcher.changed.wait(), BEAT)
            except TimeoutError:
                yield b": beat\n\n"
    finally:
        den.unwatch(table, watcher)
