"""Who enters a contest: a level of the ladder or a bot of one's own, a character, and how long it may think.

And the seer, which cheats: what it wins is the most that could be won.
"""

from __future__ import annotations

from msgspec import Struct

from ..bots import Bot, Budget
from ..bots.by_name import make
from ..bots.roster import CHARACTERS
from ..kernel import Match
from .ceiling import SEER, Seer


class Entrant(Struct, frozen=True):
    """A bot in a contest, named like `schemer`, `schemer:bold` or `sharp:even:200` (imagined plays a decision)."""

    level: str
    """Or `seer`; or where a bot of one's own is found: `module.Class` or `file.py:Class`."""
    character: str = "even"
    rounds: int = 0
    """Imagined plays a decision; 0 leaves it to the contest, and a sharp bot to what it takes at a table."""

    @property
    def name(self) -> str:
        if self.rounds:
            return f"{self.level}:{self.character}:{self.rounds}"
        return self.level if self.character == "even" else f"{self.level}:{self.character}"

    def bot(self, match: Match) -> Bot:
        """For this match, at which none but a seer looks. Raises ValueError, in a sentence, if it can't be made."""
        temper = CHARACTERS[self.character]
        return Seer(temper, match=match) if self.level == SEER else make(self.level, temper)

    def budget(self, usual: Budget) -> Budget:
        return Budget(usual.seconds, self.rounds, named=True) if self.rounds else usual

    @classmethod
    def read(cls, text: str) -> Entrant:
        """Raises ValueError, in a sentence, if there is no such bot."""
        level, _, rest = text.strip().partition(":")
        if level.endswith(".py"):
            own, _, rest = rest.partition(":")
            level = f"{level}:{own}"
        character, _, rounds = rest.partition(":")
        if level != SEER:
            make(level)
        if character and character not in CHARACTERS:
            raise ValueError(f"No bot is {character!r}; they can be {', '.join(CHARACTERS)}.")
        if rounds and not (rounds.isdecimal() and 0 < int(rounds) < 10**9):
            raise ValueError(f"{rounds!r} is no number of imagined plays.")
        return cls(level, character or "even", int(rounds or 0))
