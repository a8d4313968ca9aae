"""The store fails at every write of a match: nothing acknowledged is lost, nothing refused is applied, play goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from speelhol.den import bots, timers
from speelhol.den.storage import store
from speelhol.den.storage.store import Store
from tests.cli.tools import run
from tests.faults import LASTING, Evening, Faults, Kind
from tests.house import awaited, opened, seated, url
from tests.web.house import House


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    monkeypatch.setattr(store, "PAUSE", 0.01)
    monkeypatch.setattr(bots, "PAUSE", 0.05)
    monkeypatch.setattr(timers, "PAUSE", 0.05)
    house = House(tmp_path, database=url(tmp_path).replace("+aiosqlite", ""))
    house.open()
    yield house
    house.close()


@pytest.mark.parametrize("kinds", [("blip", "cut"), ("full", "gone"), ("torn",)], ids="-".join)
def test_every_write_of_a_match_fails_once(house: House, kinds: tuple[Kind, ...]) -> None:
    faults = Faults(house.den.store)
    turn = cycle(kinds)
    outcome = Evening(house.url, faults, "thieves", "x").play(lambda: faults.arm(next(turn)))
    assert outcome.whole
    assert faults.fired > len(outcome.noted[0]) + len(outcome.noted[1])
    assert bool(outcome.refused) == any(kind in LASTING for kind in kinds)
    assert bool(outcome.found) == ("torn" in kinds)
    assert run("check-tables", "--database", house.database).exit_code == 0
    house.close()
    house.open()
    again = httpx.get(f"{house.url}/api/tables/{outcome.code}/record")
    assert again.content == outcome.record


@pytest.mark.sqlite
@awaited
async def test_a_connection_that_went_bad_is_not_kept(tmp_path: Path) -> None:
    """One that was opened while nothing could be written would go on saying so for ever."""
    async with opened(tmp_path) as den:
        table = await seated(den)
        async with den.store.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA query_only=ON")
        await den.write(table, lambda now: now.say(0, "", "still here"))
        assert [remark.text for remark in table.talk] == ["still here"]


@pytest.mark.sqlite
def test_what_is_wrong_in_the_database_is_no_passing_trouble(tmp_path: Path) -> None:
    """A file that is damaged, or a statement that is: waiting would not help, and somebody has to be told."""
    code = {"away": sqlite3.SQLITE_FULL, "damaged": sqlite3.SQLITE_CORRUPT, "wrong": sqlite3.SQLITE_ERROR}
    for name, number in code.items():
        error = sqlite3.DatabaseError(name)
        error.sqlite_errorcode = number | 1 << 8  # SQLite adds details above the first byte
        for seen in (error, sa.exc.DBAPIError("", {}, error)):
            assert Store(url(tmp_path)).lost(seen) == (name == "away")
