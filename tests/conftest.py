from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .game_copy import beside as copied
from .postgres import Postgres


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=60, help="random matches per game, seat count and option")


@pytest.fixture(scope="session")
def matches(request: pytest.FixtureRequest) -> int:
    """How many random matches a soak test plays of each variant."""
    return int(request.config.getoption("--matches"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of this run, quick rather than durable."""
    try:
        server = Postgres()
    except RuntimeError as error:
        pytest.fail(str(error), pytrace=False)
    yield server
    server.remove()


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Path]:
    """A game's folder in the making, beside the others: a copy of Thieves called Burglars."""
    with copied(tmp_path, "burglars") as place:
        yield place / "burglars"
