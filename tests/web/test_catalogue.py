"""Every sentence of the pages stands in the Dutch and the French catalogue, and nothing else does."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import polib
import pytest

from speelhol.web.server import app
from speelhol.web.text import templates
from speelhol.web.text.sentences import TABLES

ROOM = Path(inspect.getfile(templates)).parents[1]
HOLE = re.compile(r"%\(\w+\)s")


def sentences() -> set[str]:
    """What templates mark for translation, what `say` is given, and the tables of sentences chosen by a key."""
    found = {text for table in (*TABLES, app.SENTENCES.values()) for text in table}
    for file in (ROOM / "templates").rglob("*.html"):
        source = file.read_text(encoding="utf-8")
        found |= {said[1] or said[2] for said in templates.SAID.finditer(source)}
        assert not re.search(r"\b_\(", templates.SAID.sub("", source)), (
            f"{file.name}: a sentence that is not a plain text"
        )
    for module in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "templates.say") and len(node.args) > 1:
                texts = [n.value for n in ast.walk(node.args[1]) if isinstance(n, ast.Constant)]
                if not isinstance(node.args[1], ast.Subscript):
                    found |= {text for text in texts if isinstance(text, str)}
    return found


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    catalogue = polib.pofile(str(ROOM / "locale" / f"{language}.po"), check_for_duplicates=True)
    have = {entry.msgid: entry.msgstr for entry in catalogue if not entry.obsolete}
    assert sorted(sentences() - set(have)) == []
    assert sorted(set(have) - sentences()) == []
    assert [key for key, text in have.items() if not text.strip() or "fuzzy" in key] == []


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_translations_have_the_same_holes_and_ends(language: str) -> None:
    for text, said in templates.catalogue(language).items():
        assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(said)), text
        assert text.endswith((".", "…")) == said.endswith((".", "…")), text
        assert said == said.strip(), text
        assert "'" not in said or language == "nl", f"{text}: a proper apostrophe is ’"


def test_an_unknown_sentence_stays_english() -> None:
    assert templates.say("nl", "No such sentence") == "No such sentence"
    assert templates.say("nl", "I am %(name)s", name="Yara") == "Ik ben Yara"
    assert templates.say("fr", "I am %(name)s", name="Yara") == "Je suis Yara"
