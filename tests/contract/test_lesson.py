"""Lessons: first matches on the real rules, seen through from the first tip to the last."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, LEARNER, Game, Lesson, Match, convictions
from tests.lessons import followed

from .cases import fact, facts_of, having

LESSONS = [
    pytest.param(name, lesson, id=f"{name}-{number}")
    for name in speelhol.games()
    for number, lesson in enumerate(speelhol.game(name).lessons, 1)
]


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_follows_the_rules_to_its_last_tip(name: str, lesson: Lesson) -> None:
    game = speelhol.game(name)
    match = game.start(lesson.seats, seed=lesson.seed, **lesson.options)
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    while any(scripts):
        assert match.to_act, "the match is over before the lesson is"
        seat = match.to_act[-1]  # whoever answers a sealed question first: the others come before the learner here
        assert scripts[seat], f"seat {seat} does not know what to do while others still follow the script"
        match.play(seat, game.read(scripts[seat].pop(0)))


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_coach_speaks_at_every_step_in_every_language(name: str, lesson: Lesson) -> None:
    for language in LANGUAGES:
        said = [tip.say[language] for tip in lesson.mine] + [lesson.end[language]]
        assert all(20 <= len(text) <= 320 for text in said), language
        assert len(set(said)) == len(said), "the coach repeats itself"


@pytest.mark.parametrize("name", having("lesson.toml"))
def test_lessons_bring_up_the_decisions_of_the_game(name: str) -> None:
    game = speelhol.game(name)
    met = {tip.do.partition(" ")[0] for lesson in game.lessons for tip in lesson.mine}
    never = set(fact(name, "MET").split()) - met
    assert not never, f"No lesson of {name} lets its learner {never}, and MET in {facts_of(name)} says it should."


def told(game: Game, lesson: Lesson) -> Iterator[tuple[tuple[int, ...], Match]]:
    """The match at each tip beside which somebody's beliefs stand, with whose they are; at last when all is told."""
    for match, tip in followed(game, lesson):
        if tip is not None and tip.beliefs:
            yield tip.beliefs, match
    if lesson.end_beliefs:
        yield lesson.end_beliefs, match


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_what_is_said_to_be_believed_is_believed_by_a_bot_from_what_it_sees(name: str, lesson: Lesson) -> None:
    """It has words in every language, and is the same in every world that the bot can't tell from this one."""
    game = speelhol.game(name)
    believes = game.beliefs
    for seats, match in told(game, lesson):
        assert believes is not None, "a lesson tells of beliefs, and there is no bot/beliefs.py"
        assert set(seats) <= set(range(1, lesson.seats))
        found = convictions(match, seats)
        assert {one.seat for one in found} == set(seats)
        for one in found:
            assert 0 <= one.belief.chance <= 1
            assert all(game.speak(language).believes(one.belief) for language in LANGUAGES)
        for seat in seats if not match.over else ():
            world = game.imagine(match.view(seat), random.Random(name))
            assert list(believes(world.view(seat), LEARNER)) == list(believes(match.view(seat), LEARNER))


@pytest.mark.parametrize("name", having("lesson.toml"))
def test_lessons_have_titles_of_their_own_and_one_place_where_the_basics_are_told(name: str) -> None:
    lessons = speelhol.game(name).lessons
    for language in LANGUAGES:
        titles = [lesson.title[language] for lesson in lessons]
        assert len(set(titles)) == len(titles)
        assert all(3 <= len(title) <= 40 for title in titles)
    for lesson in lessons:
        basics = [step for step, tip in enumerate(lesson.mine) if tip.basics]
        assert len(basics) <= 1
        assert 0 not in basics, "nothing has been told yet"
