"""The town as it is drawn: where places lie on the map, and how agents stand at them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..table import STREETS

WIDTH = 700
"""The map is a square of so many units; `table.css` has the same places in percent."""

_LINES = (92, 250, 450, 608)
_ROWS = (86, 260, 440, 612)
_GRID = (
    ("cafe", "1", "2", "airport"),
    ("3", "4", "5", "6"),
    ("10", "9", "8", "7"),
    ("police", "11", "12", "hotel"),
)
AT: dict[str, tuple[int, int]] = {
    place: (x, y) for row, y in zip(_GRID, _ROWS, strict=True) for place, x in zip(row, _LINES, strict=True)
} | {"bazaar": (350, 345)}
BUILDINGS = dict.fromkeys(STREETS, ("house", 48, 44)) | {
    "cafe": ("hq-cafe", 80, 64),
    "airport": ("hq-airport", 80, 64),
    "hotel": ("hq-hotel", 80, 64),
    "police": ("hq-police", 80, 64),
    "bazaar": ("bazaar", 96, 60),
}
ABREAST = 3
"""So many agents stand side by side; of more, two stand left and right of the house, and the rest behind it."""
FRONT = 4
"""The most in front."""
FEET = 24
"""How far below the middle of a place its street is drawn on."""


def stand(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Who stands how at one place: `no` of `of` in a row, and which row, the front one being 0."""
    front = min(FRONT, len(names) - 2) if len(names) > ABREAST else len(names)
    rows = [names[:front], names[front:]]
    return {
        name: {"no": number, "of": len(row), "row": depth}
        for depth, row in enumerate(rows)
        for number, name in enumerate(row)
    }


def way(start: str, end: str) -> dict[str, int]:
    """A walk along a street, as the ends of a line that stop short of both buildings."""
    (x1, y1), (x2, y2) = AT[start], AT[end]
    dx, dy = x2 - x1, y2 - y1
    return {
        "x1": round(x1 + 0.22 * dx),
        "y1": round(y1 + FEET + 0.22 * dy),
        "x2": round(x1 + 0.66 * dx),
        "y2": round(y1 + FEET + 0.66 * dy),
    }
