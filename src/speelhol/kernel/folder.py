"""A game's folder: every file it may hold, which of them it must hold, and what each of them gives.

This is the one list of it. A module that is not listed is the game's own (`ledger.py`, `draw/town.py`), and so is data
(`board.toml`). What is missing is told in one sentence with the file's name.
"""

from __future__ import annotations

import importlib
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct


class File(Struct, frozen=True):
    """One file of a game's folder."""

    name: str
    """Its path within the folder."""
    what: str
    """What it holds, in a few words."""
    gives: str = ""
    """Of a module: the name that it must define."""
    required: bool = False
    """No game without it; or, in `draw` and `bot`, no code there without it."""


PLAN = (
    File("__init__.py", "the game itself", "GAME", required=True),
    File("table.py", "what lies on the table: the pieces with their data, and the position", required=True),
    File("actions.py", "what a seat decides", required=True),
    File("events.py", "what is told", required=True),
    File("rules.py", "steps and decisions in the rulebook's order; the rest of it in `rules_….py`", required=True),
    File("view.py", "what an audience may know, and how it is said", "look", required=True),
    File("stakes.py", "what may come of a decision: the end of the match, somebody's ruin", "stakes"),
    File("passes.py", "questions that a seat may leave to the house, by what everybody sees", "passes"),
    File("imagine.py", "a possible world for a view", "imagine", required=True),
    File("retell.py", "the record that leads to an imagined world", "retell", required=True),
    File("words.toml", "what is asked, what happened, why not", required=True),
    File("rulebook.toml", "every rule with its id, chapter, label and text", required=True),
    File("summary.toml", "the game on one page"),
    File("glossary.toml", "one word for one thing in each language, and what it is not called"),
    File("bot/mind.py", "what its bots know, joined", "MIND", required=True),
    File("bot/policy.py", "what a sensible player does"),
    File("bot/evaluate.py", "how the seats stand"),
    File("bot/features.py", "what a learned judgement of the seats looks at, in numbers", "features"),
    File("bot/worth.json", "what it has learned (`bench.training`)"),
    File("bot/infer.py", "what the others may hide, by what they did"),
    File("bot/rollout.py", "an imagined match played on, quickly"),
    File("bot/beliefs.py", "what a bot believes of somebody, by its own view; told in lessons", "beliefs"),
    File("bot/reasons.py", "why an action is advised, in a sentence or two; told in hints", "reasons"),
    File("bot/talk.py", "what a bot adds to what it has just said, from open events and its character", "talk"),
    File("draw/scene.py", "what the drawn table shows, as plain data", "scene", required=True),
    File("draw/motions.py", "how an event moves", "motions", required=True),
    File("draw/staged.py", "its big moments, and what they are staged with", "STAGED"),
    File("draw/preview.py", "what a choice leads to, as far as a seat can know", "then", required=True),
    File("draw/pieces.py", "what is in the box, with pictures and counts, for the rulebook", "pieces"),
    File("draw/table.html", "how a scene is drawn", required=True),
    File("draw/table.css", "its look"),
    File("draw/art.svg", "pictures that only this table needs"),
    File("draw/door.svg", "the picture on its door, 240 by 180"),
    File("draw/sign.svg", "its picture where there is little room"),
    File("draw/room.css", "the colours of its room"),
    File("lesson.toml", "a match to learn the game by; more in `lesson-2.toml` and so on"),
    File("moments.toml", "moments of real matches, for the gallery"),
    File("strength.toml", "how well its bots play, as it was measured"),
    File("traits.py", "which words and lengths its fields can have, for the adapters", "traits"),
)
"""In the order in which they are best written. `bot` and `draw` may be left out; a door needs no drawn table."""


class Unfinished(Exception):
    """A game's folder lacks something; its text is the sentence to tell."""


class Folder:
    """The folder behind a game's package."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def root(self) -> Path:
        """Where it lies; its code is not run for it. Raises Unfinished if it is nowhere, or no folder."""
        spec = find_spec(self.package)
        if spec is None or spec.submodule_search_locations is None:
            raise Unfinished(f"{self.package} is not {'there' if spec is None else 'a folder, and a game is one'}.")
        return Path(next(iter(spec.submodule_search_locations)))

    def has(self, file: str) -> bool:
        """Whether a file, or a folder within, is there."""
        return (self.root / file).exists()

    def text(self, file: str) -> str:
        """What stands in a file. Raises Unfinished if it is not there."""
        if not self.has(file):
            raise Unfinished(self._lacks(file))
        return (self.root / file).read_text(encoding="utf-8")

    def given(self, file: str) -> Any:
        """What a module of the plan gives. Raises Unfinished if it is not there or does not define it."""
        if not self.has(file):
            raise Unfinished(self._lacks(file))
        (gives,) = (one.gives for one in PLAN if one.name == file)
        module = self.module(file)
        if not hasattr(module, gives):
            raise Unfinished(f"{self.package}: {file} does not define {gives}.")
        return getattr(module, gives)

    def module(self, file: str) -> ModuleType:
        inner = file.removesuffix(".py").removesuffix("__init__").replace("/", ".")
        return importlib.import_module(f"{self.package}.{inner}".rstrip("."))

    def check(self) -> None:
        """Raises Unfinished for the first file that is missing; nothing is imported for it."""
        for file in PLAN:
            if file.required and not self.has(file.name) and self._begun(file.name):
                raise Unfinished(self._lacks(file.name))

    def _begun(self, name: str) -> bool:
        """Whether there is code that a file goes with: in `draw`, that of a drawn table and not only a door."""
        inside = name.rpartition("/")[0]
        return not inside or any((self.root / inside).glob("*.py"))

    def _lacks(self, name: str) -> str:
        what = next((f" ({file.what})" for file in PLAN if file.name == name), "")
        return f"{self.package} is not finished: {name} is missing{what}."
