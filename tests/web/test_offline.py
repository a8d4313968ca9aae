"""The house as an app: rulebooks without a connection, nothing of a table kept, a word when there is a new version."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, expect

from speelhol.web.pages import offline

from .conftest import Run
from .house import House
from .people import Person

KEPT = """async () => {
    const found = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
    return found.flat().map(request => new URL(request.url).pathname);
}"""
READY = "navigator.serviceWorker.ready.then(() => 1)"


def test_everything_that_may_be_kept_is_there_and_open(house: House) -> None:
    """The list names no page of a table, and no file that is missing."""
    with httpx.Client(base_url=house.url) as client:
        script = client.get("/worker.js")
        assert (script.status_code, script.headers["cache-control"]) == (200, "no-store")
        for path in offline.kept():
            assert path in script.text
            assert client.get(path).status_code == 200, path
            assert not re.match(r"/(t|api|lobby|new|learn)(/|$)", path)


def test_without_a_connection_one_reads_the_rules(
    tmp_path: Path, browser: Browser, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is told so wherever else one goes; of the tables that one was at, nothing is kept. Back again, the house says
    when it has changed."""
    own = House(tmp_path, bot_pause=3600)
    own.open()

    async def evening() -> None:
        noor = await Person.come(browser, own.url, "Noor", service_workers="allow", locale="nl")
        page = noor.page
        await noor.go("/")
        await page.evaluate(READY)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.go("/rules/casablanca")
        await noor.go(f"/t/{code}/table")
        kept = await page.evaluate(KEPT)
        assert "/rules/thieves" in kept
        assert {path for path in kept if not re.match(r"/(offline$|rules/|static/|scripts/|tables/)", path)} == set()
        own.close()
        await noor.go("/rules/thieves")
        await expect(page.locator("h1")).to_contain_text("Dieven!")
        for path in ("/", f"/t/{code}"):
            await noor.go(path)
            await expect(page.locator("h1")).to_have_text("Geen verbinding")
        monkeypatch.setattr(offline, "BUILD", "another")
        offline.worker_script.cache_clear()
        offline.kept.cache_clear()
        own.open()
        await noor.go("/")
        await page.locator("#renew button").click()
        await page.wait_for_function("caches.keys().then(names => names.join() === 'speelhol-another')")
        noor.complaints.clear()  # that the house was not there
        await noor.leave()

    try:
        run(evening())
    finally:
        own.close()
        offline.worker_script.cache_clear()
        offline.kept.cache_clear()
