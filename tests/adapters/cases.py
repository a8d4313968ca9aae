"""Every game that has an adapter, at its fewest and its most seats."""

from __future__ import annotations

import speelhol
from speelhol.adapters import ADAPTED

CASES = [(name, seats) for name in ADAPTED for seats in (speelhol.game(name).seats[0], speelhol.game(name).seats[-1])]
