"""How strong bots are, told on the form for a new table and to programs."""

from __future__ import annotations

import re

import httpx
import pytest

import speelhol
from speelhol.bots.roster import LEVELS
from speelhol.kernel import LANGUAGES
from tests.contract.cases import having

from .house import House


@pytest.mark.parametrize("name", having("strength.toml"))
def test_a_level_is_a_measured_strength(house: House, name: str) -> None:
    game = speelhol.game(name)
    measured = game.strength
    assert measured is not None
    assert measured.seats in game.seats
    assert list(measured.wins) == list(LEVELS)
    assert sorted(measured.wins.values()) == list(measured.wins.values()), "weakest first"
    with httpx.Client(base_url=house.url) as noor:
        (facts,) = (one for one in noor.get("/api/games").json() if one["name"] == name)
        assert facts["strength"] == measured.wins
        sentences = set()
        for language in LANGUAGES:
            page = noor.get(f"/new?game={name}", headers={"accept-language": language}).text
            (told,) = re.findall(r'<p class="sub measured">([^<]+)</p>', page)
            assert re.findall(r"\d+", told) == ["100", str(measured.seats), *map(str, measured.wins.values())]
            sentences.add(told)
        assert len(sentences) == len(LANGUAGES)
