"""What the owner of a house does: bans, announcements, letting it rest before an upgrade, closing and deleting tables.

Every deed is written down before it is done, with who did it. What the house was told is in the database, so that all
its processes know it, also after a restart.
"""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from .bans import Bans, Kind, mark_of, read_range
from .reports import MOST_OPEN
from .storage import admin as storage
from .storage.store import Away
from .tables.absence import Moot
from .tables.entries import AnyEntry, Paused
from .tables.errors import HouseRests, TurnedAway
from .tables.folding import folded
from .tables.people import LONGEST_TEXT, tidy
from .tables.table import Table
from .wordlist import WordList

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .den import Den

DAY = 86_400.0
CODE_DAYS = 2.0
"""For how long no other table gets the name of one, counted from when it was opened; longer than any ticket lasts."""
REPORT_DAYS = 90.0
"""For how long reports are kept."""
NOTE_AGAIN = 3_600.0
"""Seconds after which it is noted again that somebody came from the same place."""
MOST_NOTED = 20_000
TIDY = 3_600.0
"""Seconds between two times that what is too old is deleted."""
ANNOUNCEMENT, READ_ONLY, RESTED = "announcement", "read-only", "rested"
"""Under which keys the house keeps what it was told, and the tables whose clocks it stopped."""

log = logging.getLogger("speelhol.den")


class AdminSettings(Struct, frozen=True):
    """How the house is started, as far as order in it goes."""

    key: str = ""
    """Whoever shows it is the owner; with an empty one there is no owner's side."""
    anywhere: bool = False
    """The owner may come from elsewhere than this machine."""
    words: tuple[str, ...] = ()
    """What names and talk may not hold."""
    address_days: float = 14.0
    """For how long the house remembers where somebody came from."""


NO_ADMIN = AdminSettings()


