"""The file of the books is pulled from under the house: nothing is acknowledged that would not be found again."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from speelhol.den.storage import store as stores
from speelhol.den.storage.checkpoints import Checkpoints
from speelhol.den.storage.readiness import HOLDS, Readiness
from speelhol.den.storage.store import Away
from speelhol.den.storage.unusable import unusable
from speelhol.den.storage.whereabouts import FileMoved, moved
from tests.house import awaited, opened, seated, url

pytestmark = pytest.mark.sqlite

Pull = Callable[[Path], object]


def remove(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))  # for the house no other thing, and it can be put back


def replace(file: Path) -> None:
    copy = shutil.copy(file, file.with_name("copy"))
    remove(file)
    Path(copy).rename(file)


def put_back(file: Path) -> None:
    file.with_name("elsewhere").rename(file)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.05)
    monkeypatch.setattr(stores, "PAUSE", 0.01)


@pytest.mark.parametrize("beside", ["", "-wal"])
@pytest.mark.parametrize("pull", [remove, replace])
@awaited
async def test_nothing_is_acknowledged(
    tmp_path: Path, pull: Pull, beside: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a move nor a table nor whatever else is changed; and everything is again once the file is back."""
    file = tmp_path / f"speelhol.db{beside}"
    async with opened(tmp_path) as den:
        table = await seated(den)
        await den.write(table, lambda now: now.say(0, "", "before"))
        pull(file)
        lying = set(tmp_path.iterdir())
        for _ in range(2):
            with pytest.raises(Away):
                await den.write(table, lambda now: now.say(0, "", "lost"))
            with pytest.raises(Away):
                await seated(den)
            with pytest.raises(Away):
                await den.store.house_value("a key", "a value")
        assert set(tmp_path.iterdir()) == lying  # no empty file in the place of the old one
        assert [remark.text for remark in table.talk] == ["before"]
        told = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert [record.message for record in told] == ["the database can't be written"]
        assert str(file) in vars(told[0])["why"]
        put_back(file)
        await den.write(table, lambda now: now.say(0, "", "after"))
        assert [remark.text for remark in table.talk] == ["before", "after"]
        assert "the database can be written again" in caplog.messages
    async with opened(tmp_path) as den:
        again = await den.table(table.code)
        assert [remark.text for remark in again.talk] == ["before", "after"]


@pytest.mark.parametrize("pull", [remove, replace])
@awaited
async def test_the_house_is_not_ready(tmp_path: Path, pull: Pull, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(tmp_path) as den:
        ready = Readiness(den.store, url(tmp_path))
        assert await ready.check() is None
        pull(tmp_path / "speelhol.db")
        ready._asked -= 2 * HOLDS
        error = await ready.check()
        assert error is not None
        assert moved(error)
        assert str(unusable(url(tmp_path), error)).startswith(f"{tmp_path / 'speelhol.db'} was removed, moved or")
        assert caplog.messages.count("the database can't be written") == 1


@awaited
async def test_the_journal_is_moved_into_no_other_file(tmp_path: Path) -> None:
    """What the house has written would make a wreck of whatever lies there now."""
    async with opened(tmp_path) as den:
        await seated(den)
        file = tmp_path / "speelhol.db"
        replace(file)
        before = file.read_bytes()
        checkpoints: Checkpoints = den.store.writer.checkpoints  # type: ignore[union-attr]
        checkpoints._try(at_rest=True)
        assert file.read_bytes() == before
        with pytest.raises(FileMoved):
            checkpoints.place.check()
