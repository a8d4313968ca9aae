"""A game's folder in the making, beside the others: a copy of one under another name."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

registry: Any = import_module("speelhol.games")
HERE = Path(registry.__file__).parent


@contextmanager
def beside(
    place: Path, *names: str, of: str = "thieves", without: tuple[str, ...] = (), alone: bool = False
) -> Iterator[Path]:
    """Copies of a game in this place, registered as long as this lasts, beside the others or alone; gives the place."""
    for name in names:
        copy(place / name, of, without)
    before = list(registry.__path__)
    registry.__path__[:] = [str(place)] if alone else [*before, str(place)]
    forget()
    try:
        yield place
    finally:
        registry.__path__[:] = before
        for module in [module for module in sys.modules if module.startswith(tuple(map(_package, names)))]:
            del sys.modules[module]
        forget()


def copy(folder: Path, of: str, without: tuple[str, ...]) -> None:
    """A game's folder under another name, without some of its files."""
    shutil.copytree(HERE / of, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in without:
        shutil.rmtree(folder / file) if (folder / file).is_dir() else (folder / file).unlink(missing_ok=True)
    for sheet in folder.rglob("*.css"):
        sheet.write_text(sheet.read_text().replace(f'"{of}"', f'"{folder.name}"'))
    for module in folder.rglob("*.py"):
        depth = len(module.relative_to(folder).parts)
        text = module.read_text().replace("." * (depth + 2) + "kernel", "speelhol.kernel")
        module.write_text(text.replace(f'"{of}"', f'"{folder.name}"').replace(f'"{of}/', f'"{folder.name}/'))


def _package(name: str) -> str:
    return f"speelhol.games.{name}"


def forget() -> None:
    """Let the house look into the folders anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("speelhol"):
            for cached in list(vars(module).values()):
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()
