"""How the house says no."""

from __future__ import annotations

from typing import Any


class TurnedAway(Exception):
    """The house says no, for a reason that has words (`den.<reason>` in the catalogue)."""

    def __init__(self, reason: str, **data: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.data = data


class HouseRests(TurnedAway):
    """The owner lets the house rest: nothing is written until it goes on."""

    def __init__(self) -> None:
        super().__init__("read-only")
