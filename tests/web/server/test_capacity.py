"""How much a process takes on by what the machine has, and what it is told where that does not fit."""

from __future__ import annotations

import pytest

from speelhol.web.server import capacity as capacities
from speelhol.web.server.capacity import KEPT, LEAST, MEMORY_SHARE, STREAM_BYTES, Capacity, capacity

MANY = 1 << 40


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 10,000 files and more memory than anybody needs."""
    machine(monkeypatch, 10_000, MANY)


def machine(patch: pytest.MonkeyPatch, files: int, memory: int) -> None:
    patch.setattr(capacities, "_descriptors", lambda: files)
    patch.setattr(capacities, "_memory", lambda: memory)


def test_files_limit_connections_and_most_of_them_may_be_streams() -> None:
    assert capacity() == Capacity(7_840, 10_000 - KEPT)
    assert str(capacity()) == "room for 7,840 streams and 9,800 connections"


def test_memory_limits_streams_and_all_processes_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, 10_000, int(4_000 * STREAM_BYTES / MEMORY_SHARE))
    assert [capacity(workers=workers).streams for workers in (1, 2, 4)] == [4_000, 2_000, 1_000]
    assert capacity(workers=4).connections == capacity().connections


def test_a_small_machine_takes_on_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, KEPT, STREAM_BYTES)
    assert capacity() == Capacity(LEAST // 2, LEAST)


def test_what_its_owner_says_holds_instead() -> None:
    assert capacity(300) == Capacity(300, 9_800)
    assert capacity(connections=1_000) == Capacity(800, 1_000)
    assert capacity(300, 1_000, workers=8) == Capacity(300, 1_000)


def test_what_does_not_fit_is_told_in_a_sentence() -> None:
    with pytest.raises(OSError, match=r"may open 10,000 files.*or say --connections 9800\."):
        capacity(connections=9_801)
    with pytest.raises(OSError, match="room for 1,000 connections; --streams must be less"):
        capacity(1_000, 1_000)


def test_the_real_machine_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert LEAST // 2 <= capacity().streams < capacity().connections
