"""The open table on a screen in the room: nothing is done there, and its letters are read from across it."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from .conftest import Run
from .house import House
from .people import Person

WALL: ViewportSize = {"width": 1920, "height": 1080}
READABLE = 20.0
"""Pixels of a letter on a screen of that size."""
LETTERS = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


def test_a_big_screen_shows_who_comes_and_then_the_match(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        code = await noor.open_table("thieves", 3)
        wall = await Person.come(browser, house.url, "", drawn=True, viewport=WALL)
        await wall.go(f"/t/{code}/table")
        page = wall.page
        await expect(page.locator(".bigroom")).to_contain_text(code)
        assert await page.locator("#live form:not(.langs), #live a[href$='/table']").count() == 0
        assert await page.locator(".chair b, .chair small, .when").evaluate_all(LETTERS) >= READABLE
        bram = await Person.come(browser, house.url, "Bram")
        await bram.sit_down(code)
        await expect(page.locator(".bigroom .chair", has_text="Bram")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        await expect(page.locator("#live.table")).to_be_visible()
        assert await page.locator(".seat b, .seat small, .log li, .prompt h1").evaluate_all(LETTERS) >= READABLE
        assert not await page.evaluate(WIDE)
        await page.set_viewport_size({"width": 1440, "height": 900})
        assert await page.locator(".log li").evaluate_all(LETTERS) < READABLE
        for one in (noor, bram, wall):
            await one.leave()

    run(evening())
