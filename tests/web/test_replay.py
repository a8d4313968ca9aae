"""A match again: from three kinds of eyes, with an address for every moment; and undo, where it would succeed."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.den import Remark, Table
from speelhol.den.tables import entries
from speelhol.kernel import Timeline
from speelhol.kernel.timeline import ALL, OPEN
from speelhol.web.pages import replay as again
from speelhol.web.pages.replay import heard_by, highlights_of, timeline_of
from speelhol.web.text.templates import Reader
from tests.contract.cases import own_secrets, small_variant

from .conftest import Run
from .house import House
from .people import POCKET, Person
from .test_looks import PROFILES, fits

NAMES = ("Ann", "Bram", "Cleo", "Dirk", "Elsa", "Finn", "Gijs", "Hana")


def finished(game: str, seats: int, options: dict[str, Any], most: int | None = None) -> Table:
    """A table whose match is over; or after `most` moves, for looking at the beginning of long ones."""
    rng = random.Random(game)
    table = Table(1, "velvet-lamp-42")
    table.apply(entries.Opened(game, speelhol.game(game).rules, seats, options, "p0"))
    for seat in range(seats):
        table.apply(entries.Sat(seat, f"p{seat}", NAMES[seat]))
    table.apply(entries.Dealt("any"))
    while table.phase != "over" and (most is None or table.seq < most):
        seat = rng.choice(table.playing.to_act)
        table.apply(entries.Moved(seat, str(table.playing.legal(seat).sample(rng))))
        if table.seq % 9 == 0:
            table.apply(entries.Said(0, NAMES[0], f"remark {table.seq}"))
    return table


def shown(table: Table, timeline: Timeline, at: int, eyes: int | str, words: bool = True) -> str:
    reader = Reader("en", "somebody", words=words)
    return str(
        again.drawn(again.Replayed(reader, table, timeline, at, eyes).shown("http://localhost/t/velvet-lamp-42"))
    )


@small_variant
def test_every_moment_is_what_it_was(game: Any, seats: int, options: dict[str, Any]) -> None:
    table = finished(game.name, seats, options, 120)
    timeline = timeline_of(table)
    record = table.playing.record()
    rng = random.Random(1)
    for at in {0, timeline.last, *(rng.randrange(timeline.last + 1) for _ in range(3))}:
        then = game.replay(record, at)
        for seat in (None, *range(seats)):
            assert timeline.frames[at].view(seat).to_bytes() == then.view(seat).to_bytes()


@pytest.mark.parametrize("name", speelhol.games())
def test_each_pair_of_eyes_sees_its_own(name: str) -> None:
    table = finished(name, speelhol.game(name).seats[-1], {}, 90)
    timeline = timeline_of(table)
    speech = table.game.speak("en", table.names)

    def private(seat: int, at: int) -> set[str]:
        panels = table.game.describe(timeline.frames[at].view(seat).now, speech)
        return {f">{line}<" for panel in panels if panel.private for line in panel.lines if len(line) > 12}

    middle = sorted(range(timeline.last + 1), key=lambda at: abs(at - timeline.last // 2))
    at = max(middle, key=lambda at: sum(bool(private(seat, at)) for seat in (0, 1)))
    own = [private(seat, at) for seat in (0, 1)]
    own_secrets(name, own, f"of 13 signs or more at any of {timeline.last} moments")
    pages = {eyes: unescaped(shown(table, timeline, at, eyes)) for eyes in (0, 1, OPEN, ALL)}
    for seat in (0, 1):
        assert all(line in pages[seat] for line in own[seat])
        assert all(line in pages[ALL] for line in own[seat])
        others = own[seat] - own[1 - seat]
        assert not any(line in pages[OPEN] for line in others)
        assert not any(line in pages[1 - seat] for line in others)


def test_a_reaction_keeps_its_face() -> None:
    table = finished("thieves", 3, {}, 9)
    table.apply(entries.Said(1, NAMES[1], ":shock:"))
    timeline = timeline_of(table)
    page = unescaped(shown(table, timeline, timeline.last, OPEN))
    face = page.index('class="reaction"')
    assert "#r-shock" in page[face : face + 200]
    assert "The police!" in page[face : face + 200]


def unescaped(html: str) -> str:
    return html.replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&")


def test_events_are_found_at_the_moment_they_were_told() -> None:
    table = finished("casa-de-papel", 5, {})
    timeline = timeline_of(table)
    for eyes in (0, 3, OPEN, ALL):
        seat = eyes if isinstance(eyes, int) else None
        events = list(table.playing.view(seat).log)
        for number in range(1, len(events) + 1, 7):
            at = timeline.after(number, eyes)
            assert events[number - 1] in [event for event, _ in timeline.heard(at, eyes)]
    lines = heard_by(timeline, table.talk, timeline.last, 0, 10**6)
    told = [line.what for line in reversed(lines) if not isinstance(line.what, Remark)]
    assert told == list(table.playing.view(0).log)
    assert [line.what for line in reversed(lines) if isinstance(line.what, Remark)] == list(table.talk)
    assert timeline.after(10**6, 0) == timeline.last


def test_a_long_match_is_ready_at_once() -> None:
    """The longest kind of match: a thousand moves and more are one timeline, and each of its moments is one page."""
    table = finished("casablanca", 8, {})
    timeline = timeline_of(table)
    assert len(timeline.frames) == timeline.last + 1 == len(table.playing.record().actions) + 1
    assert shown(table, timeline, timeline.last, ALL).count("<li") > 60


@pytest.mark.parametrize(
    ("query", "at", "eyes"),
    [
        ("", 0, "open"),
        ("?at=2&eyes=1", 2, "1"),
        ("?at=99999&eyes=all", None, "all"),
        ("?at=-1&eyes=9", 0, "open"),
        ("?at=x&eyes=%C2%B2", 0, "open"),
        ("?at=1234567&event=1", 0, "open"),
    ],
)
def test_an_address_names_a_moment(query: str, at: int | None, eyes: str, over: str, house: House) -> None:
    last = len(house.table(over).playing.record().actions)
    html = httpx.get(f"{house.url}/t/{over}/replay{query}").text
    assert f'data-at="{last if at is None else at}"' in html
    assert f'<option value="{eyes}" selected>' in html
    assert f'type="range" name="at" min="0" max="{last}"' in html


@pytest.fixture(scope="module")
def over(house: House) -> str:
    """A table of three bots that have played Thieves to the end, opened by somebody who only watches."""
    with httpx.Client(base_url=house.url) as client:
        seated = client.post("/api/tables", json={"game": "thieves", "seats": 3, "name": "Noor"}).json()
        key = {"authorization": f"Bearer {seated['key']}"}
        client.post(f"/api/tables/{seated['code']}/bots", headers=key)
        client.post(f"/api/tables/{seated['code']}/deal", headers=key)
        code = str(seated["code"])
        rng = random.Random(5)
        table = house.table(code)
        until = time.monotonic() + 60
        while table.phase != "over" and time.monotonic() < until:
            if 0 in table.playing.to_act:
                action = str(table.playing.legal(0).sample(rng))
                client.post(f"/api/tables/{code}/actions", headers=key, json={"action": action})
            else:
                time.sleep(0.01)
    assert table.phase == "over"
    return code


def test_people_step_through_a_match(over: str, house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", permissions=["clipboard-read", "clipboard-write"])
        page = noor.page
        await noor.go(f"/t/{over}")
        last = len(house.table(over).playing.record().actions)
        await page.get_by_role("link", name="Watch it again").click()
        await expect(page.locator("#live")).to_have_attribute("data-at", "0")
        await page.get_by_role("link", name="One move on").click()
        await expect(page.locator("#live")).to_have_attribute("data-at", "1")
        await page.locator("body").press("ArrowRight")
        await expect(page.locator("#live")).to_have_attribute("data-at", "2")
        await page.locator("body").press("ArrowLeft")
        await expect(page.locator("#live")).to_have_attribute("data-at", "1")
        await page.locator("body").press("End")
        await expect(page.locator("#live")).to_have_attribute("data-at", str(last))
        await page.get_by_label("Move", exact=True).fill("3")
        await expect(page.locator("#live")).to_have_attribute("data-at", "3")
        await expect(page.locator(".yourturn")).to_have_text(f"Move 3 of {last}")
        for eyes, hands in (("open", 0), ("1", 1), ("all", 3)):
            await page.get_by_label("Seen by").select_option(eyes)
            await expect(page.locator(".hand")).to_have_count(hands)
        assert page.url.endswith(f"/t/{over}/replay?at=3&eyes=all")
        await page.get_by_role("button", name="Copy link").click()
        link = await page.evaluate("navigator.clipboard.readText()")
        assert link == page.url
        secrets = await page.locator(".hand").all_inner_texts()
        bram = await Person.come(browser, house.url, "Bram", java_script_enabled=False)
        await bram.page.goto(link)  # somebody else, without a script, at the very same moment
        assert await bram.page.locator(".hand").all_inner_texts() == secrets
        await bram.page.get_by_role("link", name="One move back").click()
        await expect(bram.page.locator("#live")).to_have_attribute("data-at", "2")
        await bram.page.get_by_label("Seen by").select_option("0")
        await bram.page.get_by_role("button", name="Show", exact=True).click()
        await expect(bram.page.locator(".hand")).to_have_count(1)
        await noor.go(f"/t/{over}")
        await page.locator(".log a").nth(2).click()
        await expect(page.locator("#live.again")).to_be_visible()
        await expect(page.locator(".log .now").first).to_be_visible()
        await noor.leave()
        await bram.leave()

    run(visit())


WATCHED = """window.moments = []; window.flew = 0;
    new MutationObserver(changes => {
        flew += changes.flatMap(c => [...c.addedNodes]).filter(one => one.classList?.contains("flying")).length;
        const at = +document.getElementById("live").dataset.at;
        if (moments.at(-1) !== at) moments.push(at);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });"""
"""Notes the moments that a page shows, and how many pieces fly there."""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_match_plays_by_itself(motion: str, over: str, house: House, browser: Browser, run: Run) -> None:
    """Every moment that the open table saw comes in its order, to the end; pieces move for whoever wants that."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion=motion)
        page, live = noor.page, noor.page.locator("#live")
        timeline = timeline_of(house.table(over))
        start = max(0, timeline.last - 3)
        await noor.go(f"/t/{over}/replay?at={start}&eyes=open")
        await page.evaluate(WATCHED)
        await page.get_by_label("Speed").select_option("Fast")
        await page.get_by_role("button", name="Let it play").click()
        await page.get_by_role("button", name="Pause").wait_for()
        await expect(live).to_have_attribute("data-at", str(timeline.last))
        await page.get_by_role("button", name="Let it play").wait_for()  # it stops by itself
        seen = [at for at in range(start + 1, timeline.last) if timeline.heard(at, OPEN)]
        assert await page.evaluate("moments") == [start, *seen, timeline.last]
        assert (await page.evaluate("flew") > 0) == (motion != "reduce")
        assert await page.get_by_label("Speed").input_value() == "900"
        assert await page.get_by_label("Move", exact=True).input_value() == str(timeline.last)
        await noor.leave()

    run(visit())


