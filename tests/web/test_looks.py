"""Every page fits its screen and is accessible: phone and desktop, light and dark, all games."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

import speelhol

from .conftest import Run
from .house import House
from .people import DESK, PHONE, Person

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
PARTS = frozenset(("btn", "hand", "lid", "scroll", "who"))
"""What the house draws and a game makes its own, or in which its own lies."""
REST = """() => Promise.allSettled(document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < 5000)
    .map(one => one.finished))"""
AUDIT = """async () => {
    if (getComputedStyle(document.documentElement).opacity !== "1") throw new Error("it is not painted");
    return (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
        v => v.id + ": " + v.nodes.slice(0, 3).map(
            n => n.target + " " + (n.any[0] || n.all[0] || n.none[0]).message).join(" | "));
}"""
SMALL = """() => {
    const box = e => e.getBoundingClientRect();
    const small = (e, size = 43.5) => Math.min(box(e).height, box(e).width) < size;
    const all = [...document.querySelectorAll("a.btn, button, summary, select, input:not([type=hidden]):not(.vh)")]
        .filter(e => e.checkVisibility() && !e.closest(".vh, [inert]"));
    const twin = e => all.some(other => other.dataset.pick === e.dataset.pick && !small(other));
    const explains = e => e.closest(".board") && e.hasAttribute("popovertarget") && !small(e, 24);
    const elsewhere = e => e.closest(".board") && e.dataset.pick && (document.querySelector(".aslist") || twin(e));
    return all.filter(e => !(e.type === "radio" && e.closest("label").getBoundingClientRect().height >= 44))
        .filter(e => small(e) && !elsewhere(e) && !explains(e))
        .map(e => e.outerHTML.slice(0, 80) + " " + JSON.stringify(e.getBoundingClientRect()));
}"""
"""What is too small to tap. On a drawn board it may be where the same can be done in the dock or on a larger target,
and a piece that only explains itself when it is tapped may be half as large."""


async def fits(person: Person, where: str, audit: bool = True) -> None:
    """No sideways scrolling, nothing too small to tap, and nothing that axe objects to."""
    page = person.page
    wide, screen = await page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert wide <= screen, f"{where}: {wide} > {screen}"
    assert await page.evaluate(SMALL) == [], where
    if audit:
        if not await page.evaluate("() => 'axe' in window"):
            await page.evaluate(AXE)
        async with person.painted():
            await page.evaluate(REST)
            assert await page.evaluate(AUDIT) == [], where


PROFILES: dict[str, dict[str, Any]] = {
    "phone-light": {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "locale": "fr-FR"},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "locale": "nl-NL"},
    "desk-light": {"viewport": DESK, "color_scheme": "light", "locale": "nl-NL"},
    "desk-dark": {"viewport": DESK, "color_scheme": "dark", "locale": "fr-FR"},
}
READERS = {"fr": ("phone-light", "desk-dark"), "nl": ("phone-dark", "desk-light")}
"""A reader comes with a phone, and looks at every page on a desk as well."""
readers = pytest.mark.parametrize("reads", READERS)


async def fits_both(person: Person, reads: str, where: str) -> None:
    """The page as it stands fits both screens of this reader; it ends on the phone."""
    for name in reversed(READERS[reads]):
        profile = PROFILES[name]
        await person.page.set_viewport_size(profile["viewport"])
        await person.page.emulate_media(color_scheme=profile["color_scheme"])
        await person.page.evaluate("() => document.getAnimations().forEach(a => a.finish())")  # colours that fade over
        await fits(person, f"{where}, {name}")


@readers
def test_the_front_of_the_house(reads: str, house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", **PROFILES[READERS[reads][0]])
        await noor.go("/new?game=casa-de-papel")
        await fits_both(noor, reads, "new table")
        await noor.page.locator("input[name=name]").fill("Noor")
        await noor.page.locator(".gobar .btn-go").click()
        await expect(noor.page.locator(".chair")).to_have_count(5)
        await noor.page.locator(".more-people summary").click()
        await noor.page.locator("form[action$='/deal'] button").dispatch_event("click")
        await expect(noor.page.get_by_role("alert")).to_be_visible()
        await fits_both(noor, reads, "gathering")
        code = noor.page.url.rpartition("/")[2]
        rulebook = "/rules/casa-de-papel"
        about = (rulebook, f"{rulebook}/summary", "/learn/casa-de-papel", "/credits", "/api/docs")
        for path in (
            "/",
            "/lobby",
            f"/t/{code}/house",
            f"/t/{code}#host",
            f"/t/{code}/device",
            *about,
            "/t/no-such-table",
        ):
            await noor.go(path)
            await fits_both(noor, reads, path)
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("profile", ["phone-light", "desk-dark"])
@pytest.mark.parametrize("game", speelhol.games())
def test_the_table(game: str, profile: str, house: House, browser: Browser, run: Run) -> None:
    """In words; drawn tables are looked at while whole matches are played on them."""

    async def visit() -> None:
        rng = random.Random(1)
        noor = await Person.come(browser, house.url, "Noor", **PROFILES[profile])
        await noor.go(f"/new?game={game}")
        await noor.page.locator("input[name=name]").fill("Noor")
        await noor.page.locator("select[name=seats]").select_option(str(speelhol.game(game).seats[-1]))
        await noor.page.locator("input[name=bots]").check()
        await noor.page.locator(".gobar .btn-go").click()
        for number in range(2 if profile == "phone-light" else 1):
            if await noor.my_move_or_over() == "over":
                break
            await noor.fill_in(rng)
            where = f"{game}, decision {number + 1}"
            await fits(noor, where)
            await noor.decide(rng)
        await noor.leave()

    run(visit())


@pytest.mark.parametrize(("width", "type_size"), [(320, 16), (390, 32)])
def test_small_screens_and_large_type(width: int, type_size: int, house: House, browser: Browser, run: Run) -> None:
    """Nothing runs off the side, and a decision can still be made by hand."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", viewport={"width": width, "height": 640}, locale="fr-FR")
        line = await noor.context.new_cdp_session(noor.page)
        await line.send("Page.setFontSizes", {"fontSizes": {"standard": type_size}})  # the reader's own setting
        code = await noor.open_table("casa-de-papel", 4)
        for path in (f"/t/{code}", "/", "/new?game=casablanca", "/rules/casablanca", "/credits", f"/t/{code}/device"):
            await noor.go(path)
            await fits(noor, f"{path} at {width} px, type {type_size}", audit=False)
        await noor.go(f"/t/{code}")
        await noor.bots_for_the_rest()
        await noor.deal()
        await fits(noor, f"table at {width} px, type {type_size}", audit=False)
        await noor.decide(random.Random(3))
        await noor.leave()

    run(visit())


