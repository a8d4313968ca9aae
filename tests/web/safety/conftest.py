from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from speelhol.web.server.app import create_app
from speelhol.web.session.names import HouseNames
from tests.house import served, url

from .visitors import House


@contextmanager
def opened(folder: Path, generosity: float) -> Iterator[House]:
    names = HouseNames(names=("testserver.local",))
    app = create_app(url(folder), bot_pause=3600, generosity=generosity, bot_workers=0, names=names)
    with (
        served(app) as address,
        httpx.Client(base_url=address, headers={"host": "testserver.local"}, timeout=60) as client,
    ):
        yield House(app, client)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests of a module: each opens tables of its own in it."""
    with opened(tmp_path_factory.mktemp("house"), 100) as house:
        yield house


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """A new house with the usual limits."""
    with opened(tmp_path, 1) as house:
        yield house
