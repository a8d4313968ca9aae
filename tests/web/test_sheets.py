"""What a host opens over the page: a sheet that is a dialog, words that belong to their switch, no deed by accident."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Locator, Page, Request, Route, expect

from speelhol.den import TurnedAway, hosting

from .conftest import Run
from .house import House
from .people import POCKET, Person

DESK = {"viewport": {"width": 1440, "height": 900}}
FREE = """e => { for (let at = e; at; at = at.parentElement) at.getAnimations().forEach(one => one.finish());
    const box = e.getBoundingClientRect();
    return e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
"""Whether nothing lies over the middle of it, once it hears."""
LOWEST = "e => { e.scrollIntoView({ block: 'end', behavior: 'instant' }); e.click(); }"
"""Click it where it stands lowest."""


async def within(page: Page, sheet: str) -> bool:
    """Whether the focus is in a sheet, or on nothing of the page."""
    return bool(await page.evaluate(f"document.activeElement.matches('body, {sheet}, {sheet} *')"))


@pytest.mark.parametrize("dealt", [False, True])
def test_a_sheet_has_the_page_to_itself(house: House, browser: Browser, run: Run, dealt: bool) -> None:
    """The keyboard stays in it, Escape closes it, and what opened it has the focus again, whatever happens."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=dealt)
        code = await noor.open_table("thieves", 3, bots=dealt)
        await noor.go(f"/t/{code}")
        for sheet in ("#host", "#settings"):
            opener = noor.page.locator(f"a[href='{sheet}']").first
            await opener.click()
            dialog = noor.page.locator(sheet)
            await expect(dialog).to_have_role("dialog")
            await expect(dialog).to_be_focused()
            for _ in range(2 * await dialog.locator("a, button, summary, input").count()):
                await noor.page.keyboard.press("Tab")
                assert await within(noor.page, sheet)
            if sheet == "#host":
                talk = noor.page.get_by_role("switch", name="Spectators may talk")
                await expect(talk).to_have_attribute("aria-checked", "true")
                await noor.page.get_by_text("Spectators may talk").click()  # the words are the switch's
                await expect(talk).to_have_attribute("aria-checked", "false")
                await noor.page.keyboard.press("Tab")
                assert await within(noor.page, sheet)
            await noor.page.keyboard.press("Escape")
            await expect(dialog).to_be_hidden()
            await expect(opener).to_be_focused()
            assert await noor.page.locator("[inert]").count() == 0

    run(visit())


def test_what_can_not_be_undone_is_asked_first(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor, bram, cleo = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram", "Cleo")]
        code = await noor.open_table("thieves", 3)
        await bram.sit_down(code)
        await cleo.sit_down(code)
        away = noor.page.get_by_label("Send Bram away")
        await away.click()
        await noor.page.keyboard.press("Escape")
        await expect(away).to_be_focused()
        await noor.page.get_by_label("Send Cleo away").click()
        await noor.page.get_by_role("button", name="Send Cleo away").click()
        await expect(noor.page.locator(".chair.open")).to_have_count(1)
        assert [chair.name for chair in house.table(code).chairs[:2]] == ["Noor", "Bram"]
        await noor.page.locator("a[href='#host']").click()
        await noor.page.get_by_text("Manage").click()
        await noor.page.get_by_text("Make Bram the host").click()
        assert hosting.host_seat(house.table(code)) == 0
        await noor.page.get_by_role("button", name="Yes, Bram is the host from now on").click()
        await expect(noor.page.locator("#host")).to_have_count(0)
        assert hosting.host_seat(house.table(code)) == 1
        assert await noor.page.locator("[inert]").count() == 0

    run(visit())


def test_escape_counts_before_the_script_is_there(house: House, browser: Browser, run: Run) -> None:
    """What makes dialogs comes with the first of them; on a slow line a quick change of mind counts too."""

    async def visit() -> None:
        noor, bram = [await Person.come(browser, house.url, name) for name in ("Noor", "Bram")]
        code = await noor.open_table("thieves", 3)
        await bram.sit_down(code)
        for opener, opened in (
            ("summary[aria-label='Send Bram away']", ".sendaway[open]"),
            ("a[href='#host']", "#host:target"),
        ):
            arrived = asyncio.Event()

            async def later(route: Route, _: Request, arrived: asyncio.Event = arrived) -> None:
                await arrived.wait()
                await route.continue_()

            await noor.page.route("**/scripts/sheets.js*", later)
            await noor.go(f"/t/{code}")
            await noor.page.locator(opener).click()
            await expect(noor.page.locator(opened)).to_have_count(1)
            await noor.page.keyboard.press("Escape")
            arrived.set()
            await expect(noor.page.locator(opened)).to_have_count(0)
            await noor.page.unroute("**/scripts/sheets.js*")

    run(visit())


async def top(place: Locator) -> float:
    box = await place.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("device", [DESK, POCKET], ids=["desk", "pocket"])
def test_the_deal_is_in_sight_and_a_knock_moves_nothing(
    house: House, browser: Browser, run: Run, device: dict[str, object]
) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", **device)
        bram = await Person.come(browser, house.url, "Bram")
        code = await noor.open_table("thieves", 3)
        page = noor.page
        await page.locator("a[href='#host']").click()
        await page.get_by_text("I approve newcomers").click()
        await expect(page.get_by_role("switch", name="I approve newcomers")).to_have_attribute("aria-checked", "true")
        await noor.go(f"/t/{code}")
        places = [page.locator(one) for one in (".chair >> nth=0", ".invite", ".gobar .btn-go")]
        for one in (page.get_by_role("button", name="Deal the cards"), page.get_by_role("button", name="Bots for the")):
            await expect(one).to_be_in_viewport(ratio=1)
        before = [await top(one) for one in places]
        await bram.go(f"/t/{code}")
        await bram.page.locator(".sitdown input[name=name]").fill("Bram")
        await bram.page.locator(".sitdown .btn-go").click()
        await expect(page.get_by_role("button", name="Let Bram sit down")).to_be_in_viewport(ratio=1)
        assert [await top(one) for one in places] == before

    run(visit())


@pytest.mark.parametrize("device", [DESK, POCKET], ids=["desk", "pocket"])
def test_why_something_was_refused_stands_in_the_sheet_where_it_was_asked_for(
    house: House, browser: Browser, run: Run, device: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the field, until that is changed; in the host's sheet, too."""

    async def no(*_: object) -> None:
        raise TurnedAway("host-only")

    monkeypatch.setattr(house.den, "pause", no)

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **device)
        code = await noor.open_table("thieves", 3, bots=True)
        page, refusal = noor.page, noor.page.locator("#refusal")
        await page.locator("a[href='#log']").first.click()
        await page.locator("#say").fill("   ")
        await page.get_by_role("button", name="Send").click()
        await expect(page.locator(".say > #refusal")).to_be_in_viewport(ratio=1)
        assert await refusal.evaluate(FREE)
        assert await top(refusal) > await top(page.locator("#say"))
        await page.locator("#say").press_sequentially("Hi")
        await expect(refusal).to_have_count(0)
        await noor.go(f"/t/{code}#host")
        await page.get_by_role("button", name="Pause for all").click()
        await expect(page.locator("#host form > #refusal")).to_be_in_viewport(ratio=1)
        assert await refusal.evaluate(FREE)
        await page.keyboard.press("Escape")
        await expect(refusal).to_have_count(0)
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("device", [DESK, POCKET], ids=["desk", "pocket"])
def test_what_unfolds_at_the_foot_of_a_sheet_is_seen(
    house: House, browser: Browser, run: Run, device: dict[str, object]
) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **device)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        await noor.page.set_viewport_size({**noor.page.viewport_size, "height": 600})  # type: ignore[typeddict-item]
        for sheet, which in (("#log", "#leave-match"), ("#host", "#close-table")):
            await noor.go(f"/t/{code}{sheet}")
            await noor.page.locator(f"{which} summary").evaluate(LOWEST)
            sure = noor.page.locator(f"{which} button").last
            await expect(sure).to_be_in_viewport(ratio=1)
            assert await sure.evaluate(FREE)
        await noor.leave()

    run(visit())


