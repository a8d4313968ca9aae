"""Big moments: staged with what everybody was told, in three languages; they can be skipped, and end in any case."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Route, expect

import speelhol
from speelhol.games.casa_de_papel.events import Pressed
from speelhol.games.thieves.actions import Play
from speelhol.kernel import LANGUAGES, Event, Staged
from speelhol.web.table.drawing import Drawing, drawing_of
from speelhol.web.table.staged import stage
from tests.contract.cases import having
from tests.games.thieves.tables import table as street

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_freezing import LIMIT
from .tour import at_home

ART = (Path(speelhol.__file__).parent / "web/static/art.svg").read_text(encoding="utf-8")
ENDS = {"ended", "won"}
SEEN = """window.staged = [];
    new MutationObserver(() => {
        const box = document.querySelector(".onstage");
        if (!box || staged.some(one => one.box === box)) return;
        const loot = document.querySelector("[data-held=loot]").textContent;
        const tray = document.querySelector(".tray.on"), was = tray.className;
        const [m, s] = ["m", "s"].map(side => (tray.className = `tray on ${side}`, getComputedStyle(tray).boxShadow));
        tray.className = was;
        staged.push({ box, loot, told: m !== s, words: box.querySelector(".begins").textContent });
    }).observe(document, { subtree: true, childList: true });"""
"""Notes down every big moment that comes onto the stage, and what the table shows by then: the loot, and whether
a frame tells what lies in it."""
SKIP = """setInterval(() => document.querySelectorAll(".onstage:not(.skipped)").forEach(box => {
    box.classList.add("skipped");
    const runs = box.getAnimations({ subtree: true });
    box.click();
    staged.at(-1).skipped = runs.length > 0 && runs.every(run => run.playState === "finished");
}), 100);"""

ARRIVED = """new MutationObserver((_, watch) => {
        if (!document.querySelector(".onstage")) return;
        watch.disconnect();
        window.arrived = [...document.querySelectorAll(".police .slot svg")].map(e => +getComputedStyle(e).opacity);
    }).observe(document, { subtree: true, childList: true });"""
"""Notes down how plainly each police car is seen as the first big moment comes onto the stage."""
STUCK = """setInterval(() => document.querySelectorAll(".onstage").forEach(box =>
    box.getAnimations({ subtree: true }).forEach(run => run.pause())), 10);"""


def drawing(name: str) -> Drawing:
    found = drawing_of(speelhol.game(name))
    assert found is not None
    return found


def big(name: str) -> Mapping[type[Event], Staged]:
    return drawing(name).staged


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_every_game_stages_its_big_moments_and_its_end(name: str) -> None:
    """Each begins with words that do not say how it ends, in every language, and shows drawings that there are."""
    game, moments = speelhol.game(name), big(name)
    tags = {str(kind.__struct_config__.tag) for kind in moments}
    assert len(tags) >= 3
    assert tags & ENDS
    for tag in tags:
        for language in LANGUAGES:
            words = game.words.sentence(f"before.{tag}", language)
            assert not any(
                words == game.words.sentence(key, language) for key in game.words.own if key.startswith("event.")
            )


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_what_is_staged_is_what_was_told(name: str) -> None:
    """Built of the events that a seat heard, with their own sentence; every drawing of it is one of the house's."""
    game, staged = speelhol.game(name), set()
    for seed in range(4):
        match, rng = game.start(game.seats[0], seed=f"stage {seed}"), random.Random(seed)
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, match.legal(seat).sample(rng))
        for seat in (None, *range(match.seats)):
            for event in match.view(seat).log:
                for language in LANGUAGES:
                    speech = game.speak(language)
                    one = stage(event, seat, drawing(name), speech)
                    if one is None:
                        continue
                    staged.add(type(event))
                    assert one.told == speech.event(event)
                    assert one.before
                    assert one.touch == ("" if seat is None else event.touches(seat))
                    drawings = [one.motif, *one.cards, *([one.back] if one.cards else [])]
                    assert all(f'id="{drawn}"' in ART for drawn in drawings), drawings
    assert len(staged) >= 2


