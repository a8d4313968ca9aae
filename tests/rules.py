"""`@rule("casa-de-papel/print.floor")` says which rules a test is about; the contract suite asks for every rule."""

from __future__ import annotations

import ast
import fnmatch
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import speelhol
from speelhol.kernel import house_rules

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Name the rules that a test is about. Raises KeyError at import if one is not in its rulebook."""
    for one in ids:
        name = one.split("/")[0]
        book = house_rules() if name == "house" else speelhol.game(name).rulebook
        book[one]
    return lambda test: test


@cache
def named_rules() -> set[str]:
    """Every rule that some test function in `tests/` is decorated with."""
    return rules_named_in(Path(__file__).parent)


def rules_named_in(folder: Path) -> set[str]:
    """Every rule that some test function in a folder, or in one that is linked there, is decorated with."""
    named: set[str] = set()
    for place, _, names in os.walk(folder, followlinks=True):
        for name in fnmatch.filter(names, "test_*.py"):
            named |= _named_in(Path(place, name))
    return named


def _named_in(file: Path) -> set[str]:
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test"):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                named |= {str(arg.value) for arg in decorator.args if isinstance(arg, ast.Constant)}
    return named
