"""The den: tables in play, the way of a move, and who is told of it. No HTTP here."""

from __future__ import annotations

import asyncio
import hashlib
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..games import game as find_game
from ..kernel import Action, View
from . import entries as e
from . import schema
from .people import LONGEST_NAME, new_code, new_secret, seat_key, tidy
from .store import SNAPSHOT_EVERY, Stale, Store
from .table import Table, Turned

BOT_NAMES = ("Abel", "Bibi", "Caro", "Dok", "Esra", "Fons", "Gigi", "Hugo")
MOST_TABLES = 2_000
"""Tables kept in memory; those that nobody watches are let go first."""


class Watcher:
    """Somebody who looks at a table. Wakes when something changed; the newest state wins."""

    def __init__(self, person: str | None) -> None:
        self.person = person
        self.changed = asyncio.Event()


class Den:
    """All tables of the house."""

    def __init__(self, url: str, bot_pause: float = 0.7) -> None:
        self.store = Store(url)
        self.bot_pause = bot_pause
        self.secret = ""
        self._tables: dict[int, Table] = {}
        self._codes: dict[str, int] = {}
        self._locks: dict[int, asyncio.Lock] = {}
        self._watchers: dict[int, set[Watcher]] = {}
        self._bots: dict[int, asyncio.Task[None]] = {}
        self.rng = random.Random(secrets.randbits(64))  # noqa: S311 - bots' whims, not the deal
        self.moves = 0
        self.refusals = 0

    async def open(self) -> None:
        await schema.upgrade(self.store.engine)
        await self.store.open()
        self.secret = await self.store.house_value("secret", new_secret())

    async def close(self) -> None:
        for task in self._bots.values():
            task.cancel()
        for task in list(self._bots.values()):
            with suppress(asyncio.CancelledError):
                await task
        await self.store.close()

    # ---- tables

    async def open_table(
        self, game: str, seats: int, options: dict[str, Any], person: str, pace: e.Pace = "none"
    ) -> Table:
        """A new table. Raises ValueError, in a sentence, if seats or options don't fit the game."""
        rules = find_game(game)
        rules.begin(seats, rules.read_options(options), rules.rules, _NO_CHANCE)
        entry = e.Opened(game, rules.rules, seats, options, person, pace)
        for _ in range(20):
            code = new_code()
            with suppress(Stale):
                table_id = await self.store.open_table(code, entry)
                table = Table(table_id, code)
                table.take(entry)
                self._keep(table)
                return table
        raise Turned("no-code")

    async def table(self, code: str) -> Table:
        """The table of this code. Raises Turned if there is none."""
        code = code.strip().lower()
        table_id = self._codes.get(code)
        if table_id is None:
            table_id = await self.store.find(code) if len(code) <= 40 else None
        if table_id is None:
            raise Turned("no-such-table", code=tidy(code, 40))
        table = self._tables.get(table_id)
        if table is None:
            async with self._lock(table_id):
                table = self._tables.get(table_id)
                if table is None:
                    table = Table(table_id, code)
                    await self._catch_up(table)
                    self._keep(table)
            self._wake_bots(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._codes[table.code] = table.id
        if len(self._tables) > MOST_TABLES:
            idle = next((t for t in self._tables if not self._watchers.get(t) and t not in self._bots), None)
            if idle is not None:
                self._codes.pop(self._tables.pop(idle).code, None)
                self._locks.pop(idle, None)

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _catch_up(self, table: Table) -> None:
        for entry in await self.store.read(table.id, table.seq):
            table.take(entry)

    async def write(self, table: Table, make: Callable[[Table], e.AnyEntry]) -> e.AnyEntry:
        """Decide what to write, write it, and only then let it happen and tell.

        `make` looks at the table and returns the entry, or raises. If somebody else wrote first, it is
        asked again about the table as it is then.
        """
        async with self._lock(table.id):
            for _ in range(10):
                entry = make(table)
                try:
                    await self.store.append(table.id, table.seq + 1, entry)
                except Stale:
                    await self._catch_up(table)
                    continue
                table.take(entry)
                break
            else:
                raise Turned("busy")
        if table.seq % SNAPSHOT_EVERY == 0:
            await self.store.snapshot(table.id)
        self.tell(table)
        self._wake_bots(table)
        return entry

    # ---- what people do

    async def play(self, table: Table, seat: int, action: Action, moment: str | None = None) -> None:
        """Play an action.

        Raises Refused with its rule, or Turned("stale") if the click was meant for an earlier moment.
        """

        def make(now: Table) -> e.AnyEntry:
            if moment is not None and moment != moment_of(now.playing.view(seat)):
                raise Turned("stale")
            return now.move(seat, action)

        await self.write(table, make)
        self.moves += 1

    async def rematch(self, table: Table, person: str) -> Table:
        """A new table with the same game, options and people; the old one points to it."""
        table.play_again(person, "")
        old = table.opened
        again = await self.open_table(old.game, old.seats, old.options, old.host, old.pace)
        for seat, chair in enumerate(table.chairs):
            entry: e.AnyEntry = (
                e.BotSat(seat, chair.name, chair.level or "")
                if chair.bot
                else e.Sat(seat, chair.person or "", chair.name)
            )
            await self.write(again, lambda _, entry=entry: entry)  # type: ignore[misc]
        await self.write(table, lambda now: now.play_again(person, again.code))
        return again

    async def sit_bot(self, table: Table, seat: int, person: str) -> None:
        def make(now: Table) -> e.AnyEntry:
            taken = {chair.name for chair in now.chairs}
            name = next((n for n in BOT_NAMES if n not in taken), f"Bot {seat + 1}")
            return now.sit_bot(seat, person, name)

        await self.write(table, make)

    async def deal(self, table: Table, person: str) -> None:
        await self.write(table, lambda now: now.deal(person, secrets.token_hex(32)))

    async def share(self, table: Table, key: str, person: str) -> int:
        """Another device shows the key to a seat and is let in. Returns the seat."""
        seat = self.seat_by_key(table, key)
        if not table.chairs[seat].holds(person):
            await self.write(table, lambda now: now.share(seat, person))
        return seat

    def key(self, table: Table, seat: int) -> str:
        """The key to a seat that a person holds: for another device, or for a bot of one's own."""
        person = table.chairs[seat].person
        if person is None:
            raise Turned("no-such-seat")
        return seat_key(self.secret, table.code, seat, person)

    def seat_by_key(self, table: Table, key: str) -> int:
        """The seat that a key opens. Raises Turned if it opens none."""
        for seat, chair in enumerate(table.chairs):
            if chair.person is not None and secrets.compare_digest(self.key(table, seat), key):
                return seat
        raise Turned("wrong-key")

    # ---- who is told

    def watch(self, table: Table, person: str | None) -> Watcher:
        watcher = Watcher(person)
        self._watchers.setdefault(table.id, set()).add(watcher)
        self.tell(table)
        return watcher

    def unwatch(self, table: Table, watcher: Watcher) -> None:
        watchers = self._watchers.get(table.id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table.id, None)
        self.tell(table)

    def tell(self, table: Table) -> None:
        """Wake everybody who looks at this table; each then sees whether their own bytes have changed."""
        for watcher in self._watchers.get(table.id, ()):
            watcher.changed.set()

    def present(self, table: Table) -> frozenset[str]:
        """The people who have the table open right now."""
        return frozenset(w.person for w in self._watchers.get(table.id, ()) if w.person is not None)

    @property
    def open_streams(self) -> int:
        return sum(map(len, self._watchers.values()))

    @property
    def open_tables(self) -> int:
        return len(self._tables)

    # ---- bots

    def _wake_bots(self, table: Table) -> None:
        if table.bots_to_act and table.id not in self._bots:
            task = asyncio.create_task(self._play_bots(table))
            self._bots[table.id] = task
            task.add_done_callback(lambda _: self._bots.pop(table.id, None))

    async def _play_bots(self, table: Table) -> None:
        """Bots decide one after another, slowly enough to follow; each from its own view."""
        while seats := table.bots_to_act:
            await asyncio.sleep(self.bot_pause * (0.6 + 0.8 * self.rng.random()))
            seat = seats[int(self.rng.random() * len(seats))]
            view = table.playing.view(seat)
            if view.offers is None:
                continue
            action = view.offers.sample(self.rng)
            with suppress(Turned):
                await self.play(table, seat, action)


def moment_of(view: View) -> str:
    """What a seat is looking at, as a short mark: a click made for another moment is recognised by it."""
    return hashlib.sha256(view.to_bytes(since=len(view.log))).hexdigest()[:16]


def nickname(text: str) -> str:
    return tidy(text, LONGEST_NAME)


class _NoChance:
    """For trying out whether a match could begin: answers every draw with 0."""

    def below(self, n: int) -> int:
        return 0

    def copy(self) -> _NoChance:
        return self


_NO_CHANCE = _NoChance()
