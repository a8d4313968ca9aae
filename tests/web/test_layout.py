"""Nothing covers, cuts or squeezes anything: a tenth of the tour; `python -m bench.layout` makes the whole of it."""

from __future__ import annotations

import random
from itertools import cycle
from pathlib import Path

import pytest
from playwright.async_api import Browser

from .conftest import Run
from .layout import LANGUAGES, LAYOUT, look
from .people import Person
from .tour import Stop, open_house, stops

SEED = 16
FAULTS = {
    "lies under": '<button>Go</button><p class="over">Lid</p>',
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
    .cut { width: 60px; white-space: nowrap; overflow: hidden; } .wide { margin-left: 380px; white-space: nowrap; }
    .thin { width: 50px; } .far { margin-top: 900px; } .offline { pointer-events: none; }
    svg.card { position: absolute; left: 20px; top: 8px; width: 40px; height: 20px; }</style>"""


def tenth(tour: list[Stop]) -> list[tuple[Stop, str]]:
    """One page of every kind, then whatever is drawn, in languages by turns: a tenth of all that can be looked at."""
    rng, languages = random.Random(SEED), cycle(LANGUAGES)
    drawn = rng.sample(tour, len(tour))
    first = [next(stop for stop in drawn if stop.kind == kind) for kind in dict.fromkeys(stop.kind for stop in tour)]
    rest = [stop for stop in drawn if stop not in first]
    return list(zip((*first, *rest)[: max(len(first), len(tour) * len(LANGUAGES) // 10)], languages, strict=False))


def test_nothing_lies_over_anything_on_a_tenth_of_the_tour(tmp_path: Path, browser: Browser, run: Run) -> None:
    async def walk() -> list[str]:
        with open_house(tmp_path) as house:
            guest = await Person.come(browser, house.url, "Noor", drawn=True, bypass_csp=True)
            tour = await stops(house, guest)
            found = [str(one) for stop, language in tenth(tour) for one in await look(guest, stop, language)]
            await guest.leave()
        return found

    assert run(walk()) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_lies_wrong_is_found(fault: str, browser: Browser, run: Run) -> None:
    async def plant() -> list[str]:
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        await page.set_content(STYLE + FAULTS[fault])
        found = [what for what, _, _ in await page.evaluate(LAYOUT)]
        await page.close()
        return found

    assert any(fault in what for what in run(plant()))
