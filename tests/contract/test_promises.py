"""Prompts say what is offered: nothing is promised in words that the offers, or the next step, don't give."""

from __future__ import annotations

import pytest

import speelhol

from .promises import promises, promising, questions

MATCHES = 5


@pytest.mark.parametrize("name", promising())
def test_no_question_promises_what_is_not_offered(name: str) -> None:
    """In random matches by every version of the rules; and each of the game's questions comes up in them."""
    game = speelhol.game(name)
    kept = promises(game)
    met: set[str] = set()
    for seats, options in game.variants():
        for version in game.versions:
            for number in range(MATCHES):
                for match, seat in questions(game, seats, options, version, f"promises/{number}"):
                    prompt = match.view(seat).prompt
                    assert prompt is not None
                    assert kept[prompt](match, seat), f"{prompt}, {seats} seats, {options}"
                    met.add(prompt)
    assert met == set(kept)
    assert {f"ask.{prompt}" for prompt in met} == {key for key in game.words.own if key.startswith("ask.")}
