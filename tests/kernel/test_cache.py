"""Whatever is kept so as not to be made again belongs to one of two layers, and is counted there."""

from __future__ import annotations

import re
from pathlib import Path

import speelhol
from speelhol.kernel.cache import found_per_process, per_process

SOURCES = Path(speelhol.__file__).parent
BY_ITSELF = re.compile(r"functools import [^\n]*\b(?:lru_)?cache\b|functools\.(?:lru_)?cache\b")


def test_no_cache_stands_by_itself() -> None:
    found = [file.relative_to(SOURCES) for file in SOURCES.rglob("*.py") if BY_ITSELF.search(file.read_text())]
    assert found == [Path("kernel/cache.py")]


def test_what_was_made_is_found_again_and_counted() -> None:
    made = []

    @per_process(2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    before = found_per_process()
    assert [double(n) for n in (1, 2, 1, 3, 2)] == [2, 4, 2, 6, 4]
    assert made == [1, 2, 3, 2]  # two are kept
    now = found_per_process()
    assert (now.hits - before.hits, now.misses - before.misses) == (1, 4)
