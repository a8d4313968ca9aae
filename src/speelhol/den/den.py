"""The den: tables in play, the way of a move, and who is told of it. No HTTP here."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakKeyDictionary, ref

from msgspec.structs import replace

from ..bots.pool import usual_workers
from ..kernel import Refused
from ..kernel.cache import found_per_process
from ..metrics import Metrics
from .admin import NO_ADMIN, Admin, AdminSettings
from .analysis import Analysis
from .attendance import Attendance
from .bots import Bots
from .cluster.peers import Peers
from .cluster.watching import Watcher, Watchers, unmoved
from .deeds import Deeds
from .lobby import Lobby
from .retention import FOR_EVER, Keep, Retention
from .storage import upgrade
from .storage.memory import Memory
from .storage.readiness import Readiness
from .storage.store import SNAPSHOT_EVERY, Away, Stale, Store
from .tables import entries as e
from .tables.cache import PER_TABLE
from .tables.errors import TurnedAway
from .tables.fair import TICKETS_SINCE
from .tables.folding import fold, folded
from .tables.people import new_secret, shard, spelled, tidy
from .tables.table import Table
from .timers import Timers

MOST_TABLES = 2_000
"""Tables kept in memory; those that nobody has looked at for longest are let go first."""

MOST_TRIES = 30
"""How often a decision is made again because another process wrote first."""

SETTLE = 0.5
"""Seconds between two times that those at a table are told who is there."""

OPENING = 10.0
"""Seconds for which a database is waited for that is only just coming up."""

log = logging.getLogger("speelhol.den")


class Den(Deeds):
    """All tables of the house: those in memory, what is written about them, and who is told."""

    def __init__(
        self,
        url: str,
        bot_pause: float = 0.7,
        most_tables: int = MOST_TABLES,
        now: Callable[[], float] = time.time,
        bot_workers: int | None = None,
        keep: Keep = FOR_EVER,
        admin: AdminSettings = NO_ADMIN,
    ) -> None:
        """The database at `url`. `bot_workers`: in how many processes bots think; by the machine's cores, if None."""
        super().__init__()
        self.url = url
        self.metrics = Metrics({"table": PER_TABLE.found, "process": found_per_process})
        self.store = Store(url, self.metrics)
        self.readiness = Readiness(self.store, url)
        self._opened = False
        self.bot_pause = bot_pause
        self.now = now
        self.timers = Timers(self)
        self.secret = ""
        self.memory = Memory(most_tables, self.in_use)
        self.retention = Retention(self, keep)
        self._locks: WeakKeyDictionary[Table, asyncio.Lock] = WeakKeyDictionary()
        self._loading: dict[int, asyncio.Task[Table]] = {}
        self.watchers = Watchers(self.metrics)
        self.attendance = Attendance(self)
        self.lobby = Lobby(self)
        self.admin = Admin(self, admin)
        self._ours: WeakKeyDictionary[Table, int] = WeakKeyDictionary()
        """The newest entry of each table, of those that everybody may notice, that was written here."""
        self._settling: WeakKeyDictionary[Table, bool] = WeakKeyDictionary()
        """Tables to which somebody came a moment ago, and whether somebody else did since."""
        self._writing: set[asyncio.Task[Any]] = set()
        self.rng = random.Random(secrets.randbits(64))  # noqa: S311 - bots' whims, not the deal
        self.bots = Bots(self, usual_workers() if bot_workers is None else bot_workers)
        self.analysis = Analysis(self)
        self._peers = Peers(self, url) if self.store.shared else None

    async def open(self) -> None:
        """Open the database, bringing it up to date; once. Raises Away if it can't be reached for a while, Unusable if
        it is of a newer version."""
        if self._opened:
            return
        await self._reach()
        await self.store.open()
        self.secret = await self.store.house_value("secret", new_secret())
        self.tickets_since = float(await self.store.house_value(TICKETS_SINCE, "0"))
        if self._peers is not None:
            await self._peers.open()
        await self.admin.refresh()
        await self.lobby.refresh()
        self.timers.start()
        await self.readiness.open()
        self._opened = True

    async def _reach(self) -> None:
        until = time.monotonic() + OPENING
        while True:
            try:
                return await upgrade.upgrade(self.store.engine)
            except Exception as error:
                if not self.store.shared or not self.store.lost(error):
                    raise
                if time.monotonic() > until:
                    raise Away from error
            await asyncio.sleep(0.2)

    def send_away(self) -> None:
        """Send everybody who watches away; the house is about to close."""
        self.watchers.send_away()
        self.lobby.send_away()

    async def close(self) -> None:
        """Let no bot begin anything new, write down what was begun, and close the database."""
        self.send_away()
        if self._peers is not None:
            await self._peers.stop()
        await self.timers.stop()
        await self.bots.stop()
        await self.analysis.close()
        await self.readiness.close()
        await asyncio.gather(*self._writing, return_exceptions=True)
        await self.bots.pool.close()
        if self._peers is not None:
            await self._peers.close()
        await self.store.close()

    # ---- tables

    async def set_up(self, code: str, opened: e.Opened, *more: e.AnyEntry) -> Table:
        """A new table, in memory and on disk, with all of its first entries. Raises Stale if the name is taken."""
        self.admin.check_open()
        table = Table.of(await self.store.open_table(code, opened, *more), code, opened, *more)
        self._keep(table)
        if self._peers is not None:
            await self._peers.follow(table)
        self.attendance.note(table)
        self.lobby.note(table)
        return table

    async def table(self, code: str) -> Table:
        """The table of this code, with what other processes have written about it until now. Raises TurnedAway if there
        is none."""
        code = spelled(code)
        table_id = self.memory.number_of(code)
        if table_id is None:
            table_id = await self.store.find(code) if code else None
        if table_id is None:
            raise TurnedAway("no-such-table", code=tidy(code, 40))
        table = self.memory.get(table_id) or await self._load(table_id, code)
        if self._peers is not None and not await self._peers.freshen(table):
            self.forget(table_id)
            raise TurnedAway("no-such-table", code=tidy(code, 40))
        self._keep(table)
        return table

    async def _load(self, table_id: int, code: str) -> Table:
        """A table out of the database: made where nobody sees it, and once for all who ask at the same time."""
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = self.begin(self._read(table_id, code))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        table: Table = await asyncio.shield(loading)
        return table

    async def _read(self, table_id: int, code: str) -> Table:
        table = await folded(table_id, code, await self.store.texts(table_id))
        self.memory.know(table)
        self.admin.note_loaded(table)
        self.bots.wake(table)
        return table

    def at_hand(self, code: str) -> Table | None:
        """The table of this code if it is in memory; nothing is looked up."""
        return self.memory.at_hand(spelled(code))

    def _keep(self, table: Table) -> None:
        idle = self.memory.keep(table)
        if idle is not None:
            self._let_go(idle)
        if self._peers is not None:
            self._peers.presence.follow(table.id)
        self.metrics.tables.set(len(self.memory))

    def _let_go(self, table_id: int) -> None:
        """Keep a table no longer in memory; whoever asks for it finds it in the database."""
        if self.memory.let_go(table_id) and self._peers is not None:
            self._peers.presence.leave(table_id)

    def forget(self, table_id: int) -> None:
        """A table is in the database no longer."""
        self.lobby.forget(table_id)
        self._let_go(table_id)

    def in_use(self, table_id: int) -> bool:
        """Whether somebody has a table open here, or a bot thinks there."""
        return self.watchers.at(table_id) or self.bots.at_work(table_id)

    def _lock(self, table: Table) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    async def catch_up(self, table: Table) -> None:
        """Take in what other processes wrote."""
        seq = table.seq
        async with self._lock(table):
            await self._catch_up(table)
        if table.seq > seq:
            self.tell(table, seq)
            self.bots.wake(table)

    async def _catch_up(self, table: Table) -> None:
        await fold(table, await self.store.texts(table.id, table.seq))

    async def bring_up(self, table: Table, seq: int) -> None:
        """Take in what others have written, up to a sequence number at least, and tell of it."""
        if table.seq >= seq:
            return
        async with self._lock(table):
            if table.seq >= seq:
                return
            before = table.seq
            await self._catch_up(table)
        self.tell(table, before)
        self.bots.wake(table)

    async def write(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        """Decide what to write, write it, and only then let it happen and tell.

        `make` looks at the table and returns the entry, or raises. If somebody else wrote first, it is
        asked again about the table as it is then. Once begun it is carried through, even if the one who
        asked for it has gone.
        """
        entry: e.AnyEntry = await asyncio.shield(self.begin(self._write(table, make)))
        return entry

    def _written(self, task: asyncio.Task[Any]) -> None:
        self._writing.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard it, or has gone

    async def _write(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        try:
            async with self._lock(table):
                entry = await self._append(table, make)
                seq = table.seq
        except (TurnedAway, Refused):
            self.metrics.refusals.inc()
            raise
        self.tell(table, seq - 1)
        self.bots.wake(table)
        if seq % SNAPSHOT_EVERY == 0:
            try:
                await self.store.snapshot(table.id)
            except Away:
                pass  # the entry is in the log; a snapshot only makes loading quicker
            except Exception:
                log.exception("no snapshot could be made", extra={"table": table.code})
        return entry

    async def _append(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        for tries in range(MOST_TRIES):
            if table.door.closed:
                raise TurnedAway("closed")
            entry = replace(make(table), at=self.now())
            self.admin.check_open(entry)
            due = table.due_after(entry) if table.clock.pace.fires or table.match is None else None
            try:
                due_now = None if due == table.due else (due,)
                await self.store.append(table.id, table.seq + 1, entry, due_now, shard(table.code))
            except Away:
                self.timers.doubt(table)
                raise
            except Stale:
                before = table.seq
                await self._catch_up(table)
                self.tell(table, before)
                await asyncio.sleep(self.rng.random() * 0.002 * tries)  # the other one may be quicker every time
                continue
            table.apply(entry)
            if table.noticed == table.seq:
                self._ours[table] = table.seq
            self.timers.note(due)
            return entry
        raise TurnedAway("busy")

    def begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that is carried through, whoever waits for it."""
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._written)
        return task

    # ---- who is told

    def visit(self, table: Table, person: str = "") -> None:
        """Somebody is at a table: a page, a stream or a program. If its bots waited for that, they go on at once."""
        self.attendance.note_person(table, person)
        deserted = self.attendance.deserted(table)
        self.attendance.note(table)
        self.bots.wake(table, first=deserted)

    def watch(self, table: Table, person: str | None, wake: Callable[[], None] = unmoved) -> Watcher:
        """Somebody has a table open from now on; `wake` is called whenever something may be new to them."""
        watcher = self.watchers.add(table.id, person, wake)
        self.visit(table)
        self._stir(table)
        return watcher

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        self.attendance.note_leaving(table, watcher.person)
        self.watchers.remove(table.id, watcher)
        self._stir(table)
        if table.phase == "over" and not self.in_use(table.id):
            self._let_go(table.id)  # most people don't come back to a match that is over
            self.metrics.tables.set(len(self.memory))

    def _stir(self, table: Table) -> None:
        """Somebody came to a table here, or left it. Those who are there are told at once, and again after a moment,
        however many came and went in it: nobody can keep a house busy by knocking."""
        self.attendance.refresh(table)
        if table in self._settling:
            self._settling[table] = True
        else:
            self._settling[table] = False
            asyncio.get_running_loop().call_later(SETTLE, self._settled, ref(table))
            self.tell(table)
        if self._peers is not None:
            self._peers.presence.changed(table.id)

    def _settled(self, which: ref[Table]) -> None:
        table = which()
        if table is not None and self._settling.pop(table, False):
            self._stir(table)

    def stirred(self, table_id: int) -> None:
        """Somebody came to a table elsewhere, or left it."""
        table = self.memory.get(table_id)
        if table is not None:
            self.attendance.refresh(table)
            self.lobby.note(table)
        self.watchers.wake(table_id)

    def tell(self, table: Table, since: int = -1) -> None:
        """Wake everybody who looks at this table; each then sees whether their own bytes have changed.

        since: the entry that was the newest before; where nothing after it can be noticed by all, nobody else wakes up
        """
        if table.noticed > since:
            self.watchers.wake(table.id)
        else:
            self.watchers.wake(table.id, lambda person: not table.unnoticed.isdisjoint(table.seats_of(person)))
        self.bots.stir(table)
        self.lobby.note(table)

    def watched(self, table: Table) -> bool:
        """Whether anybody has the table open here."""
        return self.watchers.at(table.id)

    def waits_for(self, table: Table) -> bool:
        """Whether anybody here waits for what happens at a table: somebody who has it open, or a bot."""
        return self.watched(table) or self.bots.at_work(table.id) or self.lobby.follows(table)

    def present(self, table: Table) -> frozenset[str]:
        """The people who have the table open right now, at this process or another."""
        here = frozenset(self.watchers.people(table.id))
        return here if self._peers is None else here | self._peers.presence.elsewhere(table.id)

    def takeover(self, table: Table) -> float | None:
        """When somebody else may take over as host of a table that waits for it; None while the host is there."""
        return self.attendance.takeover(table)

    @property
    def thinks(self) -> bool:
        """Whether bots can be asked what they think."""
        return self.bots.pool.size > 0

    def wrote_last(self, table: Table) -> bool:
        """Whether the newest entry of a table that everybody may notice was written by this process."""
        return self._ours.get(table) == table.noticed
