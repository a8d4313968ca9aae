"""The other processes of the house: what they write is heard here, and who has a table open is known to all."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Protocol

from ..storage import postgres
from ..storage.store import Store
from ..tables.memory import Memory
from ..tables.people import shard
from ..tables.table import Table
from .presence import Presence
from .watching import Watchers


class Home(Protocol):
    """What is needed of the den."""

    store: Store
    memory: Memory
    watchers: Watchers

    def waits_for(self, table: Table) -> bool:
        """Whether anybody here waits for what happens at a table; whoever looks at it later finds it all the same."""

    async def bring_up(self, table: Table, seq: int) -> None:
        """Take in what others have written, up to a sequence number at least, and tell of it."""

    def stirred(self, table_id: int) -> None:
        """Somebody came to a table elsewhere, or left it."""

    def begin(self, work: Coroutine[Any, Any, Any]) -> object:
        """Something that is carried through, whoever waits for it."""


class Peers:
    """Listens to the other processes over the same PostgreSQL."""

    def __init__(self, home: Home, url: str) -> None:
        self._home = home
        self._news = postgres.News(url, self._hear, self._catch_up)
        self.presence = Presence(home.store, home.watchers.people, home.stirred)

    async def open(self) -> None:
        await self.presence.open()
        await self._news.open()

    async def stop(self) -> None:
        """Hear nothing more."""
        await self._news.close()

    async def close(self) -> None:
        await self.stop()
        await self.presence.close()

    async def follow(self, table: Table) -> None:
        """Hear of a table from now on."""
        with suppress(OSError):  # or as soon as the line stands again
            await self._news.follow(shard(table.code))

    async def freshen(self, table: Table) -> None:
        """Know what is newest about a table: whoever was answered by another process must find it here. Raises Away."""
        try:
            await self._news.follow(shard(table.code))
            newest = await self._news.newest(table.id)
        except OSError:
            newest = (await self._home.store.newest([table.id])).get(table.id, 0)
        await self._home.bring_up(table, newest)
        await self.presence.know(table.id)

    def _hear(self, channel: str, said: str) -> None:
        """A process wrote, maybe this one; or somebody came or left somewhere."""
        for news in said.split():
            table_id, _, seq = news.partition(":")
            if channel == postgres.PRESENCE:
                self.presence.heard(int(table_id))
                continue
            table = self._home.memory.get(int(table_id))
            if table is not None and table.seq < int(seq) and self._home.waits_for(table):
                self._home.begin(self._home.bring_up(table, int(seq)))

    async def _catch_up(self) -> None:
        """Nobody told us anything for a while: look at every table in memory, and at who is here."""
        known = {table_id: table for table_id, table in self._home.memory.known().items() if table.seq}
        newest = await self._home.store.newest(list(known)) if known else {}
        for table_id, seq in newest.items():
            await self._home.bring_up(known[table_id], seq)
        self.presence.missed()
