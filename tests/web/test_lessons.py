"""Learning matches as a newcomer goes through them on a phone: every tip is read and followed on the drawn table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from msgspec import structs
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import Action, Lesson, Offers, Speech
from speelhol.web.text.forms import offer_form

from .conftest import Run
from .house import House
from .people import POCKET, Person, Wish
from .test_gallery import PLAIN

UNPAINTED = f"""addEventListener("DOMContentLoaded", () => {{
    document.head.append(Object.assign(document.createElement("style"), {{ textContent: "{PLAIN}" }}));
}})"""
"""The same page without what is slow to paint."""
POINTED = """() => [...document.querySelectorAll(".coached, [data-advised], [data-wanted] + span, [aria-pressed=true]")]
    .some(e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0)"""
"""Whether anything in sight is marked as what the coach means, or chosen already."""
LEFT_AT = 3
"""The tip at which the newcomer leaves, to go on from the front of the house."""


def wish(offers: Offers, speech: Speech, action: Action) -> Wish:
    """Where in the form an action is, and how it is filled in."""
    parts = offer_form(offers, speech).parts
    listed = next((part for part in parts if part.action == action), None)
    if listed is not None:
        return {"part": listed.value, "fields": {}}
    tag = str(type(action).__struct_config__.tag)
    part = next(part for part in parts if part.kind != "choice" and part.picks == f"do={tag}")
    values = structs.asdict(action)
    if part.kind == "split":
        values = dict(next(iter(values.values())))
    names = {field.name: field.name.partition(".")[2] for field in part.fields}
    return {"part": part.value, "fields": {name: str(values.get(key, 0)) for name, key in names.items()}}


@pytest.fixture(scope="module")
def newcomer(house: House, browser: Browser, run: Run) -> Iterator[Person]:
    person: Person = run(Person.come(browser, house.url, "Noor", drawn=True, bypass_csp=True, **POCKET))
    run(person.context.add_init_script(UNPAINTED))
    yield person
    run(person.leave())


@pytest.mark.parametrize("game", [name for name in speelhol.games() if speelhol.game(name).lessons])
def test_a_newcomer_follows_the_coach_to_the_end_of_the_lesson(
    game: str, newcomer: Person, house: House, run: Run
) -> None:
    noor, page = newcomer, newcomer.page

    async def learn(lesson: Lesson, begin: str) -> None:
        before = page.url
        await page.locator(f"form[action='/learn/{game}{begin}'] button").tap()
        await page.wait_for_url(lambda url: "/t/" in url and url != before)
        table = house.table(page.url.rpartition("/")[2])
        speech, last = table.game.speak("en", table.names), ""
        for number, tip in enumerate(lesson.mine):
            await noor.next_touch(None, last)
            said = re.sub(r"\{(\d)\}", lambda seat: speech.seat(int(seat[1])), tip.say["en"])
            assert await page.locator(".coach").inner_text() == said
            if number == LEFT_AT and not begin:
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
        for chapter, lesson in enumerate(speelhol.game(game).lessons, 1):
            await learn(lesson, f"?chapter={chapter}" if chapter > 1 else "")

    run(learn_it_all())
