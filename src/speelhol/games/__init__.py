"""The games. A game is a folder in this one whose package has a `GAME`; being here is being registered."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ..kernel import Game
from ..kernel.values import brief


@cache
def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def game(name: str) -> Game:
    """The game of this name. Raises ValueError, in a sentence, if there is none."""
    if name not in games():
        raise ValueError(f"There is no game {brief(name)}; there are {', '.join(games())}.")
    found = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    assert isinstance(found, Game)
    return found
