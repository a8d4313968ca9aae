"""What is at stake is said to whoever is asked, in every language and by their own view."""

from __future__ import annotations

from typing import Any

import pytest

import speelhol
from speelhol.kernel import LANGUAGES
from tests.stakes import asked

from .cases import having


@pytest.mark.parametrize("name", having("stakes.py"))
def test_what_is_at_stake_is_a_sentence_in_every_language(name: str) -> None:
    game = speelhol.game(name)
    met: set[str] = set()
    for seats, options in list(game.variants())[:4]:
        names = ["Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana"][:seats]
        speeches = [game.speak(language, names) for language in LANGUAGES]
        for match, seat, _ in asked(game, seats, options, "stakes"):
            told: list[list[Any]] = [list(game.stakes(match.view(seat), speech)) for speech in speeches]
            assert len({tuple(stake.ends for stake in one) for one in told}) == 1
            words = [stake.words for one in told for stake in one]
            assert not [one for one in words if "{" in one or not one.endswith(".")]
            met.update(words)
    assert met, "something is at stake now and then"
