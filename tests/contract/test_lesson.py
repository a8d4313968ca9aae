"""Lessons: a first match on the real rules, seen through from the first tip to the last."""

from __future__ import annotations

import pytest

import speelhol
from speelhol.kernel import LANGUAGES

TAUGHT = [name for name in speelhol.games() if speelhol.game(name).lesson is not None]


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_follows_the_rules_to_its_last_tip(name: str) -> None:
    game = speelhol.game(name)
    lesson = game.lesson
    assert lesson is not None
    match = game.start(lesson.seats, seed=lesson.seed, **lesson.options)
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    while scripts[0]:
        assert match.to_act, "the match is over before the lesson is"
        seat = match.to_act[-1]  # whoever answers a sealed question first: the others come before the learner here
        assert scripts[seat], f"seat {seat} does not know what to do while the learner is still taught"
        match.play(seat, game.read(scripts[seat].pop(0)))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_coach_speaks_at_every_step_in_every_language(name: str) -> None:
    lesson = speelhol.game(name).lesson
    assert lesson is not None
    for language in LANGUAGES:
        said = [tip.say[language] for tip in lesson.mine] + [lesson.end[language]]
        assert all(20 <= len(text) <= 320 for text in said), language
        assert len(set(said)) == len(said), "the coach repeats itself"


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_shows_the_decisions_of_the_game(name: str) -> None:
    """Most kinds of decision come up: the learner meets at least half of what can be decided at all."""
    game = speelhol.game(name)
    lesson = game.lesson
    assert lesson is not None
    met = {type(game.read(tip.do)) for tip in lesson.mine}
    assert len(met) * 2 >= len(game.actions), sorted(kind.__name__ for kind in set(game.actions) - met)
