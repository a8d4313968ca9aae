"""When something is off: a page of another build, news that is missing, a template that throws. The page goes on."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, Route, expect

from speelhol.web.table import page as table_page
from speelhol.web.table import stream

from .conftest import Run
from .house import House
from .people import Person

DRAWN = "() => globalThis.speelhol?.scene?.drawn"  # a page that has just come may not have run its scripts yet


def counted(house: House, kind: str) -> float:
    """How often pages have reported this."""
    text = httpx.get(f"{house.url}/metrics").text
    found = re.search(rf'^speelhol_page_troubles_total{{kind="{kind}"}} (\S+)$', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


async def seated(browser: Browser, house: House, game: str = "thieves") -> tuple[Person, Page]:
    noor = await Person.come(browser, house.url, "Noor", drawn=True)
    await noor.open_table(game, 3, bots=True)
    await expect(noor.go_button).to_be_visible()
    await noor.page.wait_for_function(DRAWN)
    return noor, noor.page


def test_a_page_of_another_build_fetches_itself_anew_and_goes_on(
    tmp_path: Path, browser: Browser, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house is closed, changed and opened again while a page is open."""
    house = House(tmp_path)
    house.open()

    async def evening() -> None:
        noor, page = await seated(browser, house)
        await page.evaluate("document.body.dataset.before = 1")
        house.close()
        monkeypatch.setattr(stream, "BUILD", "another")
        monkeypatch.setattr(table_page, "BUILD", "another")
        house.open()
        await expect(page.locator("body:not([data-before]) main[data-build=another]")).to_be_attached()
        await expect(noor.go_button).to_be_visible()
        await page.wait_for_function(DRAWN)
        assert counted(house, "build") == 1
        noor.complaints.clear()
        await noor.leave()

    try:
        run(evening())
    finally:
        house.close()


KEPT = "sessionStorage.setItem('build', document.querySelector('main').dataset.build)"
BLOCKED = "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('not here'); } }), 0"


@pytest.mark.parametrize("storage", [KEPT, BLOCKED], ids=["fetched before", "keeps nothing"])
def test_a_page_that_stays_of_another_build_is_sent_whole(
    storage: str, house: House, browser: Browser, run: Run
) -> None:
    """Behind a proxy pages and streams may come from two builds for a while: once anew, then as HTML."""

    async def evening() -> None:
        noor, page = await seated(browser, house)
        await page.evaluate(storage)
        await page.evaluate("document.querySelector('main').dataset.build = 'older'")
        async with page.expect_request(re.compile(r"/live\?.*html=1")):
            await page.evaluate("dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))")
        await expect(noor.go_button).to_be_visible()
        await noor.leave()

    run(evening())


DROPS = """() => {
    const hear = JSON.parse;
    let dropped = false;
    JSON.parse = text => {
        const news = hear(text);
        if (!dropped && news.patch) { dropped = true; news.n += 1; }
        return news;
    };
}"""


