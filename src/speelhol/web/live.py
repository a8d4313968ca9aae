"""A stream to one reader: what is new to them whenever their own bytes changed, and a heartbeat in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from time import perf_counter

from ..den import Den, Table
from ..kernel import to_json
from .album import forget

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


def page_news(show: Callable[[], list[str]]) -> News:
    """News of a page that is shown in pieces."""
    sent: list[str] = []

    def news() -> bytes | None:
        nonlocal sent
        now = show()
        if now == sent:
            return None
        data = to_json(changes(sent, now))
        sent = now
        return data

    return news


def changes(sent: Sequence[str], now: Sequence[str]) -> list[str | tuple[int, int]]:
    """How to make the pieces of now out of those that were sent: a text is a new piece, a pair of numbers stands for
    old ones, from the first number up to but not including the second."""
    start, end = 0, 0
    most = min(len(sent), len(now))
    while start < most and sent[start] == now[start]:
        start += 1
    while end < most - start and sent[-1 - end] == now[-1 - end]:
        end += 1
    news: list[str | tuple[int, int]] = [(0, start)] if start else []
    places = {piece: place for place, piece in enumerate(sent)}
    at, stop = start, len(now) - end
    while at < stop:
        first = places.get(now[at])
        if first is None:
            news.append(now[at])
            at += 1
            continue
        last = first
        while at < stop and last < len(sent) and now[at] == sent[last]:
            at += 1
            last += 1
        news.append((first, last))
    if end:
        news.append((len(sent) - end, len(sent)))
    return news
