"""The lessons: whole matches that are won, every action met, and beliefs that are what the coach says."""

from __future__ import annotations

from speelhol.games.counterfeiters.actions import Buy, Place
from speelhol.kernel import LANGUAGES, LEARNER, Lesson, convictions
from tests.lessons import each_lesson, moments
from tests.rules import rule

from .town import GAME, position

LESSONS = each_lesson(GAME)
FIRST, SECOND = GAME.lessons


@LESSONS
def test_a_lesson_ends_with_the_match_and_the_learner_wins(lesson: Lesson) -> None:
    *_, match = moments(GAME, lesson)
    assert match.over
    assert match.result is not None
    assert match.result.winners == (LEARNER,)
    for language in LANGUAGES:
        assert str(match.result.scores[LEARNER]) in lesson.end[language]


@rule("counterfeiters/aim.win")
def test_the_first_words_tell_the_goal() -> None:
    for language, word in (("en", "goal"), ("nl", "doel"), ("fr", "but")):
        assert word in FIRST.mine[0].say[language].partition(":")[0]


@rule("counterfeiters/tax.money", "counterfeiters/end.lawyer", "counterfeiters/end.tickets")
def test_the_first_lesson_meets_every_space_and_every_card() -> None:
    actions = [GAME.read(do) for seat in (0, 1) for do in FIRST.script(seat)]
    spaces = {action.space.removesuffix("-cap") for action in actions if isinstance(action, Place)}
    assert spaces == {"print", "shop", "fence", "tax", "sunglasses", "jet", "flight"}
    bought = {action.card.partition("-")[0] for action in actions if isinstance(action, Buy)}
    assert bought == {"printer", "ink", "paper", "hologram", "diner", "jet", "ticket", "great"}
    said = " ".join(tip.say["en"] for tip in FIRST.mine)
    assert "bad lawyer" in said
    assert "tax fraud brings $30" in said


BELIEVED = {
    "place flight": (1.0, 1.0),
    "buy 4 paper 20": (0.0, 0.1),
    "buy 4 diner 20": (0.0, 0.1),
}


@rule("counterfeiters/money.secret", "counterfeiters/flight.transfer")
def test_what_the_second_lesson_says_of_beliefs_is_believed() -> None:
    """Certain before a flight and after a sale, hardly believed after a flight; near the end one chance in five."""
    looked = 0
    for match, tip in zip(moments(GAME, SECOND), SECOND.mine, strict=False):
        if not tip.beliefs:
            continue
        exposed, richest = convictions(match, tip.beliefs)
        assert (exposed.belief.tag, richest.belief.tag) == ("exposed", "richest")
        if tip.do in BELIEVED:
            low, high = BELIEVED[tip.do]
            assert low <= exposed.belief.chance <= high, tip.do
            looked += 1
        if "one chance in five" in tip.say["en"]:
            assert 0.15 < exposed.belief.chance < 0.25
            assert position(match).offshore[LEARNER] == 430
            looked += 1
    assert looked == 6


@rule("counterfeiters/flight.transfer")
def test_the_bluff_of_the_second_lesson_is_one() -> None:
    """The learner holds $170 while the other takes the hand for nearly empty."""
    match = next(m for m, tip in zip(moments(GAME, SECOND), SECOND.mine, strict=False) if tip.basics)
    assert position(match).cash[LEARNER] == 170
    assert convictions(match, (1,))[0].belief.chance < 0.1
