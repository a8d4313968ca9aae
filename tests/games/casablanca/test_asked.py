"""What is asked says how it is done and why nothing else can be; one word for one thing beside it."""

from __future__ import annotations

import re

import pytest

from speelhol.games.casablanca.actions import Allow, Move
from speelhol.games.casablanca.draw.scene import scene
from speelhol.games.casablanca.passes import passes
from speelhol.kernel import LANGUAGES, Speech
from speelhol.web.table.scene import first, headline
from tests.drawn import Drawn
from tests.rules import rule

from .test_draw import LEDGERS, NAMES
from .town import GAME, play, town

in_every_language = pytest.mark.parametrize("language", LANGUAGES)
MAP = {"en": "an agent on the map|one on the map", "nl": "op de kaart", "fr": "sur la carte"}
ALLOWED = {"en": "pass", "nl": "laten gaan", "fr": "laisser passer"}


def speech_of(language: str) -> Speech:
    return GAME.speak(language, NAMES)


@in_every_language
def test_whoever_may_move_is_told_how_below_the_question(language: str) -> None:
    """In the first sentence of it, for which a phone has room; and the headline asks."""
    words = speech_of(language).words
    for key in words.own:
        if key == "ask.act" or key.startswith("ask.act."):
            head, rest = headline(words.sentence(key, language))
            assert head.endswith("?"), key
            assert any(how in first(rest)[0] for how in MAP[language].split("|")), (key, first(rest)[0])


@in_every_language
def test_where_an_agent_goes_is_what_is_lacking(language: str) -> None:
    speech = speech_of(language)
    to = speech.lack(Move, "to")
    assert to == speech.lack(Move, "case") == {"en": "where it goes", "nl": "waarheen", "fr": "où il va"}[language]


@rule("casablanca/bid.step")
@in_every_language
def test_whoever_can_only_give_up_or_pass_is_told_why_in_the_headline(language: str) -> None:
    match = town(2, ["red:900 blue:100 brown:100", "red:400 blue:500 brown:100"], {"red": "6"})
    play(match, "0 move red 7 no", "1 object", "0 fight", "1 bid 400", "0 meet")
    speech = speech_of(language)
    assert match.view(1).prompt == "raise.no-more"
    head, _ = headline(speech.ask(match.view(1)))
    assert head == {
        "en": "You have nothing more to name: you give up.",
        "nl": "Je hebt niets meer te noemen: je geeft op.",
        "fr": "Plus rien à annoncer : vous renoncez.",
    }[language].replace(" :", "\u202f:")


@in_every_language
def test_to_let_it_pass_is_called_so_for_a_while_too(language: str) -> None:
    match = town(3, LEDGERS, {"red": "6"})
    play(match, "0 move red 7 no")
    speech = speech_of(language)
    assert all(word in speech.do(Allow()).lower() for word in ALLOWED[language].split())
    for one in passes(match.view(None)).kinds:
        said = speech.phrase(one.phrase, **({"what": speech.phrase(one.what)} if one.what else {})).lower()
        assert all(word in said for word in ALLOWED[language].split()), said


@in_every_language
def test_what_stands_under_a_name_is_explained(language: str) -> None:
    """Beside it, and in the notepad; while a name tells of the part in an action, that needs none."""
    match = town(3, LEDGERS, {"red": "6"})
    speech = speech_of(language)
    drawn = Drawn(GAME, match.view(0), speech)
    spent = speech.phrase("draw.spent-on")
    for seat, words in scene(match.view(0), speech)["plaques"].items():
        assert re.fullmatch(r"[\d.,\s]+\+", words)
        assert f'title="{spent}"' in drawn.more(seat)
    assert speech.phrase("draw.spent-how") in drawn.legend
    play(match, "0 move red 7 no")
    assert not any(spent in Drawn(GAME, match.view(0), speech).more(seat) for seat in range(3))
