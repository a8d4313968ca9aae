"""Prompts say what is offered: nothing is promised in words that the offers, or the next step, don't give."""

from __future__ import annotations

from collections import Counter

import pytest

import speelhol
from speelhol.kernel import Match

from .promises import Promises, promises, promising, questions, rare

MATCHES = 8
OFTEN = 60
"""So many times is a question held to its words, by number of seats and rules."""


def held_to_its_words(kept: Promises, prompt: str, match: Match, seat: int) -> None:
    assert kept[prompt](match, seat), f"{prompt}, {match.seats} seats, {match.position.options}"


@pytest.mark.parametrize("name", promising())
def test_no_question_promises_what_is_not_offered(name: str) -> None:
    """In random matches by every version of the rules; and each of the game's questions comes up in them."""
    game = speelhol.game(name)
    kept = promises(game)
    met: Counter[tuple[str, int, int]] = Counter()
    for seats, options in game.variants():
        for version in game.versions:
            for number in range(MATCHES):
                for match, seat in questions(game, seats, options, version, f"promises/{number}"):
                    prompt = match.position.agenda[-1].prompt(match.position, seat)
                    if met[prompt, seats, version] < OFTEN:
                        held_to_its_words(kept, prompt, match, seat)
                    met[prompt, seats, version] += 1
    asked = {prompt for prompt, *_ in met}
    for match, seat in rare(game):
        prompt = match.position.agenda[-1].prompt(match.position, seat)
        held_to_its_words(kept, prompt, match, seat)
        asked.add(prompt)
    assert asked == set(kept)
    assert {f"ask.{prompt}" for prompt in asked} == {key for key in game.words.own if key.startswith("ask.")}
