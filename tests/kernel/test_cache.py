"""Whatever is kept so as not to be made again belongs to one of two layers, and is counted there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import speelhol
from speelhol.kernel.cache import found_per_process, per_process

SOURCES = Path(speelhol.__file__).parent
FILLS = ("add", "append", "setdefault", "update")
BY_ITSELF = re.compile(r"functools import [^\n]*\b(?:lru_)?cache\b|functools\.(?:lru_)?cache\b")


def test_no_cache_stands_by_itself() -> None:
    found = [file.relative_to(SOURCES) for file in SOURCES.rglob("*.py") if BY_ITSELF.search(file.read_text())]
    assert found == [Path("kernel/cache.py")]


def filled(tree: ast.Module) -> set[str]:
    """What a module binds and its functions fill, and its classes that make what is missing in them."""
    bound = {
        name.id
        for line in tree.body
        if isinstance(line, (ast.Assign, ast.AnnAssign))
        for name in (line.targets if isinstance(line, ast.Assign) else [line.target])
        if isinstance(name, ast.Name)
    }
    found = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef) and any(getattr(one, "name", "") == "__missing__" for one in part.body):
            found.add(part.name)
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            put = [one.value for one in ast.walk(part) if isinstance(one, ast.Subscript) and type(one.ctx) is ast.Store]
            called = [one.func for one in ast.walk(part) if isinstance(one, ast.Call)]
            put += [one.value for one in called if isinstance(one, ast.Attribute) and one.attr in FILLS]
            found |= bound & {one.id for one in put if isinstance(one, ast.Name)}
    return found


def test_whatever_a_module_fills_as_it_goes_stands_on_the_page_and_is_counted() -> None:
    page = (SOURCES.parents[1] / "docs/architecture.md").read_text(encoding="utf-8")
    layers, _, alone = page.partition("## What is kept")[2].partition("\n## ")[0].partition("Of no layer:")
    sources = {str(file.relative_to(SOURCES)): file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py")}
    keeping = {name for name, text in sources.items() if filled(ast.parse(text))}
    assert len(keeping) > 3
    assert {name for name in keeping if f"`{name}`" not in layers + alone} == set(), "belongs to no layer of the page"
    counted = {name for name, text in sources.items() if "PER_TABLE." in text} | {"kernel/cache.py"}
    assert {name for name in keeping - counted if f"`{name}`" not in alone} == set(), "belongs to a layer, uncounted"


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
