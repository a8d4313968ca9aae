"""Every rule is complete, in three languages, and named by a test; every question names a rule."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Game, Rulebook, Sealed, house_rules
from tests.rules import named_rules

from .cases import every_game

SOURCE = Path(inspect.getfile(speelhol)).parent


@every_game
def test_every_rule_is_named_by_a_test(game: Game) -> None:
    assert not sorted({rule.id for rule in game.rulebook} - named_rules())


def test_every_house_rule_is_named_by_a_test() -> None:
    assert not sorted({rule.id for rule in house_rules()} - named_rules())


@every_game
def test_every_rule_is_complete(game: Game) -> None:
    assert game.rulebook.chapters
    for chapter in game.rulebook.chapters:
        assert chapter.rules
        for rule in chapter.rules:
            assert rule.id.startswith(f"{game.name}/{chapter.id}.")
            texts = [rule.text[language] for language in LANGUAGES]
            assert all(text.strip() == text and len(text) > 15 and text[-1] in ".!?”»" for text in texts), rule.id
            assert len(set(texts)) == 3, rule.id


@every_game
def test_every_question_and_refusal_names_a_rule(game: Game) -> None:
    for step in game.steps:
        if step.asks:
            question: Any = step
            assert question.rule in game.rulebook, step
            assert question.sealed == issubclass(step, Sealed)
    for file in (SOURCE / "games" / game.name.replace("-", "_")).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(rf"{game.name}/[a-z0-9.-]+", str(node.value)):
                assert node.value in game.rulebook, f"{file.name}: {node.value!r}"
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused":
                reason = node.args[1]
                for value in ast.walk(reason):
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        assert f"refused.{value.value}" in game.words, f"{file.name}: {value.value}"


def test_an_incomplete_rule_is_refused() -> None:
    chapter = '[a]\nen = "A"\nnl = "A"\nfr = "A"\n'
    with pytest.raises(ValueError, match=r"x/a\.b"):
        Rulebook.load("x", chapter + '[a.b]\nlabel = "T"\nen = "One."\nnl = "Een."\n')
    with pytest.raises(ValueError, match=r"x/a\.b"):
        Rulebook.load("x", chapter + '[a.b]\nen = "One."\nnl = "Een."\nfr = "Un."\n')
    with pytest.raises(ValueError, match="chapter a"):
        Rulebook.load("x", '[a]\nen = "A"\nnl = "A"\n')
