"""Commands that only read do so where nothing can be written; and say in a sentence what they need where they can't."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from speelhol.den.storage.read_only import to_read
from tests.cli.tools import failure, run
from tests.disk import read_only, small_disk
from tests.house import dealt, opened, play_on

pytestmark = pytest.mark.sqlite


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A folder of a name that no address may spoil, on a disk of its own, with a house that is closed."""
    folder = tmp_path / "my house 100% #1"
    with small_disk(folder, 8_000) as disk:
        if not disk and os.geteuid() == 0:
            pytest.fail("no disk can be put up here, and root may write everywhere", pytrace=False)

        async def evening() -> None:
            async with opened(tmp_path) as den:
                await play_on(den, await dealt(den, "thieves"), 8, random.Random(1))

        asyncio.run(evening())
        shutil.copy(tmp_path / "speelhol.db", folder)
        yield folder


def rows(backup: Path) -> list[bytes]:
    """What a backup holds, but for when it was written."""
    return gzip.decompress(backup.read_bytes()).splitlines()[1:-1]


def reads(data: Path, backup: Path) -> None:
    assert run("backup", str(backup), "--data", str(data)).exit_code == 0
    assert run("check-tables", "--data", str(data)).stdout == "1 table checked; 0 differ.\n"
    assert "1 table checked; 0 differ." in run("upgrade", "--check", "--data", str(data)).stdout


def test_a_house_on_a_read_only_disk_is_read(data: Path, tmp_path: Path) -> None:
    """And what is read there is what is read elsewhere."""
    reads(data, tmp_path / "before")
    with read_only(data):
        reads(data, tmp_path / "after")
        there = f"sqlite:///{data / 'speelhol.db'}"
        assert run("check-tables", "--database", there).exit_code == 0
        assert "can't be written" in failure("backup", str(data / "here"), "--data", str(data))[1]
        assert run("upgrade", "--data", str(data)).exit_code == 2
    assert sorted(file.name for file in data.iterdir()) == ["speelhol.db"]
    assert rows(tmp_path / "before") == rows(tmp_path / "after")


def test_what_stands_in_the_journal_is_read_or_asked_for(data: Path, tmp_path: Path) -> None:
    """Nobody is given a house without what was written last: with both files beside it it is read, with the journal
    alone a sentence says what to do."""
    file = data / "speelhol.db"
    with closing(sqlite3.connect(file)) as house:
        house.execute("PRAGMA wal_autocheckpoint=0")
        house.execute("INSERT INTO house (key, value) VALUES ('last', 'words')")
        house.commit()
        for beside in ("", "-wal", "-shm"):  # as a crash leaves them
            shutil.copy(f"{file}{beside}", tmp_path / f"kept{beside}")
    for beside in ("", "-wal", "-shm"):
        shutil.copy(tmp_path / f"kept{beside}", f"{file}{beside}")
    with read_only(data):
        reads(data, tmp_path / "whole")
    assert b'["house",["last","words"]]' in gzip.decompress((tmp_path / "whole").read_bytes())
    Path(f"{file}-shm").unlink()
    with read_only(data):
        for words in (("backup", str(tmp_path / "half")), ("check-tables",), ("upgrade", "--check")):
            code, sentence = failure(*words, "--data", str(data))
            assert (code, "speelhol.db-wal" in sentence, "copy both files" in sentence) == (2, True, True), sentence


def test_where_one_may_write_nothing_is_read_differently(data: Path) -> None:
    for url in (f"sqlite+aiosqlite:///{data / 'speelhol.db'}", "postgresql://me@nowhere/house"):
        assert to_read(url) == url
