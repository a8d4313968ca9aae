"""A stream to one reader: what is new to them whenever their own bytes changed, and a heartbeat in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from ...den import Den, Table, Watcher, hosting
from .cache import forget

BEAT = 15.0
"""Seconds between two heartbeats of a stream."""
HEARD = b"event: beat\ndata: 1\n\n"
"""A heartbeat that a page's script can hear, so that it notices a stream which died without a word."""
UNHEARD = b": beat\n\n"
"""A heartbeat for programs: it only keeps the line open."""
STUCK = 4
"""A reader who has taken nothing for so many heartbeats is gone."""

News = Callable[[], bytes | None]
"""What is new to a reader since it was last asked, as JSON; None if nothing is."""


def nothing_aside() -> bytes | None:
    """For a reader whom the house tells nothing besides."""
    return None


log = logging.getLogger("speelhol.web")


class Gone(Exception):
    """The reader looked from a seat that they hold no longer, or may not look any more."""


def welcome_only(table: Table, person: str, news: News) -> News:
    """The same news for as long as the host lets this person look."""

    def checked() -> bytes | None:
        if hosting.why_not_look(table, person) is not None:
            raise Gone
        return news()

    return checked


class Outlet(Protocol):
    """Where a stream goes out."""

    @property
    def slow(self) -> bool:
        """Whether the reader has yet to take what was sent before."""

    def send(self, piece: bytes) -> None: ...

    def finish(self) -> None:
        """Say that this was all, and close."""

    def abort(self) -> None:
        """Close without a word."""


class Feed:
    """Server-sent events, until the house closes, the reader goes or `news` raises Gone.

    Only the newest state is sent: what came and went in between is nobody's news. Beats come every so many seconds
    after the beginning, whatever happened meanwhile: a beat that waited for silence would tell when something happened
    at the table that this reader can't see.
    """

    def __init__(
        self,
        den: Den,
        table: Table,
        person: str | None,
        news: News,
        beat: bytes,
        ended: Callable[[], None],
        aside: News = nothing_aside,
    ) -> None:
        """ended: called once, when the stream is over, however that came about; also if it never began
        aside: what is new of what the house tells everybody
        """
        self._den, self._table, self._person = den, table, person
        self._news, self._beat = news, beat
        self._ended, self._aside = ended, aside
        self._number = 0
        self._woken = False
        self._stuck = 0
        self._over = False
        self._watcher: Watcher | None = None
        self._loop = asyncio.get_running_loop()

    def begin(self, line: Outlet) -> None:
        self._line = line
        self._woken = True  # to come is no news to who comes
        self._watcher = self.come()
        line.send(b"retry: 1000\n\n")
        self._due = self._loop.time() + BEAT
        self._timer = self._loop.call_at(self._due, self._on_beat)
        self._push()

    def end(self) -> None:
        """The reader has gone, or never got here."""
        if self._over:
            return
        self._over = True
        if self._watcher is not None:
            self._timer.cancel()
            self.go(self._watcher)
        self._ended()

    def close(self) -> None:
        """Say to the reader that this was all, and end; to one who never got here, nothing."""
        if self._watcher is None or self._over:
            self.end()
        else:
            self._finish()

    def come(self) -> Watcher:
        """Be woken from now on."""
        return self._den.watch(self._table, self._person, self.wake)

    def go(self, watcher: Watcher) -> None:
        """Be woken no longer."""
        self._den.unwatch(self._table, watcher)
        if not self._den.watched(self._table):
            forget(self._table)

    def wake(self) -> None:
        """Something may be new. Several wakings at once are one."""
        if not self._woken:
            self._woken = True
            self._loop.call_soon(self._push)

    def _push(self) -> None:
        self._woken = False
        if self._over or self._watcher is None:
            return
        if self._watcher.closing:
            self._finish()
        elif not self._line.slow:  # or else once what was sent has been taken
            self._say()

    def _say(self) -> None:
        begun = perf_counter()
        try:
            data, told = self._news(), self._aside()
        except Gone:
            self._finish()
            return
        except Exception:
            log.exception("a stream broke off", extra={"table": self._table.code})
            self._line.abort()
            return
        self._den.metrics.render_seconds.observe(perf_counter() - begun)
        if data is not None:
            self._number += 1
            self._line.send(b"id: %d\ndata: %s\n\n" % (self._number, data))
        if told is not None:
            self._line.send(b"event: announced\ndata: %s\n\n" % told)

    def _on_beat(self) -> None:
        late = self._loop.time() - self._due
        self._due += BEAT * (1 + late // BEAT)
        self._timer = self._loop.call_at(self._due, self._on_beat)
        self._stuck = self._stuck + 1 if self._line.slow else 0
        if self._stuck >= STUCK:
            self._line.abort()
        elif not self._stuck:
            self._line.send(self._beat)

    def _finish(self) -> None:
        self._line.finish()
        self.end()


class LobbyFeed(Feed):
    """The same from the lobby, which is no table: everybody hears the same there."""

    def __init__(self, den: Den, news: News, ended: Callable[[], None], aside: News = nothing_aside) -> None:
        super().__init__(den, Table(0, "lobby"), None, news, HEARD, ended, aside)

    def come(self) -> Watcher:
        return self._den.lobby.watch(self.wake)

    def go(self, watcher: Watcher) -> None:
        self._den.lobby.unwatch(watcher)
