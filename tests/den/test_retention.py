"""How long tables are kept: as long as the owner said, each kind by its own days, and never while somebody is there."""

from __future__ import annotations

import random
import time as wall
from pathlib import Path

import pytest
import sqlalchemy as sa

from speelhol.den import Den, Pace, Table, TurnedAway
from speelhol.den.retention import DAY, REST, Keep
from speelhol.den.storage.schema import metadata
from speelhol.den.tables.door import DoorSettings
from tests.cli.tools import failure, run
from tests.house import HOST, awaited, dealt, play_on, seated, until

from .times import Time, clocked, house

TO_THE_END = 10_000


class Today(Time):
    """The clock by which the database writes, until it is moved."""

    def __init__(self) -> None:
        self.now = wall.time()


async def finished(den: Den) -> Table:
    table = await dealt(den, "thieves")
    await play_on(den, table, TO_THE_END, random.Random(1))
    assert table.phase == "over"
    return table


async def swept(den: Den) -> None:
    """Everything was looked at."""
    while await den.retention.sweep():
        pass


async def there(den: Den, table: Table) -> bool:
    return await den.store.find(table.code) is not None


async def rows_of(den: Den, table_id: int) -> int:
    """How many rows of any kind are about a table."""
    count = 0
    async with den.store.engine.connect() as connection:
        for part in metadata.tables.values():
            column = part.c.get("table_id", part.c.id if part.name == "tables" else None)
            if column is not None:
                count += len((await connection.execute(sa.select(part).where(column == table_id))).all())
    return count


@awaited
async def test_each_kind_goes_by_its_own_days(tmp_path: Path) -> None:
    """The record of a match that is over outlives what was left in the middle, or the other way round."""
    for keep, days, stay in (
        (Keep(finished=30, deserted=3), 4, (True, False, False)),
        (Keep(finished=30, deserted=3), 31, (False, False, False)),
        (Keep(finished=3), 400, (False, True, True)),
        (Keep(deserted=3), 400, (True, False, False)),
        (Keep(), 4000, (True, True, True)),
    ):
        time = Today()
        async with house(tmp_path, time, keep=keep) as den:
            tables = [await finished(den), await dealt(den, "thieves"), await seated(den, "thieves")]
            await seated(den, "thieves")  # the newest stays whatever happens
            time.now += 2 * DAY
            if keep != Keep():
                await swept(den)
            assert [await there(den, table) for table in tables] == [True] * 3
            time.now += (days - 2) * DAY
            if keep != Keep():
                await swept(den)
            assert tuple([await there(den, table) for table in tables]) == stay, keep
            for table, stays in zip(tables, stay, strict=True):
                assert bool(await rows_of(den, table.id)) == stays
                if not stays:
                    with pytest.raises(TurnedAway, match="no-such-table"):
                        await den.table(table.code)


@awaited
async def test_it_happens_by_itself_and_is_counted(tmp_path: Path) -> None:
    time = Today()
    async with house(tmp_path, time, keep=Keep(finished=1)) as den:
        table = await finished(den)
        await seated(den, "thieves")
        time.now += REST + 2 * DAY
        await den.timers.fire()
        await until(lambda: b'speelhol_tables_deleted_total{kind="finished"} 1.0' in den.metrics.text(), 5)
        assert not await there(den, table)
        assert b'speelhol_keep_days{kind="finished"} 1.0' in den.metrics.text()
        assert b'speelhol_keep_days{kind="deserted"}' not in den.metrics.text()


@awaited
async def test_nothing_goes_while_somebody_is_there_or_a_deadline_is_set(tmp_path: Path) -> None:
    time = Today()
    async with house(tmp_path, time, keep=Keep(1, 1)) as den:
        watched = await seated(den, "thieves")
        slow = await clocked(den, Pace("days", 7 * int(DAY), absent="bot"))
        left = await seated(den, "thieves")
        await seated(den, "thieves")
        watcher = den.watch(watched, "p0")
        time.now += 3 * DAY
        await swept(den)
        assert [await there(den, table) for table in (watched, slow, left)] == [True, True, False]
        den.unwatch(watched, watcher)
        await swept(den)
        assert not await there(den, watched)


@awaited
async def test_what_was_written_meanwhile_keeps_a_table(tmp_path: Path) -> None:
    """Somebody comes back between the look and the deed: their move counts."""
    time = Today()
    async with house(tmp_path, time, keep=Keep(deserted=1)) as den:
        table = await dealt(den, "thieves")
        await seated(den, "thieves")
        time.now += 3 * DAY
        seq = table.seq
        await play_on(den, table, 1, random.Random(1))
        assert not await den.retention._delete(table.id, seq)
        assert await there(den, table)
        assert await play_on(den, table, 1, random.Random(1)) == 1


@awaited
async def test_the_lobby_and_other_processes_know_it_no_longer(tmp_path: Path) -> None:
    """Where a table is still in memory, nobody is led to it."""
    time = Today()
    async with house(tmp_path, time, keep=Keep(deserted=1)) as den, house(tmp_path, time) as other:
        listed = await den.open_table("thieves", 3, {}, HOST, settings=DoorSettings(listed=True))
        await den.sit(listed, None, "p0", "Ada")
        await seated(den, "thieves")
        if den.store.shared:
            await other.table(listed.code)
        time.now += 3 * DAY
        await swept(den)
        assert [one.code for one in den.lobby.shown] == []
        assert not den.lobby.follows(listed)
        if den.store.shared:
            with pytest.raises(TurnedAway, match="no-such-table"):
                await other.table(listed.code)


@awaited
async def test_a_table_that_can_not_be_read_keeps_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    time = Today()
    async with house(tmp_path, time, keep=Keep(deserted=1)) as den:
        broken, old = await seated(den, "thieves"), await seated(den, "thieves")
        await seated(den, "thieves")
        entries = metadata.tables["log"]
        async with den.store.engine.begin() as connection:
            spoil = sa.update(entries).where(entries.c.table_id == broken.id, entries.c.seq == 1)
            await connection.execute(spoil.values(entry="{}"))
        time.now += 3 * DAY
        await swept(den)
        assert [await there(den, table) for table in (broken, old)] == [True, False]
        assert "an old table can't be read" in caplog.text


def test_the_owner_says_it_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each kind by itself; without a word everything is kept."""
    asked: list[Keep] = []
    monkeypatch.setattr("speelhol.web.server.run.serve", lambda *_, keep, **__: asked.append(keep))
    for given in ((), ("--keep-finished", "90"), ("--keep-deserted", "7.5")):
        assert run("serve", *given).exit_code == 0
    assert asked == [Keep(), Keep(finished=90), Keep(deserted=7.5)]
    assert [keep.told["keep_finished"] for keep in asked] == ["always", 90, "always"]
    assert "--keep-finished" in failure("serve", "--keep-finished", "0")[1]
