"""People in browsers: one context each. They see and tap what anybody would; they know no rules."""

from __future__ import annotations

import os
import random
import re
import shutil
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, Playwright, async_playwright, expect

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
MISSING = "Chromium is not installed; install it with: apt-get install -y --no-install-recommends chromium"
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
BUSY = re.compile(r"the server responded with a status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY")


async def launch() -> tuple[Playwright, Browser]:
    """Debian's Chromium. Fails with a sentence if it is not there."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    playwright = await async_playwright().start()
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright, await playwright.chromium.launch(executable_path=path, args=args)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, name: str, url: str, context: BrowserContext, page: Page) -> None:
        self.name = name
        self.url = url
        self.context = context
        self.page = page
        self.complaints: list[str] = []
        self.look_after(page)

    @classmethod
    async def come(cls, browser: Browser, url: str, name: str, **settings: Any) -> Person:
        settings.setdefault("viewport", PHONE)
        settings.setdefault("locale", "en-GB")
        settings.setdefault("reduced_motion", "reduce")
        drawn = settings.pop("drawn", False)
        context = await browser.new_context(**settings)
        if not drawn:
            await context.add_cookies([{"name": "look", "value": "words", "url": url}])
        context.set_default_timeout(PATIENCE)
        return cls(name, url, context, await context.new_page())

    def look_after(self, page: Page) -> None:
        """Remember what the browser complains about: scripts that fail, content that the policy blocks."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.complaints.append(said.text) if said.type == "error" and not BUSY.search(said.text) else None
            ),
        )

    async def tab(self) -> Person:
        """The same person, in another tab of the same browser."""
        return Person(self.name, self.url, self.context, await self.context.new_page())

    async def go(self, path: str) -> None:
        await self.page.goto(self.url + path, wait_until="load")

    async def leave(self) -> None:
        await self.context.close()
        assert not self.complaints, self.complaints

    # ---- the front of the house

    async def open_table(self, game: str, seats: int, bots: bool = False) -> str:
        """Open a table by the form. Returns its name."""
        await self.go(f"/new?game={game}")
        await self.page.get_by_label("Your name").fill(self.name)
        await self.page.locator("select[name=seats]").select_option(str(seats))
        if bots:
            await self.page.locator("input[name=bots]").check()
        await self.page.locator(".gobar .btn-go").click()
        await self.page.wait_for_url("**/t/*")
        return self.page.url.rpartition("/")[2]

    async def sit_down(self, code: str) -> None:
        await self.go(f"/t/{code}")
        await self.page.locator(".sitdown input[name=name]").fill(self.name)
        await self.page.locator(".sitdown .btn-go").click()
        await expect(self.page.locator(".chair", has_text=self.name)).to_be_visible()

    async def bots_for_the_rest(self) -> None:
        await self.page.locator("form[action$='/fill'] button").click()
        await expect(self.page.locator(".chair.open")).to_have_count(0)

    async def deal(self) -> None:
        await self.page.locator("form[action$='/deal'] button").click()
        await expect(self.page.locator("#live.table")).to_be_visible()

    # ---- at the table

    @property
    def live(self) -> Locator:
        return self.page.locator("#live")

    @property
    def form(self) -> Locator:
        return self.page.locator("form.act")

    @property
    def go_button(self) -> Locator:
        return self.form.locator(".btn-go")

    async def my_move_or_over(self) -> str:
        """Wait until there is something to decide, or the match is over."""
        await self.page.locator("#live[data-state=mine], #live[data-state=over]").wait_for()
        return await self.live.get_attribute("data-state") or ""

    async def moment(self) -> str:
        return await self.form.locator("input[name=moment]").get_attribute("value") or ""

    async def fill_in(self, rng: random.Random) -> None:
        """Choose something, as a person would: open a group, tap a sentence, set amounts."""
        values: list[str] = await self.form.locator(".offer input").evaluate_all("all => all.map(e => e.value)")
        if values:
            value = rng.choice(values)
            offer = self.form.locator(f'.offer:has(input[value="{value}"])')
            if not await offer.is_visible():
                await self.form.locator(f'details:has(input[value="{value}"]) > summary').click()
            await offer.click()
        if not await self.form.locator("fieldset.fields:visible").count():
            return
        for select in await self.form.locator("select:visible").all():
            options = await select.locator("option").evaluate_all("all => all.map(o => o.value)")
            await select.select_option(rng.choice(options))
        if await self.form.locator(".total:visible").count():
            for more in await self.form.locator("fieldset:not([hidden]) button[data-by='1']").all():
                await more.click()
        for picks in await self.form.locator(".picks:visible").all():
            number = await picks.locator(".pick").count()
            await picks.locator(".pick").nth(rng.choice((0, 0, 1, 1, 2, 3)) % number).click()

    async def decide(self, rng: random.Random) -> None:
        """One decision, seen through: the page has moved on, and nothing was refused."""
        moment = await self.moment()
        await self.fill_in(rng)
        await self.go_button.click()
        await self.page.locator(f"input[name=moment][value='{moment}']").wait_for(state="detached")
        assert await self.page.locator("[role=alert]").all_inner_texts() == []

    async def play_on(self, rng: random.Random, most: int = 25) -> int:
        """Decide whenever asked, until the match is over or so many decisions are made. Returns how many."""
        for number in range(most):
            if await self.my_move_or_over() == "over":
                return number
            await self.decide(rng)
        return most
