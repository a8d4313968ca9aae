"""The tests take the games of these sources: what somebody has installed beside them is not put to them.

Whatever runs tests, and whatever they are made with, begins here (`python -m tests.contract.golden`); so this is the
one place that says so.
"""

from __future__ import annotations

import site
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from speelhol.games import elsewhere

ENVIRONMENT = {*site.getsitepackages(), site.getusersitepackages(), *map(sysconfig.get_path, ("purelib", "platlib"))}
"""Where packages are installed. What a test puts on the path lies elsewhere."""


def _not_installed() -> Iterator[metadata.Distribution]:
    """Distributions on the path that were not installed into this environment."""
    places = {Path(place).resolve() for place in ENVIRONMENT}
    return (dist for dist in metadata.distributions() if Path(str(dist.locate_file(""))).resolve() not in places)


elsewhere.distributions = _not_installed  # type: ignore[attr-defined, assignment]
