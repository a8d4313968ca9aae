"""A house in one file: written while people play, whole or not at all, restored into either database."""

from __future__ import annotations

import asyncio
import gzip
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
import sqlalchemy as sa

from speelhol.den.backup import KEPT
from speelhol.den.storage import upgrade
from speelhol.den.storage.lock import BYTE
from speelhol.den.storage.readiness import KEY
from speelhol.den.storage.schema import metadata
from speelhol.den.storage.store import Store
from speelhol.den.tables.fair import TICKETS_SINCE
from tests.cli.tools import failure, run
from tests.disk import spoil
from tests.house import HOST, awaited, dealt, facts, opened, play_on, seated, url
from tests.postgres import Postgres


async def said(*words: str) -> str:
    """What a command says that is given beside what goes on here."""
    done = await asyncio.to_thread(run, *words)
    assert done.exit_code == 0, done.output
    return done.stdout


async def rows(database: str) -> dict[str, list[list[Any]]]:
    """Everything that a house keeps, but for when it last tried to write, and that and when it was restored."""
    store = Store(database)
    async with store.engine.connect() as connection:
        found = {name: list(await connection.execute(sa.select(metadata.tables[name]))) for name in KEPT}
    await store.close()
    return {name: sorted(list(row) for row in all_of if _lasts(row)) for name, all_of in found.items()}


def _lasts(row: sa.Row[Any]) -> bool:
    return row[0] not in (KEY, TICKETS_SINCE) and '"kind":"restored"' not in str(row[-1])


def house(path: Path, moves: int = 8) -> Path:
    """A folder with a house that is closed, and a backup of it."""

    async def evening() -> None:
        async with opened(path) as den:
            await play_on(den, await dealt(den, "thieves"), moves, random.Random(1))

    asyncio.run(evening())
    file = path / "house.backup"
    assert run("backup", str(file), "--database", url(path)).exit_code == 0
    return file


