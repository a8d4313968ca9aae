"""The traits of a game (`kernel/traits.py`), from its own folder."""

from __future__ import annotations

from ..games import game as find
from ..games import games
from ..kernel.cache import per_process
from ..kernel.traits import Traits

ADAPTED = tuple(name for name in games() if find(name).folder.has("traits.py"))
"""The games that have an adapter."""


@per_process()
def traits(game: str, seats: int) -> Traits:
    """The traits of a game for so many seats. Raises ValueError, in a sentence, if the game has none."""
    folder = find(game).folder
    if not folder.has("traits.py"):
        others = ", ".join(ADAPTED)
        raise ValueError(f"{game!r} has no adapter: there is no traits.py in its folder. These have one: {others}.")
    found: Traits = folder.given("traits.py")(seats)
    return found
