"""People in browsers: one context each. They see and tap what anybody would; they know no rules."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypedDict

import pytest
from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    async_playwright,
    expect,
)

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
POCKET: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
"""A phone: touched, not clicked."""
MISSING = "Chromium is not installed; install it with: apt-get install -y --no-install-recommends chromium"
HANDS = (Path(__file__).parent / "hands.js").read_text(encoding="utf-8")
LEFT_OUT = (
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,"
    "PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
)
"""What Playwright turns off, as Chromium hears the last such list only; and what every window of it makes beside its
page: two pages that belong to the address bar, and a process in store. They take longer than most of our pages."""
UNPAINTED = """(() => {
    window.unpainted = new CSSStyleSheet();
    unpainted.replaceSync("html { opacity: 0 !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, unpainted];
})()"""
"""A page that is laid out, can be hit and answers as ever; but nobody looks, and painting takes long without a graphics
card."""
PATIENCE = 30_000
MOST_TOUCHES = 40
"""More than any decision takes."""
MOST_TABLES = 20
"""So many matches are begun at most until one comes to what is looked for."""
expect.set_options(timeout=PATIENCE)
BUSY = re.compile(r"the server responded with a status of (4\d\d|503)|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY")


class Wish(TypedDict):
    """A part of the form, and what its fields should hold, by their names."""

    part: str
    fields: dict[str, str]


Look = Callable[["Person", int], Awaitable[None]]
"""What is looked at when the decision of that number is filled in."""


async def launch() -> tuple[Playwright, Browser]:
    """Debian's Chromium. Fails with a sentence if it is not there."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    playwright = await async_playwright().start()
    args = [f"--disable-features={LEFT_OUT}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return playwright, await playwright.chromium.launch(executable_path=path, args=args)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, name: str, url: str, context: BrowserContext, page: Page, taps: bool = False) -> None:
        self.name = name
        self.taps = taps
        self.url = url
        self.context = context
        self.page = page
        self.fond: tuple[str, ...] = ()
        """What this person likes to do, such as `do=allow`; most of the time they do."""
        self.complaints: list[str] = []
        self.look_after(page)

    @classmethod
    async def come(cls, browser: Browser, url: str, name: str, **settings: Any) -> Person:
        """painted: whether pages are; if not said, where something moves"""
        settings.setdefault("viewport", PHONE)
        settings.setdefault("locale", "en-GB")
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("service_workers", "block")  # what a browser keeps for later is no part of most evenings
        drawn, painted = settings.pop("drawn", False), settings.pop("painted", settings["reduced_motion"] != "reduce")
        context = await browser.new_context(**settings)
        if not drawn:
            await context.add_cookies([{"name": "look", "value": "words", "url": url}])
        if not painted:
            await context.add_init_script(UNPAINTED)
        context.set_default_timeout(PATIENCE)
        return cls(name, url, context, await context.new_page(), settings.get("has_touch", False))

    def look_after(self, page: Page) -> None:
        """Remember what the browser complains about: scripts that fail, content that the policy blocks."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.complaints.append(said.text) if said.type == "error" and not BUSY.search(said.text) else None
            ),
        )

    @asynccontextmanager
    async def painted(self) -> AsyncIterator[None]:
        """The page as it stands, in its colours: for whoever judges those."""
        paint = "on => { if (window.unpainted) unpainted.disabled = on; }"
        await self.page.evaluate(paint, True)
        yield
        await self.page.evaluate(paint, False)

    async def tab(self) -> Person:
        """The same person, in another tab of the same browser."""
        return Person(self.name, self.url, self.context, await self.context.new_page(), self.taps)

    async def go(self, path: str) -> None:
        await self.page.goto(self.url + path, wait_until="load")

    async def leave(self) -> None:
        await self.context.close()
        assert not self.complaints, self.complaints

    # ---- the front of the house

    async def open_table(self, game: str, seats: int, bots: bool = False) -> str:
        """Open a table by the form. Returns its name."""
        await self.go(f"/new?game={game}")
        await self.page.locator("input[name=name]").fill(self.name)
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
        await self.page.locator("button[form=bots][value=rest]").click()
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

    async def asked_at(self, game: str, seats: int) -> str:
        """Open tables, with bots, until this person is asked something there: a short match may be over before.
        Returns the table's name."""
        for _ in range(MOST_TABLES):
            code = await self.open_table(game, seats, bots=True)
            if await self.my_move_or_over() == "mine":
                return code
        raise AssertionError(f"In {MOST_TABLES} matches of {game} with {seats} seats the first seat was asked nothing.")

    async def next_touch(
        self, luck: Sequence[float] | None, last: str = "", wish: Wish | None = None
    ) -> dict[str, Any]:
        """Wait for a decision after the moment `last`, and look what to touch next; without luck, only wait."""
        how = {"last": last, "luck": luck, "fond": list(self.fond), "wish": wish, "patience": PATIENCE}
        found: dict[str, Any] = await self.page.evaluate(HANDS, how)
        assert found["what"] != "alarm", found["words"]
        return found

    async def touch(self, found: dict[str, Any]) -> None:
        if found["what"] == "select":
            await self.page.locator(f"[id='{found['id']}']").select_option(found["value"])
        elif found["what"] == "type":
            await self.page.locator(f"[id='{found['id']}']").fill(found["value"])
        elif self.taps:
            await self.page.touchscreen.tap(found["x"], found["y"])
        else:
            await self.page.mouse.click(found["x"], found["y"])

    async def fill_in(self, rng: random.Random, last: str = "", wish: Wish | None = None) -> dict[str, Any]:
        """Choose something, or what is wished, as a person would: tap the board, open a group, tap a sentence, set
        amounts. Returns what is left to touch: the button, or nothing because the match is over."""
        luck = [rng.random(), rng.random(), rng.choice((0.0, 0.0, 0.3, 0.3, 0.6, 0.9)), rng.random()]
        for _ in range(MOST_TOUCHES):
            found = await self.next_touch(luck, last, wish)
            if found["what"] in ("go", "over"):
                return found
            await self.touch(found)
        raise AssertionError(f"touched in vain: {found}")

    async def decide(self, rng: random.Random) -> None:
        """One decision, seen through: the page has moved on, and nothing was refused."""
        found = await self.fill_in(rng)
        await self.touch(found)
        await self.next_touch(None, found["moment"])

    async def play_on(self, rng: random.Random, look: Look | None = None) -> int:
        """Decide whenever asked, until the match is over, with a look at the page before each decision is sent.
        Returns how many decisions that were."""
        number, last = 0, ""
        while (found := await self.fill_in(rng, last))["what"] == "go":
            if look is not None:
                await look(self, number)
            await self.touch(found)
            number, last = number + 1, found["moment"]
        return number
