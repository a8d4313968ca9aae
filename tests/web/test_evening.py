"""An evening among strangers: found in the lobby, somebody rude, a host who goes, somebody who gives up."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from .conftest import Run
from .house import House
from .owners import KEY
from .people import Person


async def opens_sheet(host: Person) -> None:
    await host.page.get_by_role("link", name="You are the host").click()
    await expect(host.page.locator("#host")).to_be_visible()


async def does(host: Person, about: str, deed: str) -> None:
    """A deed of the host's sheet about somebody, which may lie open already."""
    guest = host.page.locator(".guest", has_text=about)
    if not await guest.get_by_role("button", name=deed).is_visible():
        await guest.locator("summary").first.click()
    await guest.get_by_role("button", name=deed).click()


def test_an_evening_among_strangers(still_house: House, browser: Browser, run: Run) -> None:
    house = still_house

    async def evening() -> None:
        noor, bram, cleo, rudy = [
            await Person.come(browser, house.url, who) for who in ("Noor", "Bram", "Cleo", "Rudy")
        ]
        # found in the lobby, by pages that were open before
        for one in (bram, rudy):
            await one.go("/lobby")
        await noor.go("/new?game=thieves&listed=1")
        await noor.page.locator("input[name=name]").fill("Noor")
        await noor.page.locator("select[name=seats]").select_option("4")
        await noor.page.locator(".gobar .btn-go").click()
        await noor.page.wait_for_url("**/t/*")
        code = noor.page.url.rpartition("/")[2]
        for one in (bram, rudy):
            await one.page.locator("#quick input[name=name]").fill(one.name)
            await one.page.locator(f".ot button[value='{code}']").click()
            await one.page.wait_for_url(f"**/t/{code}")
            await expect(noor.page.locator(".chair", has_text=one.name)).to_be_visible()
        await cleo.go("/lobby")
        await cleo.page.locator("#quick input[name=name]").fill("Cleo")
        await cleo.page.locator("#quick select[name=game]").select_option("thieves")
        # with bots it would be a table that begins by itself; Noor deals at hers
        await cleo.page.locator("#quick input[name=bots]").uncheck()
        await cleo.page.locator("#quick .btn-go").click()
        await cleo.page.wait_for_url(f"**/t/{code}")
        await expect(noor.page.locator(".chair.open")).to_have_count(0)
        await noor.deal()
        # somebody rude: silenced, then removed and barred
        await rudy.page.get_by_label("Say something").fill("you are all fools")
        await rudy.page.keyboard.press("Enter")
        await expect(bram.page.locator(".log")).to_contain_text("fools")
        # which the owner of the house hears of, with a word to everybody
        await bram.page.get_by_role("link", name="Report something to the owner").click()
        await bram.page.get_by_label("you are all fools").check()
        await bram.page.get_by_role("button", name="Report it").click()
        await expect(bram.page.locator("main")).to_contain_text("The owner of the house will read it.")
        await bram.go(f"/t/{code}")
        olga = await Person.come(browser, house.url, "Olga")
        await olga.go("/admin/reports")
        await olga.page.get_by_label("The key").fill(KEY)
        await olga.page.get_by_role("button", name="Come in").click()
        await olga.page.get_by_label("Announce").fill("Be kind.")
        await olga.page.get_by_role("button", name="Announce", exact=True).click()
        for one in (noor, bram, cleo, rudy, olga):
            await expect(one.page.locator("#announced")).to_have_text("Be kind.")
        await olga.page.get_by_role("link", name="Reports", exact=True).click()
        await expect(olga.page.locator("mark")).to_contain_text("you are all fools")
        await opens_sheet(noor)
        await does(noor, "Rudy", "Silence Rudy")
        await expect(bram.page.locator(".log")).not_to_contain_text("fools")
        await expect(bram.page.locator(".log")).to_contain_text("The host silenced Rudy.")
        await expect(rudy.page.locator(".logbox")).to_contain_text("The host has silenced you")
        await noor.page.locator(".guest", has_text="Rudy").locator("summary", has_text="Remove and bar Rudy").click()
        await does(noor, "Rudy", "Yes, remove and bar Rudy")
        await expect(rudy.page.locator("main")).to_contain_text("The host has removed you from this table")
        await expect(rudy.page.locator(".table")).to_have_count(0)
        await rudy.context.add_cookies([{"name": "name", "value": "Rosa", "url": house.url}])
        await rudy.go(f"/t/{code}")
        await expect(rudy.page.locator("main")).to_contain_text("The host has removed you from this table")
        await expect(bram.page.locator(".seat", has_text="Rudy")).to_contain_text("left")
        # the host pauses, and goes; somebody stands in until they are back
        await noor.page.get_by_role("button", name="Pause for all").click()
        await expect(bram.page.locator(".prompt")).to_contain_text("Noor has paused the match.")
        kept = await noor.context.storage_state()
        await noor.leave()
        await expect(bram.page.locator(".seat", has_text="Noor")).to_contain_text("away")
        house.jump(61)
        await bram.page.locator(".prompt").get_by_role("button", name="Go on").click()
        await expect(cleo.page.locator(".prompt")).not_to_contain_text("paused")
        noor = await Person.come(browser, house.url, "Noor", storage_state=kept)
        await noor.go(f"/t/{code}")
        await expect(bram.page.get_by_role("link", name="You are the host")).to_have_count(0)
        # somebody gives up, and the table is closed
        await cleo.page.get_by_text("Leave for good").click()
        await cleo.page.get_by_role("button", name="Resign as Cleo").click()
        await expect(bram.page.locator(".log")).to_contain_text("Cleo resigned.")
        await opens_sheet(noor)
        await noor.page.get_by_text("Close the table").click()
        await noor.page.get_by_role("button", name="Close it for everybody").click()
        for one in (noor, bram, cleo):
            await expect(one.page.locator("main")).to_contain_text("This table is closed.")
        for one in (noor, bram, cleo, rudy, olga):
            await one.leave()

    run(evening())
