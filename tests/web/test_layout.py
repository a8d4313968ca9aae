"""Nothing covers, cuts or squeezes anything: a tenth of the tour; `python -m bench.layout` makes the whole of it."""

from __future__ import annotations

import random
import re
from itertools import cycle
from pathlib import Path

import httpx
import pytest
from litestar import get
from litestar.params import FromPath
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import Table
from speelhol.kernel.values import to_json
from speelhol.web.pages import gallery
from speelhol.web.server.app import create_app

from .conftest import Run
from .everywhere import pages, stops, unknown
from .house import House
from .layout import LANGUAGES, LAYOUT, look
from .people import UNPAINTED, Person
from .tour import MIDDLE, Furniture, Stop, fullest, open_house

SEED = 16
LOOKS = 52
"""As many as ./test has time for; the rest is the command's."""
FAULTS = {
    "lies under": '<button>Go</button><p class="over">Lid</p>',
    "lies under body > p.aloft": '<p class="bar">Choose</p><p class="aloft">Claim</p>',
    "is cut by the board": '<div class="bottom rolls"><button class="up" aria-pressed="true">Ace</button></div>',
    "lies over": "<p>Beginner</p><p class='up'>Four cards</p>",
    "cut by": '<p class="cut">Bianca Snow (white)</p>',
    "cut by the screen": '<p class="wide">Bianca Snow (white)</p>',
    "lines for": '<p class="thin">You have no more than ten thousand to bribe agents with here</p>',
    "spills out of its box": '<button class="thin">Bribeallagents</button>',
    "needs": '<select class="thin"><option>Plays sensibly, at a glance</option></select>',
    "px wide": '<p class="wide">Bianca Snow (white)</p>',
    "what I hold": '<div id="live" data-state="mine"><form class="act"></form><p class="hand">Two aces</p>'
    '<p class="over">Lid</p></div>',
    "lies under body > svg.card": '<p>Helsinki</p><svg class="card" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>',
    "the sum is out of sight": '<div id="live" data-state="mine"><form class="act"><p class="far">'
    '<output class="total">9</output></p></form></div>',
    "the button lies under body > p.offline": '<div id="live" data-state="mine"><form class="act">'
    '<button class="btn-go">Go</button></form></div><p class="offline over">No connection</p>',
    "an answer is out of sight": '<div id="live" data-state="mine"><form class="act"></form><div class="board far">'
    '<button class="chip">Bribe</button></div></div>',
}
STYLE = """<style>p { margin: 0; font: 16px/20px sans-serif; } button { height: 44px; padding: 0; }
    .over { position: absolute; inset: 0 0 auto; height: 200px; background: #fff; } .up { margin-top: -12px; }
    .bar { position: sticky; top: 0; z-index: 1; }
    .aloft { position: relative; z-index: 2; top: -20px; pointer-events: none; }
    .rolls { overflow-y: auto; margin-top: 40px; }
    .cut { width: 60px; white-space: nowrap; overflow: hidden; } .wide { margin-left: 380px; white-space: nowrap; }
    .thin { width: 50px; } .far { margin-top: 900px; } .offline { pointer-events: none; }
    svg.card { position: absolute; left: 20px; top: 8px; width: 40px; height: 20px; }</style>"""


def tenth(tour: list[Stop]) -> list[tuple[Stop, str]]:
    """One page of every kind, then whatever is drawn, in languages by turns: a tenth of all that can be looked at, or
    nearly."""
    rng, languages = random.Random(SEED), cycle(LANGUAGES)
    drawn = rng.sample(tour, len(tour))
    first = [next(stop for stop in drawn if stop.kind == kind) for kind in dict.fromkeys(stop.kind for stop in tour)]
    rest = [stop for stop in drawn if stop not in first]
    return list(zip((*first, *rest)[:LOOKS], languages, strict=False))


