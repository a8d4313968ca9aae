"""Whole matches by keys alone: arrows, Enter, Tab, as `tests/web/test_keys.py` does it for a few decisions.

    python -m bench.keys                        # every game, to the end
    python -m bench.keys --games thieves --decisions 20

A person sits at a desk with bots that hardly pause and never touches a thing; a question that keys can't answer stops
the match with what the page shows.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from pathlib import Path

from playwright.async_api import Browser, expect
from tests.web.house import House
from tests.web.people import launch
from tests.web.test_keys import at_table, decided
from tests.web.tour import open_house

import speelhol

MOST = 1_000


async def play(browser: Browser, house: House, game: str, seed: int, decisions: int) -> str:
    """One match; a line about it."""
    rng, made = random.Random(seed), 0
    noor = await at_table(browser, house, game, max(3, speelhol.game(game).seats[0]))
    while made < decisions and await noor.my_move_or_over() != "over":
        await expect(noor.page.locator("main:not(.unfolding)")).to_be_attached()
        await decided(noor, rng)
        made += 1
    ended = await noor.live.get_attribute("data-state") == "over"
    await noor.leave()
    return f"{game}: {made} decisions by keys" + (", to the end" if ended else "")


async def measure(games: list[str], seed: int, decisions: int) -> None:
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house:
        playwright, browser = await launch()
        try:
            for game in games:
                print(await play(browser, house, game, seed, decisions), flush=True)
        finally:
            await browser.close()
            await playwright.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(speelhol.games()))
    parser.add_argument("--decisions", type=int, default=MOST, help="stop after so many")
    parser.add_argument("--first", type=int, default=3, help="the number of the match")
    given = parser.parse_args()
    asyncio.run(measure(given.games, given.first, given.decisions))


if __name__ == "__main__":
    main()
