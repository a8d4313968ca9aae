"""The lessons: matches that come to an end, and a coach who says what is so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from speelhol.games.casablanca.draw.duel import duel
from speelhol.games.casablanca.events import Home
from speelhol.games.casablanca.table import AGENTS
from speelhol.kernel import LANGUAGES, LEARNER, Lesson, Match, Tip, convictions
from tests.rules import rule

from .town import GAME, fight, play, position, town

LESSONS = pytest.mark.parametrize("lesson", [pytest.param(lesson, id=lesson.seed) for lesson in GAME.lessons])


def moments(lesson: Lesson) -> Iterator[tuple[Match, Tip | None]]:
    """The match before each of the learner's decisions with its tip, and at last when the script is through."""
    match = GAME.start(lesson.seats, seed=lesson.seed, **lesson.options)
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    tips = iter(lesson.mine)
    while any(scripts):
        seat = match.to_act[-1]
        if seat == LEARNER:
            yield match.copy(), next(tips)
        match.play(seat, GAME.read(scripts[seat].pop(0)))
    yield match, None


def texts(lesson: Lesson, language: str) -> list[str]:
    return [tip.say[language] for tip in lesson.mine] + [lesson.end[language]]


@rule("casablanca/end.home", "casablanca/case.carriers")
@LESSONS
def test_a_lesson_ends_with_the_case_at_home_and_the_learner_wins(lesson: Lesson) -> None:
    *_, (match, _) = moments(lesson)
    assert match.over
    assert match.result is not None
    assert match.result.winners == (LEARNER,)
    assert any(isinstance(event, Home) for event in match.view(None).log)


@rule("casablanca/agent.home")
def test_the_other_goal_is_named() -> None:
    for language in LANGUAGES:
        assert "Agent" in GAME.lessons[1].end[language]


@LESSONS
def test_a_sum_that_is_to_be_named_is_a_button(lesson: Lesson) -> None:
    speech, named = GAME.speak("en"), 0
    for match, tip in moments(lesson):
        if tip is not None and tip.do.startswith("bid "):
            sums = duel(match.view(LEARNER), speech)["sums"]
            assert f"do=bid&amount={tip.do.removeprefix('bid ')}" in [one["pick"] for one in sums]
            named += 1
    assert named or lesson is not GAME.lessons[0]


@LESSONS
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_named_is_named_with_the_colour(lesson: Lesson, language: str) -> None:
    """At least once in each tip, by the name that stands on the table; family names are for the log."""
    speech = GAME.speak(language)
    for text in texts(lesson, language):
        for agent in AGENTS:
            first, last = speech.term(agent).split(" ")[:2]
            assert last not in text
            if re.search(rf"\b{first}\b", text):
                assert speech.phrase(f"draw.named.{agent}") in text, text


@LESSONS
def test_the_coach_gets_the_learners_sums_right(lesson: Lesson) -> None:
    """“You have $3,000 on Rosa (red)” is what stands in the ledger then."""
    told = 0
    named = {GAME.speak("en").phrase(f"draw.named.{agent}"): i for i, agent in enumerate(AGENTS)}
    for match, tip in moments(lesson):
        said = (tip.say if tip is not None else lesson.end)["en"]
        for amount, agent in re.findall(r"you have \$([\d,]+) on (\w+ \(\w+\))", said, re.I):
            assert position(match).bribes[LEARNER][named[agent]] == int(amount.replace(",", "")), said
            told += 1
    assert told


@rule("casablanca/bid.stop")
@LESSONS
def test_the_coach_does_not_say_that_giving_up_tells_anything(lesson: Lesson) -> None:
    """Nobody learns why somebody stops bidding: no tip says that a failed objection shows what one has not paid."""
    for text in texts(lesson, "en"):
        assert not re.search(r"objection that fails tells|have not paid", text)


def believed(step: int) -> dict[int, tuple[float | None, float]]:
    """By seat, at a step of the second lesson: how sure they were that the learner has bribed the agent, and are."""
    lesson = GAME.lessons[1]
    match, tip = list(moments(lesson))[step - 1]
    assert tip is not None
    assert tip.beliefs
    return {one.seat: (one.before, one.belief.chance) for one in convictions(match, tip.beliefs)}


@rule("casablanca/objection.bluff", "casablanca/bid.stop")
def test_what_the_coach_says_of_lies_is_what_the_bots_believe() -> None:
    """To object to one's own agent hides the money, to give up hides it well; to bring one on shows some."""
    doubt, hidden, shown, last = (believed(step) for step in (3, 4, 7, 14))
    assert all(before is not None and 0.2 < now < before for before, now in doubt.values())
    assert all(before is not None and now < 0.15 < before for before, now in hidden.values())
    assert all(now > 0.9 for _, now in shown.values())
    assert all(now < 0.15 for _, now in believed(12).values())
    assert all(before is not None and before < now < 0.5 for before, now in last.values())


@rule("casablanca/bid.truth")
def test_a_sum_that_is_named_is_believed() -> None:
    match = fight(500, 900)
    assert GAME.beliefs is not None
    (before,) = GAME.beliefs(match.view(2), 1)
    play(match, "1 bid 100")
    (after,) = GAME.beliefs(match.view(2), 1)
    assert before.chance < 1 == after.chance
    assert before.data == after.data == {"agent": "green"}


def test_nothing_is_believed_of_agents_before_one_is_announced() -> None:
    assert GAME.beliefs is not None
    assert GAME.beliefs(town(2).view(1), LEARNER) == ()
