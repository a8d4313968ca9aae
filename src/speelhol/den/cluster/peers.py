"""The other processes of the house: what they write is heard here, and who has a table open is known to all."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Protocol

from ..storage import postgres
from ..storage.memory import Memory
from ..storage.store import Store
from ..tables.people import shard
from ..tables.table import Table
from .presence import Presence
from .watching import Watchers


class Refreshed(Protocol):
    """Something that is read anew when another process has written."""

    async def refresh(self) -> None: ...


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

    @property
    def lobby(self) -> Refreshed:
        """Read anew when another process put a table into the lobby, or took one out."""

    @property
    def admin(self) -> Refreshed:
        """Read anew when another process was told something by the owner of the house."""

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

    async def freshen(self, table: Table) -> bool:
        """Know what is newest about a table: whoever was answered by another process must find it here. Returns
        whether there is still such a table. Raises Away."""
        try:
            await self._news.follow(shard(table.code))
            newest = await self._news.newest(table.id)
        except OSError:
            newest = (await self._home.store.newest([table.id])).get(table.id, 0)
        await self._home.bring_up(table, newest)
        await self.presence.know(table.id)
        return newest > 0

    def _hear(self, channel: str, said: str) -> None:
        """A process wrote, maybe this one; or somebody came or left somewhere."""
        if channel == postgres.LOBBY:
            self._home.begin(self._home.lobby.refresh())
            return
        if channel == postgres.HOUSE:
            self._home.begin(self._home.admin.refresh())
            return
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
        await self._home.lobby.refresh()
        await self._home.admin.refresh()
        self.presence.missed()
