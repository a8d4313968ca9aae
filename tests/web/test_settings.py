"""How one likes it at a table: light, speed and sound in one sheet; and a card from close."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol

from .conftest import Run
from .house import House
from .people import DESK, POCKET, Person

CENTRE = "e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }"


@pytest.mark.parametrize("game", speelhol.games())
def test_every_table_has_its_settings_in_one_sheet(house: House, game: str) -> None:
    """Drawn, in words and for who looks on, with the speed for the host to choose and for others to read."""
    with httpx.Client(base_url=house.url, follow_redirects=True) as noor, httpx.Client(base_url=house.url) as gust:
        noor.get("/")
        seats = str(speelhol.game(game).seats[0])
        code = noor.post("/new", data={"game": game, "seats": seats, "name": "Noor", "bots": "1"}).url.path
        for look in ("drawn", "words"):
            noor.cookies.set("look", look)
            page = noor.get(code).text
            sheet = page[page.index('id="settings"') :]
            assert page.count('href="#settings"') == 1
            for part in ('value="dark"', 'name="speed"', 'id="sounds"', 'name="language"'):
                assert part in sheet
        page = gust.get(f"{code}/table").text
        sheet = page[page.index('id="settings"') :]
        assert 'name="speed"' not in sheet
        assert "chosen by the host" in sheet


def test_settings_are_there_before_the_deal(house: House, browser: Browser, run: Run) -> None:
    """The host chooses the speed and stays in the sheet, and a guest reads it; who listens has sounds."""

    async def visit() -> None:
        noor, bram = [await Person.come(browser, house.url, name, drawn=True, **POCKET) for name in ("Noor", "Bram")]
        code = await noor.open_table("thieves", 3)
        await bram.sit_down(code)
        for one in (noor, bram):
            await one.page.get_by_role("link", name="Settings").tap()
            await expect(one.page.get_by_role("switch", name="Sounds")).to_be_visible()
        await noor.page.get_by_role("button", name="At once").tap()
        await expect(noor.page.get_by_role("button", name="At once")).to_have_attribute("aria-pressed", "true")
        await expect(bram.page.locator("#settings")).to_contain_text("At once")
        assert house.table(code).opened.speed == "instant"
        await noor.leave()
        await bram.leave()

    run(visit())


@pytest.mark.parametrize("dealt", [False, True])
def test_light_and_dark_are_chosen_at_the_table(house: House, browser: Browser, run: Run, dealt: bool) -> None:
    """The sheet stays open and says what is chosen."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("thieves", 3, bots=dealt)
        sheet = noor.page.locator("#settings")
        await noor.page.get_by_role("link", name="Settings").tap()
        await expect(sheet.get_by_role("button", name="As the device")).to_have_attribute("aria-pressed", "true")
        for name, theme in (("Dark", "dark"), ("Light", "light")):
            await sheet.get_by_role("button", name=name).tap()
            await expect(noor.page.locator("html")).to_have_attribute("data-theme", theme)
            await expect(sheet.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        await sheet.get_by_role("link", name="Close").tap()
        await expect(sheet).to_be_hidden()
        await noor.leave()

    run(visit())


def test_a_card_that_is_held_is_seen_from_close_and_not_chosen(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        page, closer = noor.page, noor.page.locator(".closer")
        card = page.locator(".hand .held").first
        name = await card.get_attribute("aria-label") or ""
        x, y = await card.evaluate(CENTRE)
        line = await noor.context.new_cdp_session(page)
        await page.touchscreen.tap(195, 20)  # the first touch of all brings the script
        await closer.wait_for(state="attached")
        for _ in range(2):
            await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            await expect(closer).to_be_visible()
            await expect(closer).to_contain_text(re.compile(re.escape(name), re.IGNORECASE))
            await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            await expect(closer).to_be_hidden()
            await expect(card).to_have_attribute("aria-pressed", "false")
        await page.touchscreen.tap(x, y)
        await expect(card).to_have_attribute("aria-pressed", "true")
        await noor.leave()

    run(visit())


TOPMOST = """() => {
    const box = e => e.getBoundingClientRect(),
        x = e => box(e).x + box(e).width / 2, y = e => box(e).y + box(e).height / 2;
    const card = [...document.querySelectorAll("main .near")].find(
        e => document.elementFromPoint(x(e), y(e))?.closest(".near") === e);
    return [x(card), y(card), card.querySelector("b").textContent, box(card.querySelector("svg")).width];
}"""
"""The first card that nothing lies over: where it is, what it is called, and how wide its drawing is."""


def test_whatever_is_a_card_is_seen_from_close(house: House, browser: Browser, run: Run) -> None:
    """A ware on the black market and a casino are no single drawings, but cards all the same."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        page, closer = noor.page, noor.page.locator(".closer")
        line = await noor.context.new_cdp_session(page)
        for game, seats, opens in (("counterfeiters", 2, ""), ("cash-and-run", 3, ".deedbook > summary")):
            await noor.open_table(game, seats, bots=True)
            await noor.my_move_or_over()
            await page.touchscreen.tap(195, 20)
            await closer.wait_for(state="attached")
            if opens:
                await page.locator(opens).tap()
            x, y, name, wide = await page.evaluate(TOPMOST)
            await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            await expect(closer).to_be_visible()
            await expect(closer).to_contain_text(name)
            assert await closer.locator("p").evaluate("p => p.textContent.length") > 20
            assert await closer.locator("svg").first.evaluate("e => e.getBoundingClientRect().width") > 1.5 * wide
            await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            await expect(closer).to_be_hidden()
            await expect(page.locator("[popover]:popover-open")).to_have_count(0)
        await noor.leave()

    run(visit())


def test_a_card_is_seen_from_close_while_the_mouse_rests_on_it(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, viewport=DESK)
        await noor.open_table("casa-de-papel", 4, bots=True)
        await noor.my_move_or_over()
        closer = noor.page.locator(".closer")
        await noor.page.locator(".topbar h2").hover()
        await closer.wait_for(state="attached")
        await noor.page.locator(".hand .held").first.hover()
        await expect(closer).to_be_visible()
        await expect(closer.locator("svg")).to_have_count(1)
        await noor.page.locator(".topbar h2").hover()
        await expect(closer).to_be_hidden()
        await noor.leave()

    run(visit())
