"""What a table weighs on the way to a phone."""

from __future__ import annotations

import gzip
import random
import re

import httpx
import pytest
from playwright.async_api import Browser

import speelhol
from speelhol.kernel import LANGUAGES
from speelhol.web.table.scripts import own_script, table_script
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import POCKET, Person

SCRIPTS = 12_000
FIRST_PAGE = 150_000
DRAWN_SCRIPTS = 30_000
"""Whatever a drawn table fetches by itself, on its way to the first decision and beyond."""
WHEN_SEEN = ("stage.js", "closer.js", "talk.js")
"""What it fetches besides while it is played: with the first big moment, card that is touched, remark."""
PLAYED_SCRIPTS = 34_500
"""With all of these."""
DRAWN_PAGE = 200_000
DECISIONS = 3


def fetched(client: httpx.Client, path: str) -> tuple[str, int]:
    """The text behind a path and the bytes that travelled for it."""
    with client.stream("GET", path) as response:
        assert response.status_code == 200, path
        body = response.read()
        return body.decode(errors="replace"), response.num_bytes_downloaded


def packed(script: bytes) -> int:
    return len(gzip.compress(script, 6))


def test_the_scripts_are_small() -> None:
    everywhere = packed(own_script("den.js"))
    assert everywhere + packed(own_script("sight.js")) < SCRIPTS
    own = everywhere + packed(own_script("drawn.js"))
    seen = sum(packed(own_script(file)) for file in WHEN_SEEN)
    for language in LANGUAGES:
        for name in having("draw/table.html"):
            script = table_script(name, language)
            at_once = own + packed(script) + (packed(own_script("marks.js")) if b"data-mark=" in script else 0)
            assert at_once < DRAWN_SCRIPTS, f"{name}, {language}: {at_once}"
            assert at_once + seen < PLAYED_SCRIPTS, f"{name}, {language}: {at_once + seen}"


@pytest.mark.parametrize("game", having("draw/table.html"))
def test_a_table_that_is_played_fetches_no_other_scripts(game: str, house: House, browser: Browser, run: Run) -> None:
    """Tapped on a phone, with everything moving, sounds and keys left alone: what is counted above is all there is."""
    at_once = {"den.js", "drawn.js", f"table-{game}.en.js"}

    async def evening() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference", **POCKET)
        fetched: list[str] = []
        noor.page.on("request", lambda request: fetched.append(request.url))
        rng = random.Random(game)
        await noor.asked_at(game, speelhol.game(game).seats[0])
        fetched.clear()
        await noor.page.reload()
        for _ in range(DECISIONS):
            if await noor.my_move_or_over() == "mine":
                await noor.decide(rng)
        names = [path.rpartition("/")[2].partition("?")[0] for path in fetched if "/scripts/" in path]
        assert sorted(names) == sorted(set(names))
        assert at_once <= set(names) <= at_once | {"marks.js", *WHEN_SEEN}
        noor.complaints.clear()
        await noor.leave()

    run(evening())


def test_a_first_table_page_is_light(house: House) -> None:
    """Page, styles, scripts, fonts and pictures together, as they travel to a browser that takes gzip."""
    for game, look in ((game, look) for game in speelhol.games() for look in ("words", "drawn")):
        with httpx.Client(base_url=house.url, follow_redirects=True, headers={"accept-encoding": "gzip"}) as client:
            client.cookies.set("look", look)
            client.get("/new")
            seats = str(speelhol.game(game).seats[0])
            answer = client.post("/new", data={"game": game, "seats": seats, "name": "Noor", "bots": "1"})
            html, weight = fetched(client, answer.url.path)
            assert 'class="table' in html
            wanted = set(re.findall(r'(?:src|href)="(/(?:static|tables|scripts)/[^"#]+)', html))
            for sheet in [path for path in wanted if ".css" in path]:
                text, _ = fetched(client, sheet)
                wanted |= {"/static/" + path for path in re.findall(r"url\(\"?(?!data:)(?:/static/)?([\w./-]+)", text)}
            icons = {path for path in wanted if path.endswith((".png", ".webmanifest", "icon.svg"))}
            total = weight + sum(fetched(client, path)[1] for path in wanted - icons)
            assert total < (FIRST_PAGE if look == "words" else DRAWN_PAGE), f"{game}, {look}: {total}"
