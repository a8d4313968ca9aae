"""What an update that concerns somebody else leaves alone on an open drawn table: what is picked, and what moves."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from .conftest import Run
from .house import House
from .people import Person

SAY = """words => fetch(document.querySelector("form.say").action,
    { method: "POST", body: new URLSearchParams({ seat: 0, text: words }) })"""
PICK = "[data-pick]:not(.off, [aria-pressed=true])"
MOVES = """() => {
    window.moving = [...document.querySelectorAll(":is(.board, .seats) [data-at]")]
        .filter(e => e.checkVisibility())
        .map(e => e.animate([{ opacity: 1 }, { opacity: 0.5 }], { duration: 600_000 }));
    return moving.length;
}"""
STILL = """() => moving.filter(a => a.playState === "running" && a.effect.target.isConnected).length"""


async def told(page: Page, words: str) -> None:
    """Somebody says something, and this page has drawn it."""
    await page.evaluate(SAY, words)
    await expect(page.locator(".log")).to_contain_text(words)


@pytest.mark.parametrize(("game", "seats"), [("cash-and-run", 3), ("thieves", 3)])
def test_what_is_picked_and_what_moves_stays(game: str, seats: int, house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        await noor.asked_at(game, seats)
        page, picked = noor.page, noor.page.locator("[data-pick][aria-pressed=true]")
        await page.wait_for_function("() => globalThis.speelhol?.scene?.drawn")
        await page.locator(PICK).filter(visible=True).first.click()
        chosen = await picked.evaluate_all("all => all.map(one => one.dataset.pick)")
        button = await noor.go_button.text_content()
        assert chosen
        moving = await page.evaluate(MOVES)
        assert moving
        for words in ("well, well", "and again"):
            await told(page, words)
            assert await picked.evaluate_all("all => all.map(one => one.dataset.pick)") == chosen
            assert await noor.go_button.text_content() == button
            assert await page.evaluate(STILL) == moving
        await noor.leave()

    run(evening())
