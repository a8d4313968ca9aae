"""Whoever is asked may answer soon, whatever has still to be shown: counted by what the page plays, not by a watch."""

from __future__ import annotations

import asyncio
import random

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import Action, Match
from speelhol.web.table.drawing import drawing_of
from speelhol.web.table.staged import stage
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .tour import at_home

MOST = 1_500
"""So long, in milliseconds, may everything together take that is shown to somebody who is asked."""
STAGED = 1_200
LONG = 2_500
"""For everybody else a big moment takes at least so long."""
MATCHES = 8
LIVELY = {**POCKET, "reduced_motion": "no-preference", "painted": False}
PLAYS = """window.plays = []; window.stuck = 0;
    document.addEventListener("stuck", () => stuck++, true);
    document.addEventListener("moves", event =>
        plays.push({ stage: event.detail.batch.some(m => m.kind === "stage"), runs: new Map() }), true);
    const update = Animation.prototype.updatePlaybackRate;
    Animation.prototype.updatePlaybackRate = function (rate) {
        plays.at(-1)?.runs.set(this, this.effect.getComputedTiming().endTime / rate);
        return update.call(this, rate);
    };
    window.took = (which = () => true) =>
        plays.filter(which).map(({ runs }) => Math.max(0, ...runs.values())).reduce((a, b) => a + b, 0);"""
"""Notes down, of all that the page plays one thing after another, how long it takes at the rate it plays it."""


def before_a_big_moment(name: str, *, asked: bool, own: bool = False) -> tuple[Match, int, Action]:
    """A match of three or more, and the answer by which something is staged for seat 0, who is asked then, or not."""
    game = speelhol.game(name)
    drawing, speech = drawing_of(game), game.speak("en")
    assert drawing is not None
    for seed in range(MATCHES):
        match, rng = game.start(max(3, game.seats[0]), seed=f"soon {seed}"), random.Random(seed)
        while not match.over:
            seat = rng.choice(match.to_act)
            action = match.legal(seat).sample(rng)
            ahead = match.copy()
            told = [event for event, to in ahead.play(seat, action) if to in (None, 0)]
            moments = [one for one in (stage(event, 0, drawing, speech) for event in told) if one is not None]
            now = not ahead.over and (0 in ahead.to_act) == asked
            if now and moments and all(one.own == own for one in moments):
                return match, seat, action
            match = ahead
    raise AssertionError(f"nothing like that happens in {MATCHES} matches of {name}")


async def at_table(house: House, browser: Browser, name: str, seats: int) -> tuple[Person, str]:
    noor = await Person.come(browser, house.url, "Noor", drawn=True, **LIVELY)
    await noor.page.add_init_script(PLAYS)
    return noor, await noor.open_table(name, seats, bots=True)


async def seen(house: House, noor: Person, code: str, found: tuple[Match, int, Action]) -> dict[str, float]:
    """How long everything takes that Noor is shown of that answer, and the big moment of it; she has seen it all."""
    table, (match, seat, action) = house.table(code), found
    table.match = match
    await noor.go(f"/t/{code}")
    await noor.page.evaluate("document.querySelector('main').dataset.pause = 0")
    await noor.page.locator("main:not(.telling, .unfolding) .prompt h1").wait_for()
    await asyncio.to_thread(at_home, house, house.den.play(table, seat, action))
    await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")
    await expect(noor.page.locator("main:not(.telling, .unfolding)")).to_be_visible()
    assert await noor.page.evaluate("stuck") == 0
    took: dict[str, float] = await noor.page.evaluate("({ all: took(), stage: took(one => one.stage) })")
    return took


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_whoever_is_asked_has_seen_everything_soon(name: str, still_house: House, browser: Browser, run: Run) -> None:
    """Big moments included, which are brief then; for whoever waits anyway they keep their length."""

    async def evening() -> None:
        seats = max(3, speelhol.game(name).seats[0])
        noor, code = await at_table(still_house, browser, name, seats)
        took = await seen(still_house, noor, code, before_a_big_moment(name, asked=True))
        assert 0 < took["stage"] <= STAGED
        assert took["all"] <= MOST
        await expect(noor.go_button).to_be_visible()
        took = await seen(still_house, noor, code, before_a_big_moment(name, asked=False))
        assert took["stage"] >= LONG
        await noor.leave()

    run(evening())


def test_what_somebody_did_is_not_staged_before_their_own_next_question(
    still_house: House, browser: Browser, run: Run
) -> None:
    """They printed notes of three stars themselves; the others see it as a big moment."""

    async def evening() -> None:
        noor, code = await at_table(still_house, browser, "counterfeiters", 3)
        took = await seen(still_house, noor, code, before_a_big_moment("counterfeiters", asked=True, own=True))
        assert took["stage"] == 0
        assert took["all"] <= MOST
        await noor.leave()

    run(evening())
