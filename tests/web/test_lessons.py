"""Learning matches as a newcomer goes through them on a phone: every tip is read and followed on the drawn table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import FIRST, LANGUAGES, Lesson

from .conftest import Run
from .house import House
from .learning import learn, wish
from .people import POCKET, Person

POINTED = """() => [...document.querySelectorAll(".coached, [data-advised], [data-wanted] + span, [aria-pressed=true]")]
    .some(e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0)"""
"""Whether anything in sight is marked as what the coach means, or chosen already."""
LISTED = """() => {
    const wanted = document.querySelector(".aslist[open] [data-wanted]"), is = new URLSearchParams(wanted?.dataset.is);
    return !!wanted && [...document.querySelectorAll("[data-pick]")].some(target =>
        [...new URLSearchParams(target.dataset.pick)].every(([key, value]) => is.getAll(key).includes(value)));
}"""
"""Whether the list has opened by itself although the board offers what the coach means."""
REACHED = """() => {
    const beyond = which => [...document.querySelectorAll(which)].filter(one => !one.closest(".bottom"));
    const [goal] = [...beyond(".coached"), ...beyond(".board [aria-pressed=true]")];
    if (!goal) return true;
    const box = goal.getBoundingClientRect();
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !!over && (goal.contains(over) || !over.closest(".bottom, .prompt, .topbar"));
}"""
"""Whether the middle of what the coach means on the board lies free, between headline and dock."""
LEFT_AT = 3
"""The tip at which the newcomer leaves, to go on from the front of the house."""


@pytest.fixture(scope="module")
def newcomer(house: House, browser: Browser, run: Run) -> Iterator[Person]:
    person: Person = run(Person.come(browser, house.url, "Noor", drawn=True, **POCKET))
    yield person
    run(person.leave())


@pytest.mark.parametrize("game", [name for name in speelhol.games() if speelhol.game(name).lessons])
def test_a_newcomer_follows_the_coach_to_the_end_of_the_lesson(
    game: str, newcomer: Person, house: House, run: Run
) -> None:
    noor, page = newcomer, newcomer.page

    async def follow(lesson: Lesson, begin: str) -> None:
        before = page.url
        await page.locator(f"form[action='/learn/{game}{begin}'] button").tap()
        await page.wait_for_url(lambda url: "/t/" in url and url != before)
        table = house.table(page.url.rpartition("/")[2])
        speech, last = table.game.speak("en", table.names), ""
        for number, tip in enumerate(lesson.mine):
            await noor.next_touch(None, last)
            said = re.sub(r"\{(\d)\}", lambda seat: speech.seat(int(seat[1])), tip.say["en"])
            assert await page.locator(".coach").inner_text() == said
            await expect(page.locator(".coach")).to_be_in_viewport(ratio=1)
            assert not await page.evaluate(LISTED), f"{tip.do}: the list is open"
            assert await page.evaluate(REACHED), f"{tip.do}: out of sight"
            if number == LEFT_AT and lesson is speelhol.game(game).lessons[0]:
                await noor.go("/")
                await page.locator(f".yt.turn[href='/t/{table.code}']").tap()
                await expect(page.locator(".coach")).to_have_text(said)
            offers = table.playing.view(0).offers
            assert offers is not None
            assert len(offers) == 1 or await page.evaluate(POINTED), f"{tip.do}: the coach points nowhere"
            found = await noor.fill_in(random.Random(1), last, wish(offers, speech, table.game.read(tip.do)))
            await noor.touch(found)
            last = found["moment"]
        await expect(page.locator(".coach")).to_have_text(re.compile(re.escape(lesson.end["en"].partition("{")[0])))
        assert len(table.playing.record().actions) >= len(lesson.mine)

    async def learn_it_all() -> None:
        await noor.go("/")
        lessons = speelhol.game(game).lessons
        if len(lessons) > 1:
            await page.locator(f"a[href='/learn/{game}']").tap()
        for number, lesson in enumerate(lessons, 1):
            await follow(lesson, f"?lesson={number}" if len(lessons) > 1 else "")

    run(learn_it_all())


def test_the_coach_is_read_and_the_list_stays_closed_while_the_board_still_moves(
    house: House, browser: Browser, run: Run
) -> None:
    """What can be chosen on the board comes when all has been seen; whoever scrolled down reads the next tip too."""
    steps = speelhol.game("cash-and-run").lessons[0].mine[:4]

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        page, last = noor.page, ""
        await noor.go("/learn/cash-and-run")
        await page.locator("form[action^='/learn/cash-and-run'] button").first.tap()
        await page.wait_for_url("**/t/*")
        table = house.table(page.url.rpartition("/")[2])
        for tip in steps:
            await noor.next_touch(None, last)
            await page.locator("main:not(.unfolding) .coach").wait_for()
            await expect(page.locator(".coach")).to_be_in_viewport(ratio=1)
            assert not await page.evaluate(LISTED), f"{tip.do}: the list is open"
            offers = table.playing.view(0).offers
            assert offers is not None
            speech = table.game.speak("en", table.names)
            found = await noor.fill_in(random.Random(1), last, wish(offers, speech, table.game.read(tip.do)))
            await page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
            await noor.go_button.evaluate("e => e.click()")
            last = found["moment"]
        await noor.leave()

    run(visit())


def test_what_is_to_be_chosen_comes_into_sight_when_nothing_was(newcomer: Person, house: House, run: Run) -> None:
    """Also below the coach's words: whoever has scrolled away and taps the button that can do nothing yet sees both."""
    lesson, page = speelhol.game("casablanca").lessons[1], newcomer.page

    async def visit() -> None:
        await newcomer.go("/learn/casablanca")
        await page.locator("form[action='/learn/casablanca?lesson=2'] button").tap()
        await page.wait_for_url("**/t/*")
        table = house.table(page.url.rpartition("/")[2])
        await newcomer.next_touch(None)
        await page.locator(".coach").wait_for()
        offers, speech = table.playing.view(0).offers, table.game.speak("en", table.names)
        assert offers is not None
        found = await newcomer.fill_in(random.Random(1), "", wish(offers, speech, table.game.read(lesson.mine[0].do)))
        await newcomer.touch(found)
        await newcomer.next_touch(None, found["moment"])
        await page.locator(".board .coached").wait_for()
        await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert not await page.evaluate(REACHED)
        await newcomer.go_button.evaluate("e => e.click()")
        await expect(page.locator("#refusal")).to_be_visible()
        assert await page.evaluate(REACHED)
        await expect(page.locator(".coach")).to_be_in_viewport(ratio=1)

    run(visit())


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FIRST])
def test_a_lesson_can_be_followed_in_every_language(language: str, house: House) -> None:
    """The shortest one; `python -m bench.lessons` follows all of them."""
    assert learn(house, "thieves", 2, language) == len(speelhol.game("thieves").lessons[1].mine)
