"""The door of a table: who may come in, watch and talk, who waits there, and to whom the host's role goes back."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ...kernel import SPOKEN

Level = Literal["any", "new", "known"]
"""Everybody, also those who play for the first time, those who know the rules."""


class DoorSettings(Struct, frozen=True, omit_defaults=True):
    """What the host of a table has chosen about those who come."""

    watch: bool = True
    """Whoever has the link may watch the match."""
    talk: bool = True
    """Whoever watches may talk."""
    approve: bool = False
    """Whoever wants to sit down waits until the host has said yes."""
    listed: bool = False
    """It stands in the lobby for everybody who comes to the house, until the match begins."""
    languages: tuple[str, ...] = ()
    """What is spoken there; what the lobby tells of it."""
    level: Level = "any"
    """Who is welcome."""
    start: float = 0.0
    """When the match begins by itself, bots in the chairs that are free then; 0 if the host deals."""


USUAL_DOOR = DoorSettings()
SWITCHES = {
    "watch": ("watch-on", "watch-off"),
    "talk": ("talk-on", "talk-off"),
    "approve": ("approve-on", "approve-off"),
    "listed": ("listed-on", "listed-off"),
}
"""What is noted when one is switched on, and off."""
FOR: dict[Level, str] = {"any": "for-any", "new": "for-new", "known": "for-known"}
"""What is noted when the host says for whom it is."""


def changed(before: DoorSettings, now: DoorSettings) -> list[tuple[str, str]]:
    """What is noted for everybody at the table when the host has chosen otherwise, and what it names."""
    found = []
    for what, (on, off) in SWITCHES.items():
        if (switched := getattr(now, what)) != getattr(before, what):
            found.append((on if switched else off, ""))
    if now.languages != before.languages:
        spoken = ", ".join(SPOKEN[one].name if one in SPOKEN else one for one in now.languages)
        found.append(("languages" if spoken else "any-language", spoken))
    if now.level != before.level:
        found.append((FOR[now.level], ""))
    return found


class Knock(Struct, frozen=True):
    """Somebody who waits for the host's yes."""

    person: str
    name: str
    luck: str = ""
    number: int = 0
    """No other knock at this table has it, so that a late answer meets nobody else."""
    place: str = ""
    """The mark of where they came from; empty if nobody knows."""
    program: bool = False


class Door(Struct, frozen=True):
    """How the door of a table stands."""

    settings: DoorSettings = USUAL_DOOR
    knocks: tuple[Knock, ...] = ()
    knocked: int = 0
    """How often somebody has knocked."""
    lent: str = ""
    """The host who is gone and has the role again when they are back; empty while nobody stands in."""
    lent_at: float = 0.0
    """Since when somebody stands in, in whosever hands the role has been."""
    closed: bool = False
    listed_from: str = ""
    """The mark of where the host was who put the table into the lobby; empty if nobody knows."""


OPEN = Door()
