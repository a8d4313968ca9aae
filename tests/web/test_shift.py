"""Nothing jumps under the thumb at the fullest tables: a short, seeded share of `python -m bench.shift`."""

from __future__ import annotations

import asyncio
import random

import pytest
from bench.shift import WATCH
from playwright.async_api import Browser

import speelhol
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .tour import at_home

MOST = 0.05
CROWDED = {"casa-de-papel": 0.2, "casablanca": 0.1}
"""Where answers still make themselves room: what one says pushes down what was claimed; the row at the foot grows."""
DEEDS = 14
SKIPPED = {"casablanca": 7}
"""So many deeds come before: the first bribes are written by everybody at once, in a form of their own."""
PAINTED = "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go, 60))))"


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_a_full_table_keeps_its_places(name: str, still_house: House, browser: Browser, run: Run) -> None:
    """From each deed to the next on a phone, with as many as can play, whoever is asked."""

    async def evening() -> None:
        game, rng = speelhol.game(name), random.Random(4)
        seats = game.seats[-1]
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, painted=True, **POCKET)
        await noor.page.add_init_script(WATCH)
        code = await noor.open_table(name, seats, bots=True)
        table = still_house.table(code)
        match = game.start(seats, seed="still 2")
        for _ in range(SKIPPED.get(name, 0)):
            seat = rng.choice(match.to_act)
            match.play(seat, match.legal(seat).sample(rng))
        table.match = match
        await noor.go(f"/t/{code}")
        await noor.page.locator("main .prompt h1").wait_for()
        await noor.page.evaluate(PAINTED)
        jumps: list[tuple[float, str]] = []
        before = await noor.page.evaluate("shifts.all")
        for _ in range(DEEDS):
            if table.phase == "over":
                break
            seat = rng.choice(table.playing.to_act)
            deed = still_house.den.play(table, seat, table.playing.legal(seat).sample(rng))
            await asyncio.to_thread(at_home, still_house, deed)
            await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")
            await noor.page.evaluate(PAINTED)
            now = await noor.page.evaluate("shifts.all")
            jumps.append((round(now - before, 3), await noor.page.locator(".prompt h1").inner_text()))
            before = now
        assert [one for one in jumps if one[0] >= CROWDED.get(name, MOST)] == [], await noor.page.evaluate("shifts.by")
        await noor.leave()

    run(evening())
