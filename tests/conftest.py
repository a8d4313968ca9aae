from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matches", type=int, default=100, help="random matches per game, seat count and option")


@pytest.fixture(scope="session")
def matches(request: pytest.FixtureRequest) -> int:
    """How many random matches a soak test plays of each variant."""
    return int(request.config.getoption("--matches"))
