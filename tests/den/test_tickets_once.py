"""A ticket promises one deal and no other, whatever became of the table that it opened: in either database."""

from __future__ import annotations

import asyncio
import time as wall
from pathlib import Path

import pytest
import sqlalchemy as sa

from speelhol.den import Den
from speelhol.den.admin import CODE_DAYS
from speelhol.den.retention import DAY, Keep
from speelhol.den.storage.schema import used_codes
from speelhol.den.tables import fair
from tests.cli.tools import run
from tests.house import HOST, awaited, opened, until, url

from .test_retention import Today, swept
from .times import house


async def open_by(den: Den, ticket: str) -> str | None:
    """The name of the table that a ticket opens; None if it was another one than it promised."""
    promise = fair.promised(den.secret, ticket, den.tickets_since)
    table = await den.open_table("thieves", 3, {}, HOST, promise=promise)
    kept = promise is not None and (table.code, table.opened.secret) == (promise.code, promise.secret)
    return table.code if kept else None


async def codes(den: Den) -> set[str]:
    async with den.store.engine.connect() as connection:
        return set((await connection.execute(sa.select(used_codes.c.code))).scalars())


@awaited
async def test_a_ticket_opens_nothing_twice_though_its_table_is_deleted(tmp_path: Path) -> None:
    """By the owner's days, or by the owner."""
    time = Today()
    async with house(tmp_path, time, keep=Keep(finished=0.01, deserted=0.01)) as den:
        tickets = [fair.new_ticket(den.secret)[0] for _ in range(3)]
        first, second = await open_by(den, tickets[0]), await open_by(den, tickets[1])
        await open_by(den, tickets[2])  # the newest stays
        assert first is not None
        assert second is not None
        await den.admin.delete("Olga", await den.table(first))
        time.now += DAY
        await swept(den)
        assert [await den.store.find(code) for code in (first, second)] == [None, None]
        assert [await open_by(den, ticket) for ticket in tickets] == [None] * 3


@awaited
async def test_names_are_kept_for_longer_than_a_ticket_lasts_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as den:
        code, now = await open_by(den, fair.new_ticket(den.secret)[0]), wall.time()
        for later, kept in ((fair.TICKET_LASTS + 60, {code}), (CODE_DAYS * DAY + 60, set())):
            monkeypatch.setattr(wall, "time", lambda later=later: now + later)
            den.now = wall.time
            den.admin.note_time()
            await until(lambda: not den._writing)
            assert await codes(den) == kept


@awaited
async def test_a_backup_keeps_used_names_and_ends_the_tickets_from_before(tmp_path: Path) -> None:
    """What was opened after it was written nobody knows any more: a ticket from back then opens another table."""
    file, there = str(tmp_path / "house.backup"), url(tmp_path)
    async with opened(tmp_path) as den:
        used, later, unused = (fair.new_ticket(den.secret)[0] for _ in range(3))
        code = await open_by(den, used)
        assert (await asyncio.to_thread(run, "backup", file, "--database", there)).exit_code == 0
        assert await open_by(den, later)
    assert (await asyncio.to_thread(run, "restore", file, "--database", there, "--force")).exit_code == 0
    async with opened(tmp_path) as den:
        assert await codes(den) == {code}
        assert [await open_by(den, ticket) for ticket in (used, later, unused)] == [None] * 3
        assert fair.promised(den.secret, f"{int(wall.time()) + 1}-0123456789abcdef", den.tickets_since)
