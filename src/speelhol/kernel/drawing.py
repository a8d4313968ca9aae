"""How a game may be drawn: movements that explain what happened. Plain data; the pictures are the web's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct


class Motion(Struct, frozen=True):
    """A movement on a drawn table, made of one event that its audience was told.

    Places are the names that the table's template gives with `data-at`. A `fly` carries a piece from one place to
    another, a `toss` throws it and lets it lie for a moment, a `deal` turns it over where it lands, and a `walk` takes
    a piece of the table along a path. Any other kind plays the animation of that name (`.m-raid` in the game's
    `table.css`) at a place; until its turn comes that place has the class of its waiting (`.w-raid`).
    """

    kind: str
    at: str
    """Where it happens, or where a flight ends."""
    piece: str = ""
    """What flies: the name of a drawing."""
    start: str = ""
    """Where a flight begins."""
    value: str = ""
    """Of a deal: the drawing of its back. Of an animation: what its style sheet finds in `var(--v)`."""
    path: tuple[str, ...] = ()
    """Of a walk: the places it passes, the last one where it ends; with one place only it begins where it stood."""
    later: bool = False
    """Begins when the movements of the same event before it are over."""


def fly(piece: str, start: str, at: str) -> Motion:
    return Motion("fly", at, piece, start)


def toss(piece: str, start: str, at: str) -> Motion:
    return Motion("toss", at, piece, start)


def deal(piece: str, back: str, start: str, at: str) -> Motion:
    return Motion("deal", at, piece, start, back)


def walk(piece: str, *path: str, later: bool = False) -> Motion:
    return Motion("walk", piece, path=path, later=later)


class Staged(Struct, frozen=True):
    """How an event is staged that is a big moment: built up, revealed, and what follows.

    Its words are `[before.TAG]`, the event's own, and `[after.…]` if there are such.
    """

    motif: str | Callable[[Any], str]
    """The drawing in the middle, or which one it is, given the event."""
    size: tuple[int, int] = (48, 48)
    """That of its box."""
    mood: Literal["alarm", "drum"] = "drum"
    """What it sounds like."""
    turns: Callable[[Any], Sequence[str]] | None = None
    """The drawings of the cards that are turned over one by one, given the event."""
    back: str = ""
    """The drawing of their backs."""
    when: Callable[[Any], bool] | None = None
    """Which events of the kind are big; all of them if it is not said."""
