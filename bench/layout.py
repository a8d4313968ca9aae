"""Looks whether anything covers, cuts or squeezes anything, on every page of the house.

    python -m bench.layout                     # every page, every size, English, Dutch and French
    python -m bench.layout --only moment --pictures /tmp/layout

Every page of the tour (tests/web/everywhere.py), with bots at the fullest table, from 320 to 1920 pixels wide and on a
phone that lies on its side: every control can be hit at its middle, no text lies over text or under a card, nothing is
cut, and what one decides with is in sight, also after a pick, offline and while somebody else is late. Prints each
finding with page, size, language and element; with --pictures a picture of each page with findings, marked.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.web.everywhere import stops
from tests.web.layout import LANGUAGES, Finding, look
from tests.web.people import Person, launch
from tests.web.tour import open_house


async def tour(only: str, languages: list[str], widths: list[int], pictures: Path | None) -> list[Finding]:
    found: list[Finding] = []
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house:
        playwright, browser = await launch()
        try:
            guest = await Person.come(browser, house.url, "Noor", drawn=True, painted=pictures is not None)
            chosen = [one for one in await stops(house, guest) if only in str(one)]
            for stop in chosen:
                for language in languages:
                    news = await look(guest, stop, language, widths or None, pictures)
                    for finding in news:
                        print(finding, flush=True)
                    found += news
        finally:
            await browser.close()
            await playwright.stop()
    print(f"{len(chosen)} pages in {len(languages)} languages: {len(found)} findings")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pages whose kind or path holds this")
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--widths", nargs="*", type=int, default=[])
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of pages with findings")
    given = parser.parse_args()
    began = time.monotonic()
    found = asyncio.run(tour(given.only, given.languages, given.widths, given.pictures))
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
