"""The drawn mint: what the press shows, and what people said of what went into it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from speelhol.games.casa_de_papel.draw.scene import scene as drawn_scene
from speelhol.kernel import LANGUAGES, Match
from tests.drawn import Drawn

from .mint import GAME, choose, deal, lay, play, position, tag, talk

NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa")


def scene(match: Match, seat: int | None) -> Mapping[str, Any]:
    return drawn_scene(match.view(seat), GAME.speak("en", NAMES))


@pytest.mark.parametrize(
    ("cards", "press"), [(("m0", "m0", "m250"), "ran"), (("m0", "m0", "s0"), "ran"), (("m0", "s0", "s0"), "jammed")]
)
def test_the_press_runs_or_jams_as_most_cards_say(cards: tuple[str, ...], press: str) -> None:
    """A press that runs for nothing still runs."""
    match = deal(5, cards)
    lay(match, *cards)
    talk(match)
    assert (scene(match, 0)["press"], scene(match, 0)["hushed"]) == ("", False)
    choose(match, 0, 1, 2)
    assert tag(match) == "say-all"
    for seat in (0, 3, None):
        shown = scene(match, seat)
        assert shown["press"] == press
        assert sorted(tray["side"] for tray in shown["trays"]) == sorted(card[0] for card in cards)
        assert shown["hushed"]
        assert [one["claimed"]["kind"] for one in shown["people"]] == ["Plain money"] * 5
    assert position(match).claims == ()


@pytest.mark.parametrize(
    ("said", "kind", "worth", "plain"),
    [("m", "Money", "", False), ("m0", "Plain money", "", True), ("s250", "Sabotage", "−250", False)],
)
def test_what_is_called_without_an_amount_looks_unlike_a_plain_card(
    said: str, kind: str, worth: str, plain: bool
) -> None:
    match = deal(5)
    lay(match)
    for language in LANGUAGES:
        speech = GAME.speak(language, NAMES)
        board = Drawn(GAME, match.view(1), speech).board
        assert re.search(rf'data-pick="card=m">.*?{speech.phrase("draw.vague.m")}\s*</button>', board, re.DOTALL)
    play(match, f"0 claim {said} -", *(f"{s} claim {said} choose" for s in (1, 2, 3, 4)))
    claim = scene(match, 2)["people"][1]["claim"]
    assert (claim["kind"], claim["worth"], claim["plain"]) == (kind, worth, plain)


def test_the_box_is_drawn_when_all_is_over() -> None:
    match = deal(4, aside="berlin", skills=False)
    while not match.over:
        assert scene(match, 0)["box"] == ""
        match.play(match.to_act[0], next(iter(match.legal(match.to_act[0]))))
    assert "In the box: Berlin" in Drawn(GAME, match.view(0), GAME.speak("en", NAMES[:4])).board


def test_whose_cards_went_into_the_press_stays_to_be_seen() -> None:
    """On their seats while one says something of them, and later in the history; whose card is whose never shows."""
    cards = ("m0", "s0", "m250")
    match = deal(5, cards)
    lay(match, *cards)
    talk(match)
    choose(match, 0, 2, 3)
    for seat in (0, 1, None):
        drawn = Drawn(GAME, match.view(seat), GAME.speak("en", NAMES))
        people = re.findall(r'<li class="p(\d)".*?</li>', drawn.board, re.DOTALL)
        marked = re.findall(r'<li class="p(\d)"(?:(?!</li>).)*Chosen for the press', drawn.board, re.DOTALL)
        assert people == ["0", "1", "2", "3", "4"]
        assert marked == ["0", "2", "3"]
        (history,) = re.findall(r"Chosen for the press.*?</p>", drawn.legend, re.DOTALL)
        assert re.findall(r"#seat-(\d).*?>([A-Z]\w+)<", history, re.DOTALL) == [
            ("1", "Ann"),
            ("3", "Cleo"),
            ("4", "Dirk"),
        ]
