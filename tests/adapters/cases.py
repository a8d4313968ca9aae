"""Every game at its fewest and its most seats."""

from __future__ import annotations

import speelhol

CASES = [
    (name, seats)
    for name in speelhol.games()
    for seats in (speelhol.game(name).seats[0], speelhol.game(name).seats[-1])
]
