"""Lessons: first matches on the real rules, seen through from the first tip to the last."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.kernel import LANGUAGES, Lesson

from .cases import fact, having

LESSONS = [
    pytest.param(name, lesson, id=f"{name}-{chapter}")
    for name in speelhol.games()
    for chapter, lesson in enumerate(speelhol.game(name).lessons, 1)
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
    assert met >= set(fact(name, "MET").split())
