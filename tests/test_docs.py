"""What the documents promise about tests is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


@pytest.mark.parametrize("page", ["safety.md"])
def test_every_test_that_a_page_names_exists(page: str) -> None:
    named = NAMED.findall((DOCS / page).read_text())
    assert named
    missing = [f"{file}::{name}" for file, name in named if f"def {name}(" not in (TESTS / file).read_text()]
    assert missing == []


def test_every_line_of_the_list_of_attacks_names_a_test() -> None:
    rows = [line for line in (DOCS / "safety.md").read_text().splitlines() if line.startswith("| ")]
    told = [row for row in rows if not row.startswith(("| what was tried", "| ---"))]
    assert len(told) > 20
    assert [row for row in told if not NAMED.search(row)] == []
