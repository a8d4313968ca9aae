"""Drawn tables: whatever is offered can be tapped together, in every language, and motions find their places."""

from __future__ import annotations

import html
import random
import re
from urllib.parse import parse_qs, parse_qsl

import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.kernel import LANGUAGES, Game, Match, Motion
from speelhol.web.table.drawing import drawing_of, stylesheet
from speelhol.web.text.forms import Part, offer_form
from speelhol.web.text.packing import STATIC
from tests.drawn import Drawn
from tests.games.cash_and_run.scene import landing
from tests.games.counterfeiters.town import play, town

from .conftest import Run
from .house import House
from .people import DESK, Person
from .test_leak import NAMES, page
from .test_looks import fits

DRAWN = [name for name in speelhol.games() if drawing_of(speelhol.game(name)) is not None]
FLIGHTS = ("fly", "toss", "deal")
VARIANTS = [(name, seats, options) for name in DRAWN for seats, options in speelhol.game(name).variants()]


def drawn(game: Game, match: Match, seat: int | None, language: str = "en") -> Drawn:
    speech = game.speak(language, NAMES[: match.seats])
    return Drawn(game, match.view(seat), speech)


def named(text: str, attribute: str) -> set[str]:
    return {html.unescape(value) for value in re.findall(rf'{attribute}="([^"]*)"', text)}


def meets(part: Part, pick: str) -> bool:
    """As the page's script does: an offer has this value, or a field that can take it."""
    own = parse_qs(part.picks, keep_blank_values=True)
    fields = {field.name.partition(".")[2]: field for field in part.fields}
    for key, value in parse_qsl(pick, keep_blank_values=True):
        if key in own:
            if value not in own[key]:
                return False
        elif key not in fields:
            return False
        elif fields[key].choices:
            if value not in [choice for choice, _ in fields[key].choices]:
                return False
        elif not fields[key].low <= int(value) <= fields[key].high:
            return False
    return True


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS, ids=str)
def test_what_is_offered_can_be_tapped(name: str, seats: int, options: dict[str, object]) -> None:
    game = speelhol.game(name)
    rng = random.Random(f"{name} {seats} {options}")
    match = game.start(seats, seed=f"taps {seats}", **options)
    for number in range(60):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        offers = match.legal(seat)
        form = offer_form(offers, game.speak("en", NAMES))
        table = drawn(game, match, seat, LANGUAGES[number % 3])
        targets = named(table.board + table.mine, "data-pick")
        if not table.listed and not form.single:
            for part in form.parts:
                mine = [pick for pick in targets if meets(part, pick)]
                left = [other for other in form.parts if all(meets(other, pick) for pick in mine)]
                assert left == [part], f"{part.value}: tapping {mine} leaves {[other.value for other in left]}"
        for pick in targets:
            assert any(meets(part, pick) for part in form.parts), f"{pick} can be tapped but means nothing"
        match.play(seat, offers.sample(rng))


@pytest.mark.parametrize("name", DRAWN)
def test_motions_find_their_places(name: str) -> None:
    game = speelhol.game(name)
    drawing = drawing_of(game)
    assert drawing is not None
    moved = 0
    styles = stylesheet(name).decode() + (STATIC / "drawn.css").read_text()
    for seats in (game.seats[0], game.seats[-1]):
        rng = random.Random(seats)
        match = game.start(seats, seed=f"motions {seats}")
        for _ in range(400):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            told = match.play(seat, match.legal(seat).sample(rng))
            moving: dict[int | None, list[Motion]] = {}
            for event, to in told:
                moving.setdefault(to, []).extend(drawing.motions(event))
            for to, motions in moving.items():
                if not motions:
                    continue
                moved += len(motions)
                table = drawn(game, match, to)
                text = table.board + table.legend + table.mine
                places = named(text, "data-at") | {f"plaque-{n}" for n in range(seats)}  # the page's own
                pieces = named(text, "data-name")
                for motion in motions:
                    assert motion.at in places, motion
                    if motion.kind in FLIGHTS:
                        assert motion.piece in pieces, motion
                        assert motion.start in places, motion
                        assert motion.kind != "deal" or motion.value in pieces, motion
                    elif motion.kind == "walk":
                        assert places.issuperset(motion.path), motion
                    else:
                        assert f".m-{motion.kind}" in styles, motion
    assert moved


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_page_holds_no_style_and_shows_the_end(name: str) -> None:
    game = speelhol.game(name)
    rng = random.Random(7)
    match = game.start(game.seats[-1], seed="to the end")
    for _ in range(4000):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, match.legal(seat).sample(rng))
    assert match.over
    for language in LANGUAGES:
        for seat_or_none in (0, None):
            text = page(match, seat_or_none, language)
            assert " style=" not in text
            assert 'class="table drawn"' in text
            assert "data-pick" not in text