STAGED = """window.staged = [];
    new MutationObserver(() => {
        const box = document.querySelector(".onstage");
        if (!box || staged.length) return;
        staged.push(+document.getElementById("live").dataset.at);
        setTimeout(() => box.click(), 200);
    }).observe(document, { subtree: true, childList: true });
    localStorage.setItem("sounds", "on");
    window.cues = [];
    document.addEventListener("moves", event => cues.push(...event.detail.batch.map(m => m.kind)), true);"""
"""Notes which moment the page shows as a big moment comes onto the stage, and what sounds hear of; a tap ends it."""


def test_a_big_moment_is_staged_before_the_page_tells_it(over: str, house: House, browser: Browser, run: Run) -> None:
    """The end of the match: built up over the board before it, with its sound; then the board shows how it ended."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference", painted=False)
        await noor.page.add_init_script(STAGED)
        last = timeline_of(house.table(over)).last
        await noor.go(f"/t/{over}/replay?at={last - 1}&eyes=all")
        await noor.page.locator("script[src*='/sound.js']").wait_for(state="attached")
        await noor.page.keyboard.press("ArrowRight")
        await expect(noor.page.locator("#live")).to_have_attribute("data-at", str(last))
        assert await noor.page.evaluate("staged") == [last - 1]
        assert (await noor.page.evaluate("cues"))[0] == "stage"
        await expect(noor.page.locator(".onstage")).to_have_count(0)
        await noor.leave()

    run(visit())


def test_a_match_is_played_stopped_and_searched_by_keys(over: str, house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        page, live = noor.page, noor.page.locator("#live")
        marks = [one.at for one in highlights_of(timeline_of(house.table(over)))]
        await noor.go(f"/t/{over}/replay?at=0&eyes=all")
        for at in marks[:2]:
            await page.keyboard.press("Shift+ArrowRight")
            await expect(live).to_have_attribute("data-at", str(at))
        await expect(page.locator(".highlights [aria-current]")).to_contain_text(str(marks[1]))
        await page.keyboard.press("Shift+ArrowLeft")
        await expect(live).to_have_attribute("data-at", str(marks[0]))
        await page.get_by_label("Move", exact=True).fill("2")
        await expect(live).to_have_attribute("data-at", "2")
        await page.locator(".topbar h2").click()
        await page.keyboard.press("Space")
        await expect(live).to_have_attribute("data-at", "3")
        await page.keyboard.press("Space")
        await page.get_by_role("button", name="Let it play").wait_for()
        await page.keyboard.press("ArrowRight")
        await expect(live).to_have_attribute("data-at", "4")
        await page.get_by_label("Seen by").select_option(
            "1"
        )  # at the moment that is shown, not where the slider was left
        await expect(page.locator("#live[data-at='4'] .hand")).to_have_count(1)
        await noor.leave()

    run(visit())


@pytest.mark.parametrize("name", speelhol.games())
def test_marks_are_few_and_tell_what_everybody_saw(name: str) -> None:
    table = finished(name, speelhol.game(name).seats[0], {})
    timeline = timeline_of(table)
    marks = highlights_of(timeline)
    heard = [event for told in timeline.told[1:] for event, to in told if to is None]
    assert any(event.reveals and not event.routine for event in heard) <= len(marks) <= again.MOST_TURNS
    for mark in marks:
        assert mark.what
        assert all(told in timeline.told[mark.at] and told[1] is None for told in mark.what)
    for mark in marks[-1:]:
        page = unescaped(shown(table, timeline, mark.at, OPEN, words=False))
        assert all(table.game.speak("en", table.names).event(event) in page for event, _ in mark.what)
        assert f"/replay?at={mark.at}&eyes=open" in page


@pytest.mark.parametrize("profile", PROFILES)
def test_the_end_and_the_replay_fit(profile: str, over: str, house: House, browser: Browser, run: Run) -> None:
    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn="dark" in profile, **PROFILES[profile])
        for path in ("", "/replay?at=5&eyes=0", "/replay?at=6&eyes=all"):
            await noor.go(f"/t/{over}{path}")
            await fits(noor, path, audit=profile in ("phone-light", "desk-dark"))
        await noor.leave()

    run(visit())


SIZES = """() => {
    const box = one => document.querySelector(one).getBoundingClientRect();
    const end = Math.min(innerHeight - box(".dock").height, box(".dock").top);
    return { part: (end - box(".prompt").bottom) / innerHeight, whole: box(".board").bottom <= end + 1 };
}"""


@pytest.mark.parametrize("eyes", ["open", "0", "all"])
def test_on_a_phone_the_table_has_most_of_the_screen(
    eyes: str, over: str, house: House, browser: Browser, run: Run
) -> None:
    """And every player's cards are seen at rest, however much is told of a moment: an end has many lines."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, **POCKET)
        await noor.go(f"/t/{over}/replay?at=0&eyes={eyes}")
        last = int(await noor.page.locator("#reel-at").get_attribute("max") or 0)
        for at in (0, last // 2, last):
            await noor.go(f"/t/{over}/replay?at={at}&eyes={eyes}")
            table = await noor.page.evaluate(SIZES)
            assert table["whole"], table
            assert table["part"] >= 0.5, table
        await noor.leave()

    run(visit())


def test_undo_is_offered_where_it_would_succeed_and_works(house: House, browser: Browser, run: Run) -> None:
    """A secret choice can be taken back while another still thinks, and not a moment longer."""

    async def evening() -> None:
        rng = random.Random(1)
        noor = await Person.come(browser, house.url, "Noor")
        bram = await Person.come(browser, house.url, "Bram")
        code = await noor.open_table("casa-de-papel", 4)
        await bram.sit_down(code)
        await noor.bots_for_the_rest()
        await noor.deal()
        await expect(noor.form).to_be_visible()
        undo = noor.page.get_by_role("button", name="Take it back")
        await expect(undo).to_have_count(0)
        await noor.decide(rng)
        await undo.click()
        await expect(noor.form).to_be_visible()
        await expect(undo).to_have_count(0)
        assert house.table(code).playing.view(0).answer is None
        await noor.decide(rng)
        await expect(undo).to_be_visible()
        table = house.table(code)
        await bram.my_move_or_over()
        await bram.decide(rng)
        for person, seat in ((noor, 0), (bram, 1)):
            for _ in range(3):  # bots move on in between: look until page and table are of one moment
                offered = await person.page.get_by_role("button", name="Take it back").count() > 0
                if offered == (table.playing.why_not_undo(seat) is None):
                    break
                await person.page.wait_for_timeout(100)
            else:
                pytest.fail(f"{person.name}: offered {offered}")
        await noor.leave()
        await bram.leave()

    run(evening())
