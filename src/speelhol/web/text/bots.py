"""Bots in words: how well they play and what they are like, to choose from and at their seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from ...bots.roster import CHARACTERS, LEVELS, MIXED, USUAL, nearest, offered
from ...den import Chair, Table
from ...den.tables.door import Level
from ...den.tables.entries import Hints, Speed
from ...kernel import Game
from .templates import own_words, say


def kind(chair: Chair, language: str) -> str:
    """What somebody reads at a bot's seat: `sharp bot · bold`."""
    if chair.level not in LEVELS:
        return say(language, "bot.seat.random")
    return f"{say(language, f'bot.seat.{chair.level}')} · {say(language, f'bot.is.{chair.character}')}"


def own_program(program: bool, language: str) -> str:
    """What somebody reads beside a program that said that it is one; empty for everybody else."""
    return say(language, "presence.program") if program else ""


def rank(game: Game, chair: Chair) -> int:
    """How well a bot plays, from 1, among the levels of its game; 0 for a person, and for a bot of no level that people
    choose. One that the game does not offer any more counts like the one below it."""
    if chair.level not in LEVELS:
        return 0
    below = tuple(LEVELS)[: tuple(LEVELS).index(chair.level) + 1]
    return max(1, sum(level in below for level in offered(game)))


def ranks(game: Game) -> int:
    """How well a bot can play, in the same measure."""
    return len(offered(game))


def picker(game: Game, language: str, filled: Mapping[str, str]) -> dict[str, Any]:
    """What can be chosen about bots, for a form."""

    def one(value: str, key: str, chosen: str) -> dict[str, Any]:
        more = say(language, f"{key}.more") if f"{key}.more" in own_words() else ""
        return {"value": value, "words": say(language, key), "more": more, "on": value == chosen}

    level, character = nearest(game, filled.get("level", USUAL)), filled.get("character", MIXED)
    return {
        "levels": [one(name, f"bot.level.{name}", level) for name in offered(game)],
        "characters": [one(name, f"bot.character.{name}", character) for name in (MIXED, *CHARACTERS)],
        "strength": strength(game, language),
        "unoffered": missing(game, language),
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
        f"{say(language, f'bot.level.{level}')}\N{NO-BREAK SPACE}{wins[level]}" for level in LEVELS if level in wins
    )
    return say(
        language,
        "Wins out of 100 against regular bots ({seats} players): {levels}",
        seats=game.strength.seats,
        levels=listed,
    )


def missing(game: Game, language: str) -> str:
    """Why a level is not there; empty where all are."""
    out = [level for level in LEVELS if level not in offered(game)]
    names = ", ".join(say(language, f"bot.level.{level}") for level in out)
    if not out:
        return ""
    return say(
        language,
        "Not offered in this game: {levels}. The step to the next level would hardly be noticed.",
        levels=names,
    )


def hint_picker(language: str, filled: Mapping[str, str]) -> list[dict[str, Any]]:
    chosen = filled.get("hints", "alone")
    return [
        {"value": value, "words": say(language, f"hints.{value}"), "on": value == chosen} for value in get_args(Hints)
    ]


def speed_picker(language: str, filled: Mapping[str, str]) -> list[dict[str, Any]]:
    chosen = chosen_speed(filled)
    return [
        {"value": value, "words": say(language, f"speed.{value}"), "on": value == chosen} for value in get_args(Speed)
    ]


def chosen_speed(data: Mapping[str, str]) -> Speed:
    given = data.get("speed", "")
    return "brisk" if given == "brisk" else "instant" if given == "instant" else "calm"


def welcome_picker(language: str, filled: Mapping[str, str]) -> list[dict[str, Any]]:
    chosen = filled.get("welcome", "any")
    return [
        {"value": value, "words": say(language, f"level.{value}"), "on": value == chosen} for value in get_args(Level)
    ]


def chosen_bot(data: Mapping[str, str]) -> tuple[str, str]:
    """The level and character that a form asks for; whether there is such a bot is for the den to say."""
    return data.get("level", USUAL), data.get("character", MIXED)


def chosen_hints(data: Mapping[str, str]) -> Hints:
    given = data.get("hints", "")
    return "on" if given == "on" else "off" if given == "off" else "alone"
