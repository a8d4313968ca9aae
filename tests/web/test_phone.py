"""A phone in the hand, upright or on its side: what one must see or tap next is there."""

from __future__ import annotations

import random
import re

import pytest
from playwright.async_api import Browser, ViewportSize, expect

import speelhol
from speelhol.kernel import LANGUAGES
from speelhol.web.table import scene
from speelhol.web.table.since import Happened, Since
from tests.games.thieves.tables import table as street

from .conftest import Run
from .house import House
from .people import MOST_TABLES, PHONE, POCKET, Person
from .test_leak import page as page_of
from .tour import fullest

SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
AWAY = {"en": "away", "nl": "weg", "fr": "absent"}
IN_SIGHT = """e => { const box = e.getBoundingClientRect(), x = (box.left + box.right) / 2;
    return [box.top + 2, box.bottom - 2].every(y => e.contains(document.elementFromPoint(x, y))); }"""

BESIDE = """() => {
    const skip = document.getElementById("skip-moves");
    skip.hidden = false;
    const [over, ...signs] = [skip, ...document.querySelectorAll(".topbar .ibtn")].map(e => e.getBoundingClientRect());
    return signs.filter(one => one.left < over.right - 1 && one.right > over.left + 1);
}"""
"""The signs in the bar that the button which skips lies over."""


def test_the_tip_is_in_sight_when_it_was_not_followed(house: House, browser: Browser, run: Run) -> None:
    """Somebody who has scrolled to their hand and plays another card than the coach said sees both sentences."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.go("/learn/thieves")
        await noor.page.locator("form[action^='/learn/thieves'] button").first.tap()
        await noor.my_move_or_over()
        await noor.page.locator(".hand .held:not(.coached)[data-pick]").first.tap()
        await noor.page.locator(".heaps [data-pick]:not(.off), .btn-go:not([aria-disabled=true])").first.tap()
        await noor.page.locator(".logbox").evaluate("e => e.scrollIntoView({ block: 'start', behavior: 'instant' })")
        await noor.go_button.evaluate("e => e.click()")
        await expect(noor.page.locator("#refusal")).to_be_visible()
        for which in (".coach", "#refusal"):
            await expect(noor.page.locator(which)).to_be_in_viewport(ratio=1)
            assert await noor.page.locator(which).evaluate(IN_SIGHT), which
        await noor.leave()

    run(visit())


def test_a_phone_on_its_side_shows_the_way_in_and_the_whole_board(house: House, browser: Browser, run: Run) -> None:
    """Buttons above the fold in every language; the ring with nothing above it, whatever the coach says beside it."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **{**POCKET, "viewport": SIDEWAYS})
        for language in LANGUAGES:
            await noor.context.add_cookies([{"name": "language", "value": language, "url": house.url}])
            await noor.go("/")
            for button in await noor.page.locator(".ctas .btn").all():
                await expect(button).to_be_in_viewport(ratio=1)
        await noor.go("/learn/cash-and-run")
        await noor.page.locator("form[action^='/learn/cash-and-run'] button").first.tap()
        await noor.my_move_or_over()
        await expect(noor.page.locator(".ring")).to_be_in_viewport(ratio=1)
        await expect(noor.go_button).to_be_in_viewport(ratio=1)
        await noor.leave()

    run(visit())


