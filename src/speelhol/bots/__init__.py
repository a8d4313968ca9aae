"""The ladder: one interface, a view in, an action out."""

from collections.abc import Mapping

from .bot import Bot, Budget, Level, Thought, Weighed
from .schemer import Schemer
from .sharp import Adviser, Regular, Sharp
from .simple import Beginner, Chancer, Greedy

LADDER: Mapping[str, type[Level]] = {
    "random": Chancer,
    "beginner": Beginner,
    "greedy": Greedy,
    "regular": Regular,
    "sharp": Sharp,
    "schemer": Schemer,
}
"""The levels by name, weakest first. Greedy, who is in the lab alone, decides at a glance in every game."""

__all__ = [
    "LADDER",
    "Adviser",
    "Beginner",
    "Bot",
    "Budget",
    "Chancer",
    "Greedy",
    "Level",
    "Regular",
    "Schemer",
    "Sharp",
    "Thought",
    "Weighed",
]
