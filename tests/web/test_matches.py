"""Whole matches of every game on the drawn table, by hand from the deal to the result: one on a phone, one at a desk,
bots for the rest. One match is played in words."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

import speelhol
from bench import matches, phones
from speelhol.den import Table
from tests.contract.cases import fact, having

from .conftest import Run
from .house import House
from .people import DESK, POCKET, Person
from .test_looks import fits


class Evening(NamedTuple):
    """A match: how many sit there, which deal and whims, and what the two are fond of."""

    seats: int
    number: int
    fond: tuple[str, ...] = ()

    @property
    def seed(self) -> str:
        return f"evening {self.number}"


MOVING = (("casa-de-papel", 7), ("thieves", 1))
"""Matches by their numbers that are played with everything moving."""
AUDITED = (1, 6)
"""The decisions at which the page is looked at closely, and once more at the end."""


@pytest.fixture(scope="module")
def quiet_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which nothing else is played, with bots that don't pause."""
    house = House(tmp_path_factory.mktemp("house"), bot_pause=0.0)
    house.open()
    yield house
    house.close()


class Friends:
    """Two who play one match after another: a phone in Dutch by day, a desk in French by night."""

    def __init__(self, noor: Person, bram: Person) -> None:
        self.noor, self.bram = noor, bram

    @classmethod
    async def come(cls, browser: Browser, url: str, drawn: bool) -> Friends:
        noor = await Person.come(browser, url, "Noor", drawn=drawn, locale="nl-BE", **POCKET)
        dark = {"viewport": DESK, "color_scheme": "dark"}
        return cls(noor, await Person.come(browser, url, "Bram", drawn=drawn, locale="fr-BE", **dark))

    async def leave(self) -> None:
        for person in (self.noor, self.bram):
            await person.leave()

    async def play(self, house: House, game: str, evening: Evening) -> str:
        """Open a table, deal, and decide by hand to the end. Returns the name of the table."""
        code = await self.noor.open_table(game, evening.seats)
        await self.bram.sit_down(code)
        await expect(self.noor.page.locator(".chair", has_text="Bram")).to_be_visible()
        if evening.seats > 2:
            await self.noor.bots_for_the_rest()
        await self.noor.deal()
        players = []
        for seat, person in enumerate((self.noor, self.bram)):
            person.fond = evening.fond
            players.append(person.play_on(random.Random(f"{evening.seed}/{seat}"), audit))
        decisions = await asyncio.gather(*players)

        match = house.table(code).playing
        assert match.result is not None
        record = match.record()
        for seat, number in enumerate(decisions):
            assert number == sum(acted == seat for acted, _ in record.actions) > 0
        for person in (self.noor, self.bram):
            await expect(person.page.locator(".podium li, .ranks li")).to_have_count(evening.seats)
            winners = person.page.locator(".podium li:has(.crown), .ranks .won")
            await expect(winners).to_have_count(len(match.result.winners))
            await expect(person.form).to_have_count(0)
            await fits(person, f"{game}, the end")
        return code


async def audit(person: Person, number: int) -> None:
    if number in AUDITED:
        await fits(person, f"decision {number + 1} at {await person.page.title()}")


@pytest.fixture
def planned(quiet_house: House, monkeypatch: pytest.MonkeyPatch, game: str) -> Evening:
    """The evening of this game: the deal and the bots' whims follow from its seed."""
    evening = Evening(*(fact(game, "EVENING") or (speelhol.game(game).seats[0], 1)))
    deal = Table.deal
    monkeypatch.setattr(Table, "deal", lambda *given: replace(deal(*given), seed=evening.seed))
    quiet_house.den.rng = random.Random(evening.seed)
    return evening


@pytest.fixture(scope="module")
def friends(quiet_house: House, browser: Browser, run: Run) -> Iterator[Friends]:
    friends: Friends = run(Friends.come(browser, quiet_house.url, drawn=True))
    yield friends
    run(friends.leave())


@pytest.mark.parametrize("game", having("draw/scene.py"))
def test_a_whole_match_by_taps_on_the_drawn_table(
    game: str, planned: Evening, friends: Friends, quiet_house: House, run: Run
) -> None:
    run(friends.play(quiet_house, game, planned))


@pytest.mark.parametrize("browser", phones.BROWSERS)
def test_whole_matches_with_everything_moving_and_news_in_the_middle(
    browser: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few of those of `python -m bench.matches`, in both browsers: no freeze, no empty screen, no complaint."""
    monkeypatch.setattr(Table, "deal", matches.seeded(Table.deal))
    house = House(tmp_path, bot_pause=0.05)
    house.open()

    async def evenings() -> None:
        async with phones.BROWSERS[browser]() as opened:
            async for played in matches.play(opened, house, MOVING, len(MOVING)):
                assert not played.faults, played
                assert played.decisions

    try:
        run(evenings())
    finally:
        house.close()


@pytest.mark.parametrize("game", ["thieves"])
def test_a_whole_match_in_words_its_record_and_the_rematch(
    game: str, planned: Evening, quiet_house: House, browser: Browser, run: Run, tmp_path: Path
) -> None:
    async def evening() -> None:
        friends = await Friends.come(browser, quiet_house.url, drawn=False)
        noor, bram = friends.noor, friends.bram
        code = await friends.play(quiet_house, game, planned)
        table = quiet_house.table(code)
        match = table.playing

        async with bram.page.expect_download() as coming:
            await bram.page.locator(".next-steps a[download]").click()
        file = tmp_path / "record.json"
        await (await coming.value).save_as(file)
        again = speelhol.replay(speelhol.Record.from_bytes(file.read_bytes()))
        assert again.result == match.result
        assert again.view(None).to_bytes() == match.view(None).to_bytes()

        await noor.page.locator("form[action$='/again'] button").click()
        await noor.page.wait_for_url(lambda url: not url.endswith(code))
        await bram.page.locator(".next-steps a.btn-go").click()
        await bram.page.wait_for_url(noor.page.url)
        for person in (noor, bram):
            await expect(person.page.locator(".chair b")).to_have_text(list(table.names))
        await friends.leave()

    run(evening())
