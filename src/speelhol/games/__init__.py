"""The games. A game is a folder in this one whose package has a `GAME`; being here is being registered.

One that is installed as a package of its own is registered by its entry point (`elsewhere.py`).
"""

from __future__ import annotations

from pathlib import Path

from ..kernel import Game
from ..kernel.cache import per_process
from ..kernel.folder import Folder, Unfinished
from ..kernel.values import brief
from .elsewhere import Elsewhere, check, installed


@per_process()
def games() -> tuple[str, ...]:
    """The names of all games that can be played, in alphabetical order."""
    return tuple(name for name in sorted({*_folders(), *_elsewhere().packages}) if name not in unfinished())


@per_process()
def unfinished() -> dict[str, str]:
    """What is not a game yet, or can't be one, and for each the sentence that says why. It hurts no other game."""
    found = dict(_elsewhere().refused)
    for name in (*_folders(), *_elsewhere().packages):
        try:
            game(name)
        except ValueError as error:
            found[name] = str(error)
    return found


@per_process()
def game(name: str) -> Game:
    """The game of this name. Raises ValueError, in a sentence, if there is none or its folder is not finished."""
    ours = name in _folders()
    if not ours and name not in _elsewhere().packages:
        raise ValueError(f"There is no game {brief(name)}; there are {', '.join(games())}.")
    folder = Folder(f"{__name__}.{name.replace('-', '_')}" if ours else _elsewhere().packages[name])
    try:
        folder.check()
        found = folder.given("__init__.py")
        if not ours:
            check(found, name)
    except Unfinished as error:
        raise ValueError(str(error)) from None
    except (Exception, SystemExit) as error:  # whatever somebody's code in the making does wrong
        raise ValueError(f"{folder.package} can't be loaded: {type(error).__name__}: {error}.") from error
    assert isinstance(found, Game)
    return found


@per_process()
def _folders() -> tuple[str, ...]:
    found = (folder for path in __path__ for folder in Path(path).glob("[a-z]*") if folder.is_dir())
    return tuple(sorted(folder.name.replace("_", "-") for folder in found if any(folder.glob("[!.]*.*"))))


@per_process()
def _elsewhere() -> Elsewhere:
    return installed(_folders())
