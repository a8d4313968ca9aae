"""What bots tell people: hints that nobody else notices, reasons after the match, and who was going to win."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from playwright.async_api import Browser, expect

import speelhol
from speelhol.bots import Budget, Sharp
from speelhol.client import Declined
from speelhol.client import House as Visited
from speelhol.den import Table
from speelhol.den.analysis import Point, Story, Turn, turning
from speelhol.den.review import MOMENTS, THINGS
from speelhol.games.casablanca.table import AGENTS
from speelhol.kernel import LANGUAGES, Belief, Mind
from speelhol.web.pages.analysis import advice
from speelhol.web.pages.graph import graph
from speelhol.web.text.forms import read_form
from tests.bots.indoors import Indoors
from tests.contract.cases import having

from .conftest import Run
from .house import House
from .people import Person
from .test_looks import fits

GAME = "thieves"

THOUGHTFUL = [name for name in having("bot") if type(speelhol.game(name).mind).beliefs != Mind.beliefs]
"""The games whose bots believe something that can be told."""


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Indoors]]:
    house = House(tmp_path_factory.mktemp("house"), bot_pause=0.0)
    house.open()
    pool = house.den.bots.pool = Indoors()
    yield house, pool
    house.close()


@contextmanager
def visitor(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=60) as client:
        client.get("/credits")  # somebody is a person from the first page on
        yield client


def opened(client: httpx.Client, **more: str) -> str:
    """A table with bots in the other chairs; returns its code."""
    answer = client.post("/new", data={"game": GAME, "seats": "3", "name": "Noor", **more})
    assert answer.status_code == 200, answer.text
    return answer.url.path.rpartition("/")[2]


def on_the_loop(house: House, work: Any) -> Any:
    task = house.den.timers._task
    assert task is not None
    return asyncio.run_coroutine_threadsafe(work, task.get_loop()).result(60)


def my_turn(house: House, code: str) -> Table:
    """Wait until the first seat has something to decide."""
    table = house.table(code)

    async def wait() -> None:
        while 0 not in table.playing.to_act:
            await asyncio.sleep(0.005)

    on_the_loop(house, wait())
    return table


def finish(house: House, code: str) -> Table:
    table, rng = house.table(code), random.Random(1)

    async def play() -> None:
        while table.phase != "over":
            for seat in table.playing.to_act:
                if not table.chairs[seat].bot:
                    await house.den.play(table, seat, table.playing.legal(seat).sample(rng))
            await asyncio.sleep(0.005)

    on_the_loop(house, play())
    return table


def test_a_hint_is_seen_by_nobody_else(thinking: tuple[House, Indoors]) -> None:
    house, pool = thinking
    with visitor(house) as noor, visitor(house) as gust:
        code = opened(noor, bots="1", hints="on")
        table = my_turn(house, code)
        place = f"/t/{code}/hint?seat=0"
        assert place in noor.get(f"/t/{code}").text

        def noticed() -> tuple[int, object, str]:
            """What is written down, and what somebody else sees (the page also says what time it is)."""
            return table.seq, table.talk, gust.get(f"/t/{code}/table").text.partition('id="live"')[2]

        before = noticed()
        assert before[2]
        assert place not in before[2]
        offers = table.playing.legal(0)
        speech = table.game.speak("en", table.names)
        asked = len(pool.asked)
        piece = noor.get(place, headers={"x-speelhol": "1"})
        page = noor.get(place)
        for answer in (piece, page):
            assert answer.status_code == 200
            told = re.findall(r"<li><(?:span|button[^>]*)>(.*?)</(?:span|button)><b>(\d+%)</b>", answer.text)
            assert 1 <= len(told) <= 3
            assert {words for words, _ in told} <= {speech.do(action) for action in offers}
        assert "<html" in page.text
        assert "<html" not in piece.text
        filled = [dict(parse_qsl(unescape(one))) for one in re.findall(r'data-fill="(.*?)"', piece.text)]
        assert [read_form(table.game, offers, one) in offers for one in filled] == [True] * len(told)
        assert "data-fill" not in page.text  # there is no form to fill in
        assert len(pool.asked) == asked + 1  # it is thought out once for a moment
        assert noticed() == before
        assert gust.get(place).status_code == 403
        for language, words in (("nl", "Wat een scherpe bot zou doen"), ("fr", "Ce que ferait un bot malin")):
            noor.cookies.set("language", language)
            assert words in noor.get(place).text
        finish(house, code)
        assert noor.get(place).status_code == 409
        assert place not in noor.get(f"/t/{code}").text


@pytest.mark.parametrize("game", THOUGHTFUL)
def test_a_hint_says_why_in_every_language(thinking: tuple[House, Indoors], game: str) -> None:
    """At once, and however little there is to choose; the opening of Casablanca tells its plan."""
    house, _ = thinking
    with visitor(house) as noor:
        seats = str(speelhol.game(game).seats[0])
        code = opened(noor, game=game, seats=seats, bots="1", hints="on")
        table = my_turn(house, code)
        for language in LANGUAGES:
            noor.cookies.set("language", language)
            page = noor.get(f"/t/{code}/hint?seat=0").text
            (why,) = re.findall(r'<p class="grounds">(.*?)</p>', page)
            assert why.endswith(".")
            assert 1 <= len(re.findall(r"[.](?: |$)", why)) <= 2
            if game == "casablanca":
                speech = table.game.speak(language, table.names)
                assert why.startswith(tuple(speech.term(agent) for agent in AGENTS))


def test_who_may_have_hints(thinking: tuple[House, Indoors]) -> None:
    """Whoever is alone with bots, unless the table says otherwise; a coach is enough help."""
    house, pool = thinking
    for hints, people, may in (("alone", 1, True), ("alone", 2, False), ("on", 2, True), ("off", 1, False)):
        with visitor(house) as noor, visitor(house) as bram:
            code = opened(noor, hints=hints)
            if people == 2:
                bram.post(f"/t/{code}/sit", data={"name": "Bram"})
            noor.post(f"/t/{code}/bot", data={"seat": "rest", "level": "regular", "character": "bold"})
            noor.post(f"/t/{code}/deal")
            table = house.table(code)
            assert [chair.character for chair in table.chairs if chair.bot] == ["bold"] * (3 - people)
            assert table.hints == may
            asker, seat = (noor, 0)
            if people == 2 and 0 not in table.playing.to_act:
                asker, seat = (bram, 1)
            if seat in table.playing.to_act:
                answer = asker.get(f"/t/{code}/hint?seat={seat}")
                assert answer.status_code == (200 if may else 409)
                assert ("There are no hints at this table." in answer.text) == (not may)
    with visitor(house) as noor:
        lesson = noor.post(f"/learn/{GAME}").url.path.rpartition("/")[2]
        assert not house.table(lesson).hints
        code = opened(noor, bots="1")
        table = my_turn(house, code)
        pool.broken = True
        answer = noor.get(f"/t/{code}/hint?seat=0")
        pool.broken = False
        assert answer.status_code == 409
        assert "The bot found no answer" in answer.text
        assert noor.get(f"/t/{code}/hint?seat=0").status_code == 200  # and it may be tried again


def test_there_is_no_bot_of_another_kind(house: House) -> None:
    """A form that asks for one is shown again, with the reason and nothing opened; a waiting room says so too."""
    with visitor(house) as noor:
        tables = len(house.den.memory.known())
        answer = noor.post("/new", data={"game": GAME, "seats": "3", "name": "Noor", "level": "os:system"})
        assert answer.status_code == 409
        assert "There is no bot like that" in answer.text
        assert len(house.den.memory.known()) <= tables
        code = opened(noor)
        answer = noor.post(f"/t/{code}/bot", data={"seat": "1", "level": "sharp", "character": "rude"})
        assert "There is no bot like that" in answer.text
        noor.post(f"/t/{code}/bot", data={"seat": "1", "level": "sharp", "character": "bold"})
        assert "sharp bot · bold" in noor.get(f"/t/{code}").text


def test_a_house_that_does_not_think_offers_nothing(house: House) -> None:
    with visitor(house) as noor:
        code = opened(noor, bots="1")
        my_turn(house, code)
        assert "/hint" not in noor.get(f"/t/{code}").text
        assert noor.get(f"/t/{code}/hint?seat=0").status_code == 409
        finish(house, code)
        assert "/story" not in noor.get(f"/t/{code}").text
        assert "/why" not in noor.get(f"/t/{code}/replay?at=1").text
        for path in ("story", "why?at=1"):
            assert "don’t think" in noor.get(f"/t/{code}/{path}").text


def test_programs_choose_bots_and_ask_for_hints(thinking: tuple[House, Indoors]) -> None:
    house, _ = thinking
    with Visited(house.url) as visited, ExitStack() as keep:
        chair = keep.enter_context(visited.open(GAME, 3, "Noor", bots=True, level="sharp", character="liar"))
        view = chair.wait()
        facts = chair.table()
        assert [one["level"] for one in facts["chairs"]] == [None, "sharp", "sharp"]
        assert [one["character"] for one in facts["chairs"]] == [None, "liar", "liar"]
        hint = chair.hint()
        assert view.offers is not None
        assert {one["text"] for one in hint["choices"]} <= {str(action) for action in view.offers}
        assert hint["text"] in {one["text"] for one in hint["choices"]}
        assert all(0 <= one["worth"] <= 1 and one["action"]["do"] for one in hint["choices"])
        quiet = keep.enter_context(visited.open(GAME, 3, "Noor", bots=True, hints="off"))
        assert quiet.table()["hints"] == "off"
        with pytest.raises(Declined, match="no hints"):
            quiet.hint()


def test_why_and_the_story(thinking: tuple[House, Indoors]) -> None:
    house, pool = thinking
    with visitor(house) as noor:
        code = opened(noor, bots="1", level="schemer")
        for path in ("story", "why?at=1"):
            assert noor.get(f"/t/{code}/{path}").status_code == 409  # during a match a bot tells nothing
        table = finish(house, code)
        assert f"/t/{code}/story" in noor.get(f"/t/{code}").text
        moves = table.playing.record().actions
        speech = table.game.speak("en", table.names)
        by_bot = next(n for n, (seat, _) in enumerate(moves, 1) if seat != 0)
        by_noor = next(n for n, (seat, _) in enumerate(moves, 1) if seat == 0)
        asked = len(pool.asked)
        for at, title in ((by_bot, f"What {speech.seat(moves[by_bot - 1][0])} thought"), (by_noor, "would have done")):
            assert f"/t/{code}/why?at={at}" in noor.get(f"/t/{code}/replay?at={at}").text
            for _ in range(2):
                assert title in noor.get(f"/t/{code}/why?at={at}").text
        assert pool.asked[asked:] == ["decide", "decide"]

        first = noor.get(f"/t/{code}/story")
        assert first.headers["refresh"]
        assert "looking back" in first.text
        for eyes in ("open", "0"):
            told = noor.get(f"/t/{code}/story?eyes={eyes}")
            while "refresh" in told.headers:
                told = noor.get(f"/t/{code}/story?eyes={eyes}")
            assert told.text.count("<polyline") == 3
            rows = re.findall(r'<th scope="row"><a [^>]*>(\d+)</a></th>((?:<td>\d+%</td>)+)', told.text)
            assert (int(rows[0][0]), int(rows[-1][0])) == (0, len(moves))
            won = ["100%" if seat in table.playing.result.winners else "0%" for seat in range(3)]  # type: ignore[union-attr]
            assert re.findall(r"\d+%", rows[-1][1]) == won
            turns = re.findall(r"replay\?at=(\d+)&amp;eyes=\w+\"><span class=\"n\">", told.text)
            assert turns
            assert all(1 <= int(at) <= len(moves) for at in turns)
        pool.broken = True
        while "refresh" in (told := noor.get(f"/t/{code}/story?eyes=1")).headers:
            pass
        pool.broken = False
        assert told.status_code == 409


def test_whoever_played_reads_what_to_do_better(thinking: tuple[House, Indoors]) -> None:
    """Three things at most, each thought out from the own seat's view as it was then; nobody else's, and after the
    match alone. However long it was, no more than a dozen decisions are thought about again, and once."""
    house, pool = thinking
    with visitor(house) as noor, visitor(house) as gust:
        code = opened(noor, bots="1")
        assert noor.get(f"/t/{code}/better").status_code == 409
        table = finish(house, code)
        assert f"/t/{code}/better" in noor.get(f"/t/{code}").text
        assert f"/t/{code}/better" not in gust.get(f"/t/{code}").text
        assert gust.get(f"/t/{code}/better").status_code == 403
        assert noor.get(f"/t/{code}/better?seat=1").status_code == 403
        asked = len(pool.asked)
        for language in LANGUAGES:
            noor.cookies.set("language", language)
            while "refresh" in (told := noor.get(f"/t/{code}/better")).headers:
                pass
            moves, speech = table.playing.record().actions, table.game.speak(language, table.names)
            found = re.findall(r"replay\?at=(\d+)&amp;eyes=0", told.text)
            assert len(found) <= THINGS
            for at in map(int, found):
                seat, text = moves[at - 1]
                assert seat == 0
                assert speech.do(table.game.read(text)) in told.text
        assert 0 < len(pool.asked) - asked <= MOMENTS


@pytest.mark.parametrize("game", THOUGHTFUL)
def test_what_a_bot_believes_has_words(game: str) -> None:
    match, rng = speelhol.game(game).start(speelhol.game(game).seats[0], "beliefs"), random.Random(1)
    thought = None
    for move in range(90):
        seat = match.to_act[0]
        if move >= 25 and match.legal(seat).count > 1:
            thought = Sharp().think(match.view(seat), rng, Budget(60.0, 1))
            if thought.beliefs:
                break
        match.play(seat, match.legal(seat).sample(rng))
    assert thought is not None
    assert thought.beliefs
    for language in LANGUAGES:
        speech = match.game.speak(language, [f"Name{seat}" for seat in range(match.seats)])
        for belief in thought.beliefs:
            words = speech.belief(belief)
            assert words is not None, belief
            assert "{" not in words
            assert speech.percent(belief.chance) in words
        assert len(advice(thought, match.view(seat), speech)["beliefs"]) <= 2
        assert speech.belief(Belief("no such belief", 0.5, {})) is None


def test_turning_points_are_the_moves_that_changed_most() -> None:
    chances = [(0.5, 0.5), (0.6, 0.4), (0.9, 0.1), (0.88, 0.12), (0.3, 0.7), (1.0, 0.0)]
    points = [Point(at, one) for at, one in zip((0, 1, 2, 3, 4, 9), chances, strict=True)]
    assert [(turn.at, turn.seat) for turn in turning(points)] == [(1, 0), (2, 0), (4, 0)]
    assert turning(points)[1] == Turn(2, 0, 0.6, 0.9)
    assert turning(points[2:4]) == ()


def test_signs_in_a_graph_keep_apart() -> None:
    drawn = graph(Story((Point(0, (0.125,) * 8), Point(3, (0.0,) * 8)), ()))
    heights = [float(y) for y in re.findall(r'class="seat-sign" x="\d+" y="(-?[\d.]+)"', drawn)]
    assert len(heights) == 8
    assert min(b - a for a, b in zip(sorted(heights), sorted(heights)[1:], strict=False)) >= 34
    assert min(heights) > 0
    assert max(heights) + 34 < 400


def test_in_a_browser(thinking: tuple[House, Indoors], browser: Browser, run: Run) -> None:
    """A hint opens beside the question, stays while others look around, is chosen by a tap, goes with the moment."""
    house, _ = thinking

    async def evening() -> None:
        rng = random.Random(1)
        noor = await Person.come(browser, house.url, "Noor")
        await noor.go(f"/new?game={GAME}")
        await noor.page.locator("input[name=name]").fill("Noor")
        await noor.page.locator("input[name=bots]").check()
        await noor.page.locator("select[name=level]").select_option("schemer")
        await noor.page.locator(".gobar .btn-go").click()
        await noor.my_move_or_over()
        code = noor.page.url.rpartition("/")[2]
        hint = noor.page.locator(".hints")
        await hint.locator("summary").focus()
        await noor.page.keyboard.press("Enter")
        await expect(hint.locator(".hint li").first).to_be_visible()
        await fits(noor, "a hint")
        house.den.watchers.wake(house.table(code).id)
        await noor.page.locator(".say input[name=text]").fill("hm")
        await noor.page.keyboard.press("Enter")  # a tap elsewhere would close the hint, and do nothing else
        await expect(noor.page.locator(".log")).to_contain_text("hm")
        await expect(hint.locator(".hint li").first).to_be_visible()
        advised = hint.locator(".advised").first
        words = await advised.inner_text()
        await advised.click()  # it is chosen, and the hint makes room for the button
        await expect(hint.locator(".pop")).to_be_hidden()
        await expect(noor.go_button).to_have_text(words)
        await expect(noor.go_button).to_be_focused()
        await noor.decide(rng)
        await expect(noor.page.locator(".hint li")).to_have_count(0)
        await asyncio.to_thread(finish, house, code)
        await noor.go(f"/t/{code}/replay?at=2")
        await noor.page.locator(".hints summary").click()
        await expect(noor.page.locator(".hint li").first).to_be_visible()
        await noor.go(f"/t/{code}/story")
        await expect(noor.page.locator("svg.story")).to_be_visible()
        await fits(noor, "story")
        await noor.leave()

    run(evening())
