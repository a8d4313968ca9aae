"""Whole matches of every game, by clicking: two people in two browsers and two bots."""

from __future__ import annotations

import asyncio
import random

import pytest
from playwright.async_api import Browser, expect

import speelhol

from .conftest import Run
from .house import House
from .people import DESK, Person


@pytest.mark.parametrize("game", speelhol.games())
def test_two_people_and_bots_play_a_whole_match(game: str, house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        bram = await Person.come(browser, house.url, "Bram", viewport=DESK, color_scheme="dark")
        code = await noor.open_table(game, 4)
        await bram.sit_down(code)
        await expect(noor.page.locator(".chair", has_text="Bram")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        made = await asyncio.gather(noor.play_on(random.Random(1)), bram.play_on(random.Random(2)))
        assert all(made), made
        match = house.table(code).playing
        assert match.over
        assert match.result is not None
        for person in (noor, bram):
            await expect(person.page.locator(".ranks li")).to_have_count(4)
            await expect(person.page.locator(".ranks .won")).to_have_count(len(match.result.winners))
            await expect(person.form).to_have_count(0)
        await noor.page.get_by_role("button", name="Play again").click()
        await noor.page.wait_for_url(lambda url: not url.endswith(code))
        await bram.page.get_by_role("link", name="To the rematch").click()
        await bram.page.wait_for_url(noor.page.url)
        for person in (noor, bram):
            await expect(person.page.locator(".chair b")).to_have_text(
                [chair.name for chair in house.table(code).chairs]
            )
            await person.leave()

    run(evening())
