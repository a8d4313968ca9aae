"""A stream to one reader: what is new to them whenever their own bytes changed, and a heartbeat in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from time import perf_counter

from ..den import Den, Table
from .table.cache import forget

BEAT = 15.0
"""Seconds between two heartbeats of a stream."""
HEARD = b"event: beat\ndata: 1\n\n"
"""A heartbeat that a page's script can hear, so that it notices a stream which died without a word."""

News = Callable[[], bytes | None]
"""What is new to a reader since it was last asked, as JSON; None if nothing is."""


class Gone(Exception):
    """The reader looked from a seat that they hold no longer."""


async def stream(
    den: Den, table: Table, person: str | None, news: News, beat: bytes = b": beat\n\n"
) -> AsyncGenerator[bytes]:
    """Server-sent events, until the house closes or `news` raises Gone.

    Only the newest state is sent: what came and went in between is nobody's news. Beats come every so many seconds
    after the beginning, whatever happened meanwhile: a beat that waited for silence would tell when something happened
    at the table that this reader can't see.
    """
    watcher = den.watch(table, person)
    number = 0
    loop = asyncio.get_running_loop()
    due = loop.time() + BEAT
    rendered = den.meters.render_seconds.observe
    try:
        yield b"retry: 1000\n\n"
        while not watcher.closing:
            watcher.changed.clear()
            begun = perf_counter()
            try:
                data = news()
            except Gone:
                return
            rendered(perf_counter() - begun)
            if data is not None:
                number += 1
                yield b"id: %d\ndata: %s\n\n" % (number, data)
            silence = loop.call_at(due, watcher.changed.set)
            await watcher.changed.wait()
            silence.cancel()
            late = loop.time() - due
            if late >= 0:
                yield beat
                due += BEAT * (1 + late // BEAT)
    finally:
        den.unwatch(table, watcher)
        if not den.watched(table):
            forget(table)
