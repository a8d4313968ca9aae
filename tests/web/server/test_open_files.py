"""How many files a process may open: as many as it may ask for."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest

SAY = """
import json, resource
from speelhol.web.server.capacity import KEPT, capacity
before, held = resource.getrlimit(resource.RLIMIT_NOFILE), capacity()
print(json.dumps([before, resource.getrlimit(resource.RLIMIT_NOFILE), held.connections + KEPT]))
"""


def began_with(soft: int, hard: int) -> tuple[list[int], list[int], int]:
    """What a process had, has and takes on that was started with these limits."""

    def narrow() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", SAY], preexec_fn=narrow, capture_output=True, text=True, check=True
    )  # fmt: skip
    before, after, taken = json.loads(ran.stdout)
    return before, after, taken


@pytest.mark.parametrize(("soft", "hard"), [(256, 4096), (1024, 2048), (2048, 2048)])
def test_the_soft_limit_is_raised_to_the_hard_one(soft: int, hard: int) -> None:
    """A system's usual 1,024 would be full with one classroom. The house asks for the rest, and takes on as many."""
    assert began_with(soft, hard) == ([soft, hard], [hard, hard], hard)
