"""One word for one thing: a game's sentences use the words of its glossary, and none that stand there as wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Game
from speelhol.web.pages.gallery import STARTS

SPOKEN = ("words.toml", "rulebook.toml", "lesson*.toml", "moments.toml", "summary.toml")
"""The files of a game's folder whose sentences people read."""

WEB = Path(speelhol.__file__).with_name("web") / "words.toml"

HOLE = re.compile(r"\{[^}]*\}")
NAME = re.compile(r"\{\d\}")
"""Where the name of a seat is filled in."""


def glossary(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.folder.text("glossary.toml"))


with_glossary = pytest.mark.parametrize(
    "game",
    [
        pytest.param(speelhol.game(name), id=name)
        for name in speelhol.games()
        if speelhol.game(name).folder.has("glossary.toml")
    ],
)


def sentences(game: Game) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every sentence of a game, with where it stands, in all languages."""
    for pattern in SPOKEN:
        for file in sorted(game.folder.root.glob(pattern)):
            yield from within(file.name, tomllib.loads(file.read_text(encoding="utf-8")))


def within(place: str, tree: Any) -> Iterator[tuple[str, Mapping[str, str]]]:
    if isinstance(tree, list):
        for number, one in enumerate(tree, 1):
            yield from within(f"{place} {number}", one)
    elif isinstance(tree, dict):
        if all(isinstance(tree.get(language), str) for language in LANGUAGES):
            yield place, {language: HOLE.sub("…", NAME.sub("Ann", tree[language])) for language in LANGUAGES}
        for key, value in tree.items():
            yield from within(f"{place} {key}", value)


ENDINGS = {
    "en": (("", "(?:e?s|e?d|ing)?"), ("e", "(?:es?|ed|ing)")),
    "nl": (("", "(?:s|e?n|e?t|e|[td]en?)?"),),
    "fr": (("", "(?:s|x|es?|ée?s?)?"), ("e", "(?:e[srz]?|ent|ée?s?|ant|ons)")),
}
"""By language, what a word may end in, where it ends in that: nouns in the plural, verbs in every person."""


def says(text: str, word: str, *, inflected: bool = False) -> bool:
    """Whether a sentence holds a word as a whole, or begins one with it."""
    end = "" if inflected else r"(?!\w)"
    return bool(re.search(rf"(?<!\w){re.escape(word)}{end}", text, re.IGNORECASE))


def says_a_form(text: str, word: str, language: str) -> bool:
    """Whether a sentence holds a word with any of the language's endings; one after “=” stands as it is only."""
    if word.startswith("="):
        return says(text, word[1:])
    forms = "|".join(
        re.escape(word.removesuffix(last)) + endings for last, endings in ENDINGS[language] if word.endswith(last)
    )
    return bool(re.search(rf"(?<!\w)(?:{forms})(?!\w)", text, re.IGNORECASE))


@with_glossary
def test_no_sentence_uses_a_word_that_the_glossary_rules_out(game: Game) -> None:
    assert ruled_out(game, list(sentences(game))) == []


def ruled_out(game: Game, every: list[tuple[str, Mapping[str, str]]]) -> list[str]:
    """Where a sentence calls something of the game by a wrong word."""
    return [
        f"{place}, {language}: “{wrong}” for “{entry[language]}”"
        for entry in glossary(game).values()
        for language, wrongs in entry.get("not", {}).items()
        for wrong in wrongs
        for place, text in every
        if says_a_form(text[language], wrong, language)
    ]


SHELVES = {
    "luck": "cash-and-run",
    "street": "thieves",
    "notes": "counterfeiters",
    "press": "casa-de-papel",
    "town": "casablanca",
}
"""By shelf of the gallery with the pieces of a game: which game."""


def test_the_gallery_calls_the_pieces_of_a_game_as_the_game_does() -> None:
    said = dict(within("shelf", tomllib.loads(WEB.read_text(encoding="utf-8"))["shelf"]))
    assert set(STARTS) - set(SHELVES) == {"cards", "people", "signs"}, "of no game, or of all"
    for shelf, name in SHELVES.items():
        assert ruled_out(speelhol.game(name), [(shelf, said[f"shelf {shelf}"])]) == []


@with_glossary
def test_every_word_of_the_glossary_is_used_in_every_language(game: Game) -> None:
    every = list(sentences(game))
    unused = [
        f"{thing}, {language}: {entry[language]}"
        for thing, entry in glossary(game).items()
        for language in LANGUAGES
        if not any(says(text[language], entry[language], inflected=True) for _, text in every)
    ]
    assert unused == []


@with_glossary
def test_a_glossary_gives_each_thing_one_word_in_every_language(game: Game) -> None:
    for thing, entry in glossary(game).items():
        assert set(entry) - {"not"} == set(LANGUAGES), thing
        for language, wrongs in entry.get("not", {}).items():
            assert not any(says_a_form(entry[language], wrong, language) for wrong in wrongs), thing


def test_a_word_is_found_as_a_whole() -> None:
    assert says("Tours rapides. Un Tour !", "tour")
    assert not says("La presse tourne.", "tour")
    assert says("Twee leiders.", "leider", inflected=True)


@pytest.mark.parametrize(
    ("language", "text", "wrong", "held"),
    [
        ("en", "Two briefcases.", "briefcase", True),
        ("en", "They exchanged it.", "exchange", True),
        ("en", "Counterfeiters", "counterfeit", False),
        ("nl", "Wie twijfelt, betaalt.", "twijfel", True),
        ("nl", "Twee steps.", "stap", False),
        ("fr", "La somme nommée.", "nomme", True),
        ("fr", "Vous pouvez nommer.", "nomme", True),
        ("fr", "La presse tourne.", "tour", False),
        ("fr", "La partie est arrêtée.", "=arrêté", False),
        ("fr", "Il est arrêté.", "=arrêté", True),
    ],
)
def test_a_word_is_found_in_every_form(language: str, text: str, wrong: str, held: bool) -> None:
    assert says_a_form(text, wrong, language) == held


AMOUNT = re.compile(r"(?:[\d…]\s?)\$|\$\s?(?=[\d…])")


@with_glossary
def test_amounts_are_written_in_one_way(game: Game) -> None:
    """“$ 1.000” beside “$1.000” are two."""
    for language in LANGUAGES:
        ways: dict[str, str] = {}
        for place, text in sentences(game):
            for amount in AMOUNT.findall(text[language]):
                ways.setdefault(re.sub(r"[\d…]", "1", amount), place)
        assert len(ways) <= 1, (language, ways)
