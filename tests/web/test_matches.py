"""Matches of every game from the deal to the end: two people click in two browsers, with two bots."""

from __future__ import annotations

import asyncio
import random

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol

from .conftest import Run
from .house import House
from .people import DESK, Person


async def finish(house: House, code: str, rng: random.Random) -> None:
    """Long matches end by program, from another device of the same people, while their pages look on."""
    table = house.table(code)
    async with httpx.AsyncClient(base_url=house.url, timeout=30) as client:
        while not table.playing.over:
            for seat in [seat for seat in table.playing.to_act if seat < 2]:
                action = table.playing.legal(seat).sample(rng)
                headers = {"authorization": f"Bearer {house.den.key(table, seat)}"}
                answer = await client.post(f"/api/tables/{code}/actions", json={"action": str(action)}, headers=headers)
                assert answer.status_code in (200, 409), answer.text  # 409: the last click came first
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("game", speelhol.games())
def test_two_people_and_bots_play_a_whole_match(game: str, house: House, browser: Browser, run: Run) -> None:
    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        bram = await Person.come(browser, house.url, "Bram", viewport=DESK, color_scheme="dark")
        code = await noor.open_table(game, 4)
        await bram.sit_down(code)
        await expect(noor.page.locator(".chair", has_text="Bram")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        playing = [asyncio.create_task(p.play_on(random.Random(i))) for i, p in enumerate((noor, bram))]
        done, pending = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:  # whoever made fewer decisions by hand would wait for the other
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        assert all(task.result() for task in done)
        await finish(house, code, random.Random(3))
        for person in (noor, bram):
            await expect(person.live).to_have_attribute("data-state", "over")
        match = house.table(code).playing
        assert match.over
        assert match.result is not None
        for person in (noor, bram):
            await expect(person.page.locator(".ranks li")).to_have_count(4)
            await expect(person.page.locator(".ranks .won")).to_have_count(len(match.result.winners))
            await expect(person.form).to_have_count(0)
        await noor.page.get_by_role("button", name="Play again").click()
        await noor.page.wait_for_url(lambda url: not url.endswith(code))
        await bram.page.get_by_role("link", name="To the rematch").click()
        await bram.page.wait_for_url(noor.page.url)
        for person in (noor, bram):
            await expect(person.page.locator(".chair b")).to_have_text(
                [chair.name for chair in house.table(code).chairs]
            )
            await person.leave()

    run(evening())
