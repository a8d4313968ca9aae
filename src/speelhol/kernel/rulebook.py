"""The rulebook as data: every rule one entry, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .languages import LANGUAGES, Texts, complete

Label = Literal["T", "P", "R", "T+R", "T+P", "P+R"]


class Rule(Struct, frozen=True):
    """One rule. The label says where it comes from: T the printed rules, P a public source, R our reconstruction."""

    id: str
    chapter: str
    label: Label
    text: Texts


class Chapter(Struct, frozen=True):
    id: str
    title: Texts
    rules: tuple[Rule, ...]


class Rulebook:
    """The rules of one game by chapter and by id (`thieves/raid.tie`)."""

    def __init__(self, game: str, chapters: tuple[Chapter, ...]) -> None:
        self.game = game
        self.chapters = chapters
        self._rules = {rule.id: rule for chapter in chapters for rule in chapter.rules}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    @classmethod
    def load(cls, game: str, text: str) -> Rulebook:
        """Read `rulebook.toml`: `[chapter]` tables with titles, each with its `[chapter.rule]` tables, in order.

        Raises ValueError if an entry is incomplete.
        """
        chapters = []
        for name, table in tomllib.loads(text).items():
            titles = {language: table.pop(language) for language in LANGUAGES if language in table}
            rules = [_rule(game, name, key, entry) for key, entry in table.items()]
            chapters.append(Chapter(name, read_texts(f"chapter {name} of {game}", titles), tuple(rules)))
        return cls(game, tuple(chapters))


def _rule(game: str, chapter: str, key: str, entry: dict[str, Any]) -> Rule:
    where = f"{game}/{chapter}.{key}"
    try:
        label = msgspec.convert(entry.pop("label", None), Label)
    except msgspec.ValidationError as error:
        raise ValueError(f"rule {where}: {error}") from None
    return Rule(where, chapter, label, read_texts(f"rule {where}", entry))


def read_texts(where: str, entry: Any) -> Texts:
    """An entry as texts in every language. Raises ValueError, saying where, if it is incomplete."""
    try:
        texts = msgspec.convert(entry, Texts)
        complete(texts)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return texts


def house_rules() -> Rulebook:
    """The few rules that hold at every table, whatever the game."""
    text = resources.files(__package__).joinpath("house_rulebook.toml").read_text(encoding="utf-8")
    return Rulebook.load("house", text)
