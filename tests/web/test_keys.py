"""At a drawn table by keys alone: arrows among what can be chosen, Enter, letters, and a sheet that tells them."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser, Page, expect

import speelhol
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import DESK, Person

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
STANDS = """() => ({
    moment: document.querySelector("form.act input[name=moment]")?.value ?? "",
    ready: document.querySelector("form.act .btn-go")?.getAttribute("aria-disabled") === "false",
    over: document.getElementById("live").dataset.state === "over",
    place: document.activeElement.matches(".mine [data-pick]") ? "hand"
        : document.activeElement.matches("[data-pick]") ? "table"
        : document.activeElement.matches(".btn-go") ? "button"
        : document.activeElement.matches("form.act [data-spread]") ? "preset"
        : document.activeElement.matches("form.act input[type=radio]") ? "offer"
        : document.activeElement.matches("form.act details:not([open]) > summary") ? "folded" : "",
})"""
MOST_KEYS = 120
"""More than any decision takes, also by Tab from the top of the page."""
USED = {"preset": "Enter", "offer": "Space", "folded": "Enter"}
"""How what stands in the form is used."""
FEW_MISSES = 5
"""The first key of all only brings the script; where nothing can be chosen on the table, none leads there."""
DECISIONS = 5
"""Of a match that is not played to its end."""


async def at_table(browser: Browser, house: House, game: str = "thieves", seats: int = 3) -> Person:
    noor = await Person.come(browser, house.url, "Noor", drawn=True, viewport=DESK)
    await noor.open_table(game, seats)
    await noor.bots_for_the_rest()
    await noor.deal()
    return noor


async def pressed(page: Page, *keys: str) -> dict[str, object]:
    for key in keys:
        await page.keyboard.press(key)
    found: dict[str, object] = await page.evaluate(STANDS)
    return found


async def moved_on(page: Page, last: object) -> None:
    await page.wait_for_function(
        "last => document.querySelector('form.act input[name=moment]')?.value !== last", arg=last
    )


async def decided(noor: Person, rng: random.Random) -> None:
    """Choose something in the hand, and then at the table, until Enter presses the golden button; what can't be chosen
    there is chosen in the form."""
    page = noor.page
    last, missed = (await pressed(page))["moment"], 0
    for _ in range(MOST_KEYS):
        now = await pressed(page, rng.choice(ARROWS))
        missed += now["place"] not in ("hand", "table")
        if missed > FEW_MISSES:
            break
        if not now["ready"]:
            now = await pressed(page, "Enter")
        if not now["ready"] and now["place"] == "hand" and rng.random() < 0.7:
            now = await pressed(page, "Tab")
        if now["ready"]:
            await page.keyboard.press("Enter")
            await moved_on(page, last)
            return
    await filled_in(page, last)


async def filled_in(page: Page, last: object) -> None:
    """By Tab through the form, whatever comes first, to the golden button."""
    now = await pressed(page)
    for _ in range(MOST_KEYS):
        if now["place"] == "button" and now["ready"]:
            await page.keyboard.press("Enter")
            await moved_on(page, last)
            return
        use = USED.get(str(now["place"]))
        now = await pressed(page, *([use] if use and not now["ready"] else []), "Tab")
    raise AssertionError(f"no way by keys: {await page.locator('main').inner_text()}")


@pytest.mark.parametrize("game", speelhol.games())
def test_a_match_is_played_by_keys_alone(game: str, house: House, browser: Browser, run: Run) -> None:
    """That of Thieves to its end, the others for a few decisions; without a drawn table it is the form alone."""
    drawn = game in having("draw/scene.py")

    async def evening() -> None:
        rng = random.Random(3)
        seats = speelhol.game(game).seats
        noor = await at_table(browser, house, game, max(3, seats[0]))
        made = 0
        while await noor.my_move_or_over() != "over" and (game == "thieves" or made < DECISIONS):
            await expect(noor.page.locator("main:not(.unfolding)")).to_be_attached()
            await (decided(noor, rng) if drawn else filled_in(noor.page, (await pressed(noor.page))["moment"]))
            made += 1
        if game == "thieves":
            await expect(noor.page.locator(".podium-box")).to_be_visible()
        await noor.leave()

    run(evening())


def test_keys_lead_around_the_table_and_a_sheet_tells_them(house: House, browser: Browser, run: Run) -> None:
    """From the hand to what can be aimed at to the button and back; letters do the main things until switched off."""

    async def visit() -> None:
        noor = await at_table(browser, house)
        page, sheet = noor.page, noor.page.get_by_role("dialog")
        await noor.my_move_or_over()
        table = page.url
        await page.keyboard.press("?")  # the first of all keys brings the script, and works
        await expect(sheet).to_contain_text("Take it back")
        await page.keyboard.press("?")
        await expect(sheet).to_be_hidden()
        way = [(await pressed(page, key))["place"] for key in ("ArrowLeft", "Tab", "Shift+Tab", "Tab", "Tab")]
        assert way in (["hand", "table", "hand", "table", "button"], ["hand", "button", "", "button", ""])
        await page.locator("form.act .btn-go").focus()
        await page.keyboard.press("Shift+Tab")
        assert await page.evaluate("document.activeElement.matches('form.act *')")  # the list is not passed over
        await page.keyboard.press("l")
        await expect(page).to_have_url(table + "#log")
        async with page.expect_popup() as opened:
            await page.keyboard.press("r")
        assert "/rules/thieves" in (await opened.value).url
        await page.get_by_label("Say something").focus()
        await page.keyboard.type("hul?")  # letters that are written are written
        assert await page.get_by_label("Say something").input_value() == "hul?"
        await page.get_by_role("link", name="Settings").click()
        await page.get_by_role("button", name="By keyboard").click()
        await sheet.get_by_role("switch", name="Letters as shortcuts").uncheck()
        await page.goto(table)
        await page.reload()
        await page.keyboard.press("?")
        await expect(sheet.get_by_role("switch")).not_to_be_checked()
        await page.keyboard.press("?")
        await page.keyboard.press("l")
        assert page.url == table
        await noor.leave()

    run(visit())


def test_the_whole_question_is_read_by_a_tap_on_it_or_by_a_key(house: House, browser: Browser, run: Run) -> None:
    """The same as "Why?" opens; a tap beside it closes it."""

    async def visit() -> None:
        noor = await at_table(browser, house)
        page, why = noor.page, noor.page.locator(".prompt .why:not(.hints)")
        await noor.my_move_or_over()
        await expect(page.locator("main:not(.telling, .unfolding) .prompt h1")).to_be_visible()
        await page.locator(".prompt h1").click()
        await expect(why).to_have_attribute("open", "")
        await expect(why.locator(".pop")).to_be_visible()
        await page.locator(".prompt h1").click()
        await expect(why).not_to_have_attribute("open", "")
        await page.keyboard.press("w")
        await expect(why).to_have_attribute("open", "")
        await noor.leave()

    run(visit())