def test_what_nobody_taps_counts_as_nothing(house: House, browser: Browser, run: Run) -> None:
    """One tap on two notes is an answer; a tap on a sum fills in the only form there is."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True)
        code = await noor.open_table("counterfeiters", 2, bots=True)
        await noor.my_move_or_over()
        selling = town(2, fakes=((2, 3, 0),) * 2)
        play(selling, "0 place fence")
        house.put(code, selling)
        await noor.go(f"/t/{code}")
        await noor.page.locator('[data-pick="two=2"]').click()
        await expect(noor.go_button).to_have_text("Hand over 2 × ★★")
        await expect(noor.page.locator(".act .then")).to_contain_text("$60")
        await noor.page.locator('[data-pick="one=1"]').click()
        await expect(noor.go_button).to_have_text("Hand over 1 × ★ and 2 × ★★")
        await fits(noor, "selling notes")
        abroad = town(2, cash=(300, 30), cards=(("jet",), ()))
        play(abroad, "0 place jet")
        house.put(code, abroad)
        await noor.go(f"/t/{code}")
        await noor.page.locator('[data-pick="do=stash&amount=150"]').click()
        await expect(noor.go_button).to_have_text("Put $150 into your account")
        await noor.leave()

    run(visit())


def test_taps_and_keys_choose_on_the_ring(house: House, browser: Browser, run: Run) -> None:
    """Bets fill in one field at a time, casino and bet come together, and what is no target explains itself."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, has_touch=True)
        code = await noor.open_table("cash-and-run", 4, bots=True)
        await noor.my_move_or_over()
        names = house.table(code).names
        then = noor.page.locator(".act .then")

        async def at(match: Match) -> None:
            house.put(code, match)
            await noor.go(f"/t/{code}")

        await at(landing("monte-carlo", owns={1: ["monte-carlo"]}))
        await expect(noor.go_button).to_have_text("Stake 50,000 on red")
        await noor.page.locator("[data-pick='pick=dozen-2']").tap()
        await noor.page.locator("button.pick").last.tap()
        await expect(noor.go_button).to_have_text("Stake 2,000,000 on twelve numbers, 13\N{EN DASH}24")
        await expect(then).to_have_text(f"Win: {names[1]} owes you 4,000,000. Lose: {names[1]} takes 2,000,000.")
        await expect(noor.page.locator(":is(.board, .mine) [aria-pressed=true]")).to_have_count(1)
        await fits(noor, "a bet")
        await at(landing("corner-9", owns={1: ["cairo"]}))
        await noor.page.locator("g[data-pick$='space=cairo']").press("Enter")
        await expect(noor.go_button).to_have_text("Go to Cairo")
        await at(landing("takeover-13", owns={1: ["cairo"], 0: ["london"], 2: ["havana"]}))
        await noor.page.locator("g[data-pick$='casino=cairo']").tap()
        await expect(noor.go_button).to_have_text("Choose what to bet on")
        await noor.page.locator("[data-pick='pick=odd']").tap()
        await expect(noor.go_button).to_have_text("Pay 100,000 and play for Cairo, on odd")
        await noor.page.locator("g.bluff").first.tap()
        await expect(noor.page.locator("#about-bluff")).to_be_visible()
        await noor.leave()

    run(visit())