@awaited
async def test_people_go_on_from_what_was_written_while_they_played(tmp_path: Path, postgres: Postgres) -> None:
    """From either database into either: every match in the middle, and the secret on which all keys depend."""
    file, rng = tmp_path / "house.backup", random.Random(5)
    async with opened(tmp_path) as den:
        tables = [await dealt(den, "thieves"), await dealt(den, "casablanca"), await seated(den, "thieves")]
        await play_on(den, tables[0], 6, rng)
        playing = asyncio.create_task(play_on(den, tables[1], 40, rng))
        written = await said("backup", str(file), "--database", url(tmp_path))
        await playing
        before, secret = facts(tables[0]), den.secret
    assert written.startswith(f"{file} holds the house: 3 tables, ")
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob(".*")) == []
    for name, database in (("a", f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"), ("b", postgres.fresh())):
        (tmp_path / name).mkdir()
        (tmp_path / name / "database").write_text(database)
        told = await said("restore", str(file), "--database", database)
        assert told.startswith("Restored: 3 tables, ")
        assert (
            " 1 table that had not begun is closed. 2 running matches wait for their hosts to let them go on," in told
        )
        assert "3 tables checked; 0 differ." in await said("check-tables", "--database", database)
        async with opened(tmp_path / name) as den:
            table = await den.table(tables[0].code)
            now = facts(table)
            assert den.secret == secret
            assert all(now[part] == before[part] for part in ("position", "views", "record", "moments", "host"))
            await den.pause(table, HOST, paused=False)
            assert await play_on(den, table, 3, random.Random(1)) == 3
            assert (await seated(den, "thieves")).id > tables[-1].id


def test_a_house_is_not_overwritten_unless_that_is_meant(tmp_path: Path) -> None:
    file = house(tmp_path)
    kept = asyncio.run(rows(url(tmp_path)))

    async def another() -> None:
        async with opened(tmp_path) as den:
            await dealt(den, "casablanca")

    asyncio.run(another())
    later = asyncio.run(rows(url(tmp_path)))
    code, sentence = failure("restore", str(file), "--database", url(tmp_path))
    assert (code, "--force" in sentence) == (2, True)
    assert asyncio.run(rows(url(tmp_path))) == later != kept
    assert run("restore", str(file), "--database", url(tmp_path), "--force").exit_code == 0
    assert asyncio.run(rows(url(tmp_path))) == kept


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Another process holds a file as the server of a house does; for PostgreSQL it makes no difference."""
    words = (
        f"import fcntl, sys; file = open({str(database) + '.lock'!r}, 'w'); "
        f"fcntl.lockf(file, fcntl.LOCK_EX, 1, {BYTE}); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", words], stdin=PIPE, stdout=PIPE) as other:  # noqa: S603 - our own words
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield
        other.communicate()


@awaited
async def test_a_house_that_is_open_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "house.backup"
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")
        await said("backup", str(file), "--database", url(tmp_path))
        with held(tmp_path / "speelhol.db"):
            words = ("restore", str(file), "--database", url(tmp_path), "--force")
            code, sentence = await asyncio.to_thread(failure, *words)
        assert (code, "house is open over" in sentence, "over The" in sentence) == (2, True, False)
        assert await play_on(den, table, 2, random.Random(1)) == 2


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x55]) + content[middle + 1 :]


def flipped_early(content: bytes) -> bytes:
    """Before the first line can be unpacked."""
    return content[:12] + bytes([content[12] ^ 0x55]) + content[13:]


def without_a_row(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:5] + lines[6:]))


def with_another_row(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines(keepends=True)
    return gzip.compress(b"".join(lines).replace(b'"thieves"', b'"burglar"', 1))


def without_its_end(content: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(content).splitlines(keepends=True)[:-1]))


def going_on(content: bytes) -> bytes:
    return content + gzip.compress(b"[]\n")


def of_a_later_day(content: bytes) -> bytes:
    return gzip.compress(gzip.decompress(content).replace(b'"form":"000', b'"form":"900', 1))


def nothing(_: bytes) -> bytes:
    return b""


def a_letter(_: bytes) -> bytes:
    return b"Dear house,\n"


def a_packed_letter(_: bytes) -> bytes:
    return gzip.compress(b"Dear house,\n")


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (cut, "is damaged"),
        (flipped, "is damaged"),
        (flipped_early, "is damaged"),
        (without_a_row, "is damaged"),
        (with_another_row, "is damaged"),
        (without_its_end, "is damaged"),
        (going_on, "is damaged"),
        (of_a_later_day, "newer version"),
        (nothing, "is no backup"),
        (a_letter, "is no backup"),
        (a_packed_letter, "is no backup"),
    ],
)
def test_a_damaged_file_is_one_sentence_and_changes_nothing(
    tmp_path: Path, spoil: Callable[[bytes], bytes], words: str
) -> None:
    file = house(tmp_path, 3)
    kept = (tmp_path / "speelhol.db").read_bytes()
    file.write_bytes(spoil(file.read_bytes()))
    code, sentence = failure("restore", str(file), "--data", str(tmp_path), "--force")
    assert (code, words in sentence, str(file) in sentence) == (2, True, True), sentence
    assert (tmp_path / "speelhol.db").read_bytes() == kept
    assert not list(tmp_path.glob("*restoring*"))
    assert failure("restore", str(file), "--data", str(tmp_path / "new" / "house"))[0] == 2
    assert not (tmp_path / "new").exists()


@pytest.mark.sqlite
def test_no_byte_can_be_another_without_being_noticed(tmp_path: Path) -> None:
    """Wherever a disk spoils a file: it is told, in a sentence, or what comes out is what went in."""
    file = house(tmp_path, 3)
    whole, rng = file.read_bytes(), random.Random(3)
    for _ in range(40):
        at = rng.randrange(len(whole))
        file.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << rng.randrange(8))]) + whole[at + 1 :])
        (tmp_path / "new.db").unlink(missing_ok=True)
        done = run("restore", str(file), "--database", f"sqlite:///{tmp_path / 'new.db'}")
        assert "Traceback" not in done.output
        if done.exit_code == 0:  # gzip's header says things that matter to nobody
            assert asyncio.run(rows(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")) == asyncio.run(rows(url(tmp_path)))
        else:
            assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.sqlite
def test_a_backup_takes_the_place_of_a_house_that_is_damaged(tmp_path: Path) -> None:
    """Which is what it is for; and nothing that lay beside the old one gets into it."""
    file = house(tmp_path)
    kept = asyncio.run(rows(url(tmp_path)))
    spoil(tmp_path / "speelhol.db")
    (tmp_path / "speelhol.db-wal").write_bytes(b"rubbish" * 1000)
    assert "There is a house in" in failure("restore", str(file), "--data", str(tmp_path))[1]
    assert run("restore", str(file), "--data", str(tmp_path), "--force").exit_code == 0
    assert asyncio.run(rows(url(tmp_path))) == kept
    assert (tmp_path / "speelhol.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.sqlite
def test_where_a_backup_can_not_be_written(tmp_path: Path) -> None:
    file = house(tmp_path)
    data = ("--data", str(tmp_path))
    assert "is there already" in failure("backup", str(file), *data)[1]
    assert run("backup", str(file), *data, "--force").exit_code == 0
    assert "the database itself" in failure("backup", str(tmp_path / "speelhol.db"), *data, "--force")[1]
    assert "can't be written" in failure("backup", str(tmp_path / "nowhere" / "file"), *data)[1]
    assert "There is no data" in failure("backup", str(tmp_path / "new"), "--data", str(tmp_path / "empty"))[1]
    assert "There is no file" in failure("restore", str(tmp_path / "new"), *data)[1]


@pytest.mark.sqlite
def test_two_houses_are_not_named_at_once(tmp_path: Path) -> None:
    """Nobody finds out afterwards which of them was meant."""
    for words in ("backup b", "restore b --force", "check-tables", "upgrade", "upgrade --check"):
        given = ("--data", str(tmp_path), "--database", "postgresql://nobody@127.0.0.1:1/x")
        code, sentence = failure(*words.split(), *given)
        assert (code, "name two houses; leave one of them out" in sentence) == (2, True), words


def test_a_house_of_an_earlier_form_is_kept_and_brought_up(tmp_path: Path, postgres: Postgres) -> None:
    """A backup from before an upgrade is read by the version after it; `upgrade --check` says what would change."""
    old = postgres.fresh() if (tmp_path / "database").exists() else f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"

    async def make() -> None:
        store = Store(old)
        async with store.engine.execution_options(immediate=True).begin() as connection:
            await connection.run_sync(upgrade.bring_to, "0001")
            table = metadata.tables["house"]
            await connection.execute(sa.insert(table).values(key="secret", value="swordfish"))
        await store.close()

    asyncio.run(make())
    lines = run("upgrade", "--check", "--database", old).stdout.splitlines()
    assert "from form 0001 to form" in lines[0]
    assert [line.split()[0] for line in lines[1:-1]] == [form for form, _ in upgrade.ahead("0001")]
    assert lines[-1] == "0 tables checked; 0 differ."
    assert run("backup", str(tmp_path / "b"), "--database", old).exit_code == 0
    new = f"sqlite+aiosqlite:///{tmp_path / 'new.db'}"
    assert run("restore", str(tmp_path / "b"), "--database", new).exit_code == 0
    assert run("upgrade", "--database", old).exit_code == 0
    for database in (old, new):
        assert "as it is (form" in run("upgrade", "--check", "--database", database).stdout
        assert asyncio.run(rows(database))["house"] == [["secret", "swordfish"]]


@pytest.mark.sqlite
def test_a_check_before_an_upgrade_names_what_would_not_be_what_it_was(tmp_path: Path) -> None:
    house(tmp_path)
    with closing(sqlite3.connect(tmp_path / "speelhol.db")) as database:
        database.execute('UPDATE log SET entry = replace(entry, \'"mark":"\', \'"mark":"0\') WHERE seq = 8')
        database.commit()
    done = run("upgrade", "--check", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1] == "1 table checked; 1 differs."
    with closing(sqlite3.connect(tmp_path / "speelhol.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9000'")
        database.commit()
    assert "newer version" in failure("upgrade", "--check", "--data", str(tmp_path))[1]
    assert "newer version" in failure("backup", str(tmp_path / "new"), "--data", str(tmp_path))[1]
