"""Pictures of the tables for the documentation, taken anew from the gallery by the real server in a real browser.

    python -m bench.shots

Each game's pictured moments, on a phone and on a desk, by day and by night, go into docs/shots/ as WebP; docs/tables.md
shows them. One moment is taken in every language, for docs/words.md; `--languages` takes nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from playwright.async_api import Browser
from tests.web.house import House
from tests.web.people import DESK, PHONE, Person, launch

import speelhol
from speelhol.kernel import LANGUAGES
from speelhol.web.pages import gallery

DOCS = Path(__file__).parent.parent / "docs"
SHOTS = DOCS / "shots"
SCREENS = {"phone": PHONE, "desk": DESK}
SCHEMES = ("light", "dark")
QUALITY = 82
TRANSLATED = ("thieves", 2)
"""The moment that is shown in every language."""
HEAD = """# The tables

The tables at a few moments, on a phone and on a desk. Whoever reads this by night sees them by night. They are taken
from the gallery, which every house has at `/gallery`: real matches, played again by the rules and shown from one seat.
`python -m bench.shots` takes them anew.

How the play can be followed, round by round and moment by moment: [following the play](follow.md).
"""


def pictured(game: str) -> Iterator[tuple[int, gallery.Moment]]:
    """The moments of a game that stand in the documentation, with their numbers in the gallery."""
    return ((at, moment) for at, moment in enumerate(gallery.moments(game), 1) if moment.pictured)


async def photograph(browser: Browser, house: House, wanted: Iterable[tuple[str, int, str]], **how: Any) -> None:
    """Some moments, each by its game and its number, under a name of its own; with a browser like this."""
    guest = await Person.come(browser, house.url, "Noor", drawn=True, painted=True, device_scale_factor=1, **how)
    line = await guest.context.new_cdp_session(guest.page)
    for game, at, name in wanted:
        await guest.go(f"/gallery/{game}/{at}")
        await guest.page.evaluate("document.fonts.ready")
        shot = await line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (SHOTS / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    await guest.leave()


async def every_table(browser: Browser, house: House) -> None:
    """Every pictured moment, on each screen in each light."""
    for screen, viewport in SCREENS.items():
        for scheme in SCHEMES:
            wanted = [
                (game, at, f"{game}-{at}-{screen}-{scheme}") for game in speelhol.games() for at, _ in pictured(game)
            ]
            await photograph(browser, house, wanted, viewport=viewport, color_scheme=scheme)


async def every_language(browser: Browser, house: House) -> None:
    """One moment in each language, on a phone."""
    game, at = TRANSLATED
    for language in LANGUAGES:
        await photograph(browser, house, [(game, at, f"words-{language}")], viewport=PHONE, locale=language)


def picture(game: str, at: int, screen: str, words: str) -> str:
    """One screen, in the reader's own light."""
    width = SCREENS[screen]["width"] * (1 if screen == "phone" else 0.6)
    name = f"shots/{game}-{at}-{screen}"
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{name}-dark.webp">'
        f'<img src="{name}-light.webp" width="{width / 1.5:.0f}" alt="{words}, {screen}"></picture>'
    )


def page() -> str:
    parts = [HEAD]
    for game in speelhol.games():
        speech = speelhol.game(game).speak("en")
        parts.append(f"## {speech.phrase('title')}\n\n{speech.phrase('tagline')}\n")
        for at, moment in pictured(game):
            title = moment.title["en"]
            shots = "\n".join(picture(game, at, screen, title) for screen in SCREENS)
            parts.append(f"### {title}\n\n{shots}\n")
    return "\n".join(parts)


async def main(languages_only: bool) -> None:
    SHOTS.mkdir(exist_ok=True)
    for old in SHOTS.glob("words-*.webp" if languages_only else "*.webp"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.open()
        playwright, browser = await launch()
        try:
            await every_language(browser, house)
            if not languages_only:
                await every_table(browser, house)
        finally:
            await browser.close()
            await playwright.stop()
            house.close()
    (DOCS / "tables.md").write_text(page(), encoding="utf-8")
    files = list(SHOTS.glob("*.webp"))
    print(f"{len(files)} pictures, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB in {SHOTS.name}/")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", action="store_true", help="only the moment that is shown in every language")
    asyncio.run(main(parser.parse_args().languages))
