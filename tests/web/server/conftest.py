"""A small house that is quick to lose its patience, somebody who plays there, and lines to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from speelhol.client import Chair
from speelhol.client import House as Door
from speelhol.web.server import connections, run
from speelhol.web.session import limits
from tests.house import living

from .wires import EACH, GAME, ROOM, SEATS, Wire


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small house that is quick to lose its patience."""
    monkeypatch.setattr(connections, "REQUEST", 1.0)
    monkeypatch.setattr(connections, "ROUND", 0.1)
    monkeypatch.setitem(limits.MOST, "connections", EACH)
    monkeypatch.setattr(run, "capacity", lambda: ROOM)
    with living(tmp_path, generosity=1.0, bot_pause=3600) as url:
        yield url


@pytest.fixture
def chair(address: str) -> Iterator[Chair]:
    with Door(address) as door, door.open(GAME, SEATS, "Ann", bots=True) as chair:
        yield chair


@pytest.fixture
def wire(address: str) -> Iterator[Callable[..., Wire]]:
    with ExitStack() as later:

        def wire(whence: str = "127.0.0.1") -> Wire:
            made = Wire(address, whence)
            later.callback(made.close)
            return made

        yield wire