def test_the_log_on_a_phone_closes_by_escape_and_its_sign_covers_nothing(
    house: House, browser: Browser, run: Run
) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("thieves", 3, bots=True)
        opener, shut = noor.page.locator(".topbar a[href='#log']"), noor.page.locator(".logbox > .shut")
        await opener.click()
        await expect(shut).to_be_visible()
        send = noor.page.get_by_role("button", name="Send")
        assert await top(send) >= await top(shut) + 44
        await noor.page.locator("#say").focus()
        await noor.page.keyboard.press("Escape")
        await expect(shut).to_be_hidden()
        await expect(opener).to_be_focused()
        await noor.leave()

    run(visit())


def test_a_knock_is_told_on_the_sheet_that_the_host_has_open(house: House, browser: Browser, run: Run) -> None:
    """Live, in sight however far they have scrolled, and answered there."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", **{**POCKET, "viewport": {"width": 390, "height": 480}})
        bram = await Person.come(browser, house.url, "Bram")
        code = await noor.open_table("thieves", 3)
        sheet = noor.page.locator("#host")
        await noor.page.locator("a[href='#host']").click()
        await noor.page.get_by_text("I approve newcomers").click()
        await expect(noor.page.get_by_role("switch", name="I approve newcomers")).to_be_checked()
        await sheet.evaluate("one => one.scrollTo(0, one.scrollHeight)")
        await bram.go(f"/t/{code}")
        await bram.page.locator(".sitdown input[name=name]").fill("Bram")
        await bram.page.locator(".sitdown .btn-go").click()
        let_in = sheet.get_by_role("button", name="Let Bram sit down")
        await expect(let_in).to_be_in_viewport(ratio=1)
        await expect(sheet.get_by_role("heading", name="Somebody is at the door")).to_be_in_viewport(ratio=1)
        await let_in.click()
        await expect(sheet.get_by_text("Manage")).to_have_count(1)
        await expect(let_in).to_have_count(0)
        assert house.table(code).chairs[1].name == "Bram"

    run(visit())
