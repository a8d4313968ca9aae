"""What the house says of itself when its books can't be written: it lives, it is not ready, and it counts."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import speelhol
from tests.den.conftest import prepare
from tests.disk import fill, make_room, small_disk
from tests.house import living
from tests.postgres import Postgres

from .test_serve import process

GAME = "thieves"
TABLE = {"game": GAME, "seats": speelhol.game(GAME).seats[0], "name": "Ann"}


def until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def failures(address: str) -> float:
    lines = httpx.get(f"{address}/metrics").text.splitlines()
    return float(next(line for line in lines if line.startswith("speelhol_failures_total")).rpartition(" ")[2])


def troubled(address: str, begin: Callable[[], object], end: Callable[[], object]) -> None:
    """Before, in the middle of and after a trouble with the books."""
    with httpx.Client(base_url=address, timeout=30) as client:
        assert client.get("/ready").json()["status"] == "ready"
        assert failures(address) == 0
        begin()
        try:
            until(lambda: client.get("/ready").status_code == 503)
            answer = client.get("/ready")
            assert "can't write to its database" in answer.json()["error"]
            assert answer.headers["retry-after"]
            assert str(answer.url) not in answer.text
            assert client.get("/health").status_code == 200
            before = failures(address)
            assert before > 0
            assert client.post("/api/tables", json=TABLE).status_code == 503
            assert failures(address) > before
            assert client.get("/health").status_code == 200
        finally:
            end()
        until(lambda: client.get("/ready").status_code == 200)
        assert client.post("/api/tables", json=TABLE).status_code == 201


@pytest.mark.parametrize("how", ["a full disk", "files that may not grow"])
def test_a_full_disk(tmp_path: Path, how: str) -> None:
    """A really full one where we may put one up; and a limit on files, which everybody may set."""
    folder = tmp_path / "house"
    with small_disk(folder) as disk, process(folder) as (running, address):
        usual = resource.prlimit(running.pid, resource.RLIMIT_FSIZE)
        if disk and how == "a full disk":
            troubled(address, lambda: fill(folder), lambda: make_room(folder))
        else:
            troubled(
                address,
                lambda: resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (0, usual[1])),
                lambda: resource.prlimit(running.pid, resource.RLIMIT_FSIZE, usual),
            )
        running.terminate()
        _, written = running.communicate(timeout=60)
    assert "the database can't be written" in written  # and why, for the owner
    assert "the database can be written again" in written


@pytest.mark.sqlite
@pytest.mark.parametrize("another", [False, True], ids=["moved away", "another in its place"])
def test_a_file_that_is_pulled(tmp_path: Path, another: bool) -> None:
    """The house has it open still, and could write without end what nobody finds again."""
    file, elsewhere = tmp_path / "speelhol.db", tmp_path / "elsewhere"

    def pull() -> None:
        file.rename(elsewhere)
        if another:
            file.write_bytes(elsewhere.read_bytes())

    with process(tmp_path) as (running, address):
        troubled(address, pull, lambda: elsewhere.replace(file))
        running.terminate()
        _, written = running.communicate(timeout=60)
    assert written.count("the database can't be written") == 1
    assert f"{file} was removed, moved or replaced while the house is open" in written
    assert written.count("the database can be written again") == 1


def test_a_database_that_is_stopped(tmp_path: Path, postgres: Postgres) -> None:
    (tmp_path / "database").write_text(postgres.prepared(prepare))
    with living(tmp_path) as address:
        troubled(address, postgres.stop, postgres.start)


def test_being_asked_without_end_writes_seldom(tmp_path: Path) -> None:
    """Anybody may ask; that must not keep the disk busy."""
    with living(tmp_path) as address, httpx.Client(base_url=address) as client:
        began = time.monotonic()
        books = tmp_path / "speelhol.db-wal"
        sizes = set()
        for _ in range(60):
            assert client.get("/ready").status_code == 200
            sizes.add(books.stat().st_size)
        assert len(sizes) <= 2 + (time.monotonic() - began)
