"""Small storms; `python -m bench.chaos` makes the big ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STORMS = {
    "one house": ["--kills", "5", "--tables", "1", "--games", "casa-de-papel", "thieves"],
    "two houses over PostgreSQL": [
        *("--kills", "3", "--restarts", "2", "--tables", "1", "--games", "casa-de-papel"),
        *("--database", "postgresql", "--processes", "2"),
    ],
}


@pytest.mark.parametrize("storm", STORMS.values(), ids=STORMS)
def test_nothing_acknowledged_is_lost_when_the_house_is_killed(storm: list[str]) -> None:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bench.chaos", *storm],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost 0, doubled 0, tables without an end 0" in done.stdout
