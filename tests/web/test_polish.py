"""Small things that a newcomer stumbles over."""

from __future__ import annotations

import random
import re
from urllib.parse import parse_qs

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import Game
from speelhol.web.table.options import lacks
from speelhol.web.text.forms import offer_form
from tests.contract.cases import every_game, moments
from tests.games.thieves.tables import table as street

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_leak import page as page_of
from .test_phone import IN_SIGHT

HAND = ("m1 m2 siren siren", "m1 m1 m2 m3", "m2 m2 m3 m3")


def over(game: str) -> speelhol.Match:
    match, rng = speelhol.game(game).start(speelhol.game(game).seats[0], seed="over"), random.Random(3)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0]).sample(rng))
    return match


@pytest.mark.parametrize("game", speelhol.games())
def test_the_result_begins_with_one_s_own(game: str) -> None:
    match = over(game)
    assert match.result is not None
    for seat in range(match.seats):
        for words in (False, True):
            headline = re.search(r'podium-box"><h2>(.*?)</h2>', page_of(match, seat, "en", words))
            assert headline is not None
            assert headline[1].startswith("You ")
            assert (headline[1] == "You win!") == (seat in match.result.winners)


@every_game
def test_whatever_is_still_to_be_chosen_has_its_words(game: Game) -> None:
    """Where most of what is offered has a field and differs in it, the button can say what is missing."""
    for match in moments(game, game.seats[-1], {}, "lack", 40):
        for seat in match.to_act[:1]:
            offers = match.view(seat).offers
            assert offers is not None
            form = offer_form(offers, game.speak("en"))
            listed = [parse_qs(part.picks) for part in form.parts if part.action is not None]
            said = parse_qs(lacks(form, game.speak("en")))
            names = {name for picks in listed for name in picks} - {"do"}
            most = {name for name in names if sum(name in picks for picks in listed) * 2 > len(listed)}
            differs = {name for name in most if len({tuple(picks.get(name, ())) for picks in listed}) > 1}
            assert differs <= {*said}, differs - {*said}


def test_the_button_says_what_is_missing_and_a_tap_that_closes_does_nothing_else(
    house: House, browser: Browser, run: Run
) -> None:
    """In Thieves money is kept or given away, once it is chosen; a hint over the table is closed by a tap beside it."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        house.put(code, street(*HAND))
        await noor.go(f"/t/{code}")
        await expect(noor.go_button).to_have_text("Choose a card")
        card, why = noor.page.locator('.hand [data-pick="card=m1"]'), noor.page.locator(".why:not(.hints)")
        await why.locator("summary").tap()
        await expect(why.locator(".pop")).to_be_visible()
        await card.tap()
        await expect(why.locator(".pop")).to_be_hidden()
        await expect(card).to_have_attribute("aria-pressed", "false")
        await card.tap()
        await expect(card).to_have_attribute("aria-pressed", "true")
        await expect(noor.go_button).to_have_text("Choose whether to keep it or give it away")
        other = noor.page.locator('.hand [data-pick="card=m2"]')
        assert "off" not in (await other.get_attribute("class") or "").split()
        await noor.page.locator(".heaps [data-pick]:not(.off)").first.tap()
        await why.locator("summary").tap()
        await noor.go_button.evaluate("e => e.click()")
        await expect(why.locator(".pop")).to_be_hidden()
        await noor.leave()

    run(visit())


def test_the_log_opens_over_the_table_and_a_tap_beside_it_closes_it(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.open_table("thieves", 3, bots=True)
        await noor.my_move_or_over()
        board = noor.page.locator(".board")
        for link, inside in (("#log", ".log"), ("#settings", ".themes")):
            before = await board.bounding_box()
            await noor.page.locator(f".topbar a[href='{link}']").tap()
            await expect(noor.page.locator(link)).to_be_in_viewport()
            assert await noor.page.locator(link).evaluate("e => getComputedStyle(e).position") == "fixed"
            assert await board.bounding_box() == before
            await noor.page.touchscreen.tap(195, 20)
            await expect(noor.page.locator(inside)).to_be_hidden()
            assert await noor.page.evaluate("location.pathname.startsWith('/t/')")
        await noor.leave()

    run(visit())


def test_playing_again_with_bots_takes_one_tap(house: House, browser: Browser, run: Run) -> None:
    """The next match is dealt at once, with this browser's luck in it."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        code = await noor.open_table("thieves", 3, bots=True)
        await noor.play_on(random.Random(1))
        again = noor.page.locator("form[action$='/again'] button")
        await again.scroll_into_view_if_needed()
        assert await again.evaluate(IN_SIGHT)
        await again.click()
        await noor.page.wait_for_url(lambda url: code not in url)
        await noor.my_move_or_over()
        fresh = house.table(noor.page.url.rpartition("/")[2])
        assert fresh.code != code
        assert fresh.chairs[0].luck
        await noor.leave()

    run(visit())
