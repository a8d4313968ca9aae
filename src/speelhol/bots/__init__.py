"""The ladder: one interface, a view in, an action out."""

from collections.abc import Mapping

from .bot import Bot, Budget, Level, Thought, Weighed
from .schemer import Schemer
from .sharp import Adviser, Sharp
from .simple import Beginner, Chancer, Greedy

LADDER: Mapping[str, type[Level]] = {
    "random": Chancer,
    "beginner": Beginner,
    "greedy": Greedy,
    "sharp": Sharp,
    "schemer": Schemer,
}
"""The levels by name, weakest first."""

__all__ = [
    "LADDER",
    "Adviser",
    "Beginner",
    "Bot",
    "Budget",
    "Chancer",
    "Greedy",
    "Level",
    "Schemer",
    "Sharp",
    "Thought",
    "Weighed",
]
