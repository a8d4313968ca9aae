"""What is asked: the question first, what binds before it binds, and the past as the past."""

from __future__ import annotations

import pytest

from speelhol.games.casa_de_papel import actions as a
from speelhol.games.casa_de_papel.draw.preview import then
from speelhol.kernel import LANGUAGES, Match
from speelhol.web.table.scene import first, headline
from tests.drawn import Drawn
from tests.rules import rule

from .mint import GAME, dark, deal, lay, play, tag
from .test_powers import FIVE, RAQUEL, to_the_dark

NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa")
LONG = 48
"""A longer headline leaves no room for what stands below it."""
MUST = {"en": "must", "nl": "moet", "fr": "devez|devrez|doit"}
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def asked(match: Match, seat: int, language: str) -> tuple[str, str]:
    """The headline, and what a phone shows below it."""
    head, rest = headline(GAME.speak(language, NAMES).ask(match.view(seat)))
    return head, first(rest)[0]


def binds(words: str, language: str) -> bool:
    return any(must in words for must in MUST[language].split("|"))


@in_every_language
def test_the_headline_is_the_question_and_leaves_room_for_the_rest(language: str) -> None:
    words = GAME.speak(language).words
    for key in words.own:
        if key.startswith("ask."):
            head, rest = headline(words.sentence(key, language))
            assert head.endswith("?"), (key, head)
            assert len(head) <= LONG, (key, head)
            assert rest, key


@in_every_language
def test_a_leader_is_not_asked_for_a_claim_as_for_a_card(language: str) -> None:
    match = deal(5)
    laying = asked(match, 0, language)
    lay(match)
    assert tag(match) == "talk"
    assert asked(match, 0, language)[0] != laying[0]


@rule("casa-de-papel/raquel.must")
@in_every_language
def test_whoever_looks_is_told_before_that_the_card_must_go_in(language: str) -> None:
    """Below the question, and above the button once a card is chosen; what comes next does not say otherwise."""
    match = to_the_dark(5, FIVE, (0, 1, 2))
    speech = GAME.speak(language, NAMES)
    assert binds(asked(match, RAQUEL, language)[1], language)
    for action in match.legal(RAQUEL):
        assert binds(then(match.view(RAQUEL), action, speech), language) == isinstance(action, a.Look)
    assert binds(speech.step(match.position.agenda[-2]), language)
    dark(match, RAQUEL, "look 3")
    assert speech.term("s250") in asked(match, RAQUEL, language)[1]
    assert binds(asked(match, RAQUEL, language)[1], language)


@rule("casa-de-papel/raquel.must")
def test_the_why_of_a_bound_swap_tells_of_the_bond() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2))
    dark(match, RAQUEL, "look 3")
    why = GAME.rulebook[match.position.agenda[-1].rule]
    assert all(binds(why.text[language], language) for language in LANGUAGES)


@rule("casa-de-papel/raquel.must", "casa-de-papel/raquel.swap")
def test_the_card_that_must_go_in_is_no_choice() -> None:
    """One that may be swapped blindly is, unless there is only that one."""
    match = to_the_dark(5, FIVE, (0, 1, 2))
    dark(match, RAQUEL, "look 3")
    bound = Drawn(GAME, match.view(RAQUEL), GAME.speak("en", NAMES))
    assert [one["pick"] for one in bound.scene["people"]] == ["out=0", "out=1", "out=2", "", ""]
    assert [one["sure"] for one in bound.scene["people"]] == ["", "", "", "This card goes into the press.", ""]
    assert 'data-pick="into=' not in bound.board
    match = to_the_dark(5, FIVE, (0, 1, 2))
    dark(match, RAQUEL, "stay")
    free = Drawn(GAME, match.view(RAQUEL), GAME.speak("en", NAMES))
    assert [one["pick"] for one in free.scene["people"]] == ["out=0", "out=1", "out=2", "into=3", "into=4"]
    assert not any(one["sure"] for one in free.scene["people"])


@rule("casa-de-papel/raquel.swap")
def test_a_swap_tells_what_goes_in_if_that_is_known() -> None:
    speech = GAME.speak("en", NAMES)
    match = to_the_dark(5, FIVE, (0, 2, 3))
    dark(match, RAQUEL, "stay")
    view = match.view(RAQUEL)
    assert then(view, a.Swap(0, RAQUEL), speech) == "Into the press goes plain sabotage."
    assert then(view, a.Swap(0, 4), speech) == ""
    match = to_the_dark(5, FIVE, (0, 1, 2))
    dark(match, RAQUEL, "look 3")
    assert then(match.view(RAQUEL), a.Swap(0, 3), speech) == "Into the press goes sabotage −250."


@rule("casa-de-papel/raquel.look")
def test_what_was_seen_in_the_dark_is_the_past_once_the_press_has_shown_it() -> None:
    match = to_the_dark(5, FIVE, (0, 1, 2))
    dark(match, RAQUEL, "look 3")

    def noted() -> list[str]:
        """By language; the same on the drawn table and on the page in words."""
        view, both = match.view(RAQUEL), []
        for language in LANGUAGES:
            speech = GAME.speak(language, NAMES)
            (line,) = Drawn(GAME, view, speech).scene["lines"]
            (panel,) = [panel for panel in GAME.describe(view.now, speech) if panel.private]
            assert line in panel.lines
            assert "2" in line
            both.append(line)
        return both

    seen = noted()
    assert seen[0] == "In round 2 you saw in the dark the card of Dirk: sabotage −250"
    play(match, *(f"{s} {'swap 0 3' if s == RAQUEL else f'suspect {RAQUEL}'}" for s in range(5)))
    past = noted()
    assert past[0] == "In round 2 the card of Dirk was sabotage −250; it went to the press"
    assert not set(seen) & set(past)
    while not match.over:
        match.play(match.to_act[0], next(iter(match.legal(match.to_act[0]))))
        assert noted() == past
