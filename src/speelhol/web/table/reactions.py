"""What is said quickly at a table, by a face: each game's own choice and words, in everybody's own language."""

from __future__ import annotations

from ...den.tables.people import REACTIONS
from ...kernel import Game
from ..text.templates import say


def reactions(game: Game, language: str) -> list[tuple[str, str]]:
    """The faces that a game's tables offer, and what each says there."""
    return [(face, words(game, face, language)) for face in game.reactions or REACTIONS]


def words(game: Game, face: str, language: str) -> str:
    """What a face says at a game's tables; those that it has no words for are read as the house says them, for they may
    stand in the log of an old table."""
    key = f"reaction.{face}"
    return game.speak(language).phrase(key) if key in game.words else say(language, f"reaction.{face}")


def face_of(text: str) -> str:
    """The face by which a remark was made; empty where it was written."""
    face = text.strip(":")
    return face if face in REACTIONS and text == f":{face}:" else ""
