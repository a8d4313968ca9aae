"""Every rule is complete, in three languages, and named by a test; every question names a rule."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from speelhol.kernel import LANGUAGES, Game, Rulebook, Sealed, house_rules
from tests.rules import named_rules

from .cases import every_game


@every_game
def test_every_rule_is_named_by_a_test(game: Game) -> None:
    assert not sorted({rule.id for rule in game.rulebook} - named_rules())


def test_every_house_rule_is_named_by_a_test() -> None:
    assert not sorted({rule.id for rule in house_rules()} - named_rules())


@every_game
def test_every_rule_is_complete(game: Game) -> None:
    assert len(game.rulebook) >= len(game.steps), "something happens of which no rule tells"
    for chapter in game.rulebook.chapters:
        assert chapter.rules
        for rule in chapter.rules:
            assert rule.id.startswith(f"{game.name}/{chapter.id}.")
            texts = [rule.text[language] for language in LANGUAGES]
            assert all(text.strip() == text and len(text) > 15 and text[-1] in ".!?”»" for text in texts), rule.id
            assert len(set(texts)) == 3, rule.id


@every_game
def test_every_rule_has_the_same_numbers_in_every_language(game: Game) -> None:
    """Or one of the texts is wrong, and nobody who reads only one of them can see it."""
    for rule in game.rulebook:
        grouped = {language: re.sub(r"(?<=\d)[.,\s](?=\d{3})", "", text) for language, text in rule.text.items()}
        numbers = {language: set(re.findall(r"\d+", text)) for language, text in grouped.items()}
        assert len(set(map(frozenset, numbers.values()))) == 1, (rule.id, numbers)


def applied(game: Game) -> set[str]:
    """The rules that a game's code names: in a question or a refusal, or as [chapter.rule] where it is applied."""
    found: set[str] = set()
    for file in game.folder.root.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(rf"{game.name}/[a-z0-9.-]+", str(node.value)):
                found.add(str(node.value))
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                named = re.findall(r"\[([a-z0-9-]+\.[a-z0-9-]+)\]", ast.get_docstring(node) or "")
                found |= {f"{game.name}/{name}" for name in named}
    return found


@every_game
def test_what_the_code_says_it_applies_are_rules(game: Game) -> None:
    assert sorted(applied(game) - {rule.id for rule in game.rulebook}) == []


@every_game
def test_every_rule_is_named_where_it_is_applied(game: Game) -> None:
    """With the rulebook in one hand, the other finds the code; [chapter.rule] in a docstring says where."""
    assert sorted({rule.id for rule in game.rulebook} - applied(game)) == []


@every_game
def test_every_question_and_refusal_names_a_rule(game: Game) -> None:
    questions: list[Any] = [step for step in game.steps if step.asks]
    assert len({question.rule for question in questions}) == len(questions), "each has a rule of its own"
    for question in questions:
        assert question.rule in game.rulebook, question
        assert question.sealed == issubclass(question, Sealed)
    for file in game.folder.root.glob("*.py"):
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
