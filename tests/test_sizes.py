"""A file can be read at one sitting, and what does one thing is written once."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 400
"""Lines of a Python or JavaScript file of ours: one that grows beyond has two things to tell."""


def test_no_file_is_longer_than_four_hundred_lines() -> None:
    files = [
        file
        for folder in ("src", "tests", "bench", "examples", "scripts")
        for kind in ("*.py", "*.js")
        for file in (ROOT / folder).rglob(kind)
        if not {"vendor", "node_modules"} & set(file.parts)
    ]
    assert len(files) > 400
    sizes = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8").count("\n") for file in files}
    assert {file: size for file, size in sizes.items() if size > MOST} == {}


ALIKE = 600
"""Signs of the tree of a function: shorter ones may say the same by chance."""


def test_no_function_is_written_twice() -> None:
    """Under whatever name; tests, which tell a story each, may begin alike."""
    written: defaultdict[str, set[str]] = defaultdict(set)
    for file in (file for folder in ("src", "bench", "tests") for file in (ROOT / folder).rglob("*.py")):
        if file.name.startswith("test_") or "scaffold" in file.parts:
            continue
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
                body = part.body[1:] if ast.get_docstring(part) else part.body
                told = ast.dump(ast.Module(body, []))
                if len(told) > ALIKE:
                    written[told].add(f"{file.relative_to(ROOT)}: {part.name}")
    assert [sorted(where) for where in written.values() if len(where) > 1] == []
