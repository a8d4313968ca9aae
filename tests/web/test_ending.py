"""The end of a match: seen on the table first, then told, with everything that explains the result."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import LANGUAGES, Action, Match
from tests.contract.cases import fact, facts_of, having

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_leak import NAMES, page

WATCH = """window.frames_seen = [];
const look = () => {
    const box = document.querySelector(".podium-box"), bar = document.querySelector(".prompt");
    if (document.querySelector("#live[data-state=over]") && bar) {
        const roof = bar.getBoundingClientRect().bottom, told = box && box.getClientRects().length > 0;
        const board = document.querySelector(".board").getBoundingClientRect();
        const runs = document.getAnimations().filter(a => a.playState === "running");
        const ends = runs.filter(a => a.effect.getComputedTiming().endTime < 5000).map(a => a.effect.target);
        const moves = ends.filter(e => e.closest(".board, .seats, .flying")).map(e => e.getBoundingClientRect());
        const sight = moves.filter(r => r.bottom > roof && r.top < innerHeight);
        const high = Math.min(board.bottom, innerHeight) - Math.max(board.top, roof);
        frames_seen.push({ told, moves: moves.length, sight: sight.length, board: high });
    }
    requestAnimationFrame(look);
};
look();"""
"""Keeps by frame, once the match is over: whether the result is told, and whether what moves is in sight."""
HEADLINE = """() => {
    const { top, bottom, left, width } = document.querySelector(".podium-box h2").getBoundingClientRect();
    const hit = y => !!document.elementFromPoint(left + width / 2, y)?.closest(".podium-box h2");
    return { top, bottom, height: innerHeight, hit: hit(top + 3) && hit(bottom - 3) };
}"""
SEATS = {name: fact(name, "SEATS") or speelhol.game(name).seats[0] for name in speelhol.games()}
ROW = re.compile(r'<li class="(?:p\d|won|)">.*?</li>', re.DOTALL)
SUM = re.compile(r"<(?:small|span)>([\d,]+)</")


def matches(game: str, count: int) -> Iterator[tuple[Match, Match, int, Action]]:
    """Whole matches at random, each with its eve: the match before its last action, who took that, and which."""
    for number in range(count):
        rng = random.Random(number)
        match = speelhol.game(game).start(SEATS[game], seed=f"eve {number}")
        while not match.over:
            eve = match.copy()
            seat = rng.choice(match.to_act)
            action = match.legal(seat).sample(rng)
            match.play(seat, action)
        yield match, eve, seat, action


def test_how_it_ended_is_seen_before_it_is_told(house: House, browser: Browser, run: Run) -> None:
    """On a phone, in all games: what moves at the end is in sight and never an empty screen; then the result is
    told, and its headline can be read."""

    async def evening(game: str) -> None:
        _, eve, _, action = next(found for found in matches(game, 1000) if found[2] == 0)
        lively = {**POCKET, "reduced_motion": "no-preference"}
        noor = await Person.come(browser, house.url, "Noor", drawn=True, painted=False, **lively)
        code = await noor.open_table(game, SEATS[game], bots=True)
        while house.table(code).playing.to_act != (0,):
            await asyncio.sleep(0.05)
        house.put(code, eve)
        await noor.page.add_init_script(WATCH)
        await noor.go(f"/t/{code}")
        await noor.page.evaluate("scrollTo(0, 200)")
        while (found := await noor.next_touch([0.5] * 4, "", {"part": str(action), "fields": {}}))["what"] != "go":
            await noor.touch(found)
        await noor.touch(found)
        await expect(noor.page.locator(".podium-box h2")).to_be_visible()
        await noor.page.wait_for_timeout(200)
        headline = await noor.page.evaluate(HEADLINE)
        assert headline["hit"], f"{game}: {headline}"
        assert 0 < headline["top"] < headline["bottom"] < headline["height"], f"{game}: {headline}"
        seen = await noor.page.evaluate("frames_seen")
        before = [frame for frame in seen if not frame["told"]]
        moving = [frame for frame in before if frame["moves"]]
        assert moving, f"{game}: nothing is shown before the result"
        assert all(frame["sight"] for frame in moving), f"{game}: it moves where nobody sees it"
        assert all(frame["board"] > 250 for frame in before), f"{game}: {min(frame['board'] for frame in before)}"
        assert not any(told["told"] and not then["told"] for told, then in pairwise(seen)), f"{game}: told too early"
        await noor.leave()

    async def evenings() -> None:
        await asyncio.gather(*map(evening, having("draw/scene.py")))

    run(evenings())


def standing(text: str) -> list[int]:
    """The sums beside the names, in the order in which they stand; the first two of a podium change places."""
    rows = [row[0] for row in ROW.finditer(text)]
    if len(rows) > 1 and 'class="p2"' in rows[0]:
        rows[:2] = rows[1::-1]
    return [int(found[-1].replace(",", "")) for row in rows if (found := SUM.findall(row))]


@pytest.mark.parametrize("game", speelhol.games())
def test_a_result_that_the_sums_alone_do_not_explain_says_why(game: str) -> None:
    """Whoever stands below somebody with less, or with as much, is told why: drawn and in words."""
    unexplained = 0
    for match, _, _, _ in matches(game, 40):
        assert match.result is not None
        for words in (False, True):
            sums = standing(page(match, 0, words=words))
            shown = sorted(zip(match.result.ranks, match.result.scores, strict=True))
            odd = bool(sums) and any(low <= high and one < two for (one, low), (two, high) in pairwise(shown))
            unexplained += odd
            assert not odd or '<p class="order">' in page(match, 0, words=words)
            if sums and len(set(match.result.ranks)) == match.seats:
                assert sums == [score for _, score in shown]
    assert unexplained or fact(game, "SUMS_ALONE"), (
        f"SUMS_ALONE in {facts_of(game)} is False, but in 40 matches the sums beside the names told who won."
    )


def test_cash_and_run_tells_what_decided() -> None:
    """The sentence beside the result follows from how this match ended."""
    for match, _, _, _ in matches("cash-and-run", 12):
        ended = next(iter(match.view(None).log.newest_first()))
        for language in LANGUAGES:
            sentence = match.game.speak(language).phrase(f"order.{ended.why}")  # type: ignore[attr-defined]
            assert f'<p class="order">{sentence}</p>' in page(match, None, language)


def test_the_result_of_la_casa_de_papel_names_everybodys_part() -> None:
    for match, _, _, _ in matches("casa-de-papel", 3):
        for language in LANGUAGES:
            speech = match.game.speak(language, NAMES)
            for words in (False, True):
                text = page(match, 0, language, words)
                result = text[text.index('class="ranks"') :].split("</ol>")[0]
                for seat, character in enumerate(match.view(None).now.characters):
                    name = speech.term(character)
                    row = next(row for row in result.split("<li") if f"<b>{NAMES[seat]}" in row)
                    assert name[1:] in row
