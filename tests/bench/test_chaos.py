"""A small storm; `python -m bench.chaos` is the big one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHORT = ("casa-de-papel", "thieves")
"""Games whose matches end soon."""


def test_nothing_acknowledged_is_lost_when_the_house_is_killed() -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter and bench
        [sys.executable, "-m", "bench.chaos", "--kills", "5", "--tables", "1", "--games", *SHORT],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost 0, doubled 0, tables without an end 0" in done.stdout
