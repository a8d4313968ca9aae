"""A recorded moment is one that the gallery can show: the same question, put to the one who looks."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

import speelhol
from bench import moments
from speelhol.web.pages.gallery import Sheet


@pytest.mark.parametrize("name", speelhol.games())
def test_a_recorded_moment_leads_to_its_question(name: str) -> None:
    game = speelhol.game(name)
    seats = game.seats[0]
    asked = [tag for tag, *_ in moments.questions(game, seats, "lamp")]
    question = asked[len(asked) // 2]
    text = moments.moment(game, question, seats, "lamp", asked[: len(asked) // 2 + 1].count(question))
    assert text is not None
    (found,) = msgspec.convert(tomllib.loads(text), Sheet).moment
    match = game.start(found.seats, found.seed)
    for line in found.play.splitlines():
        seat, _, action = line.partition(" ")
        match.play(int(seat), game.read(action))
    assert match.position.agenda[-1].__struct_config__.tag == question
    assert found.eyes == match.to_act[0]
    assert len(found.play.splitlines()) == len(asked) // 2


def test_a_question_that_is_not_put_has_no_moment() -> None:
    assert moments.moment(speelhol.game("thieves"), "nothing", 3, "lamp") is None
