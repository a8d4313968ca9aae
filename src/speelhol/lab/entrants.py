"""Who enters a contest: a level of the ladder or a bot of one's own, a character, and how long it may think."""

from __future__ import annotations

import importlib

from msgspec import Struct

from ..bots import LADDER, Budget, Level
from ..bots.roster import CHARACTERS

AT_THE_TABLE = {"regular": "greedy"}
"""What a level is called where people play, if that is another name."""


def kind(name: str) -> type[Level]:
    """The class behind a level's name, or behind `module.Class`.

    Raises ValueError, in a sentence, if there is no such bot.
    """
    module, dot, own = name.rpartition(".")
    if not dot:
        if name not in LADDER:
            raise ValueError(f"There is no bot {name!r}; there are {', '.join(LADDER)}, and your own as module.Class.")
        return LADDER[name]
    try:
        found = getattr(importlib.import_module(module), own)
    except Exception as error:  # whatever happens in a module that somebody is still writing
        raise ValueError(f"The bot {name!r} can't be imported: {type(error).__name__}: {error}.") from error
    if not (isinstance(found, type) and issubclass(found, Level)):
        raise ValueError(f"{name} is no bot: it has to be a class that extends speelhol.bots.Level.")
    return found


class Entrant(Struct, frozen=True):
    """A bot in a contest, named like `schemer`, `schemer:bold` or `sharp:even:200` (imagined plays a decision)."""

    level: str
    """Or where a bot of one's own is found: `module.Class`."""
    character: str = "even"
    rounds: int = 0
    """Imagined plays a decision; 0 leaves it to the contest."""

    @property
    def name(self) -> str:
        if self.rounds:
            return f"{self.level}:{self.character}:{self.rounds}"
        return self.level if self.character == "even" else f"{self.level}:{self.character}"

    def bot(self) -> Level:
        return kind(self.level)(CHARACTERS[self.character])

    def budget(self, usual: Budget) -> Budget:
        return Budget(usual.seconds, self.rounds) if self.rounds else usual

    @classmethod
    def read(cls, text: str) -> Entrant:
        """Raises ValueError, in a sentence, if there is no such bot."""
        level, _, rest = text.strip().partition(":")
        character, _, rounds = rest.partition(":")
        level = AT_THE_TABLE.get(level, level)
        kind(level)
        if character and character not in CHARACTERS:
            raise ValueError(f"No bot is {character!r}; they can be {', '.join(CHARACTERS)}.")
        if rounds and not (rounds.isdecimal() and 0 < int(rounds) < 10**9):
            raise ValueError(f"{rounds!r} is no number of imagined plays.")
        return cls(level, character or "even", int(rounds or 0))
