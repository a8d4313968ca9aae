"""Pages that stand straight: panels side by side begin alike, nothing touches, what belongs together is set alike."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from .conftest import Run
from .house import House
from .people import DESK, PHONE, Person

BOXES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"
PODIUM = """<div class="panel podium-box">
<ol class="podium"><li class="p2"><b>Bram</b></li><li class="p1"><b>Noor</b></li></ol></div>"""


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


async def boxes(page: Page, these: str) -> list[list[float]]:
    found: list[list[float]] = await page.locator(these).evaluate_all(BOXES)
    return found


def test_panels_side_by_side_begin_at_one_height(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", viewport=DESK)
        await noor.go("/new?game=thieves")
        (who, bots) = await boxes(noor.page, ".opening > .chairs, .opening > .bots")
        assert who[1] == bots[1]
        assert who[2] < bots[0]
        code = await noor.open_table("thieves", 3)
        await noor.go(f"/t/{code}/house")
        (rules, time) = await boxes(noor.page, ".ruling > fieldset")
        assert rules[1] == time[1]
        assert rules[2] < time[0]
        await noor.leave()

    run(visit())


def test_what_can_be_done_with_a_guest_is_set_alike(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor, eve = [await Person.come(browser, house.url, name) for name in ("Noor", "Eve")]
        code = await noor.open_table("thieves", 3)
        await eve.sit_down(code)
        await noor.go(f"/t/{code}#host")
        await noor.page.locator(".guest > summary").click()
        deeds = await boxes(noor.page, ".deeds :is(form > .btn, .sure > summary):visible")
        signs = await boxes(noor.page, ".deeds :is(form > .btn, .sure > summary) > span:visible")
        assert len(deeds) == len(signs) == 4
        assert len({round(words[0] - deed[0]) for deed, words in zip(deeds, signs, strict=True)}) == 1
        await noor.leave()
        await eve.leave()

    run(visit())


def test_nothing_touches_and_two_share_the_podium_evenly(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", viewport=PHONE)
        await noor.go("/")
        await noor.page.locator(".enter button[name=quick]").first.click()
        (lesson, without) = await boxes(noor.page, ".newt form > .btn")
        assert without[1] - lesson[3] >= 8
        await noor.go("/")
        await noor.page.evaluate("one => document.querySelector('#main').innerHTML = one", PODIUM)
        (box,), (left, right) = await boxes(noor.page, ".podium-box"), await boxes(noor.page, ".podium li")
        assert abs((left[0] - box[0]) - (box[2] - right[2])) < 2
        await noor.leave()

    run(visit())