def test_news_that_is_missing_is_noticed(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor, page = await seated(browser, house)
        before = counted(house, "gap")
        await page.evaluate(DROPS)
        async with page.expect_request(re.compile(r"/live\?")):
            await page.evaluate(
                "fetch(document.querySelector('form.say').action,"
                " { method: 'POST', body: new URLSearchParams({ seat: 0, text: 'hello there' }) })"
            )
        await expect(page.locator(".log")).to_contain_text("hello there")
        assert counted(house, "gap") == before + 1
        await noor.leave()

    run(evening())


def test_a_template_that_throws_is_drawn_by_the_house(house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor, page = await seated(browser, house)
        before = counted(house, "template")
        await page.evaluate("() => { speelhol.parts.log.draw = () => { throw new TypeError('can not draw'); }; }")
        async with page.expect_request(re.compile(r"/live\?.*html=1")):
            await page.evaluate(
                "fetch(document.querySelector('form.say').action,"
                " { method: 'POST', body: new URLSearchParams({ seat: 0, text: 'hello there' }) })"
            )
        await expect(page.locator(".log")).to_contain_text("hello there")
        await expect(page.locator("#live.drawn")).to_be_attached()
        await expect(noor.go_button).to_be_visible()
        assert counted(house, "template") == before + 1
        assert noor.complaints
        noor.complaints.clear()
        await noor.leave()

    run(evening())


async def comes_to(house: House, kind: str, number: float) -> None:
    """Wait until pages have reported this so often."""
    for _ in range(100):
        if counted(house, kind) >= number:
            break
        await asyncio.sleep(0.1)
    assert counted(house, kind) == number


@pytest.mark.parametrize("where", ["a table", "/", "/rules/thieves", "/gallery"])
def test_an_error_in_a_script_is_counted_wherever_it_happens(
    where: str, house: House, browser: Browser, run: Run
) -> None:
    """What is thrown, and what was promised and failed; no more than a few by a page, and nothing but that."""

    async def evening() -> None:
        if where == "a table":
            noor, page = await seated(browser, house)
        else:
            noor = await Person.come(browser, house.url, "Noor")
            page = noor.page
            await noor.go(where)
        before = counted(house, "script")
        sent: list[tuple[str, str | None]] = []
        page.on("request", lambda request: sent.append((request.url, request.post_data)))
        await page.evaluate("() => { setTimeout(() => { throw new Error('a secret of mine'); }); }")
        await comes_to(house, "script", before + 1)
        await page.evaluate("() => { Promise.reject(new Error('a secret of mine')); }")
        await comes_to(house, "script", before + 2)
        assert {one for one in sent if "trouble" in one[0]} == {(f"{house.url}/trouble/script", None)}
        await page.evaluate("() => { for (let n = 0; n < 20; n++) setTimeout(() => { throw new Error(n); }); }")
        await comes_to(house, "script", before + 5)
        while len(noor.complaints) < 22:
            await asyncio.sleep(0.1)
        noor.complaints.clear()
        await noor.leave()

    run(evening())


def test_a_page_that_is_stuck_is_counted_and_goes_on(house: House, browser: Browser, run: Run) -> None:
    """Somebody looks on, and what is shown there never ends."""

    async def evening() -> None:
        noor, _ = await seated(browser, house, "cash-and-run")
        code = noor.page.url.rpartition("/")[2]
        yara = await Person.come(browser, house.url, "Yara", drawn=True, reduced_motion="no-preference", painted=False)
        await yara.page.clock.install()
        await yara.go(f"/t/{code}/table")
        await yara.page.wait_for_function(DRAWN)
        await yara.page.evaluate("() => { document.querySelector('main').dataset.pause = 1e9; }")
        before, rng = counted(house, "stuck"), random.Random(1)
        unfolding = yara.page.locator("main.unfolding")
        for _ in range(40):
            await noor.decide(rng)
            told = len(house.table(code).view(None).log)
            await yara.page.locator(f".log > [data-n='{told}']").wait_for(state="attached")
            if await unfolding.count():
                await asyncio.sleep(2)  # what is routine ends by itself
                if await unfolding.count():
                    break
        await expect(unfolding).to_have_count(1)
        await yara.page.evaluate("() => { document.querySelector('main').dataset.pause = 0; }")
        assert counted(house, "stuck") == before
        await yara.page.clock.fast_forward(15_000)
        await comes_to(house, "stuck", before + 1)
        await expect(unfolding).to_have_count(0)
        for person in (noor, yara):
            await person.leave()

    run(evening())


def test_nothing_but_known_troubles_is_counted(house: House) -> None:
    for kind, status in (("stuck", 204), ("anything", 404)):
        assert httpx.post(f"{house.url}/trouble/{kind}").status_code == status


def test_news_waits_for_the_scripts_that_draw_it(house: House, browser: Browser, run: Run) -> None:
    """A slow line brings the stream before the script of the game."""

    async def late(route: Route) -> None:
        await asyncio.sleep(1.5)
        await route.continue_()

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        await noor.page.route("**/scripts/table-thieves.*", late)
        before = counted(house, "template")
        await noor.open_table("thieves", 3, bots=True)
        await noor.page.wait_for_function(DRAWN)
        await expect(noor.go_button).to_be_visible()
        assert counted(house, "template") == before
        await noor.leave()

    run(evening())


@pytest.mark.parametrize("now", ["words", "drawn"])
def test_a_page_hears_news_of_its_own_kind(now: str, house: House, browser: Browser, run: Run) -> None:
    """Whoever chooses words, or the drawn table, in another tab changes nothing for the page that is open."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=now == "drawn")
        await noor.open_table("thieves", 3, bots=True)
        await expect(noor.go_button).to_be_visible()
        other = "drawn" if now == "words" else "words"
        await noor.context.add_cookies([{"name": "look", "value": other, "url": house.url}])
        async with noor.page.expect_request(re.compile(r"/live\?")):
            await noor.page.evaluate("dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))")
        await noor.page.evaluate(
            "fetch(document.querySelector('form.say').action,"
            " { method: 'POST', body: new URLSearchParams({ seat: 0, text: 'hello there' }) })"
        )
        await expect(noor.page.locator(".log")).to_contain_text("hello there")
        await expect(noor.page.locator(f"#live.{now}")).to_be_attached()
        await noor.leave()

    run(evening())
