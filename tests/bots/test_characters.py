"""Characters can be told apart by what they do: a liar bluffs where a cautious player does not."""

from __future__ import annotations

import pytest
from bench.characters import CHANCES, bluffs

from speelhol.bots.roster import CHARACTERS

MATCHES = {"casa-de-papel": 12, "casablanca": 8, "cash-and-run": 8, "thieves": 12}


@pytest.mark.parametrize("game", CHANCES)
def test_a_liar_bluffs_half_as_often_again_as_the_cautious(game: str) -> None:
    shares = {name: bluffs(game, temper, MATCHES[game]) for name, temper in CHARACTERS.items() if name != "bold"}
    assert shares["cautious"] < shares["even"] < shares["liar"]
    assert shares["liar"] > 1.4 * shares["cautious"]
