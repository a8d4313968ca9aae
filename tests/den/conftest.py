"""Every test of the den that opens books opens them twice: in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from speelhol.den.storage import upgrade
from speelhol.den.storage.store import Store
from tests.postgres import Postgres


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "tmp_path" in metafunc.fixturenames and metafunc.definition.get_closest_marker("sqlite") is None:
        metafunc.fixturenames.append("books")
        metafunc.parametrize("books", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def books(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """The folder of the test names the database to use; see `tests.house.url`."""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        empty = "test_schema" in request.module.__name__
        (tmp_path / "database").write_text(postgres.fresh() if empty else postgres.prepared(prepare))


@pytest.fixture
def database(postgres: Postgres) -> str:
    """A PostgreSQL of one's own, in its present form."""
    return postgres.prepared(prepare)


def prepare(url: str) -> None:
    """Books in their present form, with nothing in them."""

    async def bring_up_to_date() -> None:
        store = Store(url)
        await upgrade.upgrade(store.engine)
        await store.close()

    asyncio.run(bring_up_to_date())
