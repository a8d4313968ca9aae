"""A disk spoils the file of a house: nothing is made up, nothing more is written, and the owner is told what to do."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from pathlib import Path

import httpx
import pytest

from speelhol.den.storage import readiness, sqlite
from speelhol.den.storage import store as stores
from speelhol.den.storage.readiness import Readiness
from speelhol.den.storage.store import Away
from speelhol.den.storage.trouble import Damaged
from tests.cli.tools import failure
from tests.disk import spoil
from tests.faults import Faults
from tests.house import awaited, dealt, living, opened, play_on, seated, url

pytestmark = pytest.mark.sqlite

EMPTY = bytes(9_000)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str]]:
    """The database of a house that is closed, and its tables."""
    folder = tmp_path_factory.mktemp("evening")
    codes = []

    async def play() -> None:
        async with opened(folder) as den:
            for number in range(4):
                table = await dealt(den, "thieves")
                await play_on(den, table, 12, random.Random(number))
                codes.append(table.code)

    asyncio.run(play())
    return (folder / "speelhol.db").read_bytes(), codes


@pytest.fixture
def file(tmp_path: Path, evening: tuple[bytes, list[str]]) -> Path:
    file = tmp_path / "speelhol.db"
    file.write_bytes(evening[0])
    return file


@pytest.mark.parametrize("how", ["spoilt", "emptied"])
def test_a_damaged_house_says_so_to_everybody(
    file: Path, evening: tuple[bytes, list[str]], how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """To visitors without a promise, to whatever looks after it, and to the owner in the sentence of every command;
    also where SQLite itself would say that there is no such table."""
    if how == "spoilt":
        spoil(file)
    else:
        file.write_bytes(evening[0][:20_000] + EMPTY + evening[0][29_000:])
    damaged = file.read_bytes()
    _, sentence = failure("check-tables", "--data", str(file.parent))
    assert f"{file} holds no database that can be read" in sentence
    assert failure("backup", str(file.parent / "backup"), "--data", str(file.parent)) == (2, sentence)
    with living(file.parent) as address, httpx.Client(base_url=address) as client:
        for path in (f"/t/{evening[1][0]}", f"/api/tables/{evening[1][1]}", f"/api/tables/{evening[1][2]}/record"):
            answer = client.get(path)
            assert answer.status_code == 503
            assert "the file is damaged" in answer.text
            assert "lost" not in answer.text
            assert str(file) not in answer.text
            assert int(answer.headers["retry-after"]) >= 60
        new = client.post("/api/tables", json={"game": "thieves", "seats": 3, "name": "Ann"})
        assert (new.status_code, new.json()["reason"]) == (503, "books-damaged")
        ready = client.get("/ready")
        assert (ready.status_code, "is damaged" in ready.json()["error"]) == (503, True)
        assert client.get("/").status_code == 200
        assert client.get("/health").status_code == 200
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.message for record in told] == ["the database is damaged"]
    assert vars(told[0])["why"] == sentence
    assert not told[0].exc_info
    assert file.read_bytes() == damaged


@awaited
async def test_what_is_spoilt_while_people_play_is_found_out_by_whoever_needs_it(
    file: Path, evening: tuple[bytes, list[str]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From then on nothing is written into it; and a disk that gives again what was written is believed."""
    async with opened(file.parent) as den:
        whole = file.read_bytes()
        assert await den.readiness.check() is None
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT

        async def look(_: object) -> None:
            raise error

        with pytest.raises(Damaged):
            await den.store.ask(look)
        for _ in range(2):
            with pytest.raises(Damaged):
                await den.table(evening[1][0])
            with pytest.raises(Damaged):
                await seated(den)
        assert isinstance(await den.readiness.check(), Damaged)
        assert caplog.messages.count("the database is damaged") == 1
        monkeypatch.setattr(readiness, "AGAIN", 0.0)
        await den.readiness.check()
        await den.readiness._look()
        assert await den.readiness.check() is None
        assert "the database can be read again" in caplog.messages
        assert (await den.table(evening[1][0])).code == evening[1][0]
        assert file.read_bytes()[:4096] == whole[:4096]


def test_letters_that_are_none_are_damage() -> None:
    """Python says so itself, without a number of SQLite's."""
    assert sqlite.damaged(sqlite3.OperationalError("Could not decode to UTF-8 column 'entry' with text 'x'"))
    assert not sqlite.damaged(sqlite3.OperationalError("no such column"))


# ---- a disk on which little is left


@awaited
async def test_a_move_that_was_refused_makes_the_house_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the few signs that are written to find it out would still find room, and at once."""
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    async with opened(tmp_path) as den:
        ready = Readiness(den.store, url(tmp_path))
        table = await seated(den)
        faults = Faults(den.store)
        assert await ready.check() is None
        room = 20_000
        write = readiness.write

        async def nearly_full(store: stores.Store, more: int = 0) -> None:
            if more > room:
                raise Away
            faults.mend()
            await write(store, more)

        monkeypatch.setattr(readiness, "write", nearly_full)
        faults.arm("full")
        with pytest.raises(Away):
            await den.write(table, lambda now: now.say(0, "", "lost"))
        assert isinstance(await ready.check(), Away)
        room = 1_000_000
        ready._asked = 0.0
        assert await ready.check() is None
        await den.write(table, lambda now: now.say(0, "", "found"))
        assert [remark.text for remark in table.talk] == ["found"]
        assert await ready.check() is None
