"""A second click at one place does nothing that can't be undone, unless the first one meant just that."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, Route, ViewportSize, expect

from .conftest import Run
from .house import House
from .people import DESK, PHONE, Person

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
SIZES = [DESK, LAPTOP, PHONE]
FOR_GOOD = ("close", "remove", "bar", "pass", "leave", "resign", "answer", "deal")
"""Deeds that can't be undone, or harm somebody."""
BETWEEN = 80
"""Milliseconds between two clicks."""
LATER = 1_000
"""When a click is no second one any more."""
BESIDE = (4, 4)
WITHIN = "#host, .chairs, .gobar, .logbox"
CONTROLS = """within => [...new Set([...document.querySelectorAll(within)].flatMap(
    one => [...one.querySelectorAll("summary, button:not([type=button]), [role=switch]")]))]
    .map((one, at) => (one.dataset.nth = at, one.innerText || one.ariaLabel))"""
SHOW = """nth => { const one = document.querySelector(`[data-nth="${nth}"]`);
    if (!one) return null;
    for (const box of document.querySelectorAll("details"))
        box.open = box.contains(one) && box.querySelector("summary") !== one;
    const sheet = one.closest("#host, .logbox");
    location.hash = sheet ? sheet.id : "closed";
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    document.getAnimations().forEach(each => each.finish());
    const box = one.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return one.contains(document.elementFromPoint(x, y)) ? [x, y, one.form?.action ?? ""] : null; }"""
"""Open what a control lies in, and nothing else; where it is then, and what it does by itself."""


async def twice(page: Page, x: float, y: float) -> None:
    await page.mouse.click(x, y)
    await page.wait_for_timeout(BETWEEN)
    await page.mouse.click(x, y)


async def click_everything(page: Page) -> int:
    """Click everything twice that a host has before them. Returns how much that was."""
    done: list[str] = []

    async def hold(route: Route) -> None:
        done.append(route.request.url)
        await route.fulfill(status=204)

    for deed in FOR_GOOD:
        await page.route(f"**/t/*/{deed}", hold)
    number = clicked = 0
    while number < len(names := await page.evaluate(CONTROLS, WITHIN)):
        place: Any = await page.evaluate(SHOW, number)
        if place is not None:
            clicked += 1
            x, y, own = place
            await twice(page, x, y)
            await page.wait_for_timeout(BETWEEN)
            assert set(done) <= {own}, (names[number], done)
        await page.mouse.click(*BESIDE)
        done.clear()
        number += 1
    return clicked


def come(house: House, code: str, *names: str) -> None:
    """People without a browser come to a table."""
    for name in names:
        assert httpx.post(f"{house.url}/t/{code}/sit", data={"name": name}).status_code == 303


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_no_second_click_closes_removes_or_passes_on(
    house: House, browser: Browser, run: Run, size: ViewportSize
) -> None:
    """Whatever a host clicks twice, before the deal and in the match: what unfolds beneath the pointer waits."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, viewport=size)
        code = await noor.open_table("thieves", 5)
        come(house, code, "Ed", "Bram", "Rudy")
        table = house.table(code)
        await noor.page.get_by_label("Send Rudy away").click()
        await noor.page.get_by_role("button", name="Send Rudy away").click()
        await expect(noor.page.locator(".chair", has_text="Rudy")).to_have_count(0)
        await noor.go(f"/t/{code}")
        assert await click_everything(noor.page) > 20
        await noor.page.unroute_all()
        assert [chair.name for chair in table.chairs[:3]] == ["Noor", "Ed", "Bram"]
        if any(not chair.taken for chair in table.chairs):
            await noor.bots_for_the_rest()
        await noor.deal()
        await noor.go(f"/t/{code}")
        assert await click_everything(noor.page) > 12
        assert house.table(code).phase == "playing"
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_who_sits_down_by_two_clicks_sits(house: House, browser: Browser, run: Run, size: ViewportSize) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        code = await noor.open_table("thieves", 3)
        bram = await Person.come(browser, house.url, "Bram", viewport=size)
        await bram.go(f"/t/{code}")
        await bram.page.locator(".sitdown input[name=name]").fill("Bram")
        box = await bram.page.locator(".sitdown .btn-go").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await bram.page.mouse.click(x, y)
        await expect(bram.page.locator(".chair", has_text="Bram")).to_be_visible()
        await bram.page.mouse.click(x, y)
        await noor.page.wait_for_timeout(300)
        assert house.table(code).chairs[1].name == "Bram"
        for one in (noor, bram):
            await one.leave()

    run(visit())


def test_who_sends_one_away_by_two_clicks_sends_no_other(house: House, browser: Browser, run: Run) -> None:
    """Of several at the door, the next comes to stand where the first one did."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", viewport=DESK)
        code = await noor.open_table("thieves", 4)
        await noor.go(f"/t/{code}#host")
        await noor.page.get_by_text("I approve newcomers").click()
        await expect(noor.page.get_by_role("switch", name="I approve newcomers")).to_be_checked()
        come(house, code, "Ann", "Bea", "Cas")
        await expect(noor.page.locator("#host").get_by_role("button", name="Send Cas away")).to_be_visible()
        await noor.page.wait_for_timeout(LATER)
        box = await noor.page.locator("#host").get_by_role("button", name="Send Ann away").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await noor.page.mouse.click(x, y)
        await expect(noor.page.locator("#host").get_by_role("button", name="Send Ann away")).to_have_count(0)
        await noor.page.mouse.click(x, y)
        await noor.page.wait_for_timeout(300)
        assert [one.name for one in house.table(code).door.knocks] == ["Bea", "Cas"]
        await noor.leave()

    run(visit())


HEARS = """() => { const one = document.querySelector("#close-table [data-sure]");
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""


def test_what_unfolds_once_more_waits_once_more(house: House, browser: Browser, run: Run) -> None:
    """Somebody thought better of it, folded it away and opens it again."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, viewport=LAPTOP)
        await noor.open_table("thieves", 3)
        await noor.page.get_by_role("link", name="You are the host").click()
        question = noor.page.locator("#close-table > summary")
        for _ in range(3):
            await question.click()
            assert await noor.page.evaluate(HEARS) is False
            await noor.page.wait_for_timeout(LATER)
            assert await noor.page.evaluate(HEARS) is True
            await question.click()
            await noor.page.wait_for_timeout(LATER)
        await noor.leave()

    run(visit())
