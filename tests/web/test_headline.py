"""The headline says the whole of what happened, however long the sentence is."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import Browser

import speelhol
from speelhol.kernel import LANGUAGES, Match
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .tour import FRIEND, LONG

NAMES = (LONG, "Bibi", FRIEND, "Cleo", "Dirk", "Elsa", "Femke", "Gijs")
LOCALES = {"en": "en-GB", "nl": "nl-NL", "fr": "fr-FR"}
SIZES = ({"width": 390, "height": 844}, {"width": 320, "height": 640})
LONGEST = 4
TELL = """async ([n, words]) => {
    const main = document.querySelector("main"), log = document.querySelector(".log");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    for (let i = 0; i < 200 && main.matches(".telling"); i++) await new Promise(go => setTimeout(go, 20));
    log.querySelectorAll("[data-told]").forEach(one => one.remove());
    const row = document.createElement("li");
    Object.assign(row.dataset, { n, told: 1 });
    row.append(document.createElement("span"), Object.assign(document.createElement("span"), { textContent: words }));
    log.prepend(row);
    main.dataset.pause = 1e5;
    main.dispatchEvent(new Event("morphed"));
    const news = document.getElementById("news");
    for (let i = 0; i < 60 && (news.hidden || news.textContent !== words); i++)
        await new Promise(go => setTimeout(go, 50));
    const span = news.lastElementChild;
    const box = document.querySelector(".prompt").getBoundingClientRect(), at = span.getBoundingClientRect();
    const shown = !news.hidden && span.textContent === words;
    const cut = span.scrollHeight > span.clientHeight + 1 && getComputedStyle(span).overflow !== "visible";
    return { shown, cut, over: Math.max(0, at.bottom - box.bottom, box.top - at.top, at.right - box.right),
        letters: parseFloat(getComputedStyle(news).fontSize) };
}"""
"""Tells a sentence as the page itself does: an event of a high number that has only words."""


def longest(name: str, language: str) -> tuple[Match, list[str]]:
    """The longest sentences of a few random matches, and a match in which seat 0 waits."""
    game, found = speelhol.game(name), set()
    waits: Match | None = None
    seats = game.seats[-1]
    speech = game.speak(language, NAMES[:seats])
    for seed in range(3):
        match, rng = game.start(seats, seed=f"told {seed}"), random.Random(seed)
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, match.legal(seat).sample(rng))
            if waits is None and not match.over and 0 not in match.to_act:
                waits = match.copy()
        found |= {speech.event(event) for event in match.view(0).log if not event.routine}
    assert waits is not None
    return waits, sorted(found, key=len)[-LONGEST:]


@pytest.mark.parametrize("name", having("draw/scene.py"))
def test_the_longest_headlines_are_read_to_their_end(name: str, still_house: House, browser: Browser, run: Run) -> None:
    """On a phone, also a small one, in every language, at the fullest table."""

    async def evening() -> None:
        faults, missed = [], []
        for language in LANGUAGES:
            waits, sentences = longest(name, language)
            settings = {**POCKET, "locale": LOCALES[language], "reduced_motion": "no-preference", "painted": False}
            noor = await Person.come(browser, still_house.url, LONG, drawn=True, **settings)
            code = await noor.open_table(name, waits.seats, bots=True)
            still_house.table(code).match = waits
            for size in SIZES:
                await noor.page.set_viewport_size(size)  # type: ignore[arg-type]
                await noor.go(f"/t/{code}")
                for n, words in enumerate(sentences):
                    for again in range(3):  # what the stream brings may take the row away
                        told = await noor.page.evaluate(TELL, [100_000 + 10 * n + again, words])
                        if told["shown"]:
                            break
                    if not told["shown"]:
                        missed.append((language, size["width"], words))
                    elif told["cut"] or told["over"] > 0:
                        faults.append((language, size["width"], told, words))
            await noor.leave()
        assert not faults
        assert len(missed) < LONGEST, "most of them were seen"

    run(evening())
