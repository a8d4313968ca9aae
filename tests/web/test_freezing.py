"""Nothing freezes: whatever becomes of what moves on a page, the newest question comes back with its button."""

from __future__ import annotations

import asyncio
import random

from playwright.async_api import Browser, Route, expect

from tests.games.counterfeiters.town import town

from .conftest import Run
from .house import House
from .people import POCKET, Person, Wish
from .test_leaving import to_the_end

EACH = "setInterval(() => document.getAnimations().forEach(a => {{ {deed} }}), {every});"
TALK = """setInterval(() => {
    const form = document.querySelector("form.say");
    const moves = document.getAnimations().some(a => a.playState === "running");
    if (form && moves) fetch(form.action, { method: "POST", body: new URLSearchParams({ seat: 0, text: "!" }) });
}, 60);"""
WEATHERS = {
    "cut off": EACH.format(every=10, deed="a.cancel();"),
    "stuck": EACH.format(every=10, deed="a.pause();"),
    "started over": EACH.format(every=60, deed="a.currentTime = 0;"),
    "interrupted": TALK,
    "broken": "Element.prototype.animate = () => { throw new TypeError('nothing moves here'); };",
}
"""What may happen to the animations of a page: each as a script that runs from its beginning."""
PLACE: Wish = {"part": "place fence", "fields": {}}
LIMIT = 15_000
"""Milliseconds after which a page that shows no way to answer is frozen, on a busy machine."""


async def never(route: Route) -> None:
    """A request that is not answered."""


async def asked(person: Person, last: str) -> str:
    """Wait until the page shows a question after the moment `last`, with a button that can be pressed."""
    question = person.page.locator(f"#live[data-state=over], form.act:has(input[name=moment]:not([value='{last}']))")
    await question.first.wait_for(state="attached")
    for shown in (person.page.locator(".prompt h1"), person.go_button):
        await expect(shown, f"{person.name} waits in vain").to_be_visible(timeout=LIMIT)
    return await person.form.locator("input[name=moment]").input_value()


def test_the_question_comes_back_whatever_becomes_of_an_animation(house: House, browser: Browser, run: Run) -> None:
    """The first round at the mint, until the press has opened and something is asked again: with animations that are
    cut off, that never end, that begin again and again, that news interrupts, and that can't begin at all."""

    async def evening(weather: str) -> None:
        lively = {**POCKET, "reduced_motion": "no-preference"}
        noor = await Person.come(browser, house.url, weather, drawn=True, painted=False, **lively)
        await noor.page.add_init_script(WEATHERS[weather])
        code = await noor.open_table("casa-de-papel", 4, bots=True)
        rng, last, opened = random.Random(weather), "", False
        while not opened:
            opened = bool(house.table(code).playing.view(0).now.rounds)
            last = await asked(noor, last)
            await noor.touch(await noor.fill_in(rng))
        if weather == "broken":
            noor.complaints.clear()
        await noor.leave()

    async def evenings() -> None:
        await asyncio.gather(*map(evening, WEATHERS))

    run(evenings())


def test_the_question_comes_back_when_nothing_is_heard_of_a_decision(house: House, browser: Browser, run: Run) -> None:
    """The answer to a decision never comes; or it is a yes, and the stream says nothing of what follows."""

    async def yes(route: Route) -> None:
        await route.fulfill(status=204)

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.page.clock.install()
        code = await noor.open_table("casa-de-papel", 4, bots=True)
        for lost in (never, yes):
            last = await asked(noor, "")
            await noor.page.route("**/act", lost)
            await noor.touch(await noor.fill_in(random.Random(1)))
            await expect(noor.page.locator("form.act[aria-busy]")).to_have_count(1)
            await noor.page.clock.fast_forward(30_000)
            await expect(noor.page.locator("form.act[aria-busy]")).to_have_count(0)
            assert await asked(noor, "") == last
            await noor.page.unroute("**/act")
        await noor.touch(await noor.fill_in(random.Random(1)))
        await asked(noor, last)
        assert house.table(code).playing.view(0).now.laid
        await noor.leave()

    run(evening())


def test_the_wait_for_a_decision_is_not_cut_short_by_the_one_before(house: House, browser: Browser, run: Run) -> None:
    """Where one question follows another at once, both are asked in the same form."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.page.clock.install()
        code = await noor.open_table("counterfeiters", 2, bots=True)
        await noor.my_move_or_over()
        house.put(code, town(2, fakes=((2, 3, 0),) * 2))
        await noor.go(f"/t/{code}")
        found = await noor.fill_in(random.Random(1), wish=PLACE)
        await noor.touch(found)
        await asked(noor, found["moment"])
        await noor.page.clock.fast_forward(6_000)
        await noor.page.route("**/act", never)
        await noor.touch(await noor.fill_in(random.Random(1)))
        await noor.page.clock.fast_forward(6_000)
        await noor.page.wait_for_timeout(300)
        await expect(noor.page.locator("form.act[aria-busy]")).to_have_count(1)
        await noor.leave()

    run(evening())


def test_a_rematch_among_bots_waits_for_no_luck_that_gets_lost(house: House, browser: Browser, run: Run) -> None:
    """It is dealt at once; where the house never says that it has the luck, a moment later."""

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor")
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        house.put(code, to_the_end(house.table(code).playing.copy()))
        await noor.go(f"/t/{code}")
        await noor.page.route("**/t/*/luck", never)
        await noor.page.clock.install()
        async with noor.page.expect_request("**/t/*/luck"):
            await noor.page.locator("form[action$='/again'] button").first.click()
        await expect(noor.page.locator("form[data-alone]")).to_be_visible()
        await noor.page.clock.fast_forward(7_000)
        await expect(noor.page.locator("#live.table")).to_be_visible()
        await noor.page.unroute("**/t/*/luck")
        await noor.leave()

    run(evening())
