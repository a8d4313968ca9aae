"""The rulebooks as people read them: found by contents and search, pictured, printed, and each on one page."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Page, expect

import speelhol
from speelhol.kernel import LANGUAGES, house_rules
from speelhol.web.pages import gallery, rulebook
from speelhol.web.text.templates import Reader
from tests.contract.cases import having

from .conftest import Run
from .gathering import visitor
from .house import House
from .people import POCKET, Person

every_game = pytest.mark.parametrize("name", speelhol.games())
WEIGHT = 20_000
"""Bytes of a rulebook on its way, with its examples and without pictures and styles."""
PRINTED_PAGE = re.compile(rb"/Type /Page\b(?!s)")


@every_game
def test_contents_lead_to_every_chapter_and_every_rule_has_its_place(name: str) -> None:
    game = speelhol.game(name)
    for language in LANGUAGES:
        page = rulebook.book(Reader(language, ""), game)
        ids = Counter(re.findall(r'\sid="([^"]*)"', page))
        assert [one for one, count in ids.items() if count > 1] == []
        assert set(re.findall(r'href="#([^"]*)"', page)) <= ids.keys()
        chapters = [*game.rulebook.chapters, *house_rules().chapters]
        contents = page.partition('class="block contents"')[2].partition("</nav>")[0]
        assert all(f'href="#chapter-{chapter.id}"' in contents for chapter in chapters)
        assert {rule.id for chapter in chapters for rule in chapter.rules} <= ids.keys()
        assert len(re.findall("<h1", page)) == 1
        assert len(gzip.compress(page.encode())) < WEIGHT


@every_game
def test_no_code_of_a_rule_is_read_at_a_table(name: str, still_house: House) -> None:
    """Neither where one asks why one is asked, nor where something is refused: words lead to the rule."""
    seats = str(speelhol.game(name).seats[0])
    with visitor(still_house, "Noor") as noor:
        path = noor.post("/new", data={"game": name, "seats": seats, "name": "Noor", "bots": "1"}).headers["location"]
        asked, refused = noor.get(path).text, noor.post(f"{path}/undo", data={"seat": "0"}).text
    assert 'id="refusal"' in refused
    for page, links in ((asked, 1), (refused, 2)):
        shown = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
        assert len(re.findall(r'href="/rules/[^"#]*#[a-z-]+/[^"]+"', shown)) == links
        assert re.findall(r">[^<]*\b[a-z-]+/[a-z-]+\.[a-z-]+[^<]*<", shown) == []


@every_game
def test_examples_stand_in_a_chapter_that_is_there(name: str) -> None:
    """Two at least where a game shows moments, each told in words too: the drawing is only to look at."""
    chapters = {chapter.id for chapter in speelhol.game(name).rulebook.chapters}
    assert {moment.explains for moment in gallery.moments(name)} - {""} <= chapters
    for language in LANGUAGES:
        found = [one for some in rulebook.examples(name, language).values() for one in some]
        assert len(found) >= 2 or not gallery.moments(name)
        for example in found:
            assert example.told
            assert not [line for line in example.told if "{" in line]
        assert rulebook.book(Reader(language, ""), speelhol.game(name)).count('<div class="drawn" inert>') == len(found)


@every_game
def test_what_is_in_the_box_is_said_in_every_language_and_drawn(name: str) -> None:
    drawings = {drawing for some in gallery.shelves().values() for drawing, *_ in some}
    for language in LANGUAGES:
        for shelf in speelhol.game(name).pieces(language):
            assert shelf.title
            assert shelf.pieces
            for piece in shelf.pieces:
                assert len(piece.cells) == len(shelf.columns)
                assert piece.picture in {"", *drawings}


def test_the_counts_are_those_of_the_decks() -> None:
    cards, teams = speelhol.game("casa-de-papel").pieces("en")
    for at, players in enumerate(cards.columns):
        assert sum(int(piece.cells[at]) for piece in cards.pieces) == 5 * int(players)
        people = sum(int(piece.cells[at]) for piece in teams.pieces[:2])
        assert people == (5 if players == "4" else int(players))
    casinos, bluffs, chips = speelhol.game("cash-and-run").pieces("en")
    assert len(casinos.pieces) == len({piece.cells for piece in casinos.pieces}) == 15
    assert sum(int(piece.cells[0]) for piece in bluffs.pieces) == 25
    assert sum(int(piece.cells[0]) * int(piece.name.replace(",", "")) for piece in chips.pieces) == 20_000_000
    thieves = speelhol.game("thieves").pieces("en")
    assert sum(int(piece.cells[0]) for shelf in thieves for piece in shelf.pieces) == 52


@pytest.fixture(scope="module")
def noor(house: House, browser: Browser, run: Run) -> Iterator[Person]:
    person: Person = run(Person.come(browser, house.url, "Noor", **POCKET))
    yield person
    run(person.leave())


async def seen(page: Page, which: str) -> int:
    return int(await page.locator(f"{which}:visible").count())


def test_a_word_finds_its_rules_and_codes_are_one_tap_away(noor: Person, run: Run) -> None:
    async def read() -> None:
        page = noor.page
        await noor.go("/rules/casa-de-papel")
        rules, chapters = await seen(page, ".rule"), await seen(page, "[data-chapter]")
        assert await seen(page, ".ruleid") == 0
        await page.locator("#find").fill("RAQUEL  swáp")
        await expect(page.locator("#found")).to_have_text(re.compile(r"Found: \d+"))
        assert 0 < await seen(page, ".rule") < rules
        assert 0 < await seen(page, "[data-chapter]") < chapters
        assert await seen(page, ".contents li") == await seen(page, "[data-chapter]")
        await page.locator("#find").fill("no such thing")
        await expect(page.locator("#found")).to_have_text("Found: 0")
        await page.locator("#find").fill("")
        assert await seen(page, ".rule") == rules
        await page.locator("#sources").check()
        assert await seen(page, ".ruleid") == rules

    run(read())


def test_without_a_script_it_is_a_plain_page(house: House, browser: Browser, run: Run) -> None:
    async def read() -> None:
        sem = await Person.come(browser, house.url, "Sem", java_script_enabled=False, **POCKET)
        await sem.go("/rules/thieves")
        assert await seen(sem.page, ".find") == 0
        assert await seen(sem.page, ".rule") == await sem.page.locator(".rule").count()
        await sem.page.locator("#sources").check()
        assert await seen(sem.page, ".ruleid") > 0
        await sem.leave()

    run(read())


def test_on_paper_there_is_no_header_no_code_and_no_control(noor: Person, run: Run) -> None:
    async def read() -> None:
        page = noor.page
        await noor.go("/rules/thieves")
        await page.emulate_media(media="print", color_scheme="dark")
        for which in (".sitebar", ".find", ".contents", ".ruleid", "#sources", ".ways"):
            assert await seen(page, which) == 0, which
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
        ink = await page.evaluate("getComputedStyle(document.querySelector('.rule')).color")
        assert max(map(int, re.findall(r"\d+", ink)[:3])) < 80
        await page.emulate_media(media="null", color_scheme="light")

    run(read())


def test_every_picture_of_what_is_in_the_box_is_seen(noor: Person, run: Run) -> None:
    """Whatever the sheet of the game's table says about drawings."""

    async def read() -> None:
        for name in speelhol.games():
            await noor.go(f"/rules/{name}")
            drawn = sum(bool(piece.picture) for shelf in speelhol.game(name).pieces("en") for piece in shelf.pieces)
            assert await seen(noor.page, ".thing svg") == drawn

    run(read())


def test_a_summary_is_one_page_of_paper_in_every_language(noor: Person, house: House, run: Run) -> None:
    async def read() -> None:
        for name in having("summary.toml"):
            assert speelhol.game(name).summary
            for language in LANGUAGES:
                await noor.context.add_cookies([{"name": "language", "value": language, "url": house.url}])
                await noor.go(f"/rules/{name}/summary")
                printed = await noor.page.pdf(prefer_css_page_size=True)
                assert len(PRINTED_PAGE.findall(printed)) == 1, f"{name}, {language}"
        await noor.context.clear_cookies(name="language")

    run(read())
