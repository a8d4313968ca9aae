"""A table in motion: while others play, the page says what has been seen of it, and nothing on it goes blank."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

import speelhol

from .conftest import Run
from .house import House
from .people import Person
from .test_leak import page
from .tour import at_home

ANSWERS = 10
PAUSE = 0.3
"""Shorter than most movements: news comes in the middle of them."""
LOOKS = """window.looks = { moving: 0, blank: [], told: new Set() };
    setInterval(() => {
        const table = document.querySelector("#live.drawn");
        if (!table || document.readyState === "loading") return;
        const seen = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
            && e.getClientRects().length > 0 && e.textContent.trim() !== "";
        const any = which => [...table.querySelectorAll(which)].some(seen);
        const moving = document.querySelector("main.unfolding") !== null;
        looks.moving += moving;
        if (!any(".prompt h1, .prompt .news")) looks.blank.push("banner");
        if (any(".log > li")) looks.log = true; else if (looks.log) looks.blank.push("log");
        for (const sum of table.querySelectorAll("[data-sum]")) {
            if (!seen(sum) && sum.closest(".seats, .hand")) looks.blank.push("sum of " + sum.dataset.sum);
        }
        if (moving) looks.told.add(table.querySelector(".prompt .news")?.textContent ?? "");
    }, 50);"""


async def sit_and_look(browser: Browser, house: House, game: str) -> dict[str, Any]:
    """Sit among bots, pieces moving, and look at the page twenty times a second while one answer follows another."""
    noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference")
    await noor.page.add_init_script(LOOKS)
    code = await noor.open_table(game, speelhol.game(game).seats[-1] - 1, bots=True)
    table, rng = house.table(code), random.Random(game)
    for _ in range(ANSWERS):
        if 0 in table.playing.to_act:
            action = table.playing.legal(0).sample(rng)
            await asyncio.to_thread(at_home, house, house.den.play(table, 0, action, table.moment(0)))
        await asyncio.sleep(PAUSE)
    found: dict[str, Any] = await noor.page.evaluate("({ ...looks, told: [...looks.told] })")
    await noor.leave()
    return found


READS = """window.turns = { most: 0, moving: 0 };
    let wrote = false, back = 0, inside = false;
    const before = (kind, name, note) => {
        const own = kind.prototype[name];
        kind.prototype[name] = function (...given) { note(); return own.apply(this, given); };
    };
    const read = () => { if (wrote) back += inside; wrote = false; };
    const write = () => { wrote = true; };
    for (const name of ["getBoundingClientRect", "getClientRects"]) before(Element, name, read);
    for (const name of ["animate", "setAttribute"]) before(Element, name, write);
    for (const name of ["add", "toggle"]) before(DOMTokenList, name, write);
    addEventListener("morphing", () => { [inside, back] = [true, 0]; }, true);
    addEventListener("morphed", () => queueMicrotask(() => {
        inside = false;
        turns.most = Math.max(turns.most, back);
        turns.moving += document.getAnimations().length > 0;
    }), true);"""


def test_what_comes_and_goes_restyles_what_it_names() -> None:
    """A rule that ends in nothing but `*` or `:not()` below `.unfolding` or `:has()` makes Chromium style all anew."""
    rooms = Path(speelhol.__file__).parent
    sheets = [*rooms.glob("web/static/*.css"), *rooms.glob("games/*/draw/table.css")]
    assert {sheet.parents[1].name.replace("_", "-") for sheet in sheets} >= set(speelhol.games())
    wide = re.compile(r"(?:\.unfolding|:has\([^{}]*?\)\)?) [^{},]*[ >](?:\*|:not\([^()]*\)|:[\w-]+)\s*[,{]")
    assert [(sheet.parent.name, found) for sheet in sheets for found in wide.findall(sheet.read_text("utf-8"))] == []


@pytest.mark.parametrize("game", ["counterfeiters", "thieves"])
def test_an_update_is_measured_before_it_is_written(game: str, house: House, browser: Browser, run: Run) -> None:
    """Who asks where something is after a change makes the browser lay the page out anew: once an update, not once a
    piece."""

    async def visit() -> dict[str, int]:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference")
        await noor.page.add_init_script(READS)
        code = await noor.open_table(game, speelhol.game(game).seats[-1] - 1, bots=True)
        table, rng = house.table(code), random.Random(game)
        for _ in range(ANSWERS):
            if 0 in table.playing.to_act:
                action = table.playing.legal(0).sample(rng)
                await asyncio.to_thread(at_home, house, house.den.play(table, 0, action, table.moment(0)))
            await asyncio.sleep(PAUSE / 2)
        found: dict[str, int] = await noor.page.evaluate("turns")
        await noor.leave()
        return found

    turns = run(visit())
    assert turns["moving"]
    assert turns["most"] <= 2, "measured again after something had been written"


def test_nothing_goes_blank_while_bots_play(house: House, browser: Browser, run: Run) -> None:
    """Banner, log and everybody's money are there at every moment; while pieces move, the banner tells of events."""
    games = speelhol.games()

    async def visit() -> list[dict[str, Any]]:
        return await asyncio.gather(*(sit_and_look(browser, house, game) for game in games))

    found = dict(zip(games, run(visit()), strict=True))
    assert [(game, one) for game, looks in found.items() for one in sorted(set(looks["blank"]))] == []
    assert {"cash-and-run", "casa-de-papel"} <= {game for game, looks in found.items() if looks["moving"]}
    assert all(looks["told"] and all(looks["told"]) for looks in found.values() if looks["moving"])


@pytest.mark.parametrize("game", speelhol.games())
def test_the_banner_shows_who_is_asked(game: str) -> None:
    """My own mark when I am asked, that of the one whom all wait for, and the lamp for several or in the dark."""
    match, rng = speelhol.game(game).start(speelhol.game(game).seats[0], seed="banner"), random.Random(3)
    shown = set()
    for _ in range(40):
        if match.over:
            break
        open_view = match.view(None)
        asked = open_view.asked if open_view.agenda[-1].discreet else match.to_act
        for seat in (0, None):
            who = seat if seat in match.to_act else asked[0] if len(asked) == 1 else None
            banner = re.search(r'class="who".*?#([\w-]+)"', page(match, seat, "en"))
            assert banner is not None
            assert banner[1] == ("lamp" if who is None else f"seat-{who + 1}"), (asked, seat)
            shown.add(banner[1])
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    assert len(shown) >= match.seats


def test_what_was_picked_is_let_go_once_it_is_sent(house: House, browser: Browser, run: Run) -> None:
    """While a friend thinks, nothing on the board looks chosen: the next piece there may be another one."""

    async def pick(game: str) -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        code = await noor.open_table(game, 2)
        table, rng = house.table(code), random.Random(3)
        await asyncio.to_thread(at_home, house, house.den.write(table, lambda now: now.sit(1, "friend", "Abel")))
        await noor.deal()
        looked = 0
        for _ in range(30):
            if table.playing.to_act == (0,):
                await noor.decide(rng)
                if table.playing.to_act == (1,):
                    await noor.page.wait_for_selector("#live[data-state=waiting]")
                    pressed = noor.page.locator(":is(.board, .mine) :is([aria-pressed=true], .off, .coached)")
                    assert await pressed.count() == 0
                    looked += 1
            for seat in table.playing.to_act:
                if seat == 1:
                    action = table.playing.legal(1).sample(rng)
                    await asyncio.to_thread(at_home, house, house.den.play(table, 1, action, table.moment(1)))
            if looked == 3:
                break
        assert looked == 3
        await noor.leave()

    for game in ("counterfeiters", "casablanca"):
        run(pick(game))
