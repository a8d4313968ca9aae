"""Every sentence of the pages has its words, every word is said somewhere, and they fit in every language."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import speelhol
from speelhol.cli.screen import own_words as terminal_words
from speelhol.kernel import LANGUAGES, Words
from speelhol.web.server import app
from speelhol.web.text import templates

HOME = Path(inspect.getfile(speelhol)).parent
WEB = HOME / "web"
APOSTROPHES = ("nl", "en")
"""Languages in which an elision may have the typewriter's sign."""


def sentences() -> set[str]:
    """What templates mark for translation, and what `say` is given as it stands."""
    found = set(app.SENTENCES.values())
    for file in (WEB / "templates").rglob("*.html"):
        source = file.read_text(encoding="utf-8")
        found |= {said[1] or said[2] for said in templates.SAID.finditer(source)}
        assert not re.search(r"\b_\(", templates.SAID.sub("", source)), (
            f"{file.name}: a sentence that is not a plain text"
        )
    for module in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) in ("say", "templates.say")
                and len(node.args) > 1
                and not isinstance(node.args[1], (ast.Subscript, ast.JoinedStr))
            ):
                texts = [n.value for n in ast.walk(node.args[1]) if isinstance(n, ast.Constant)]
                found |= {text for text in texts if isinstance(text, str)}
    return found


def constants() -> set[str]:
    """Every text that stands in the code of the house by itself, or as a piece of a longer one."""
    found: set[str] = set()
    for module in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, *node.value.split(".")}
    return found


NOT_SAID = {
    "en": (
        "the own",
        "its books",
        "in the house;",
        "whose eyes",
        "one of the offers",
        "came of thinking",
        "open the den",
    ),
    "nl": ("het huis kan", "wiens ogen", "ook laten zitten", "bluffkaart", "neen", "weetje"),
    "fr": ("habitué", "livre de règles", "compte rendu", "robot", "pense", "à quel point les bots", "ses livres"),
}
"""What the house does not say, by language: another word stands for it, or a plainer one."""


def test_the_house_has_one_word_for_one_thing() -> None:
    found = [
        f"{language}, {key}: {wrong}"
        for words in (templates.own_words(), terminal_words())
        for language, wrongs in NOT_SAID.items()
        for key, said in words.in_language(language).items()
        for wrong in wrongs
        if re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", said, re.IGNORECASE)
    ]
    assert found == []


def test_every_sentence_is_translated_and_none_is_left_over() -> None:
    words = tomllib.loads((WEB / "words.toml").read_text(encoding="utf-8"))
    assert sorted(sentences() - set(templates.own_words().own)) == []
    assert sorted(words["page"].keys() - sentences()) == []


@pytest.mark.parametrize("words", [templates.own_words(), terminal_words()], ids=["pages", "terminal"])
def test_every_key_is_named_in_the_code(words: Words) -> None:
    named, said = constants(), sentences()
    left = [key for key in words.own if key not in said and not set(key.split(".")) <= named]
    assert left == []


@pytest.mark.parametrize("words", [templates.own_words(), terminal_words()], ids=["pages", "terminal"])
def test_translations_have_the_same_holes_and_ends(words: Words) -> None:
    for key, texts in words.own.items():
        english = texts["en"]
        for language in LANGUAGES:
            said = texts[language]
            assert Words.holes(said) == Words.holes(english), key
            assert english.endswith((".", "…")) == said.endswith((".", "…")), key
            assert said == said.strip() != "", key
            assert "'" not in said or language in APOSTROPHES, f"{key}: a proper apostrophe is ’"
            assert "fuzzy" not in said, key


def test_a_sentence_is_said_by_its_english_and_an_unknown_one_is_an_error() -> None:
    assert templates.say("nl", "I am {name}", name="Yara") == "Ik ben Yara"
    assert templates.say("fr", "I am {name}", name="Yara") == "Je suis Yara"
    with pytest.raises(KeyError, match="No such sentence"):
        templates.say("nl", "No such sentence")


def test_what_is_counted_is_said_of_one_too() -> None:
    """A number before the name of many things says “1 draws” of one; what it needs are forms: {n:# draw|# draws}."""
    many = re.compile(r"\{[nm]\} (?:\w+ )?\w+s\b")
    said = [*templates.own_words().in_language("en").values(), *terminal_words().in_language("en").values()]
    assert many.search("All {n} draws follow.") is not None
    assert [sentence for sentence in said if many.search(sentence)] == []
