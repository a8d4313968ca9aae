"""What opens over a drawn table, and the bands above its question, as axe finds them: sheets, a big moment, what
happened since one's last move, and what is at stake."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from speelhol.games.thieves.actions import Play
from speelhol.web.pages import gallery
from tests.games.thieves.tables import table as street

from .conftest import Run
from .house import House
from .people import Person
from .test_looks import AXE, PROFILES, fits
from .tour import at_home

SCREENS = ("phone-light", "desk-dark")
HELD = """new MutationObserver((_, watch) => {
        const box = document.querySelector(".onstage");
        if (!box) return;
        watch.disconnect();
        const told = () => box.getAnimations({ subtree: true }).forEach(run => {
            const { endTime } = run.effect.getComputedTiming();
            run.pause();
            if (Number.isFinite(endTime)) run.currentTime = endTime * .7;
        });
        setTimeout(told, 50);
    }).observe(document, { subtree: true, childList: true });"""
"""A big moment that stands still once all of it is seen."""
ON_STAGE = """async () => {
    const box = document.querySelector(".onstage");
    return (await axe.run(box, {resultTypes: ["violations"]})).violations.map(v => v.id + ": " + v.nodes[0].html);
}"""


async def seated(
    browser: Browser, house: House, profile: str, game: str, seats: int, **more: Any
) -> tuple[Person, str]:
    noor = await Person.come(browser, house.url, "Noor", drawn=True, **PROFILES[profile], **more)
    return noor, await noor.open_table(game, seats, bots=True)


async def turned(page: Page, fragment: str) -> None:
    await page.evaluate(f"location.hash = '{fragment}'")


@pytest.mark.parametrize("profile", SCREENS)
def test_every_sheet_of_a_table(profile: str, house: House, browser: Browser, run: Run) -> None:
    """Settings, whom one mutes, talk with its faces and notes, the keys."""

    async def visit() -> None:
        noor, _ = await seated(browser, house, profile, "casablanca", 4)
        await noor.my_move_or_over()
        page = noor.page
        await turned(page, "settings")
        await fits(noor, "settings")
        await page.locator("[popovertarget=mutes]").click()
        await expect(page.locator("#mutes")).to_be_visible()
        await fits(noor, "mutes")
        await page.keyboard.press("Escape")
        await turned(page, "log")
        await page.locator(".reactions > summary").click()
        await page.locator(".notes > summary").click()
        await fits(noor, "talk, faces and notes")
        await turned(page, "")
        await page.keyboard.press("?")
        await expect(page.locator("#keys")).to_be_visible()
        await fits(noor, "keys")
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("profile", SCREENS)
def test_what_stands_above_the_question(profile: str, house: House, browser: Browser, run: Run) -> None:
    """What is at stake at Casablanca, and at La Casa what was said of me."""

    async def visit() -> None:
        noor, code = await seated(browser, house, profile, "casablanca", 3)
        await noor.my_move_or_over()
        at = next(at for at, one in enumerate(gallery.moments("casablanca")) if one.title["en"] == "What is at stake")
        house.put(code, gallery.table_at("casablanca", at).playing.copy())
        await noor.go(f"/t/{code}")
        await expect(noor.page.locator(".prompt > .stake")).to_be_visible()
        await fits(noor, "what is at stake")
        await noor.open_table("casa-de-papel", 4, bots=True)
        rng, told = random.Random(1), noor.page.locator(".prompt > .since:visible")
        while await noor.my_move_or_over() != "over" and not await told.count():
            await noor.decide(rng)
        await expect(told).to_be_visible()
        await fits(noor, "since my last move")
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("profile", SCREENS)
def test_a_big_moment(profile: str, still_house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor, code = await seated(browser, still_house, profile, "thieves", 3, reduced_motion="no-preference")
        still_house.table(code).match = street("m1 m2 m2 m3", "double m1 m2 m3", "m3 m3 m0 m0", turn=1, police="double")
        await noor.page.add_init_script(HELD)
        await noor.go(f"/t/{code}")
        await noor.page.evaluate(AXE)
        deed = still_house.den.play(still_house.table(code), 1, Play("double"))
        await asyncio.to_thread(at_home, still_house, deed)
        await noor.page.locator(".onstage").wait_for(state="attached")
        await noor.page.wait_for_timeout(100)
        assert await noor.page.evaluate(ON_STAGE) == []
        await noor.leave()

    run(evening())
