"""A file can be read at one sitting."""

from __future__ import annotations

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
