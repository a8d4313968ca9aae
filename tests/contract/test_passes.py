"""On what a seat may let the house pass follows from what everybody sees, and it can always be done."""

from __future__ import annotations

import random

import pytest

import speelhol
from speelhol.kernel import LANGUAGES

from .cases import having


@pytest.mark.parametrize("name", having("passes.py"))
def test_a_pass_is_legal_whenever_it_is_offered_and_ends_with_its_turn(name: str) -> None:
    game, rng = speelhol.game(name), random.Random(name)
    met: set[str] = set()
    for seats, options in list(game.variants())[:3]:
        match = game.start(seats=seats, seed="passes", **options)
        speeches = [game.speak(language) for language in LANGUAGES]
        turn = 0
        while not match.over:
            found = game.passes(match.view(None))
            assert found.turn >= turn
            turn = found.turn
            if found.seat is not None:
                assert match.to_act == (found.seat,)
                assert found.action in match.legal(found.seat)
                assert all(kind.until > turn for kind in found.kinds)
                assert len({kind.key for kind in found.kinds}) == len(found.kinds)
                for kind in found.kinds:
                    met |= {
                        speech.phrase(kind.phrase, what=kind.what and speech.phrase(kind.what)) for speech in speeches
                    }
            seat = match.to_act[0]
            match.play(seat, match.legal(seat).sample(rng))
    assert met
    assert not [words for words in met if "{" in words]
