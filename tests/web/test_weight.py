"""What a table weighs on the way to a phone."""

from __future__ import annotations

import gzip
import re

import httpx

import speelhol
from speelhol.kernel import LANGUAGES
from speelhol.web.table.compiled import game_script, house_script
from speelhol.web.table.scripts import own_script
from tests.contract.cases import having

from .house import House

SCRIPTS = 15_000
FIRST_PAGE = 150_000
DRAWN_SCRIPTS = 30_000
DRAWN_PAGE = 200_000


def fetched(client: httpx.Client, path: str) -> tuple[str, int]:
    """The text behind a path and the bytes that travelled for it."""
    with client.stream("GET", path) as response:
        assert response.status_code == 200, path
        body = response.read()
        return body.decode(errors="replace"), response.num_bytes_downloaded


def test_the_scripts_are_small() -> None:
    files = ["den.js", "luck.js"]
    assert sum(len(gzip.compress(own_script(file), 6)) for file in files) < SCRIPTS
    files = ["den.js", "luck.js", "drawn.js"]
    own = sum(len(gzip.compress(own_script(file), 6)) for file in files)
    for language in LANGUAGES:
        house = len(gzip.compress(house_script(language), 6))
        game = max(len(gzip.compress(game_script(name, language), 6)) for name in having("draw/table.html"))
        assert own + house + game < DRAWN_SCRIPTS


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
