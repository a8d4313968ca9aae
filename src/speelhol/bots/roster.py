"""Who the bots of the house are: how well they play, what they are like, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import resources
from types import MappingProxyType

from ..kernel import EVEN, Game, Temper

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "beginner": "speelhol.bots:Beginner",
        "regular": "speelhol.bots:Regular",
        "sharp": "speelhol.bots:Sharp",
        "schemer": "speelhol.bots:Schemer",
    }
)
"""What people can choose from, weakest first, and where it is found. Whoever names one gets it in any game; what is
offered says `offered`."""
AT_A_GLANCE = ("beginner", "regular")
"""Those who take hardly any time to decide."""
FORETHOUGHTFUL = "regular"
"""The one of them that looks ahead now and then, in games whose minds have `forethought`."""
USUAL = "regular"
STAND_IN = "sharp"
"""Who plays for somebody who is away."""
ADVISER = "speelhol.bots:Adviser"
"""Who gives hints."""
UNTHINKING = "random"
"""The level of tables that are older than the others: whatever the offers suggest."""

CHARACTERS: Mapping[str, Temper] = MappingProxyType(
    {
        "even": EVEN,
        "cautious": Temper(bold=0.15, liar=0.35),
        "bold": Temper(bold=0.9, liar=0.55),
        "liar": Temper(bold=0.55, liar=0.95),
    }
)
MIXED = "mixed"
"""Instead of a character: each bot its own."""

NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "even": ("Abel", "Esra", "Jan", "Noor", "Sam", "Lena", "Tom", "Ada"),
        "bold": ("Bibi", "Fons", "Rocco", "Zita", "Dax", "Kiki", "Bruno", "Vera"),
        "cautious": ("Caro", "Hugo", "Wies", "Otto", "Nel", "Tobi", "Ilse", "Mees"),
        "liar": ("Dok", "Gigi", "Loki", "Silke", "Felix", "Mina", "Sacha", "Pip"),
    }
)
"""Everybody who is called Bibi is bold: a name says what somebody is like. As many each as a table has seats."""
ROUND = ("even", "bold", "cautious", "liar")
"""In which order they come where the characters are mixed."""


def same(one: str, two: str) -> bool:
    """Whether two names are written with the same letters, large or small."""
    return one.casefold() == two.casefold()


def newcomer(
    taken: Collection[str], character: str = MIXED, alike: Callable[[str, str], bool] = same
) -> tuple[str, str]:
    """The name and character of the next bot at a table where these names are taken, and those that are alike."""
    wanted = ROUND if character == MIXED else (character,)
    listed = [(name, one) for names in zip(*(NAMES[c] for c in wanted), strict=True)
              for name, one in zip(names, wanted, strict=True)]  # fmt: skip
    found = next((pair for pair in listed if not any(alike(pair[0], name) for name in taken)), None)
    return found or (f"Bot {len(taken) + 1}", wanted[0])


def offered(game: Game) -> tuple[str, ...]:
    """The levels that people are offered at a game, weakest first: those that differ by what can be noticed.

    They are those of its `strength.toml`, and all of them where nothing was measured.
    """
    measured = game.strength
    return tuple(level for level in LEVELS if measured is None or level in measured.wins)


def nearest(game: Game, level: str) -> str:
    """A level, or where it is not offered at a game, the next one above it that is; below it if there is none."""
    there, all_ = offered(game), tuple(LEVELS)
    if level in there or level not in all_:
        return level
    above = [one for one in all_[all_.index(level) :] if one in there]
    return above[0] if above else there[-1]


def words() -> str:
    """What they are called in every language, as a file of words."""
    return resources.files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
