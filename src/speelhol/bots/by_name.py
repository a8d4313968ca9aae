"""Bots by name, of the house and one's own, and what they answer: an offered action, or a sentence on what is wrong.

A bot of one's own is a class with one method and no base class, `choose(self, view)` or `choose(self, view, rng)`,
which returns an action or its text. What the ladder has, `think(self, view, rng, budget)`, will do as well.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from ..games import game
from ..kernel import EVEN, Action, Random, Temper, View
from ..kernel.offers import MOST_LISTED, too_many
from ..kernel.values import brief
from . import LADDER
from .bot import Bot, Budget, Level, Thought

AT = re.compile(r" at 0x[0-9a-f]+")
"""Where something lies in memory, which is another place every time: what goes wrong again is told once."""


class BotFailed(Exception):
    """A bot broke down, or answered with what was not offered. The message is a sentence."""


class OwnBot(Level):
    """A bot of one's own that has nothing but `choose`."""

    def __init__(self, own: Any, temper: Temper = EVEN) -> None:
        super().__init__(temper)
        self._choose = own.choose
        self._with_rng = len(inspect.signature(own.choose).parameters) > 1

    def think(self, view: View, rng: Random, budget: Budget) -> Thought:
        answer: Any = self._choose(view, rng) if self._with_rng else self._choose(view)
        return answer  # type: ignore[no-any-return]  # `ask` looks at what it is


def find(name: str) -> type[Any]:
    """The class behind a level's name, `module.Class` or `file.py:Class`.

    Raises ValueError, in a sentence, if there is no such bot.
    """
    if name in LADDER:
        return LADDER[name]
    module, dot, own = name.rpartition(":") if ".py:" in name else name.rpartition(".")
    if not dot:
        raise ValueError(
            f"There is no bot {name!r}; there are {', '.join(LADDER)}, and your own as module.Class or file.py:Class."
        )
    try:
        found = getattr(_from_file(Path(module)) if module.endswith(".py") else importlib.import_module(module), own)
    except (Exception, SystemExit) as error:  # whatever happens in a module that somebody is still writing
        raise ValueError(f"The bot {name!r} can't be imported: {type(error).__name__}: {error}.") from error
    if not isinstance(found, type) or not any(callable(getattr(found, one, None)) for one in ("choose", "think")):
        raise ValueError(f"{name} is no bot: it has to be a class with a method choose(self, view).")
    return found


def make(name: str, temper: Temper = EVEN) -> Bot:
    """A bot by its name, as `find` reads it; one of the ladder's kind is given the temper.

    Raises ValueError, in a sentence, if there is none, or if it can't be made.
    """
    kind = find(name)
    try:
        if issubclass(kind, Level):
            return kind(temper)
        own = kind()
        bot: Bot = own if callable(getattr(own, "think", None)) else OwnBot(own, temper)
    except (Exception, SystemExit) as error:
        raise ValueError(f"The bot {name!r} can't be made: {type(error).__name__}: {error}.") from error
    return bot


def ask(bot: Bot, view: View, rng: Random, budget: Budget) -> Thought:
    """What a bot decides, an action that was offered. Raises BotFailed, in a sentence, whatever else it does."""
    try:
        answer: Any = bot.think(view, rng, budget)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() too: a bot that leaves must not leave its chair in silence
        said = str(error)
        if isinstance(error, MemoryError) and view.offers is not None and view.offers.count > MOST_LISTED:
            said = too_many(view.offers.count)  # where a list has no room, Python says nothing
        raise BotFailed(f"{type(error).__name__}{': ' * bool(said)}{said}{_where(error)}") from error
    if inspect.iscoroutine(answer):
        answer.close()
        raise BotFailed("its method is `async def`, and nobody waits for what it returns; write `def`.")
    thought = answer if isinstance(answer, Thought) else Thought(answer)
    action: Any = thought.action
    if isinstance(action, str):
        try:
            action = game(view.game).read(action)
        except ValueError as error:
            raise BotFailed(f"its answer {brief(thought.action)} is no action: {error}") from None
    if not isinstance(action, Action):
        raise BotFailed(
            f"it answered with {AT.sub('', brief(action))}, which is no action; view.offers has those it may choose."
        )
    if view.offers is None or action not in view.offers:
        raise BotFailed(f"its answer was not among the offers: {brief(str(action))}.")
    return thought if action is thought.action else Thought(action, thought.choices, thought.beliefs, thought.rounds)


def _where(error: BaseException) -> str:
    """The line at which somebody's own code gave up; empty if it is none of theirs."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    house = str(Path(__file__).parents[1])
    return "" if last.filename.startswith(house) else f" ({Path(last.filename).name}, line {last.lineno})"


def _from_file(path: Path) -> ModuleType:
    """A module out of a file, imported once; what lies beside it can be imported by it."""
    whole = path.resolve()
    called = f"speelhol own {whole}"
    if called in sys.modules:
        return sys.modules[called]
    spec = importlib.util.spec_from_file_location(called, whole)
    if spec is None or spec.loader is None or not whole.exists():
        raise FileNotFoundError(f"there is no file {path}")
    if (folder := str(whole.parent)) not in sys.path:
        sys.path.append(folder)
    module = sys.modules[called] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[called]
        raise
    return module
