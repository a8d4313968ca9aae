"""Lessons, followed as somebody does who takes every tip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from speelhol.kernel import LEARNER, Game, Lesson, Match, Tip


def each_lesson(game: Game) -> pytest.MarkDecorator:
    """Put a test to every lesson of a game."""
    return pytest.mark.parametrize("lesson", [pytest.param(lesson, id=lesson.seed) for lesson in game.lessons])


def followed(game: Game, lesson: Lesson) -> Iterator[tuple[Match, Tip | None]]:
    """The match before each of the learner's decisions with its tip; at last, with None, when the script is through."""
    match = game.start(lesson.seats, seed=lesson.seed, **lesson.options)
    scripts = [list(lesson.script(seat)) for seat in range(lesson.seats)]
    tips = iter(lesson.mine)
    while any(scripts):
        seat = match.to_act[-1]  # whoever answers a sealed question first: the others come before the learner here
        if seat == LEARNER:
            yield match.copy(), next(tips)
        match.play(seat, game.read(scripts[seat].pop(0)))
    yield match, None


def moments(game: Game, lesson: Lesson) -> Iterator[Match]:
    """The same, without the tips."""
    return (match for match, _ in followed(game, lesson))
