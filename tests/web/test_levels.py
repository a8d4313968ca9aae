"""How strong bots are, told on the form for a new table and to programs."""

from __future__ import annotations

import re

import httpx
import pytest

import speelhol
from speelhol.bots.roster import LEVELS, USUAL, nearest, offered
from speelhol.den import Chair
from speelhol.kernel import LANGUAGES
from speelhol.web.text import bots
from tests.contract.cases import having

from .house import House


@pytest.mark.parametrize("name", having("strength.toml"))
def test_a_level_is_a_measured_strength(house: House, name: str) -> None:
    game = speelhol.game(name)
    measured = game.strength
    assert measured is not None
    assert measured.seats in game.seats
    assert list(measured.wins) == [level for level in LEVELS if level in measured.wins]
    assert {USUAL, tuple(LEVELS)[-1]} <= set(measured.wins), "what others are measured by, and the best"
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


def chosen(page: str) -> tuple[list[str], str]:
    """The levels that a page offers, and the one that is filled in."""
    (select,) = re.findall(r'<select class="sel" name="level">(.*?)</select>', page, re.DOTALL)
    (on,) = re.findall(r'value="(\w+)" selected', select)
    return re.findall(r'value="(\w+)"', select), on


@pytest.mark.parametrize("name", speelhol.games())
def test_a_game_offers_the_levels_that_were_worth_a_step(house: House, name: str) -> None:
    """On the form and in the waiting room; what is filled in and not offered becomes the next level, not the first."""
    game = speelhol.game(name)
    with httpx.Client(base_url=house.url, follow_redirects=True) as noor:
        for level in LEVELS:
            page = noor.get(f"/new?game={name}&level={level}").text
            assert chosen(page) == (list(offered(game)), nearest(game, level))
            missing = re.findall(r'<p class="sub unoffered">([^<]+)</p>', page)
            assert bool(missing) == (len(offered(game)) < len(LEVELS))
            table = {"game": name, "seats": game.seats[0], "name": "Noor", "level": level}
            assert chosen(noor.post("/new", data=table).text) == (list(offered(game)), nearest(game, level))
        without = {language: bots.missing(game, language) for language in LANGUAGES}
        assert len(set(without.values())) == (len(LANGUAGES) if missing else 1)
    assert chosen(httpx.get(f"{house.url}/new?game={name}").text)[1] == USUAL


def test_a_level_that_is_not_offered_is_played_all_the_same(house: House) -> None:
    """By programs that name it, and at tables from before; its plaque has as many dots as the level below."""
    game = speelhol.game("thieves")
    assert offered(game) == ("beginner", "regular", "schemer")
    body = {"game": "thieves", "seats": 3, "name": "Robota", "level": "sharp", "bots": True}
    seat = httpx.post(f"{house.url}/api/tables", json=body).json()
    chairs = httpx.get(f"{house.url}/api/tables/{seat['code']}").json()["chairs"]
    assert [chair["level"] for chair in chairs] == [None, "sharp", "sharp"]
    page = httpx.get(f"{house.url}/t/{seat['code']}").text
    for sign in re.findall(r'<span class="botsign".*?</span>', page, re.DOTALL):
        assert re.findall(r'<i( class="on")?></i>', sign) == [' class="on"', ' class="on"', ""]


def test_dots_go_by_the_levels_of_the_game() -> None:
    def dots(name: str, level: str) -> tuple[int, int]:
        game = speelhol.game(name)
        return bots.rank(game, Chair(None, "Abel", level)), bots.ranks(game)

    assert [dots("casablanca", level) for level in LEVELS] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [dots("thieves", level) for level in LEVELS] == [(1, 3), (2, 3), (2, 3), (3, 3)]
    assert [dots("casa-de-papel", level) for level in LEVELS] == [(1, 3), (1, 3), (2, 3), (3, 3)]
    assert dots("thieves", "random") == (0, 3)