MOVES = """moves => { const box = document.getElementById("motions"), rows = [...box.children].map(i => +i.dataset.n);
    const first = Math.max(0, ...rows), log = document.querySelector(".log");
    document.querySelector("main").dispatchEvent(new Event("morphing"));
    const add = () => box.appendChild(document.createElement("i")).dataset;
    moves.forEach((move, i) => Object.assign(add(), { n: first + i + 1, ...move }));
    const line = document.createElement("li");
    line.innerHTML = "<span></span><span>Thirteen, black.</span>";
    line.dataset.n = first + moves.length;
    log.prepend(line);
    const purse = document.querySelector(".purse"), [rich] = speelhol.morph.parse(purse.outerHTML);
    rich.querySelector(".num").textContent = "13";
    speelhol.morph.run(purse.parentNode, [purse], [rich], purse.nextSibling);
    document.querySelector("main").dispatchEvent(new Event("morphed")); }"""
BURST = MOVES.replace("first + i + 1", "first + 1 + Math.floor(i / 10)").replace("first + moves.length", "first + 3")
"""The same, ten movements an event: of more than three events the oldest are not played."""
LISTEN = """window.notes = [];
    for (const name of ["createOscillator", "createBufferSource"]) {
        const make = AudioContext.prototype[name];
        AudioContext.prototype[name] = function () { const one = make.call(this); notes.push(one); return one; };
    }"""


def test_what_moves_is_seen_before_it_is_told_and_can_be_skipped(house: House, browser: Browser, run: Run) -> None:
    """Words that give away what a card is wait until it is turned; a burst can be skipped and is one sound."""

    async def visit() -> None:
        noor = await Person.come(browser, house.url, "Noor", drawn=True, reduced_motion="no-preference", viewport=DESK)
        await noor.page.add_init_script(LISTEN)
        page = noor.page
        code = await noor.open_table("cash-and-run", 4, bots=True)
        await noor.my_move_or_over()
        house.put(code, landing("monte-carlo", owns={1: ["monte-carlo"]}))
        await noor.go(f"/t/{code}")
        question, newest = page.locator(".prompt h1"), page.locator(".log li").first
        await expect(question).to_be_visible()
        await expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/icon-turn\.svg$"))
        assert await page.evaluate("notes.length") == 0
        await page.get_by_role("link", name="Settings").click()
        await page.get_by_role("switch", name="Sounds").check()
        await page.wait_for_function("() => notes.length === 2")  # a chip
        await page.locator("#settings").get_by_role("link", name="Close").click()

        turn = {"kind": "turn", "to": "ring"}
        before, purse, news = await newest.inner_text(), page.locator(".purse .num"), page.locator(".prompt .news")
        rich = await purse.inner_text()
        await page.evaluate(MOVES, [turn] * 4)
        for told in (question, noor.go_button, newest):
            await expect(told).to_be_hidden()
        assert (await purse.inner_text(), await news.inner_text()) == (rich, before)
        await expect(question).to_be_visible()
        await expect(news).to_be_hidden()
        await expect(purse).to_have_text("13")
        await expect(newest).to_have_text("Thirteen, black.")
        await expect(noor.go_button).to_be_visible()

        beats = [{"kind": "beat", "to": "ring"}] * 20
        for skip in ("tap", "key"):
            await page.evaluate("notes.length = 0")
            await page.evaluate(BURST, [*beats, turn, *([{"kind": "shake", "to": "ring"}] * 9)])
            await expect(question).to_be_hidden()
            await expect(page.locator("#skip-moves")).to_be_visible()
            if skip == "tap":
                await page.locator("#skip-moves").click()
            else:
                await page.keyboard.press("Escape")
            await expect(page.locator("#skip-moves")).to_be_hidden()
            await expect(question).to_be_visible()
            assert await page.evaluate("notes.length") <= 4  # one sound at most
        await page.reload()
        await expect(page.locator("#sounds")).to_be_checked()
        await noor.leave()

    run(visit())
