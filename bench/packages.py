"""Which package of the code knows which, from the imports themselves.

    python -m bench.packages              # the drawing, as Mermaid
    python -m bench.packages --write      # into docs/architecture.md

A package is a folder of `src/speelhol`, and a folder within `den` or `web`. An arrow leads from a package to one
that it imports; where another way leads there already, it is left out. What is only imported to name a type does not
count.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

HOME = Path(__file__).parents[1] / "src" / "speelhol"
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
DIVIDED = ("den", "web")
"""Packages that have packages of their own."""
DRAWN = re.compile(r"(?<=<!-- bench.packages -->\n).*?(?=<!-- packages end -->)", re.DOTALL)

Packages = dict[str, set[str]]


def package_of(module: tuple[str, ...]) -> str:
    """The package of a module, given by its path below `speelhol`."""
    if module[:1] == ("games",):
        return "games"
    if module[0] in DIVIDED and (HOME.joinpath(*module[:2])).is_dir():
        return "/".join(module[:2])
    return module[0] if (HOME / module[0]).is_dir() else "speelhol"


def imports(file: Path) -> Iterator[tuple[str, ...]]:
    """The modules that a file imports from `speelhol`, each as a path; not those that only name a type."""
    here = file.relative_to(HOME).with_suffix("").parts[:-1]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    typing = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and node not in typing:
            base = here[: len(here) - (node.level - 1)] + tuple((node.module or "").split(".") if node.module else ())
            for name in node.names:
                yield (*base, name.name)
        elif isinstance(node, ast.ImportFrom) and not node.level and node not in typing:
            yield from _by_full_name(f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import) and node not in typing:
            yield from _by_full_name(name.name for name in node.names)


def _by_full_name(modules: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Those of `speelhol`, as paths; itself as a path of that name."""
    for module in modules:
        first, *path = module.split(".")
        if first == "speelhol":
            yield tuple(path) or ("speelhol",)


def strangers() -> dict[str, set[str]]:
    """By file of a game: what it imports of `speelhol` that is neither of its own folder nor of the kernel. Where it is
    registered it may ask for itself by its name (`game`)."""
    found: dict[str, set[str]] = {}
    for file in sorted((HOME / "games").glob("*/**/*.py")):
        own = file.relative_to(HOME).parts[:2]
        for module in imports(file):
            if module[:2] not in (own, ("games", "game")) and module[0] != "kernel":
                found.setdefault(str(file.relative_to(HOME / "games")), set()).add(".".join(module))
    return found


def packages() -> Packages:
    """Every package, and those that it imports."""
    found: Packages = {}
    for file in sorted(HOME.rglob("*.py")):
        path = file.relative_to(HOME).with_suffix("").parts
        if len(path) < 2 or "static" in path or "migrations" in path:
            continue
        known = found.setdefault(package_of(path), set())
        known |= {package_of(module) for module in imports(file)}
    for package, known in found.items():
        known -= {package, "speelhol"}
    return found


def reaches(found: Packages, package: str, past: str | None = None) -> set[str]:
    """Every package to which arrows lead from a package; not by the arrow that leads straight to `past`."""
    seen: set[str] = set()
    todo = [one for one in found.get(package, ()) if one != past]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += found.get(one, ())
    return seen


def circles(found: Packages) -> list[str]:
    """Packages from which arrows lead back to themselves."""
    return sorted(package for package in found if package in reaches(found, package))


def drawing(found: Packages) -> str:
    """The packages as Mermaid draws them."""
    lines = [
        f'  {_id(package)}["{package}"] --> {_id(known)}["{known}"]'
        for package in sorted(found)
        for known in sorted(found[package])
        if known not in reaches(found, package, known)
    ]
    return "\n".join(["```mermaid", "graph TD", *lines, "```", ""])


def _id(package: str) -> str:
    return package.replace("/", "_")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the drawing into docs/architecture.md")
    given = parser.parse_args()
    drawn = drawing(packages())
    print(drawn)
    if given.write:
        PAGE.write_text(DRAWN.sub(lambda _: drawn, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
