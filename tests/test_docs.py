"""What the documents promise about tests is true."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
SOURCES = TESTS.parent / "src/speelhol"
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


def test_one_name_means_one_thing() -> None:
    """Or the page says what the two have in common. A game's folder speaks its own language."""
    house = [file for file in SOURCES.rglob("*.py") if not {"games", "scaffold"} & set(file.parts)]
    classes = Counter(
        part.name
        for file in house
        for part in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_")
    )
    page = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("Where two classes have one name")[2]
    told = set(
        re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `")))
    )
    assert {name for name, count in classes.items() if count > 1} == told
