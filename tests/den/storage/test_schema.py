"""The books: their form, how careful they are, and how they are brought up to date."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from speelhol.den.storage import checkpoints, readiness, startup, upgrade
from speelhol.den.storage.lock import lock
from speelhol.den.storage.schema import metadata
from speelhol.den.storage.store import Store
from speelhol.den.storage.unusable import Unusable
from speelhol.web.server.run import database_url
from tests.house import HOST, awaited, facts, opened, seated, until, url


async def forms(path: Path) -> dict[str, list[str]]:
    """The tables in the books, and the columns of each."""

    def look(connection: sa.Connection) -> dict[str, list[str]]:
        inspector = sa.inspect(connection)
        return {name: [str(c["name"]) for c in inspector.get_columns(name)] for name in inspector.get_table_names()}

    store = Store(url(path))
    async with store.engine.connect() as connection:
        found = await connection.run_sync(look)
    await store.close()
    return found


CAREFUL = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "wal_autocheckpoint": 0}


@pytest.mark.sqlite
@awaited
async def test_the_databases_are_careful(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        for _ in range(2):
            async with den.store.engine.connect() as one, den.store.engine.connect() as two:
                for connection in (one, two):
                    asked = {
                        pragma: (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() for pragma in CAREFUL
                    }
                    assert asked == CAREFUL


@awaited
async def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    async with store.engine.begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE invoices (id INTEGER)")
    with pytest.raises(Unusable, match="is the database of another program; name one of its own"):
        await upgrade.upgrade(store.engine)
    await store.close()
    assert await forms(tmp_path) == {"invoices": ["id"]}


@pytest.mark.sqlite
@awaited
async def test_nobody_else_reads_new_database(tmp_path: Path) -> None:
    """They hold the secrets of all tables; and so does what SQLite writes beside them."""

    def rights() -> dict[str, int]:
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}

    database_url(folder := tmp_path / "house", None)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    async with opened(folder) as den:
        await seated(den)
        assert rights() == dict.fromkeys(("speelhol.db", "speelhol.db-wal", "speelhol.db-shm"), 0o600)
    (folder / "speelhol.db").chmod(0o640)  # an owner's wish is left alone
    (other := tmp_path / "other").mkdir()
    await startup.prepare(url(folder))
    await startup.prepare(url(other))
    with lock(other / "speelhol.db", "http://localhost"):
        pass
    assert rights()["speelhol.db"] == 0o640
    folder = other
    assert set(rights().values()) == {0o600}


@awaited
async def test_databases_from_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        code = (await seated(den)).code
    made = await forms(tmp_path)
    assert set(made) == {"alembic_version", *metadata.tables}
    async with opened(tmp_path) as den:  # and again: nothing to do
        assert (await den.table(code)).code == code
    assert await forms(tmp_path) == made


@awaited
async def test_databases_of_every_earlier_form_are_brought_up_to_date(tmp_path: Path) -> None:
    store = Store(url(tmp_path))

    def begin(connection: sa.Connection) -> None:
        from alembic import command

        command.upgrade(upgrade.config(connection), "0001")
        connection.execute(sa.text("INSERT INTO tables VALUES (7, 'old-lamp-1', 'casa-de-papel', 1.5)"))
        old = '{"kind":"opened","game":"casa-de-papel","rules":1,"seats":4,"options":{},"host":"host"}'
        connection.execute(sa.text("INSERT INTO log VALUES (7, 1, 1.5, :old)"), {"old": old})

    async with store.engine.begin() as connection:
        await connection.run_sync(begin)
    await store.close()
    async with opened(tmp_path) as den:
        table = await den.table("old-lamp-1")
        assert table.opened.host == HOST
        await den.write(table, lambda now: now.sit(0, "a", "Anna"))
        assert facts(table)["seq"] == 2


@awaited
async def test_databases_and_metadata_agree(tmp_path: Path) -> None:
    """As `alembic check`: a migration from what the code expects would be empty."""

    def check(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        script = ScriptDirectory.from_config(upgrade.config(connection))
        assert script.get_heads() == [upgrade.HEAD] == [context.get_current_revision()]
        return list(compare_metadata(context, metadata))

    async with opened(tmp_path) as den, den.store.engine.connect() as connection:
        assert await connection.run_sync(check) == []


@awaited
async def test_every_migration_can_be_taken_back(tmp_path: Path) -> None:
    def down(connection: sa.Connection) -> None:
        from alembic import command

        command.downgrade(upgrade.config(connection), "base")

    # At once, as an upgrade: an open house may be about to tidy up.
    async with opened(tmp_path) as den, den.store.engine.execution_options(immediate=True).begin() as connection:
        await connection.run_sync(down)
    assert set(await forms(tmp_path)) == {"alembic_version"}
    async with opened(tmp_path) as den:
        await seated(den)


@awaited
async def test_a_migration_that_stops_half_way_leaves_nothing(tmp_path: Path) -> None:
    """The power may go at the very first start."""
    store = Store(url(tmp_path))

    def half(connection: sa.Connection) -> None:
        from alembic import command

        command.upgrade(upgrade.config(connection), "head")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        async with store.engine.begin() as connection:
            await connection.run_sync(half)
    await store.close()
    assert await forms(tmp_path) == {}
    async with opened(tmp_path) as den:
        await seated(den)


@awaited
async def test_the_house_keeps_its_secret(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        secret = den.secret
        assert len(secret) >= 32
    async with opened(tmp_path) as one, opened(tmp_path) as two:
        assert one.secret == two.secret == secret


@awaited
async def test_errors_do_not_quote_what_was_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        with pytest.raises(sa.exc.IntegrityError) as caught:
            async with den.store.engine.begin() as connection:
                await connection.execute(sa.text("INSERT INTO log VALUES (1, 1, 0, :entry)"), {"entry": "the seed"})
        assert "the seed" not in str(caught.value)


# ---- SQLite's journal


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal that is looked after in no time."""
    for name, value in {"EVERY": 0.02, "LARGE": 100_000, "MOST": 200_000, "REST": 0.3}.items():
        monkeypatch.setattr(checkpoints, name, value)


