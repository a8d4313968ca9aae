from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from playwright.async_api import Browser

from .house import House
from .people import launch

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture(scope="session")
def run() -> Iterator[Run]:
    """Runs the coroutines of all browser tests on one loop, which rests in between."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture(scope="session")
def browser(run: Run) -> Iterator[Browser]:
    playwright, browser = run(launch())
    yield browser
    run(browser.close())
    run(playwright.stop())


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="session")
def still_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a time of its own, in which no bot moves."""
    house = House(tmp_path_factory.mktemp("still"), bot_pause=3600)
    house.open()
    yield house
    house.close()
