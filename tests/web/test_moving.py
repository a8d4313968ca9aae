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
from speelhol.web.table import scene
from speelhol.web.text.packing import STATIC
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import Person
from .test_leak import page
from .tour import at_home

ANSWERS, MOST_ANSWERS = 10, 40
"""The latter while nothing was seen moving, as on a machine that has much else to do."""
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
        const lines = [...table.querySelectorAll(".log > li")]; // on a phone they are folded away
        if (lines.some(line => line.textContent.trim())) looks.log = true; else if (looks.log) looks.blank.push("log");
        for (const sum of table.querySelectorAll("[data-held]")) {
            if (!seen(sum) && sum.matches("[data-held*=plaque]:not(.more, .comps)")) looks.blank.push(sum.dataset.held);
        }
        if (moving) looks.told.add(table.querySelector(".prompt .news")?.textContent ?? "");
    }, 50);"""
LOOKED = "({ ...looks, told: [...looks.told] })"
"""Looks at the page twenty times a second; and what was seen."""


async def sit_and_look(
    browser: Browser, house: House, game: str, script: str = LOOKS, tells: str = LOOKED, pause: float = PAUSE
) -> dict[str, Any]:
    """Sit among bots, pieces moving, while one answer follows another; what a script has seen of the page meanwhile."""
    noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference")
    await noor.page.add_init_script(script)
    code = await noor.open_table(game, speelhol.game(game).seats[-1] - 1, bots=True)
    table, rng = house.table(code), random.Random(game)
    found: dict[str, Any] = {}
    for made in range(MOST_ANSWERS):
        if 0 in table.playing.to_act:
            action = table.playing.legal(0).sample(rng)
            await asyncio.to_thread(at_home, house, house.den.play(table, 0, action, table.moment(0)))
        await asyncio.sleep(pause)
        found = await noor.page.evaluate(tells)
        if made + 1 >= ANSWERS and found.get("moving", True):
            break
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
        const laid_out = new ResizeObserver(() => {
            laid_out.disconnect();
            inside = false;
            turns.most = Math.max(turns.most, back);
            turns.moving += document.getAnimations().length > 0;
        });
        laid_out.observe(document.body);
    }), true);"""


def test_what_comes_and_goes_restyles_what_it_names() -> None:
    """A rule that ends in nothing but `*` or `:not()` below `.unfolding` or `:has()` makes Chromium style all anew."""
    home = Path(speelhol.__file__).parent
    sheets = [*home.glob("web/static/*.css"), *home.glob("games/*/draw/table.css")]
    assert {sheet.parents[1].name.replace("_", "-") for sheet in sheets} >= set(having("draw/table.css"))
    wide = re.compile(r"(?:\.unfolding|:has\([^{}]*?\)\)?) [^{},]*[ >](?:\*|:not\([^()]*\)|:[\w-]+)\s*[,{]")
    assert [(sheet.parent.name, found) for sheet in sheets for found in wide.findall(sheet.read_text("utf-8"))] == []


@pytest.mark.parametrize("game", ["counterfeiters", "thieves"])
def test_an_update_is_measured_before_it_is_written(game: str, house: House, browser: Browser, run: Run) -> None:
    """Who asks where something is after a change makes the browser lay the page out anew: once an update, not once a
    piece."""
    turns = run(sit_and_look(browser, house, game, READS, "turns", PAUSE / 2))
    assert turns["moving"]
    assert turns["most"] <= 2, "measured again after something had been written"


SETTLED = """(async () => {
    const main = document.querySelector("main"), fresh = document.createElement("main");
    for (let tries = 0; tries < 150; tries++) {
        fresh.innerHTML = speelhol.scene.render(speelhol.scene.now);
        const shown = new Map([...main.querySelectorAll("[data-held]")].map(e => [e.dataset.held, e.textContent]));
        looks.late = [...fresh.querySelectorAll("[data-held]")].filter(e => e.textContent !== shown.get(e.dataset.held))
            .map(e => `${e.dataset.held}: ${shown.get(e.dataset.held)} for ${e.textContent}`);
        if (!looks.late.length) break;
        await new Promise(go => setTimeout(go, 200));
    }
    const dull = main.querySelectorAll("[data-pick]:not([aria-pressed])");
    return { late: looks.late, held: fresh.querySelectorAll("[data-held]").length, dull: dull.length };
})()"""
"""What is held back after everything has been told, and what came then and does not say whether it is picked."""


@pytest.mark.parametrize("game", ["thieves"])
def test_what_was_held_back_is_shown_in_the_end(game: str, house: House, browser: Browser, run: Run) -> None:
    """Also where what shows it was replaced meanwhile: a heap becomes a button for whoever is asked."""
    found = run(sit_and_look(browser, house, game, tells=SETTLED))
    assert found["held"]
    assert found["late"] == []
    assert found["dull"] == 0


NOTED = """() => {
    const main = document.querySelector("main"), noted = [];
    speelhol.morph.note = ([first]) => noted.push(...first.parentNode.querySelectorAll("[data-held]"));
    const [now] = speelhol.morph.parse('<b data-held="new"><i>1</i> and <u>2</u></b>');
    speelhol.morph.run(main, [...main.childNodes], [now], null);
    return [main.textContent, ...noted.map(one => one.textContent)];
}"""


def test_what_is_noted_to_be_told_later_is_whole(browser: Browser, run: Run) -> None:
    """Also where another thing that was held back becomes it on the page."""

    async def look() -> list[str]:
        page = await browser.new_page()
        await page.set_content('<main><b data-held="old">something else</b></main>')
        await page.evaluate((STATIC / "morph.js").read_text(encoding="utf-8"))
        found: list[str] = await page.evaluate(NOTED)
        await page.close()
        return found

    assert run(look()) == ["1 and 2", "1 and 2"]


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
def test_the_banner_shows_who_is_asked_and_who_did_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """My own mark when I am asked; while others are, that of whoever did what is told, or of whoever is asked if I did
    it myself, and the lamp for nobody or for several. All are here."""
    monkeypatch.setattr(scene, "away", lambda *_: ())
    match, rng = speelhol.game(game).start(speelhol.game(game).seats[0], seed="banner"), random.Random(3)
    shown = set()
    for _ in range(40):
        if match.over:
            break
        for seat in (0, None):
            newest = next((event for event in match.view(seat).log.newest_first() if not event.routine), None)
            if newest is None:  # nothing has happened yet
                continue
            doer, asked = getattr(newest, "seat", None), match.view(None).asked
            if doer is not None and doer == seat:
                doer = asked[0] if len(asked) == 1 else None
            who = seat if seat in match.to_act else doer
            banner = re.search(r'class="who".*?#([\w-]+)"', page(match, seat, "en"))
            assert banner is not None
            assert banner[1] == ("lamp" if who is None else f"seat-{who + 1}"), (newest, seat)
            shown.add(banner[1])
        seat = match.to_act[0]
        match.play(seat, match.legal(seat).sample(rng))
    assert len(shown) >= 2, f"In this match the banner showed {shown} alone, so nothing was told apart."


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
