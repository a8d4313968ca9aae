"""Whole matches of every game: two people, one on a phone, make every decision by hand; two bots play along."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import Table

from .conftest import Run
from .house import House
from .people import DESK, POCKET, Person

SEEDS = {"casablanca": 281, "cash-and-run": 8, "counterfeiters": 7}
"""The deal and everybody's whims: ordinary matches that don't take long. Of the others any is short enough."""


@pytest.fixture(scope="module")
def quiet_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which nothing else is played, with bots that don't pause."""
    house = House(tmp_path_factory.mktemp("house"), bot_pause=0.0)
    house.open()
    yield house
    house.close()


@pytest.mark.parametrize("game", speelhol.games())
def test_two_people_and_bots_play_a_whole_match(
    game: str, quiet_house: House, browser: Browser, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house = quiet_house
    seed = f"evening {SEEDS.get(game, 1)}"
    deal = Table.deal
    monkeypatch.setattr(Table, "deal", lambda *given: replace(deal(*given), seed=seed))
    house.den.rng = random.Random(seed)

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", **POCKET)
        bram = await Person.come(browser, house.url, "Bram", viewport=DESK, color_scheme="dark")
        gust = await Person.come(browser, house.url, "Gust", viewport=DESK)
        everybody = (noor, bram, gust)
        code = await noor.open_table(game, 4)
        await bram.sit_down(code)
        await expect(noor.page.locator(".chair", has_text="Bram")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        await gust.go(f"/t/{code}/table")

        players = [person.play_on(random.Random(f"{seed}/{seat}")) for seat, person in enumerate((noor, bram))]
        decisions = await asyncio.gather(*players)

        match = house.table(code).playing
        assert match.result is not None
        record = match.record()
        for seat, number in enumerate(decisions):
            assert number == sum(acted == seat for acted, _ in record.actions) > 0
        for person in everybody:
            await expect(person.live).to_have_attribute("data-state", "over")
            await expect(person.page.locator(".podium li, .ranks li")).to_have_count(4)
            winners = person.page.locator(".podium li:has(.crown), .ranks .won")
            await expect(winners).to_have_count(len(match.result.winners))
            await expect(person.form).to_have_count(0)

        async with bram.page.expect_download() as coming:
            await bram.page.get_by_role("link", name="Save the record").click()
        file = tmp_path / "record.json"
        await (await coming.value).save_as(file)
        again = speelhol.replay(speelhol.Record.from_bytes(file.read_bytes()))
        assert again.result == match.result
        assert again.view(None).to_bytes() == match.view(None).to_bytes()

        await noor.page.get_by_role("button", name="Play again").click()
        await noor.page.wait_for_url(lambda url: not url.endswith(code))
        await bram.page.get_by_role("link", name="To the rematch").click()
        await bram.page.wait_for_url(noor.page.url)
        for person in (noor, bram):
            await expect(person.page.locator(".chair b")).to_have_text(
                [chair.name for chair in house.table(code).chairs]
            )
        for person in everybody:
            await person.leave()

    run(evening())
