"""What lies where a database is to be: only a house is opened or replaced, and nobody else's file gets another byte."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from bench.process import free_port

from speelhol.den.storage import found_files, startup, upgrade
from speelhol.den.storage.lock import lock
from speelhol.den.storage.store import Store
from speelhol.den.storage.unusable import Unusable
from tests.cli.tools import failure, run
from tests.den.test_backup import house, rows
from tests.disk import fill, small_disk
from tests.house import url
from tests.postgres import Postgres
from tests.web.test_serve import process

pytestmark = pytest.mark.sqlite


def of_another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE invoices (id INTEGER)")
        other.execute("INSERT INTO invoices VALUES (17)")
        other.commit()


def of_one_that_uses_alembic(file: Path) -> None:
    of_another_program(file)
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('0003')")
        other.commit()


def in_the_middle_of_something(file: Path) -> None:
    """Another program keeps a journal, and what it wrote last stands there alone."""
    busy = file.with_name("busy")
    with closing(sqlite3.connect(busy)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE invoices (id INTEGER)")
        other.commit()
        for beside in ("", "-wal"):
            shutil.copy(f"{busy}{beside}", f"{file}{beside}")


def garbage(file: Path) -> None:
    file.write_bytes(b"anything but a database, " * 400)


def newer(file: Path) -> None:
    house(file.parent)
    with closing(sqlite3.connect(file)) as books:
        books.execute("UPDATE alembic_version SET version_num = '0099'")
        books.commit()


@pytest.mark.parametrize(
    ("put", "words"),
    [
        (of_another_program, "is the database of another program"),
        (of_one_that_uses_alembic, "is the database of another program"),
        (in_the_middle_of_something, "is the database of another program"),
        (garbage, "holds no database that can be read"),
        (newer, "was written by a newer version"),
        (Path.mkdir, "is a folder where the database should be"),
    ],
)
def test_what_is_no_house_is_left_as_it_is(tmp_path: Path, put: Callable[[Path], None], words: str) -> None:
    """Whatever is asked for; and what is said of it is true, and speaks of nothing that was not typed."""
    (tmp_path / "kept").mkdir()
    backup, data = house(tmp_path / "kept"), ("--data", str(tmp_path))
    put(file := tmp_path / "speelhol.db")
    before = file.read_bytes() if file.is_file() else None
    for command in (
        ("restore", str(backup), *data),
        ("restore", str(backup), *data, "--force"),
        ("check-tables", *data),
        ("backup", str(tmp_path / "b"), *data),
        ("upgrade", *data),
        ("serve", *data, "--port", str(free_port()), "--no-browser"),
    ):
        code, sentence = failure(*command)
        assert (code, words in sentence, str(file) in sentence) == (2, True, True), (command, sentence)
        assert "There is a house" not in sentence
        assert "--database" not in sentence
        assert before == (file.read_bytes() if file.is_file() else None), command
    assert not list(tmp_path.glob("*restoring*"))


def test_a_database_of_another_program_with_forms_of_its_own_is_none_of_ours(postgres: Postgres) -> None:
    """One program's form 0003 is not another's."""

    async def look() -> None:
        store = Store(postgres.fresh())
        async with store.engine.begin() as connection:
            for statement in ("alembic_version (version_num text)", "invoices (id integer)"):
                await connection.execute(sa.text(f"CREATE TABLE {statement}"))
            await connection.execute(sa.text("INSERT INTO alembic_version VALUES ('0003')"))
        with pytest.raises(Unusable, match=r"^The database house\d+ is the database of another program"):
            await upgrade.upgrade(store.engine)
        await store.close()

    asyncio.run(look())


def half_made(file: Path) -> None:
    """As a first start on a full disk may leave it: turned to a journal, and nothing in it."""
    with closing(sqlite3.connect(file)) as books:
        books.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize("put", [Path.touch, half_made])
def test_where_nothing_came_of_a_house_a_backup_needs_no_force(tmp_path: Path, put: Callable[[Path], None]) -> None:
    (tmp_path / "kept").mkdir()
    backup, data = house(tmp_path / "kept"), ("--data", str(tmp_path))
    put(tmp_path / "speelhol.db")
    assert "There is no data of a house" in failure("check-tables", *data)[1]
    assert run("restore", str(backup), *data).exit_code == 0
    assert asyncio.run(rows(url(tmp_path))) == asyncio.run(rows(url(tmp_path / "kept")))


def test_a_first_start_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a really full disk where we may put one up; else where the database can't be made for another reason."""
    folder = tmp_path / "house"
    with small_disk(folder, 64) as disk:
        if disk:
            fill(folder)
            with (folder / "filler").open("ab") as filler:
                filler.truncate(filler.tell() - 20_000)  # it begins well
        before = sorted(folder.iterdir())
        if not disk:
            monkeypatch.setattr(upgrade, "HEAD", "no such form")
        with pytest.raises(Unusable), lock(folder / "speelhol.db", "here"):
            asyncio.run(startup.prepare(url(folder)))
        assert sorted(folder.iterdir()) == before


def test_a_lock_that_is_removed_meanwhile_is_taken_where_it_lies_now(tmp_path: Path) -> None:
    with lock(file := tmp_path / "speelhol.db", "here"):
        pass
    assert not list(tmp_path.iterdir())
    with lock(file, "here"):
        file.touch()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["speelhol.db", "speelhol.db.lock"]


def test_a_journal_without_its_database_is_not_thrown_away(tmp_path: Path) -> None:
    """SQLite would remove it as soon as the empty file is opened, and with it what was written last."""
    backup, data = house(tmp_path), ("--data", str(tmp_path))
    file, journal = tmp_path / "speelhol.db", tmp_path / "speelhol.db-wal"
    journal.write_bytes(b"what was written last")
    for lose in (lambda: file.write_bytes(b""), file.unlink):
        lose()
        for command in (("serve", *data, "--port", str(free_port()), "--no-browser"), ("restore", str(backup), *data)):
            assert str(journal) in failure(*command)[1]
            assert journal.read_bytes() == b"what was written last"
    assert run("restore", str(backup), *data, "--force").exit_code == 0
    assert found_files.house_in(file)
    assert not journal.exists()


def test_a_database_that_was_emptied_is_told_in_the_log(tmp_path: Path) -> None:
    """A new house begins there, as in a new file, but not without a word."""
    file = tmp_path / "speelhol.db"
    file.touch()
    assert not found_files.emptied(file)
    with lock(file, "as on the evening before"):
        pass
    with process(tmp_path) as (running, _):
        running.terminate()
        _, written = running.communicate(timeout=60)
    assert "the database was empty where a house has been open before" in written
    assert not found_files.emptied(file)
