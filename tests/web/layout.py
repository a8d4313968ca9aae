"""How a page lies on the screen: what covers, cuts or squeezes what, at every size."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from msgspec import Struct
from playwright.async_api import CDPSession, Page

from speelhol.kernel import LANGUAGES

from .people import Person
from .tour import SIZES, Stop

LAYOUT = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
MARK = """boxes => boxes.forEach(([x, y, w, h]) => {
    const mark = document.createElement("i");
    mark.className = "found";
    Object.assign(mark.style, { position: "absolute", left: x + "px", top: y + "px", width: w + "px", height: h + "px",
        outline: "3px solid magenta", zIndex: 99, pointerEvents: "none" });
    document.body.append(mark);
})"""
UNMARK = "() => document.querySelectorAll('i.found').forEach(mark => mark.remove())"

__all__ = ["LANGUAGES", "LAYOUT", "Finding", "look"]


class Finding(Struct, frozen=True):
    """Something that lies wrong."""

    stop: str
    language: str
    size: tuple[int, int]
    element: str
    what: str
    box: tuple[int, int, int, int]

    def __str__(self) -> str:
        wide, high = self.size
        return f"{self.stop}, {wide}x{high}, {self.language}: {self.element} {self.what}"


async def look(
    guest: Person, stop: Stop, language: str, widths: Collection[int] | None = None, pictures: Path | None = None
) -> list[Finding]:
    """Go there, and look at it in every size."""
    page = guest.page
    await guest.context.add_cookies(
        [
            {"name": "language", "value": language, "url": guest.url},
            {"name": "look", "value": stop.look, "url": guest.url},
        ]
    )
    if page.url.partition("#")[0] == (guest.url + stop.path).partition("#")[0]:
        await page.goto("about:blank")  # a page that is there already would keep how it was scrolled
    await guest.go(stop.path)
    if stop.prepare is not None:
        await stop.prepare(page)
    await page.evaluate("() => document.fonts.ready.then(() => {})")
    found, line = [], await guest.context.new_cdp_session(page)
    for wide, high in SIZES:
        if widths is None or wide in widths:
            await _resize(page if pictures else line, wide, high)
            found += await _at(page, stop, language, (wide, high), pictures)
    await line.detach()
    return found


async def _resize(what: Page | CDPSession, wide: int, high: int) -> None:
    """A page with its window, as pictures need it, or the page alone, which takes a third less."""
    if isinstance(what, Page):
        await what.set_viewport_size({"width": wide, "height": high})
    else:
        how = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
        await what.send("Emulation.setDeviceMetricsOverride", how)


async def _at(page: Page, stop: Stop, language: str, size: tuple[int, int], pictures: Path | None) -> list[Finding]:
    news = [Finding(str(stop), language, size, one[1], one[0], one[2]) for one in await page.evaluate(LAYOUT)]
    if news and pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        await page.evaluate(MARK, [one.box for one in news])
        name = re.sub(r"\W+", "-", f"{stop}-{size[0]}-{language}")
        await page.screenshot(path=pictures / f"{name}.png", full_page=True)
        await page.evaluate(UNMARK)
    return news
