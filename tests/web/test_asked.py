"""What is asked on a phone: how it is done, what binds, and what is still to be chosen can be read there."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from speelhol.den import Table
from speelhol.kernel import LANGUAGES, Timeline
from speelhol.kernel.timeline import ALL
from speelhol.web.pages.analysis import _happened
from speelhol.web.pages.replay import Replayed, drawn, timeline_of
from speelhol.web.text.templates import Reader, say
from tests.games.casa_de_papel.mint import CASTS
from tests.games.casa_de_papel.test_powers import FIVE, to_the_dark
from tests.games.casablanca.town import town

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_phone import IN_SIGHT
from .test_replay import NAMES, finished

PROFESSOR, RAQUEL, *OTHERS = CASTS[5]
BINDS = {"en": "must", "nl": "moet", "fr": "devrez"}
LACKS = {
    "en": ("Choose an agent and where it goes", "Choose where it goes"),
    "nl": ("Kies een agent en waarheen", "Kies waarheen"),
    "fr": ("Choisissez un agent et où il va", "Choisissez où il va"),
}


async def speak(person: Person, language: str) -> None:
    await person.context.add_cookies([{"name": "language", "value": language, "url": person.url}])


def test_raquel_reads_what_binds_her_before_she_looks(still_house: House, browser: Browser, run: Run) -> None:
    """Below the question, and above the button."""

    async def visit() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        code = await noor.open_table("casa-de-papel", 5, bots=True)
        await noor.my_move_or_over()
        still_house.table(code).match = to_the_dark(5, FIVE, (0, 1, 2), cast=(RAQUEL, PROFESSOR, *OTHERS))
        for language in LANGUAGES:
            await speak(noor, language)
            await noor.go(f"/t/{code}")
            rest = noor.page.locator(".prompt .rest")
            await expect(rest).to_contain_text(BINDS[language])
            assert await rest.evaluate(IN_SIGHT)
        await noor.page.locator('[data-pick="seat=3"]').tap()
        await expect(noor.page.locator(".act .then")).to_contain_text("devez")
        await noor.leave()

    run(visit())


def test_whoever_may_move_reads_how_and_what_is_still_to_be_chosen(
    still_house: House, browser: Browser, run: Run
) -> None:
    """Also where the same button counts what is lacking of first bribes."""

    async def visit() -> None:
        noor = await Person.come(browser, still_house.url, "Noor", drawn=True, **POCKET)
        code = await noor.open_table("casablanca", 3, bots=True)
        await expect(noor.go_button).to_have_text("Choose 3 more")
        still_house.table(code).match = town(3, places={"green": "4"})
        for language in LANGUAGES:
            await speak(noor, language)
            await noor.go(f"/t/{code}")
            assert await noor.page.locator(".prompt .rest").evaluate(IN_SIGHT)
            both, where = LACKS[language]
            await expect(noor.go_button).to_have_text(both)
            await noor.page.locator('.agent[data-pick="agent=green"]').tap()
            await expect(noor.go_button).to_have_text(where)
        await noor.leave()

    run(visit())


def again(table: Table, timeline: Timeline, at: int) -> str:
    """A moment of a match that is over, in French."""
    shown = Replayed(Reader("fr", "somebody"), table, timeline, at, ALL).shown("http://localhost/t/velvet-lamp-42")
    return str(drawn(shown))


def test_in_french_a_colon_stands_apart_and_several_may_still_think() -> None:
    """In a match seen again, what was said at it, and its story."""
    table = finished("thieves", 3, {})
    timeline = timeline_of(table)
    at = next(at for at in range(1, timeline.last) if timeline.did(at, ALL))
    name = table.chairs[timeline.moves[at - 1][0]].name
    assert f'<h1 class="long">{name}\u202f: ' in again(table, timeline, at)
    assert f"<b>{NAMES[0]}\u202f:</b>" in again(table, timeline, timeline.last)
    told = [_happened(timeline, one, table.game.speak("fr", [c.name for c in table.chairs])) for one in range(1, 9)]
    assert not any(f"{chair.name}:" in said for said in told for chair in table.chairs)
    assert say("fr", "Still thinking: {who}", who="Abel, Bibi et Dok") == "Encore en réflexion\u202f: Abel, Bibi et Dok"
    assert say("nl", "Still thinking: {who}", who="Abel en Bibi") == "Nog aan het nadenken: Abel en Bibi"
