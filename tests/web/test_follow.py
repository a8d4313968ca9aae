"""Following the play: one thing after another, at a speed that the host chooses; and what happened meanwhile."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import Table
from speelhol.den.bots import Bots
from speelhol.den.tables import passes
from speelhol.den.tables.entries import Speed
from speelhol.games.cash_and_run.actions import Roll
from speelhol.games.cash_and_run.events import Rolled
from speelhol.web.table.drawing import drawing_of
from tests.house import HOST, awaited, opened, until

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .tour import at_home

TOLD = """window.told = [];
    new MutationObserver(() => {
        const shown = [...document.querySelectorAll(".prompt .news:not([hidden]) span, .prompt h1")].find(e =>
            e.checkVisibility({ visibilityProperty: true }));
        const words = shown?.textContent.trim();
        if (words && told.at(-1) !== words) told.push(words);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"""
"""Notes down every headline that is seen."""
PLAYED = """window.played = [];
    document.addEventListener("moves", event =>
        event.detail.batch.forEach(m => m.kind === "stage" || played.push(m.n)), true);"""
"""Notes down the numbers of all events that are played."""
HELD = """window.held = [];
    new MutationObserver(() => {
        const news = document.querySelector(".prompt .news:not([hidden])")?.textContent.trim() ?? "";
        const parts = Object.fromEntries([...document.querySelectorAll("[data-held]")].map(e =>
            [e.dataset.held, [e.textContent, ...[...e.querySelectorAll("use")].map(u => u.href.baseVal)].join(" ")]));
        const now = { news, parts };
        if (JSON.stringify(now) !== JSON.stringify(held.at(-1))) held.push(now);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"""
"""Notes down what is told, and what is drawn meanwhile of what tells how it ended."""


@pytest.mark.parametrize(("speed", "times"), [("calm", 2), ("brisk", 1), ("instant", 0)])
def test_bots_wait_until_people_have_seen_it(
    speed: Speed, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By how much everybody was told, at the table's speed; never by what only some know."""
    waits: list[tuple[float, int]] = []
    answer = Bots._answer

    async def noting(self: Bots, table: Table, pause: float) -> None:
        waits.append((pause, table.told_newly))
        await answer(self, table, 0.0)

    monkeypatch.setattr(Bots, "_answer", noting)

    @awaited
    async def match() -> None:
        async with opened(tmp_path, bot_pause=1.0) as den:
            table = await den.open_table("thieves", 3, {}, HOST, speed=speed)
            await den.fill(table, HOST)
            await den.deal(table, HOST)
            await until(lambda: len(waits) > 40 or table.phase == "over", 60)

    match()
    assert len({told for _, told in waits}) > 1
    for pause, told in waits:
        worth = times * min(max(told, 1), 3)
        assert 0.85 * worth <= pause <= 1.15 * worth


def test_one_thing_after_another(still_house: House, browser: Browser, run: Run) -> None:
    """While others play, the headline tells each thing that happened; the question comes at once when it is mine."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        await noor.page.add_init_script(TOLD)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.page.evaluate("document.querySelector('main').dataset.pause = 60")
        table, rng = still_house.table(code), random.Random(2)
        happened: list[str] = []
        speech = table.game.speak("en", table.names)
        while len(happened) < 8 and table.phase != "over":
            seat, start = table.playing.to_act[0], len(table.view(0).log)
            deed = still_house.den.play(table, seat, table.playing.legal(seat).sample(rng))
            await asyncio.to_thread(at_home, still_house, deed)
            await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")
            await expect(noor.page.locator("main:not(.telling, .unfolding)")).to_be_visible()
            news = [e for e, secret in table.view(0).log.own_since(start) if not (secret or e.routine)]
            # who is asked reads it above the question; of very much at once, the last is told
            if 0 not in table.playing.to_act and len(news) <= 3:
                happened += [speech.event(event) for event in news]
        told = await noor.page.evaluate("told")
        assert len(happened) >= 8
        assert [text for text in happened if text not in told] == []
        await noor.leave()

    run(evening())


def test_more_than_three_events_behind_the_rest_is_not_played(still_house: House, browser: Browser, run: Run) -> None:
    """While one thing is still being read, much happens: the newest three are shown, and whatever is staged; the log
    and the table tell all of it."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        await noor.page.add_init_script(PLAYED)
        code = await noor.open_table("thieves", 6, bots=True)
        table, rng = still_house.table(code), random.Random(4)

        async def deed() -> None:
            seat = table.playing.to_act[0]
            action = table.playing.legal(seat).sample(rng)
            await asyncio.to_thread(at_home, still_house, still_house.den.play(table, seat, action))
            await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")

        match = table.game.start(6, seed="behind")
        while match.to_act != (1,):
            match.play(match.to_act[0], match.legal(match.to_act[0]).sample(rng))
        table.match = match
        await noor.go(f"/t/{code}")
        await noor.page.locator("main .prompt h1").wait_for()
        await noor.page.evaluate("document.querySelector('main').dataset.pause = 1e5")
        await deed()
        first = await noor.page.evaluate("Math.max(...played)")
        while 0 not in table.playing.to_act and len(table.view(0).log) < first + 6:
            await deed()
        assert len(table.view(0).log) >= first + 5
        await noor.page.evaluate("document.querySelector('main').dataset.pause = 0")
        await noor.page.evaluate("speelhol.moves.hurry()")
        await expect(noor.page.locator("main:not(.telling, .unfolding)")).to_be_visible()
        shown = {n for n in await noor.page.evaluate("played") if n > first}
        told = [n for n, (e, _) in enumerate(table.view(0).log.own_since(first), first + 1) if not e.routine]
        assert shown & set(told) <= set(told[-3:])
        assert told[-1] in shown
        assert await noor.page.locator(".log > .later").count() == 0
        await noor.leave()

    run(evening())


def test_what_an_event_changes_is_drawn_when_it_has_been_told(still_house: House, browser: Browser, run: Run) -> None:
    """Dice, wheel and sums are the old ones while the headline tells how it begins, and then the new ones, one's own
    roll included."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        code = await noor.open_table("cash-and-run", 3, bots=True)
        table, rng = still_house.table(code), random.Random(5)
        # neither die lies there already as it falls, and nothing else happens by either roll
        table.match = speelhol.game("cash-and-run").start(3, seed="rolled 3")
        speech = table.game.speak("en", table.names)
        await noor.page.add_init_script(HELD)
        rolled: set[bool] = set()
        while len(rolled) < 2:
            seat = table.playing.to_act[0]
            rolls = Roll() in table.playing.legal(seat) and (seat == 0) not in rolled
            deed = still_house.den.play(table, seat, Roll() if rolls else table.playing.legal(seat).sample(rng))
            if rolls:
                await noor.go(f"/t/{code}")
                await noor.page.locator("main:not(.telling, .unfolding) .prompt h1").wait_for()
                await noor.page.evaluate("held.splice(0, held.length - 1)")
                start = len(table.view(0).log)
            await asyncio.to_thread(at_home, still_house, deed)
            if not rolls:
                continue
            rolled.add(seat == 0)
            await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")
            await expect(noor.page.locator("main:not(.telling, .unfolding)")).to_be_visible()
            event = next(one for one in table.view(0).log.since(start) if isinstance(one, Rolled))
            seen = await noor.page.evaluate("held")
            begins = [one for one in seen if one["news"] == speech.begins(event)]
            assert begins, [one["news"] for one in seen]
            before = seen[0]["parts"]
            changed = {name for name, now in seen[-1]["parts"].items() if now != before[name]}
            assert changed & {"die-1", "die-2"}
            assert all(begins[0]["parts"][name] == before[name] for name in changed)
            for name, shows in (("die-1", event.first), ("die-2", event.second)):
                assert seen[-1]["parts"][name].endswith(f"die-{shows}")
        await noor.leave()

    run(evening())


def test_what_is_told_in_words_alone_is_drawn_while_it_is_told(still_house: House, browser: Browser, run: Run) -> None:
    """What it comes to is on the table while the headline says it, and not only afterwards."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        code = await noor.open_table("thieves", 4, bots=True)
        table, rng = still_house.table(code), random.Random(5)
        table.match = speelhol.game("thieves").start(4, seed="told 1")
        speech, drawing = table.game.speak("en", table.names), drawing_of(table.game)
        assert drawing is not None
        await noor.page.add_init_script(HELD)
        met, differs = 0, False
        for _ in range(60):
            seat, start = table.playing.to_act[0], len(table.view(0).log)
            ahead, action = table.playing.copy(), table.playing.legal(seat).sample(rng)
            told = [event for event, to in ahead.play(seat, action) if to is None and not event.routine]
            words_alone = bool(told) and not drawing.motions(told[-1]) and type(told[-1]) not in drawing.staged
            met += (ends := words_alone and not ahead.over and 0 not in ahead.to_act)
            if ends:
                await noor.go(f"/t/{code}")
                await noor.page.locator("main:not(.telling, .unfolding) .prompt h1").wait_for()
            await asyncio.to_thread(at_home, still_house, still_house.den.play(table, seat, action))
            if not ends:
                continue
            await noor.page.locator(f".log > [data-n='{len(table.view(0).log)}']").wait_for(state="attached")
            await expect(noor.page.locator("main:not(.telling, .unfolding)")).to_be_visible()
            seen, words = await noor.page.evaluate("held"), speech.event(told[-1])
            assert [one for one in seen if one["news"] == words and one["parts"] == seen[-1]["parts"]], words
            assert start < len(table.view(0).log)
            differs |= seen[0]["parts"] != seen[-1]["parts"]
            if met >= 2 and differs:
                break
        assert met >= 2
        assert differs, "nothing that was told changed anything on the table"
        await noor.leave()

    run(evening())


def test_what_is_said_floats_by(still_house: House, browser: Browser, run: Run) -> None:
    """At the seat of whoever said it, in the reader's own language, and counted until somebody has looked."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        ines = await Person.come(browser, still_house.url, "Inès", drawn=True, **{**POCKET, "locale": "fr"})
        code = await noor.open_table("thieves", 3)
        await ines.sit_down(code)
        await noor.bots_for_the_rest()
        await noor.deal()
        await ines.page.locator("#live.drawn").wait_for()
        await noor.page.locator(".topbar a[href='#log']").click()
        await noor.page.locator(".reactions > summary").click()
        await noor.page.locator(".react[value=':liar:']").click()
        await expect(ines.page.locator(".balloon[data-by='0']")).to_have_text("Noor: Menteur\u202f!")
        await expect(ines.page.locator(".topbar .unread")).to_have_text("1")
        await expect(noor.page.locator(".log > .said").first).to_have_text("Noor: Liar!")
        await expect(noor.page.locator(".balloon")).to_have_count(0)
        await ines.page.locator(".topbar a[href='#log']").click()
        await expect(ines.page.locator(".topbar .unread")).to_be_hidden()
        await asyncio.gather(noor.leave(), ines.leave())

    run(evening())


def test_whom_i_mute_is_not_seen(still_house: House, browser: Browser, run: Run) -> None:
    """Neither what they say nor their faces, by no balloon and no count, drawn and in words, after a reload too; at
    other screens everything stands, and once it is undone, here as well."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        ines = await Person.come(browser, still_house.url, "Inès", drawn=True, **{**POCKET, "locale": "fr"})
        code = await noor.open_table("thieves", 3)
        await ines.sit_down(code)
        await noor.bots_for_the_rest()
        await noor.deal()
        await ines.page.locator("#live.drawn").wait_for()
        await ines.page.locator(".topbar a[href='#settings']").click()
        await ines.page.locator("[popovertarget=mutes]").click()
        await expect(ines.page.locator(".mutes label")).to_have_text(["Noor", "Ceux qui ne font que regarder"])
        await ines.page.get_by_role("switch", name="Noor").check()
        await ines.page.keyboard.press("Escape")
        await noor.page.locator(".topbar a[href='#log']").click()
        await noor.page.locator("#say").fill("Can you hear me?")
        await noor.page.locator(".say .btn").click()
        await noor.page.locator(".reactions > summary").click()
        await noor.page.locator(".react[value=':liar:']").click()
        await expect(noor.page.locator(".log > .said").first).to_have_text("Noor: Liar!")
        for look in ("drawn", "words"):
            await ines.page.locator(".log > .said.m-muted").nth(1).wait_for(state="attached")
            await expect(ines.page.locator(".balloon")).to_have_count(0)
            await expect(ines.page.locator(".topbar .unread")).to_be_hidden()
            await ines.page.evaluate("location.hash = 'log'")
            await expect(ines.page.locator(".log")).not_to_contain_text("Noor:", use_inner_text=True)
            await ines.context.add_cookies([{"name": "look", "value": look, "url": still_house.url}])
            await ines.page.reload()
        await ines.page.evaluate("location.hash = 'settings'")
        await ines.page.locator("[popovertarget=mutes]").click()
        await ines.page.get_by_role("switch", name="Noor").uncheck()
        await expect(ines.page.locator(".log > .said").first).to_have_text("Noor: Menteur\u202f!")
        await expect(ines.page.locator(".log > .said").first).to_be_visible()
        await asyncio.gather(noor.leave(), ines.leave())

    run(evening())


def test_the_host_changes_the_speed_in_the_middle_of_a_match(still_house: House, browser: Browser, run: Run) -> None:
    """By the sheet; everybody reads it in their own words, their pages follow, and so do the bots."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        ines = await Person.come(browser, still_house.url, "Inès", drawn=True, **{**POCKET, "locale": "fr"})
        code = await noor.open_table("thieves", 3)
        await ines.sit_down(code)
        await noor.bots_for_the_rest()
        await noor.deal()
        await ines.page.locator("#live.drawn[data-events='2']").wait_for()
        table = still_house.table(code)
        assert still_house.den.bots._events(table) > 0
        await noor.page.locator("a[href='#host']").click()
        await noor.page.get_by_role("button", name="At once").click()
        await ines.page.locator("#live[data-events='0']").wait_for()
        await expect(ines.page.locator(".log")).to_contain_text("Désormais, les bots jouent sans attendre.")
        await expect(ines.page.locator("#settings")).to_contain_text("Immédiat")
        await expect(noor.page.get_by_role("button", name="At once")).to_have_attribute("aria-pressed", "true")
        assert still_house.den.bots._events(table) == 0
        await asyncio.gather(noor.leave(), ines.leave())

    run(evening())


def test_somebody_lets_the_house_pass(still_house: House, browser: Browser, run: Run) -> None:
    """A tap below the question; everybody reads it at the plaque and in the log, and another tap undoes it."""

    async def evening() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        ines = await Person.come(browser, still_house.url, "Inès", drawn=True, **{**POCKET, "locale": "fr"})
        code = await noor.open_table("casablanca", 2)
        await ines.sit_down(code)
        await noor.deal()
        table, rng = still_house.table(code), random.Random(5)
        while (asks := table.game.passes(table.view(None))).seat is None:
            seat = table.playing.to_act[0]
            deed = still_house.den.play(table, seat, table.playing.legal(seat).sample(rng))
            await asyncio.to_thread(at_home, still_house, deed)
        me, other = (noor, ines) if asks.seat == 0 else (ines, noor)
        await me.page.locator(".passes .btn").nth(1).click()
        await expect(other.page.locator(f".seat[data-at='plaque-{asks.seat}'] .awaysign")).to_be_visible()
        assert passes.passing(table) is not None
        await expect(other.page.locator(".log")).to_contain_text("pass")
        await me.page.locator(".passes .btn[value='']").click()
        await expect(other.page.locator(f".seat[data-at='plaque-{asks.seat}'] .awaysign")).to_have_count(0)
        assert passes.passing(table) is None
        assert table.playing.to_act == (asks.seat,)
        await asyncio.gather(noor.leave(), ines.leave())

    run(evening())
