"""The gallery: every moment can be shown to anybody, tells what one seat knows, and fits every screen."""

from __future__ import annotations

import random
import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser

import speelhol
from speelhol.den import Table
from speelhol.kernel import LANGUAGES
from speelhol.web.pages import gallery
from speelhol.web.table import page as table_page
from speelhol.web.text.templates import Reader
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import DESK, Person
from .test_looks import AUDIT, AXE

MOMENTS = [(game, at) for game in speelhol.games() for at in range(len(gallery.moments(game)))]
LEAST = 3
UNDO = re.compile(r'<form class="undo".*?</form>', re.DOTALL)
TARGETS = (Path(__file__).parent / "targets.js").read_text(encoding="utf-8")
WIDTHS = (320, 390, 1440)
TALL = 2600
"""So high that everything can be pointed at without scrolling."""
OUT_OF_REACH = """() => [...document.querySelectorAll(".board, .mine, .seats, .logbox, .sheet")]
    .filter(e => e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY == "hidden")
    .map(e => e.className + " " + [e.scrollHeight, e.clientHeight])"""
"""What does not fit and can't be scrolled to."""


def shown(table: Table, language: str) -> str:
    """The page of a moment, but for what can be taken back: an imagined match has no past to go back to."""
    reader = Reader(language, gallery.person_in(0))
    return UNDO.sub("", table_page.as_html(table_page.seen_by(reader, gallery.Quiet(), table, None, False, "")))


@pytest.mark.parametrize("game", having("moments.toml"))
def test_every_game_shows_moments_that_hold_nobody_elses_secret(game: str) -> None:
    """In a world that the seat can't tell from the real one, its page is the same, letter for letter."""
    assert len(gallery.moments(game)) >= LEAST
    for at, moment in enumerate(gallery.moments(game)):
        table = gallery.table_at(game, at)
        assert moment.eyes == 0
        pages = [shown(table, language) for language in LANGUAGES]
        assert len(set(pages)) == len(LANGUAGES)
        if table.playing.over:
            continue
        assert 0 in table.playing.to_act, "the prompt and what can be done are in the picture"
        elsewhere = table.at(table.game.imagine(table.view(0), random.Random(at)))
        assert shown(elsewhere, "en") == pages[0], f"{game}, moment {at + 1}"


def test_the_gallery_answers_and_nothing_is_played_there(house: House) -> None:
    with httpx.Client(base_url=house.url) as visitor:
        for language in LANGUAGES:
            visitor.cookies.set("language", language)
            overview = visitor.get("/gallery")
            assert overview.status_code == 200
            assert f'<html lang="{language}"' in overview.text
            for game, at in MOMENTS:
                title = gallery.moments(game)[at].title[language]
                assert re.search(rf'href="/gallery/{game}/{at + 1}".{{0,60}}<span>{re.escape(title)}<', overview.text)
                answer = visitor.get(f"/gallery/{game}/{at + 1}")
                assert answer.status_code == 200
                assert f"gallery/{game}/{at + 1}" in answer.text
        touched = visitor.post("/t/gallery/thieves/1/act", data={"seat": "0"}, headers={"x-speelhol": "1"})
        assert (touched.status_code, touched.text) == (
            409,
            "Cette table est exposée dans la galerie\u202f: regardez-la à loisir, on n’y joue pas.",
        )
        assert visitor.get("/t/gallery/thieves/1").headers["location"] == "/gallery/thieves/1"
        for nowhere in ("/gallery/thieves/0", "/gallery/thieves/99", "/gallery/chess/1", "/t/gallery/thieves/99/act"):
            assert visitor.get(nowhere).status_code == 404


def test_moments_fit_and_no_target_lies_over_another(house: House, browser: Browser, run: Run) -> None:
    """Every moment at one of the widths; `python -m bench.layout` looks at all of them at all."""

    async def visit() -> None:
        guest = await Person.come(browser, house.url, "Noor", drawn=True)
        page, found = guest.page, []
        for game in speelhol.games():
            await guest.go(f"/gallery/{game}/1")
            await page.evaluate(AXE)
            async with guest.painted():
                found += await page.evaluate(AUDIT)
            await page.set_viewport_size(DESK)
            found += await page.evaluate(OUT_OF_REACH)
            for turn, width in enumerate(WIDTHS):
                await page.set_viewport_size({"width": width, "height": TALL})
                for at in range(1 + turn, len(gallery.moments(game)) + 1, len(WIDTHS)):
                    wrong = await page.evaluate(TARGETS, f"/gallery/{game}/{at}")
                    found += [f"{game}/{at} at {width}: {one}" for one in wrong]
        await guest.go("/gallery")
        await page.evaluate(AXE)
        async with guest.painted():
            assert found + await page.evaluate(AUDIT) == []
        await guest.leave()

    run(visit())