def test_nothing_lies_over_anything_on_a_tenth_of_the_tour(tmp_path: Path, browser: Browser, run: Run) -> None:
    async def walk() -> list[str]:
        with open_house(tmp_path) as house:
            guest = await Person.come(browser, house.url, "Noor", drawn=True)
            tour = await stops(house, guest)
            assert unknown(house.app, tour) == []
            assert len({stop.kind for stop in tour}) <= LOOKS
            found = [str(one) for stop, language in tenth(tour) for one in await look(guest, stop, language)]
            await guest.leave()
        return found

    assert run(walk()) == []


def test_a_page_that_the_tour_does_not_know_is_named() -> None:
    """Whoever adds a page adds it to the tour."""

    @get("/t/{code:str}/wishes")
    async def wishes(code: FromPath[str]) -> str:
        return code

    app = create_app("sqlite+aiosqlite:///")
    known = [Stop("any", re.sub(r"\{\w+\}", "one", path)) for path in pages(app)]
    assert unknown(app, known) == []
    app.register(wishes)
    assert unknown(app, known) == ["/t/{code}/wishes"]
    assert unknown(app, known[1:]) == [pages(app)[0], "/t/{code}/wishes"]
    assert unknown(app, [*known, Stop("any", "/t/one/wishes?at=3#here")]) == []


def told(table: Table) -> tuple[str, bytes]:
    """What the guest's page shows of a table; but for clocks."""
    return table.code, to_json(table.playing.view(0).plain())


def test_the_tour_shows_the_same_tables_at_every_visit(tmp_path: Path) -> None:
    """Or what is squeezed at one table in ten would be found on one run in ten."""

    def visit(folder: str) -> list[tuple[str, bytes]]:
        with open_house(tmp_path / folder) as house:
            made = Furniture(house, "guest")
            return [told(made.dealt(game, fullest(game), MIDDLE)) for game in speelhol.games()]

    assert visit("first") == visit("again")


def test_a_page_opens_the_table_that_it_was_promised_there(tmp_path: Path) -> None:
    with open_house(tmp_path) as house, httpx.Client(base_url=house.url, follow_redirects=True) as client:
        ticket = client.get("/new").text.partition('name="ticket" value="')[2].partition('"')[0]
        form = {"game": "thieves", "seats": "3", "name": "Noor", "ticket": ticket, "luck": "clover"}
        code = client.post("/new", data=form).url.path.rpartition("/")[2]
        assert house.table(code).chairs[0].luck == "clover"


def test_an_auction_among_six_keeps_inside_the_ring(house: House, browser: Browser, run: Run) -> None:
    """On a phone that lies on its side, with a bidder of a long name: what fills the middle of the board most."""
    auction = next(n for n, moment in enumerate(gallery.moments("cash-and-run"), 1) if "hammer" in moment.title["en"])

    async def peer() -> list[str]:
        guest = await Person.come(browser, house.url, "Noor", drawn=True, bypass_csp=True)
        found = await look(guest, Stop("moment", f"/gallery/cash-and-run/{auction}"), "nl", [844])
        await guest.leave()
        return [str(one) for one in found]

    assert run(peer()) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_lies_wrong_is_found(fault: str, browser: Browser, run: Run) -> None:
    async def plant() -> list[str]:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        await page.set_content(STYLE + FAULTS[fault])
        await page.evaluate(UNPAINTED)
        found = [what for what, _, _ in await page.evaluate(LAYOUT)]
        await page.close()
        return found

    assert any(fault in what for what in run(plant()))


def test_a_form_that_was_opened_on_the_board_has_a_way_back(house: House, browser: Browser, run: Run) -> None:
    async def peer() -> None:
        guest = await Person.come(browser, house.url, "Noor", drawn=True)
        page = guest.page
        for number in range(1, len(gallery.moments("casablanca")) + 1):
            await guest.go(f"/gallery/casablanca/{number}")
            if await page.locator(".chip.bribe").count():
                break
        back, sums = page.locator(".unpick"), page.locator(".fields .num").first
        await expect(back).to_be_hidden()
        await page.locator(".chip.bribe").click()
        await expect(sums).to_be_visible()
        await back.click()
        await expect(sums).to_be_hidden()
        await expect(back).to_be_hidden()
        await guest.leave()

    run(peer())
