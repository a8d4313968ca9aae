"""Which room of the code knows which, from the imports themselves.

    python -m bench.rooms              # the drawing, as Mermaid
    python -m bench.rooms --write      # into docs/architecture.md

A room is a folder of `src/speelhol`, and a folder within `den` or `web`. An arrow leads from a room to one that it
imports; where another way leads there already, it is left out. What is only imported to name a type does not count.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[1] / "src" / "speelhol"
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
DIVIDED = ("den", "web")
"""Rooms that have rooms of their own."""
DRAWN = re.compile(r"(?<=<!-- bench.rooms -->\n).*?(?=<!-- rooms end -->)", re.DOTALL)

Rooms = dict[str, set[str]]


def room_of(module: tuple[str, ...]) -> str:
    """The room of a module, given by its path below the package."""
    if module[:1] == ("games",):
        return "games"
    if module[0] in DIVIDED and (HOME.joinpath(*module[:2])).is_dir():
        return "/".join(module[:2])
    return module[0] if (HOME / module[0]).is_dir() else "speelhol"


def imports(file: Path) -> Iterator[tuple[str, ...]]:
    """The modules that a file imports from the package, each as a path; not those that only name a type."""
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


def rooms() -> Rooms:
    """Every room, and those that it imports."""
    found: Rooms = {}
    for file in sorted(HOME.rglob("*.py")):
        path = file.relative_to(HOME).with_suffix("").parts
        if len(path) < 2 or "static" in path or "migrations" in path:
            continue
        known = found.setdefault(room_of(path), set())
        known |= {room_of(module) for module in imports(file)}
    for room, known in found.items():
        known -= {room, "speelhol"}
    return found


def reaches(found: Rooms, room: str, past: str | None = None) -> set[str]:
    """Every room to which arrows lead from a room; not by the arrow that leads straight to `past`."""
    seen: set[str] = set()
    todo = [one for one in found.get(room, ()) if one != past]
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += found.get(one, ())
    return seen


def circles(found: Rooms) -> list[str]:
    """Rooms from which arrows lead back to themselves."""
    return sorted(room for room in found if room in reaches(found, room))


def drawing(found: Rooms) -> str:
    """The rooms as Mermaid draws them."""
    lines = [
        f'  {_id(room)}["{room}"] --> {_id(known)}["{known}"]'
        for room in sorted(found)
        for known in sorted(found[room])
        if known not in reaches(found, room, known)
    ]
    return "\n".join(["```mermaid", "graph TD", *lines, "```", ""])


def _id(room: str) -> str:
    return room.replace("/", "_")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the drawing into docs/architecture.md")
    given = parser.parse_args()
    drawn = drawing(rooms())
    print(drawn)
    if given.write:
        PAGE.write_text(DRAWN.sub(lambda _: drawn, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
