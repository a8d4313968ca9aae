"""Bots in words: how well they play and what they are like, to choose from and at their seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...bots.roster import CHARACTERS, LEVELS, MIXED, USUAL
from ...den import Chair, Table
from ...den.tables.entries import Hints
from ...kernel import Game
from .sentences import BOTS, HINTS
from .templates import say

COLON = {"en": ":", "nl": ":", "fr": "\u202f:"}


RANKS = {level: rank for rank, level in enumerate(LEVELS, 1)}


def kind(chair: Chair, language: str) -> str:
    """What somebody reads at a bot's seat: `sharp bot · bold`."""
    if chair.level not in LEVELS:
        return say(language, BOTS["seat.random"])
    return f"{say(language, BOTS[f'seat.{chair.level}'])} · {say(language, BOTS[f'is.{chair.character}'])}"


def rank(chair: Chair) -> int:
    """How well a bot plays, from 1; 0 for a person, and for a bot of no level that people choose."""
    return RANKS.get(chair.level or "", 0)


def picker(game: Game, language: str, filled: Mapping[str, str]) -> dict[str, Any]:
    """What can be chosen about bots, for a form."""

    def one(value: str, key: str, chosen: str) -> dict[str, Any]:
        more = say(language, BOTS[f"{key}.more"]) if f"{key}.more" in BOTS else ""
        return {"value": value, "words": say(language, BOTS[key]), "more": more, "on": value == chosen}

    level, character = filled.get("level", USUAL), filled.get("character", MIXED)
    return {
        "levels": [one(name, f"level.{name}", level) for name in LEVELS],
        "characters": [one(name, f"character.{name}", character) for name in (MIXED, *CHARACTERS)],
        "strength": strength(game, language),
    }


def in_mind(table: Table) -> Mapping[str, str]:
    """What whoever opened a table chose about its bots, as a form is filled in."""
    return {"level": table.opened.level, "character": table.opened.character}


def strength(game: Game, language: str) -> str:
    """What the levels are worth, as it was measured."""
    if game.strength is None:
        return ""
    wins = game.strength.wins
    listed = " · ".join(
        f"{say(language, BOTS[f'level.{level}'])}\N{NO-BREAK SPACE}{wins[level]}" for level in LEVELS if level in wins
    )
    return say(
        language,
        "Of 100 matches with %(n)s players, one among regulars wins: %(levels)s",
        n=game.strength.seats,
        levels=listed,
    )


def hint_picker(language: str, filled: Mapping[str, str]) -> list[dict[str, Any]]:
    chosen = filled.get("hints", "alone")
    return [{"value": value, "words": say(language, HINTS[value]), "on": value == chosen} for value in HINTS]


def chosen_bot(data: Mapping[str, str]) -> tuple[str, str]:
    """The level and character that a form asks for; whether there is such a bot is for the den to say."""
    return data.get("level", USUAL), data.get("character", MIXED)


def chosen_hints(data: Mapping[str, str]) -> Hints:
    given = data.get("hints", "")
    return "on" if given == "on" else "off" if given == "off" else "alone"