def test_the_casinos_open_where_they_are_seen(house: House, browser: Browser, run: Run) -> None:
    """Over the board, above their button, which stays where it was to close them."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("cash-and-run", 3, bots=True)
        await noor.my_move_or_over()
        button, book = noor.page.locator(".deedbook > summary"), noor.page.locator(".deedbook .all")
        await button.tap()
        await expect(book).to_be_in_viewport(ratio=1)
        await button.tap()
        await expect(book).to_be_hidden()
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", speelhol.games())
def test_who_is_away_is_said_and_not_only_outlined(game: str, language: str) -> None:
    match = speelhol.game(game).start(speelhol.game(game).seats[0], seed="away")
    for words in (False, True):
        plaques = re.findall(r'<li class="seat[^"]* away".*?</li>', page_of(match, 0, language, words), re.DOTALL)
        assert len(plaques) == match.seats
        assert all(re.search(rf">{AWAY[language]}</span>", plaque) for plaque in plaques), plaques[0]


def test_of_two_equal_cards_the_one_that_is_tapped_is_picked(house: House, browser: Browser, run: Run) -> None:
    """A tap on the other one takes that instead; a second tap puts it back."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        house.put(code, street("m1 m2 m1 siren", "m1 m1 m2 m3", "m2 m2 m3 m3"))
        await noor.go(f"/t/{code}")
        cards, lit = noor.page.locator('.hand [data-pick="card=m1"]'), noor.page.locator(".hand [aria-pressed=true]")
        await expect(cards).to_have_count(2)
        for place in (1, 0, 1):
            await cards.nth(place).click()
            await expect(cards.nth(place)).to_have_attribute("aria-pressed", "true")
            await expect(lit).to_have_count(1)
        await cards.nth(1).click()
        await expect(lit).to_have_count(0)
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("game", speelhol.games())
def test_what_touched_me_is_read_with_the_question_and_the_answer(
    game: str, house: House, browser: Browser, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was lost, the way to the rest of it, what is at stake and the whole question, in sight together."""
    lost = Happened("Caro wins 400,000 from Noor, who has bluffed and pays.", "lost", "lost", 1)
    told = Since((lost, Happened("Bibi takes a card.", "less", seat=2)), 2)
    monkeypatch.setattr(scene, "since", lambda *_: told)

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        for stake in ("", "The match ends with the next answer, and whoever is the richest by then has won."):
            monkeypatch.setattr(scene, "at_stake", lambda *_, stake=stake: stake)
            code = await noor.asked_at(game, fullest(game))
            for viewport in (PHONE, SIDEWAYS):
                await noor.page.set_viewport_size(viewport)
                await noor.go(f"/t/{code}")
                await noor.my_move_or_over()
                wanted = [".since .lost > span:last-child", ".prompt h1", *([".stake > span"] if stake else [])]
                wanted += [".since > a"] if not await noor.page.locator(".since .less").is_visible() else []
                for which in wanted:
                    await expect(noor.page.locator(which)).to_be_in_viewport(ratio=1)
                    assert await noor.page.locator(which).evaluate(IN_SIGHT), (which, stake, viewport)
                await expect(noor.go_button).to_be_in_viewport(ratio=1)
        await noor.leave()

    run(visit())


async def lacking(person: Person, game: str) -> str:
    """The name of a table at which this person has still to choose before the button does anything."""
    rng = random.Random(3)
    for _ in range(MOST_TABLES):
        code = await person.asked_at(game, fullest(game))
        while await person.my_move_or_over() == "mine":
            if await person.go_button.get_attribute("aria-disabled") == "true":
                return code
            await person.decide(rng)
    raise AssertionError(f"In {MOST_TABLES} matches of {game} no question left anything to choose before its button.")


@pytest.mark.parametrize("game", speelhol.games())
def test_what_is_lacking_is_said_where_it_covers_nothing(game: str, house: House, browser: Browser, run: Run) -> None:
    """In place of the button that can do nothing yet; once something is chosen, the button is there again."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        code = await lacking(noor, game)
        high = "e => Math.round(e.getBoundingClientRect().height)"
        before = await noor.page.locator(".bottom").evaluate(high)
        await noor.go_button.tap(force=True)
        refusal = noor.page.locator("#refusal")
        await expect(refusal).to_be_in_viewport(ratio=1)
        assert await refusal.evaluate(IN_SIGHT)
        assert await noor.page.locator(".bottom").evaluate(high) == before
        await noor.page.locator(":is(.board, .mine) [data-pick], .act [data-spread], .words .act label").first.tap()
        await expect(refusal).to_have_count(0)
        await expect(noor.go_button).to_be_in_viewport(ratio=1)
        assert house.table(code).phase == "playing"
        await noor.leave()

    run(visit())


def test_what_skips_lies_in_the_bar_beside_its_signs(house: House, browser: Browser, run: Run) -> None:
    """In place of the table's name, however wide the words are; the host has most signs."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        code = await noor.open_table("thieves", 3, bots=True)
        for language in LANGUAGES:
            await noor.context.add_cookies([{"name": "language", "value": language, "url": house.url}])
            await noor.go(f"/t/{code}")
            for wide in (390, 360, 320):
                await noor.page.set_viewport_size({"width": wide, "height": 844})
                assert await noor.page.evaluate(BESIDE) == [], (language, wide)
        await noor.leave()

    run(visit())
