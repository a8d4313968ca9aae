"""Phones to play on: a page in Chromium or in Firefox, with as much of it as a match takes."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.async_api import BrowserContext, Page
from tests.web.people import PHONE, POCKET, launch

from .bidi import Firefox

LANGUAGES = ("nl-BE", "fr-BE", "en-GB")


class Phone(Protocol):
    """A page on somebody's phone, in whatever browser."""

    complaints: list[str]

    async def go(self, url: str) -> None: ...

    async def call(self, function: str, given: Any = None) -> Any: ...

    async def tap(self, x: float, y: float) -> None: ...

    async def picture(self, file: Path) -> None: ...

    async def leave(self) -> None: ...


class ChromiumPage:
    """The same by Playwright."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self._context, self._page = context, page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    async def go(self, url: str) -> None:
        await self._page.goto(url)

    async def call(self, function: str, given: Any = None) -> Any:
        return await self._page.evaluate(function, given)

    async def tap(self, x: float, y: float) -> None:
        await self._page.touchscreen.tap(x, y)

    async def picture(self, file: Path) -> None:
        await self._page.screenshot(path=file)

    async def leave(self) -> None:
        await self._context.close()


class Browser(Protocol):
    async def phone(self, number: int) -> Phone:
        """A phone for the match of that number."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    playwright, browser = await launch()

    class Chromium:
        async def phone(self, number: int) -> Phone:
            settings = {**POCKET, "locale": LANGUAGES[number % 3], "reduced_motion": "no-preference"}
            context = await browser.new_context(**settings)
            return ChromiumPage(context, await context.new_page())

    try:
        yield Chromium()
    finally:
        await browser.close()
        await playwright.stop()


@asynccontextmanager
async def firefox() -> AsyncIterator[Browser]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = await Firefox.launch(Path(profile))

        class Fox:
            async def phone(self, number: int) -> Phone:
                return await browser.new_page(PHONE["width"], PHONE["height"])

        try:
            yield Fox()
        finally:
            await browser.close()


BROWSERS = {"chromium": chromium, "firefox": firefox}