def test_curtain_waiting_and_the_end(house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        rng = random.Random(2)
        noor = await Person.come(browser, house.url, "Noor")
        await noor.open_table("casa-de-papel", 4)
        await noor.page.locator(".more-people summary").click()
        await noor.page.get_by_label("Their name").fill("Yara")
        await noor.page.get_by_role("button", name="Seat them too").click()
        await expect(noor.page.locator(".chair", has_text="Yara")).to_be_visible()
        await noor.bots_for_the_rest()
        await noor.deal()
        await expect(noor.page.locator(".curtain")).to_be_visible()
        await fits(noor, "curtain")
        bram = await Person.come(browser, house.url, "Bram")
        anna = await Person.come(browser, house.url, "Anna")
        code = await bram.open_table("casa-de-papel", 4)
        await anna.sit_down(code)
        await bram.bots_for_the_rest()
        await bram.deal()
        await bram.decide(rng)
        await expect(bram.page.locator(".prompt.waiting")).to_be_visible()
        await fits(bram, "a sealed choice is made")
        for person in (noor, bram, anna):
            await person.leave()

    run(visit())


def test_a_game_styles_nothing_of_the_house_by_accident() -> None:
    """A name that stands in a game's templates and in the house's is styled by the game where it says whose it is:
    `.notes` alone would change what players note down, too."""
    home = Path(speelhol.__file__).parent

    def names(*files: Path) -> set[str]:
        said = (re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", file.read_text("utf-8"), flags=re.DOTALL) for file in files)
        return {name for text in said for classes in re.findall(r'class="([^"]*)"', text) for name in classes.split()}

    house = names(*(home / "web/templates/table").glob("*.html")) - PARTS
    for file in sorted(home.glob("games/*/draw/table.html")):
        style = re.sub(r"/\*.*?\*/", "", file.with_suffix(".css").read_text("utf-8"), flags=re.DOTALL)
        alone = set(re.findall(r"(?m)^ *\.([\w-]+)(?=[ ,:>]|$)", style))
        assert names(file) & house & alone == set(), file.parent.parent.name
