"""Whatever is done at a table has one name and one way in, and the map of the code lists it."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import speelhol
from speelhol.den.deeds import Deeds

HOME = Path(speelhol.__file__).parent
MAP = HOME.parents[1] / "docs" / "architecture.md"
WRITERS = {"den/deeds.py", "den/host_deeds.py", "den/rematch.py"}
"""Who may say what is written about a table; a rematch is a deed of several tables."""


def deeds() -> set[str]:
    """The names of all deeds."""
    named = inspect.getmembers(Deeds, inspect.iscoroutinefunction)
    return {name for name, deed in named if name not in Deeds.__abstractmethods__ and not name.startswith("_")}


def test_nothing_is_written_but_by_a_deed() -> None:
    """`write(table, make)` has two arguments, unlike that of a file."""
    found = {
        file.relative_to(HOME).as_posix()
        for package in ("den", "web", "cli")
        for file in (HOME / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write"
        if len(node.args) == 2
    }
    assert found == WRITERS


def test_the_map_lists_every_deed() -> None:
    section = MAP.read_text(encoding="utf-8").partition("## Deeds\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == deeds()


def test_a_deed_says_what_it_promises() -> None:
    assert len(deeds()) > 15
    assert [name for name in deeds() if not getattr(Deeds, name).__doc__] == []
