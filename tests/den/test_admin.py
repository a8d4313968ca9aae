"""What the owner tells a house, over both databases and at several processes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from speelhol.den import Den, TurnedAway
from speelhol.den import reports as reporting
from speelhol.den.admin import DAY, REPORT_DAYS
from speelhol.den.storage import admin as storage
from speelhol.den.tables.pace import Pace
from tests.house import awaited, dealt, opened, until

from .dens import dens

OLGA = "Olga"
HERE = "203.0.113.7"


async def came(den: Den, person: str, place: str) -> None:
    """Somebody came from a place, and that is written down."""
    before = len(await storage.recent_visits(den.store, 100))
    den.admin.note_visit(person, place, "Name")
    while len(await storage.recent_visits(den.store, 100)) == before:
        await den.store.find("until-it-is-written")


@awaited
async def test_what_is_kept_and_for_how_long(tmp_path: Path) -> None:
    """Who came from where for some days, reports for some months, bans until they end; what was done stays."""
    async with opened(tmp_path) as den:
        table, now = await dealt(den, "thieves", 2), den.now
        await came(den, "p1", HERE)
        den.admin.note_visit("p1", HERE, "Name")  # a moment ago
        await den.say(table, 1, "p1", "fools")
        await reporting.report(den, table, "p0", "talk:0", "rude")
        (told,) = await storage.all_reports(den.store, 10, table.code)
        assert reporting.read(told["report"]).text == "fools"
        await den.admin.ban(OLGA, ["p1", "phone"], "Name 1", 7, places=True)
        assert [den.admin.refuses(who) for who in ("p0", "p1", "phone")] == [False, True, True]
        assert (den.admin.refuses("p9", HERE), den.admin.refuses("p9", "203.0.113.8")) == (True, False)
        assert len(await storage.all_bans(den.store)) == 3
        await den.admin.finish(OLGA, told["id"])
        assert [row["done"] is not None for row in await storage.all_reports(den.store, 10)] == [True]
        for days, kept in ((8, (1, 1, 0)), (15, (0, 1, 0)), (REPORT_DAYS + 1, (0, 0, 0))):
            den.now = lambda days=days: now() + days * DAY  # type: ignore[misc]
            assert not den.admin.refuses("p1", HERE)
            den.admin.note_time()
            await until(lambda: not den._writing)
            found = [await storage.recent_visits(den.store, 9), await storage.all_reports(den.store, 9)]
            assert (*map(len, found), len(await storage.all_bans(den.store))) == kept
        assert [row["what"] for row in await storage.deeds(den.store, 9)] == ["report-done", "ban"]


@awaited
async def test_tables_are_listed_and_deleted(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        tables = [await den.open_table("thieves", 3, {}, "host") for _ in range(3)]
        newest_first = [table.code for table in reversed(tables)]
        assert [row["code"] for row in await storage.all_tables(den.store, 10)] == newest_first
        assert [row["code"] for row in await storage.all_tables(den.store, 1, tables[1].id)] == [tables[0].code]
        await den.sit(tables[0], 1, "p1", "Zoë Müller")
        for code, name, found in (
            (tables[1].code, "", tables[1:2]),
            ("%", "", []),
            ("", "zoë mü", tables[:1]),
            ("", "%", []),
            (tables[1].code, "Zoë", tables[1::-1]),
        ):
            rows = await storage.all_tables(den.store, 10, code=code, name=name)
            assert [row["code"] for row in rows] == [table.code for table in found], (code, name)
        await den.admin.delete(OLGA, tables[2])
        assert [row["code"] for row in await storage.all_tables(den.store, 10)] == newest_first[1:]
        with pytest.raises(TurnedAway, match="no-such-table"):
            await den.table(tables[2].code)


@awaited
async def test_all_processes_of_a_house_know_what_it_was_told(database: str) -> None:
    """An announcement, a ban, and that it rests: the clocks stand still wherever a table is, and go on."""
    async with dens(database) as (one, two):
        table = await dealt(two, "thieves", 3, Pace("move", 60, absent="bot"))
        await one.admin.announce(OLGA, "tea at five")
        await until(lambda: two.admin.announcement == "tea at five")
        await one.admin.ban(OLGA, ["p1"], "Name 1", None, places=False)
        await until(lambda: two.admin.refuses("p1"))
        await one.admin.rest(OLGA, True)
        await until(lambda: two.admin.read_only and (table.clock.by_house or table.seq == 0))
        with pytest.raises(TurnedAway, match="read-only"):
            await two.open_table("thieves", 3, {}, "p0")
        seat = table.playing.to_act[0]
        with pytest.raises(TurnedAway, match="read-only"):
            await two.play(table, seat, next(iter(table.playing.legal(seat))))
        await one.admin.rest(OLGA, False)
        again = await one.table(table.code)
        await until(lambda: not two.admin.read_only and not again.clock.by_house)
        table = await two.table(table.code)
        await two.play(table, seat, next(iter(table.playing.legal(seat))))
