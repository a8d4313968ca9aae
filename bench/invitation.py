"""How long an invitation takes: from opening the link on a phone to the first decision of one's own.

python -m bench.invitation

A friend opens the link in a browser that has never been here, types a nickname, sits down; the host fills the other
chairs with bots and deals; the friend is asked, taps a choice and confirms it. Typing and thinking take no time here
and the house stands on the same machine: what is measured is the software, not the people or their network.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, expect
from tests.web.house import House
from tests.web.people import POCKET, Person, launch

import speelhol

STAGES = ("link opened", "seated", "dealt", "asked", "decided")


async def invitation(browser: Browser, house: House, game: str) -> list[float]:
    """Seconds since the link was tapped, at each stage."""
    host = await Person.come(browser, house.url, "Noor", drawn=True, painted=True)
    guest = await Person.come(browser, house.url, "Bram", drawn=True, painted=True, **POCKET)
    code = await host.open_table(game, 4)
    begun = time.perf_counter()
    times: list[float] = []

    def lap() -> None:
        times.append(time.perf_counter() - begun)

    await guest.go(f"/t/{code}")
    lap()
    await guest.page.locator(".sitdown input[name=name]").fill(guest.name)
    await guest.page.locator(".sitdown .btn-go").tap()
    await expect(guest.page.locator(".chair", has_text=guest.name)).to_be_visible()
    lap()
    await host.bots_for_the_rest()
    await host.deal()
    lap()
    whims = [random.Random(1), random.Random(2)]
    while await guest.live.get_attribute("data-state") != "mine":  # the host may have to go first
        if await host.live.get_attribute("data-state") == "mine":
            await host.decide(whims[0])
        await asyncio.sleep(0.01)
    lap()
    await guest.decide(whims[1])
    lap()
    await host.leave()
    await guest.leave()
    return times


async def measure(house: House, rounds: int) -> None:
    playwright, browser = await launch()
    print(f"{'seconds after the tap':24}" + "".join(f"{stage:>13}" for stage in STAGES))
    for game in speelhol.games():
        for _ in range(rounds):
            times = await invitation(browser, house, game)
            print(f"{game:24}" + "".join(f"{seconds:13.2f}" for seconds in times), flush=True)
    await browser.close()
    await playwright.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="how often each game is tried")
    parser.add_argument("--pause", type=float, default=0.7, help="seconds that a bot takes; the house's own is 0.7")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), given.pause)
        house.open()
        try:
            asyncio.run(measure(house, given.rounds))
        finally:
            house.close()


if __name__ == "__main__":
    main()