async def until_pressed(house: House, code: str, before: Any) -> tuple[str, str]:
    """Play on until the press has opened, after `before` was awaited; how that is told before and after."""
    table, rng = house.table(code), random.Random(3)
    speech = table.game.speak("en", table.names)
    while True:
        seat = table.playing.to_act[0]
        action = table.playing.legal(seat).sample(rng)
        twin = table.playing.copy()
        opens = [event for event, _ in twin.play(seat, action) if isinstance(event, Pressed)]
        if opens:
            await before()
        await asyncio.to_thread(at_home, house, house.den.play(table, seat, action))
        if opens:
            return speech.begins(opens[0]), speech.event(opens[0])


def test_a_big_moment_is_staged_skipped_and_never_in_the_way(still_house: House, browser: Browser, run: Run) -> None:
    """The press opens: it is built up while the table still shows the old loot, a tap ends it on one's own screen, a
    stage whose animations are stuck is left, and whoever wants nothing to move or skipped it before sees none."""

    async def evening() -> None:
        lively = {**POCKET, "reduced_motion": "no-preference", "painted": False}
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **lively)
        stuck = await Person.come(browser, still_house.url, "Yara", drawn=True, **lively)
        calm = await Person.come(browser, still_house.url, "Sem", drawn=True, **POCKET)
        hasty = await Person.come(browser, still_house.url, "Bo", drawn=True, **lively)

        async def skip_it(route: Route) -> None:
            await hasty.page.keyboard.press("Escape")
            await route.continue_()

        await hasty.page.route("**/stage.js*", skip_it)
        code = await noor.open_table("casa-de-papel", 4, bots=True)
        await noor.page.add_init_script(SEEN + SKIP)
        await stuck.page.add_init_script(SEEN + STUCK)
        await calm.page.add_init_script(SEEN)
        await hasty.page.add_init_script(SEEN)
        old = ""

        async def look() -> None:
            nonlocal old
            await noor.go(f"/t/{code}")
            await asyncio.gather(*(one.go(f"/t/{code}/table") for one in (stuck, calm, hasty)))
            await stuck.page.evaluate("document.querySelector('main').dataset.pause = 0")
            old = await noor.page.locator("[data-held=loot]").text_content() or ""

        begins, told = await until_pressed(still_house, code, look)
        for person in (noor, stuck, calm, hasty):
            await person.page.locator(".log > li", has_text=told).wait_for(state="attached")
            await expect(person.page.locator("main:not(.telling, .unfolding)")).to_be_visible(timeout=2 * LIMIT)
            await expect(person.page.locator(".onstage")).to_have_count(0)
            assert await person.page.locator(".log > .later").count() == 0
        (seen,) = await noor.page.evaluate("staged.map(({ box, ...rest }) => rest)")
        assert seen == {"loot": old, "told": False, "words": begins, "skipped": True}
        now = await noor.page.locator("[data-held=loot]").text_content()
        assert await stuck.page.evaluate("staged.length") == 1
        assert await calm.page.evaluate("staged.length") == 0
        await hasty.page.wait_for_function("() => window.speelhol.stage")  # it came, too late
        assert await hasty.page.evaluate("staged.length") == 0
        assert not re.search(r"stage\.js", await calm.page.content())
        await noor.page.reload()
        assert await noor.page.locator("[data-held=loot]").text_content() == now
        await asyncio.gather(*(one.leave() for one in (noor, stuck, calm, hasty)))

    run(evening())


def test_the_cars_of_a_raid_are_there_before_it_is_told(still_house: House, browser: Browser, run: Run) -> None:
    """The track shows four of four when the raid begins, not what it showed before the last car came."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        code = await noor.open_table("thieves", 3, bots=True)
        still_house.table(code).match = street("m1 m2 m2 m3", "double m1 m2 m3", "m3 m3 m0 m0", turn=1, police="double")
        await noor.page.add_init_script(ARRIVED)
        await noor.go(f"/t/{code}")
        await expect(noor.page.locator(".police .slot svg")).to_have_count(4)
        deed = still_house.den.play(still_house.table(code), 1, Play("double"))
        await asyncio.to_thread(at_home, still_house, deed)
        await noor.page.locator(".onstage").wait_for(state="attached")
        assert await noor.page.evaluate("arrived") == [1, 1, 1, 1]
        await noor.leave()

    run(evening())