class Admin:
    """The owner's side of a den."""

    def __init__(self, den: Den, settings: AdminSettings) -> None:
        self._den = den
        self.settings = settings
        self.words = WordList(settings.words)
        self.bans = Bans()
        self.announcement = ""
        self.read_only = False
        """Nothing is played and no table opened until the owner says otherwise."""
        self.most_reports = MOST_OPEN
        """Reports of one person about one table that wait for the owner."""
        self._noted: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._tidy = 0.0

    async def refresh(self) -> None:
        """Know what the owner has told the house, here or at another process, and let everybody know."""
        den = self._den
        told = await storage.settings(den.store, ANNOUNCEMENT, READ_ONLY)
        self.bans = Bans(await storage.all_bans(den.store))
        self.announcement = told.get(ANNOUNCEMENT, "")
        rested, self.read_only = self.read_only, bool(told.get(READ_ONLY))
        if rested != self.read_only:
            for table in den.memory.known().values():
                den.begin(self._rest(table, self.read_only))
        den.watchers.wake_all()
        den.lobby.wake()

    def note_loaded(self, table: Table) -> None:
        """A table came out of the database: if it still rests though the house does not, it goes on."""
        if table.seq and table.clock.by_house and not self.read_only:
            self._den.begin(self._rest(table, False))

    def check_open(self, entry: AnyEntry | None = None) -> None:
        """Raises HouseRests if an entry, or a new table, can't be written now."""
        if self.read_only and not (isinstance(entry, Paused) and entry.house):
            raise HouseRests

    # ---- who comes

    def refuses(self, person: str, place: str = "") -> bool:
        """Whether somebody is not let into the house."""
        if not self.bans:
            return False
        now = self._den.now()
        return self.bans.bans_person(person, now) or (
            bool(place) and self.bans.bans_place(place, self._den.secret, now)
        )

    def banned_until(self, people: Iterable[str]) -> float:
        """Until when somebody is banned, whichever of their devices it is; 0 for who never was."""
        return max((self.bans.until(person) for person in people), default=0.0)

    def note_visit(self, person: str, place: str, name: str, *, openly: bool = False) -> None:
        """Somebody who plays or talks came from a place; it is remembered for some days, as a mark.

        openly: they did what everybody saw, such as talking: when, is written at once. Of anything else the hour is
        enough: that somebody has just answered in the dark is for nobody, nor for the owner.
        """
        now, key = self._den.now(), (person, place)
        lately = not openly and now - self._noted.get(key, 0.0) < NOTE_AGAIN
        if self.settings.address_days <= 0 or self.read_only or lately:
            return
        self._noted[key] = now
        self._noted.move_to_end(key)
        if len(self._noted) > MOST_NOTED:
            self._noted.popitem(last=False)
        mark = mark_of(self._den.secret, place)
        self._den.begin(storage.note_visit(self._den.store, person, mark, name[:40], now))

    def note_time(self) -> None:
        """Time has gone by; now and then what is too old is deleted."""
        now = self._den.now()
        if now >= self._tidy and not self.read_only:
            self._tidy = now + TIDY
            before = now - self.settings.address_days * DAY
            codes = time.time() - CODE_DAYS * DAY  # by the clock of the tickets
            self._den.begin(storage.forget_before(self._den.store, before, now - REPORT_DAYS * DAY, codes, now))

    async def look_at(self, table_id: int, code: str) -> Table | None:
        """A table as it stands; one that is not at hand is read and let be: none of its clocks or bots begins. None for
        one that can't be read."""
        if (table := self._den.at_hand(code)) is not None:
            return table
        try:
            return await folded(table_id, code, await self._den.store.texts(table_id))
        except Away:
            raise
        except Exception:
            log.exception("a table can't be read", extra={"table": code})
            return None

    # ---- the owner's deeds; `who` does it

    async def write_down(self, who: str, what: str, about: str = "") -> None:
        """Write down what the owner is about to do."""
        await storage.write_deed(self._den.store, self._den.now(), who, what, about)
        log.info("the owner did something", extra={"deed": what})  # about whom is not for this log

    async def announce(self, who: str, text: str) -> None:
        """Show a line on all pages; or no longer, if it is empty."""
        text = tidy(text, LONGEST_TEXT)
        await self.write_down(who, "announce", text)
        await self._set(ANNOUNCEMENT, text)

    async def rest(self, who: str, resting: bool) -> None:
        """Let nothing be played from now on, and no clock run; or go on as if no time had passed."""
        await self.write_down(who, "rest" if resting else "go-on")
        store = self._den.store
        codes = await storage.timed(store) if resting else []
        if resting:
            await storage.set_value(store, RESTED, json.dumps(codes))
        else:
            codes = json.loads((await storage.settings(store, RESTED)).get(RESTED, "[]"))
        await self._set(READ_ONLY, "1" if resting else "")
        for code in codes:
            with suppress(TurnedAway):
                await self._rest(await self._den.table(code), resting)

    async def _rest(self, table: Table, resting: bool) -> None:
        try:
            await self._den.rest(table, resting)
        except (Away, Moot):
            pass
        finally:
            self._den.bots.wake(table)

    async def close(self, who: str, table: Table) -> None:
        """Close a table. Raises TurnedAway if its match is over."""
        await self.write_down(who, "close", table.code)
        await self._den.close_table(table, None)

    async def delete(self, who: str, table: Table) -> None:
        """Delete a table with everything that was written about it; whoever has it open is sent away."""
        self.check_open()
        await self.write_down(who, "delete", table.code)
        if table.phase not in ("over", "closed"):
            await self._den.close_table(table, None)
        await storage.delete_table(self._den.store, table.id)
        self._den.forget(table.id)
        self._den.watchers.send_away_from(table.id)

    async def ban(self, who: str, people: Sequence[str], name: str, days: float | None, places: bool) -> None:
        """Let somebody in no longer, on all their devices; with `places` nobody either who comes from where they came
        from lately."""
        name = tidy(name, 40)
        found: list[tuple[Kind, str]] = [("person", person) for person in people if person]
        if not found:
            raise TurnedAway("no-such-person")
        if places:
            found += [("place", mark) for mark in await storage.places_of(self._den.store, people)]
        await self.write_down(who, "ban", f"{name} ({people[0][:8]})" + (" +" if places else ""))
        await self._ban(found, name, days)

    async def ban_range(self, who: str, text: str, days: float | None) -> None:
        """Let nobody in who comes from a range of addresses. Raises TurnedAway if it is none, or too wide."""
        given = read_range(text)
        await self.write_down(who, "ban", given)
        await self._ban([("range", given)], given[:40], days)

    async def _ban(self, found: Sequence[tuple[Kind, str]], name: str, days: float | None) -> None:
        now = self._den.now()
        until = None if days is None else now + days * DAY
        rows = [
            {"id": storage.new_id(), "at": now, "until": until, "kind": kind, "value": value, "name": name}
            for kind, value in found
        ]
        await storage.add_bans(self._den.store, rows)
        await self.refresh()

    async def lift(self, who: str, ban: str) -> None:
        """End a ban."""
        rows = [row for row in await storage.all_bans(self._den.store) if row["id"] == ban]
        await self.write_down(who, "lift", rows[0]["name"] if rows else "")
        await storage.lift_ban(self._den.store, ban)
        await self.refresh()

    async def finish(self, who: str, report: str) -> None:
        """The owner has seen to a report."""
        await self.write_down(who, "report-done", report[:24])
        await storage.finish_report(self._den.store, report, self._den.now())

    async def _set(self, key: str, value: str) -> None:
        await storage.set_value(self._den.store, key, value)
        await self.refresh()
