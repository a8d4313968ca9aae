"""A phone in the hand, upright or on its side: what one must see or tap next is there."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import LANGUAGES
from tests.games.thieves.tables import table as street

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_leak import page as page_of

SIDEWAYS = {"width": 844, "height": 390}
AWAY = {"en": "away", "nl": "weg", "fr": "absent"}
IN_SIGHT = """e => { const box = e.getBoundingClientRect(), x = (box.left + box.right) / 2;
    return [box.top + 2, box.bottom - 2].every(y => e.contains(document.elementFromPoint(x, y))); }"""


def test_the_tip_is_in_sight_when_it_was_not_followed(house: House, browser: Browser, run: Run) -> None:
    """Somebody who has scrolled to their hand and plays another card than the coach said sees both sentences."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.go("/")
        await noor.page.locator("form[action='/learn/thieves'] button").tap()
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
        await noor.page.locator("form[action='/learn/cash-and-run'] button").tap()
        await noor.my_move_or_over()
        await expect(noor.page.locator(".ring")).to_be_in_viewport(ratio=1)
        await expect(noor.go_button).to_be_in_viewport(ratio=1)
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
        house.table(code).match = street("m1 m2 m1 siren", "m1 m1 m2 m3", "m2 m2 m3 m3")
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
