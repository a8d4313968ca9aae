"""What stands on drawn cards: the words by which the text calls them, in the reader's language."""

from __future__ import annotations

import re

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Game
from speelhol.web.pages.gallery import ART, SYMBOL, overview
from speelhol.web.text.templates import Reader, environment

WORD = re.compile(r"<text[^>]*>([^<]*[^\W\d_]{3}[^<]*|[BDJKQRV])<")
"""A word, or the letter of a court card; an ace is an A wherever we play."""


def faces(game: Game) -> dict[str, dict[str, str]]:
    """By drawing, what a game writes on it."""
    return {key.removeprefix("face."): dict(texts) for key, texts in game.words.own.items() if key.startswith("face.")}


with_faces = pytest.mark.parametrize(
    "game",
    [pytest.param(speelhol.game(name), id=name) for name in speelhol.games() if faces(speelhol.game(name))],
)


def test_no_drawing_holds_a_word() -> None:
    """All languages share the drawings; what they say is set by templates."""
    files = [ART, *(found for name in speelhol.games() for found in speelhol.game(name).folder.root.glob("draw/*.svg"))]
    assert [(file.name, WORD.findall(file.read_text(encoding="utf-8"))) for file in files] == [
        (file.name, []) for file in files
    ]


@with_faces
def test_a_card_says_what_the_text_calls_it(game: Game) -> None:
    drawings = {name for name, _, _ in SYMBOL.findall(ART.read_text(encoding="utf-8"))}
    terms = [texts for key, texts in game.words.own.items() if key.startswith("term.")]
    for drawing, said in faces(game).items():
        assert drawing in drawings
        if not drawing.startswith("card-"):
            assert any(all(term[one].lower() == said[one].lower() for one in LANGUAGES) for term in terms), drawing


@with_faces
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_shows_cards_in_the_readers_language(game: Game, language: str) -> None:
    shown = re.sub(r'<tspan x="50" dy="12">', "", overview(Reader(language, "gallery")))
    for drawing, said in faces(game).items():
        assert re.search(rf'#{drawing}"/><text [^>]*>{re.escape(said[language])}<', shown), drawing


@pytest.mark.parametrize("language", LANGUAGES)
def test_court_cards_bear_the_letters_by_which_bets_on_them_are_called(language: str) -> None:
    words = speelhol.game("cash-and-run").words
    *courts, ace = words.sentence("draw.court", language).split()
    assert ace == "A"
    ranks = [words.sentence(f"term.{rank}", language)[0].upper() for rank in ("jack", "queen", "king")]
    assert courts == ranks
    for rank, letter in zip("JQK", courts, strict=True):
        for suit in "HSDC":
            assert words.sentence(f"face.card-{rank}{suit}", language) == letter
    front = environment(language).get_template("art.html").module.scene()  # type: ignore[attr-defined]
    assert front.count(f">{courts[2]}</text>") == front.count(f">{courts[1]}</text>") == 2
