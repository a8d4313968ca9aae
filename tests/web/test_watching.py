"""Who only watches, and where somebody's focus goes while others come and go."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from .conftest import Run
from .gathering import GAME, SEATS, opened, visitor, watching
from .house import House
from .people import Person


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


def test_who_watches_talks_by_a_name_of_their_own(house: House) -> None:
    """No name, no talk; and none that could be taken for somebody's at the table, or for another one who watches."""
    with visitor(house) as host, visitor(house) as watcher, visitor(house) as other:
        path = opened(host, 3)
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")

        def says(who: httpx.Client, **data: str) -> httpx.Response:
            return who.post(f"{path}/say", data={"text": "good evening", **data})

        with watching(watcher, path) as news, watching(other, path) as more:
            scene = next(news)["scene"]
            assert isinstance(scene, dict)
            assert scene["talk"]["name"] == ""
            next(more)
            for name, sentence in (("", "type a name"), ("ANN", "is called Ann already"), ("Wіm", "several alphabets")):
                answer = says(watcher, name=name)
                assert (answer.status_code, sentence in answer.text) == (409, True)
            assert says(watcher).status_code == 409
            assert says(watcher, name="Wim").status_code == 303
            assert says(watcher).status_code == 303  # remembered
            assert says(other, name="WIM").status_code == 409
            assert says(other, name="Wanda").status_code == 303
            assert says(watcher, name="Willem").status_code == 303  # a name of one's own may change
            page = host.get(path).text
            assert page.count("<b>Wim:</b>") == 2
            assert "<b>?:</b>" not in page
            assert "2 watching" in page


def test_who_watches_finds_the_way_to_the_owner(house: House) -> None:
    """Where talk is; a big screen that nobody sits at has none."""
    with visitor(house) as host, visitor(house) as watcher:
        path = opened(host, 3)
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        for who in (host, watcher):
            assert f'href="{path}/report"' in who.get(path).text
        assert f'href="{path}/report"' not in host.get(f"{path}/table").text


def test_the_host_reads_of_who_watches_that_they_do_no_more(house: House) -> None:
    with visitor(house) as host, visitor(house) as watcher:
        path = opened(host, 3)
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        with watching(watcher, path) as news:
            next(news)
            watcher.post(f"{path}/say", data={"text": "good evening", "name": "Wim"})
            assert "<b>Wim</b><small>only watching" in host.get(path).text


def test_those_at_the_table_see_how_many_watch(house: House) -> None:
    with visitor(house) as host, visitor(house) as one, visitor(house) as two:
        path = opened(host, 3)
        assert "watching" not in host.get(path).text
        with watching(one, path) as news:
            next(news)
            assert "1 watching" in host.get(path).text
            with watching(two, path) as more, watching(two, path) as twice:
                next(more), next(twice)
                assert "2 watching" in host.get(path).text
                facts = host.get(f"/api/tables{path.removeprefix('/t')}").json()
                assert facts["watching"] == 2
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        with watching(host, path) as news:
            scene = next(news)["scene"]
            assert isinstance(scene, dict)
            assert scene["watching"] in ("", "1 watching")
            with watching(one, path) as more:
                next(more)
                told = json.dumps(next(news))
                while "1 watching" not in told:
                    told = json.dumps(next(news))


def test_a_spectator_types_a_name_once(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        wim = await Person.come(browser, house.url, "Wim")
        code = await noor.open_table(GAME, 3, bots=True)
        await wim.go(f"/t/{code}")
        await wim.page.get_by_label("Your name").fill("Wim")
        for text in ("hello", "good luck"):
            await wim.page.get_by_label("Say something").fill(text)
            await wim.page.keyboard.press("Enter")
            await expect(noor.page.locator(".log")).to_contain_text(f"Wim: {text}")
            await expect(wim.page.get_by_label("Say something")).to_have_value("")
        await expect(noor.page.locator(".watching")).to_have_text("1 watching")
        await noor.page.get_by_role("link", name="You are the host").click()
        await noor.page.locator(".guest", has_text="Wim").locator("summary").first.click()
        await noor.page.get_by_role("button", name="Silence Wim").click()
        await expect(noor.page.get_by_role("button", name="Let Wim talk again")).to_be_focused()
        await expect(noor.page.locator(".log")).not_to_contain_text("hello")
        await expect(wim.page.locator(".logbox")).to_contain_text("The host has silenced you")
        await expect(wim.page.get_by_label("Say something")).to_have_count(0)
        await noor.leave()
        await wim.leave()

    run(evening())


# ---- where the focus goes


async def focused(page: Page) -> str:
    """What has the focus, in words."""
    return str(await page.evaluate("document.activeElement.ariaLabel || document.activeElement.innerText || ''"))


@pytest.mark.parametrize("listens", [True, False])
def test_the_focus_stays_where_somebody_was(house: House, browser: Browser, run: Run, listens: bool) -> None:
    """After what takes the tapped button away: on to the next control, or to the heading."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        if not listens:
            await noor.page.add_init_script("EventSource = class { static OPEN = 1; addEventListener() {} close() {} }")
        await noor.open_table(GAME, SEATS)
        page = noor.page
        await page.locator("button[form=bots][value='1']").press("Enter")
        free = page.get_by_role("button", name="Free the chair of").nth(1)
        await expect(free).to_be_focused()
        await free.press("Enter")
        await expect(page.locator("button[form=bots][value='1']")).to_be_focused()
        await page.get_by_role("button", name="Bots for the rest").press("Enter")
        await expect(page.get_by_role("button", name="Deal the cards")).to_be_focused()
        await page.get_by_role("button", name="Deal the cards").press("Enter")
        await expect(page.locator(".prompt")).to_be_focused()
        await noor.leave()

    run(evening())


def test_the_focus_goes_to_the_question_behind_a_curtain(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        page = noor.page
        code = await noor.open_table("counterfeiters", 2)
        await page.get_by_text("Somebody else on this device?").click()
        await page.get_by_label("Their name").fill("Otis")
        await page.get_by_role("button", name="Seat them too").click()
        await expect(page.locator(".chair.open")).to_have_count(0)
        assert await focused(page)
        await noor.deal()
        await expect(page.locator(".curtain h1, .curtain button").first).to_be_visible()
        assert await focused(page) in house.table(code).names
        await page.get_by_role("button", name="I am").press("Enter")
        await page.wait_for_url("**?holder=*")
        await expect(page.locator(".prompt")).to_be_focused()
        await noor.leave()

    run(evening())
