"""How far a table jumps under the thumb: layout shift over a whole match with bots, on a phone or a desk.

    python -m bench.shift                       # every game
    python -m bench.shift --games thieves --decisions 20
    python -m bench.shift --motion              # with everything that moves, slower
    python -m bench.shift --desk                # on a desk (1350 x 940)
    python -m bench.shift --seats 8             # with so many, or as many as the game takes

A person decides at random on a phone (390 x 844, touched) until the match is over, or so often. The browser counts
how far things jump that nobody touched (PerformanceObserver, layout-shift): the worst burst of at most five seconds,
which is what browsers call CLS, and which elements jumped most in all. That the podium takes the place of the board
when the match is over is not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser
from tests.web import people
from tests.web.people import POCKET, Person, launch
from tests.web.tour import open_house

import speelhol

DESK: dict[str, Any] = {"viewport": {"width": 1350, "height": 940}}
"""The desk of Lighthouse."""
SEATS = 4
MOST = 400
WAIT = 300_000
"""An auction among bots who pause takes longer than a test waits, in milliseconds."""
PAUSE = 0.7
"""Bots wait so long, in seconds: what jumps within half a second of a touch is taken to be meant."""
WATCH = """(() => {
    const classes = n => [...n.classList].slice(0, 2).map(c => "." + c).join("");
    const name = n => n && n.nodeType === 1 ? n.tagName.toLowerCase() + classes(n) : "?";
    const seen = window.shifts = { worst: 0, all: 0, by: {} };
    let burst = 0, first = 0, last = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => {
        if (one.hadRecentInput || document.querySelector("#live[data-state=over]")) return;
        if (one.startTime - last > 1000 || one.startTime - first > 5000) { burst = 0; first = one.startTime; }
        last = one.startTime;
        burst += one.value;
        seen.all += one.value;
        seen.worst = Math.max(seen.worst, burst);
        for (const source of one.sources) seen.by[name(source.node)] = (seen.by[name(source.node)] ?? 0) + one.value;
    })).observe({ type: "layout-shift", buffered: true });
})()"""


class Enough(Exception):
    """So many decisions were wanted."""


async def play(browser: Browser, url: str, game: str, decisions: int, motion: bool, desk: bool, people_at: int) -> str:
    """One match; a line of what jumped."""
    moves, device = "no-preference" if motion else "reduce", DESK if desk else POCKET
    noor = await Person.come(browser, url, "Noor", drawn=True, painted=True, reduced_motion=moves, **device)
    await noor.context.add_init_script(WATCH)
    seats = min(people_at, speelhol.game(game).seats[-1])
    await noor.open_table(game, max(seats, speelhol.game(game).seats[0]), bots=True)

    async def count(_: Person, number: int) -> None:
        if number >= decisions:
            raise Enough

    with contextlib.suppress(Enough):
        await noor.play_on(random.Random(16), count)
    seen = await noor.page.evaluate("() => window.shifts")
    await noor.context.close()
    most = sorted(seen["by"].items(), key=lambda one: -one[1])[:4]
    return f"{game}, {seats}: worst {seen['worst']:.3f}, in all {seen['all']:.3f}; " + ", ".join(
        f"{n} {v:.2f}" for n, v in most
    )


async def measure(games: list[str], decisions: int, motion: bool, desk: bool, people_at: int) -> None:
    people.PATIENCE = WAIT
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), PAUSE) as house:
        playwright, browser = await launch()
        try:
            for game in games:
                print(await play(browser, house.url, game, decisions, motion, desk, people_at), flush=True)
        finally:
            await browser.close()
            await playwright.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(speelhol.games()))
    parser.add_argument("--decisions", type=int, default=MOST, help="stop after so many")
    parser.add_argument("--motion", action="store_true", help="what happened is shown as it moves")
    parser.add_argument("--desk", action="store_true", help="on a desk rather than a phone")
    parser.add_argument("--seats", type=int, default=SEATS, help="so many at the table")
    given = parser.parse_args()
    asyncio.run(measure(given.games, given.decisions, given.motion, given.desk, given.seats))


if __name__ == "__main__":
    main()