@pytest.mark.sqlite
@pytest.mark.usefixtures("hurried")
@awaited
async def test_the_journal_stays_small_and_is_emptied_at_rest(tmp_path: Path) -> None:
    """No commit waits for it to be moved into the file, nobody who only reads keeps it from beginning anew for long,
    and what others write than moves counts too."""
    journal = tmp_path / "speelhol.db-wal"
    async with opened(tmp_path) as den:
        table = await seated(den)
        largest = written = 0
        while written < 6_000_000:
            await den.write(table, lambda now: now.say(0, "", "x" * 200))
            size = journal.stat().st_size
            largest, written = max(largest, size), written + 8_000  # two pages at least
        assert 100_000 < largest < written / 2  # it began anew, whatever else the machine did meanwhile
        await until(lambda: journal.stat().st_size == 0)
        await readiness.write(den.store)
        assert journal.stat().st_size > 0
        await until(lambda: journal.stat().st_size == 0)
    assert not journal.exists()


@pytest.mark.sqlite
@pytest.mark.usefixtures("hurried")
@awaited
async def test_a_journal_that_cannot_be_moved_is_moved_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "speelhol.db-wal"
    tried: list[bool] = []

    def broken(_: sqlite3.Connection, at_rest: bool) -> None:
        tried.append(at_rest)
        raise sqlite3.OperationalError("disk I/O error")

    async with opened(tmp_path) as den:
        with monkeypatch.context() as patch:
            patch.setattr(checkpoints, "move", broken)
            table = await seated(den)
            await until(lambda: True in tried)
            assert journal.stat().st_size > 0
        await den.write(table, lambda now: now.say(0, "", "still here"))
        await until(lambda: journal.stat().st_size == 0)
