"""Pace and absence in words; and that no clock tells who has answered a discreet question."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import closing
from html import unescape
from typing import cast

import httpx
import pytest

import speelhol
from speelhol.client import Declined
from speelhol.client import House as Visited
from speelhol.den import Den, Pace, Table, TurnedAway
from speelhol.den.tables import entries as e
from speelhol.den.tables.pace import DAY
from speelhol.kernel import LANGUAGES, NOTHING
from speelhol.web.api import routes as api
from speelhol.web.pages.gallery import Quiet
from speelhol.web.table import page as table_page
from speelhol.web.text import clocks
from speelhol.web.text.templates import Notice, Reader
from tests.house import living

from .test_leak import HIDDEN_QUESTIONS, LINK, NAMES, Nobody

DISCREET = HIDDEN_QUESTIONS[0]
PACES = (
    Pace("move", 60, absent="bot"),
    Pace("match", 600, 10, "bot"),
    Pace("match", 600, 10, "vote"),
    Pace(absent="vote"),
)


def table_at(pace: Pace, game: str, seats: int, people: int | None = None) -> Table:
    table = Table(1, "velvet-lamp-42")
    table.apply(e.Opened(game, speelhol.game(game).rules, seats, {}, "p0", pace=pace))
    for seat in range(seats):
        sits = people is None or seat < people
        table.apply(e.Sat(seat, f"p{seat}", NAMES[seat]) if sits else e.BotSat(seat, NAMES[seat]))
    table.apply(e.Dealt("any", at=1_000.0))
    return table


def page(table: Table, seat: int | None, language: str = "en") -> str:
    reader = Reader(language, "nobody" if seat is None else f"p{seat}", words=True)
    return table_page.as_html(table_page.seen_by(reader, cast("Den", Nobody()), table, None, seat is None, LINK))


def seen(table: Table, seat: int | None) -> tuple[str, bytes]:
    return page(table, seat), api.view_json(table, seat, 0)


# ---- no clock tells


@pytest.mark.parametrize("pace", PACES)
def test_no_clock_tells_who_has_answered_a_discreet_question(pace: Pace) -> None:
    """Twins: the same answers in another order and at other times, some taken back, the time up in between."""
    seats = speelhol.game(DISCREET).seats[0]
    rng = random.Random(1)
    met = 0
    table = table_at(pace, DISCREET, seats)
    at = 1_000.0
    while not met and table.phase == "playing":
        if not table.clock.discreet:
            at += rng.random() * 5
            seat = rng.choice(table.playing.to_act)
            table.apply(e.Moved(seat, str(table.playing.legal(seat).sample(rng)), at=at))
            continue
        met += 1
        began = at
        asked = table.playing.to_act
        for who in rng.sample(asked, len(asked) - 1):
            others = [None, *(s for s in range(seats) if s != who)]
            before = [seen(table, s) for s in others]
            at += rng.random() * 5
            answer = str(table.playing.legal(who).sample(rng))
            table.apply(e.Moved(who, answer, at=at))
            assert [seen(table, s) for s in others] == before
            table.apply(e.Undone(who, at=at + 1))
            assert [seen(table, s) for s in others] == before
            at += 2
            table.apply(e.Moved(who, answer, at=at))
            assert [seen(table, s) for s in others] == before
        (last,) = table.playing.to_act
        assert table.due is None or table.due > began
        if pace.absent == "bot":
            before = [seen(table, s) for s in (None, *range(seats)) if s != last]
            table.apply(e.TimeUp((last,), at=began + 600))
            assert [seen(table, s) for s in (None, *range(seats)) if s != last] == before
            assert "a bot answered for you" in page(table, last)
        at = began + 700
        left = table.clock.left
        table.apply(e.Moved(last, str(table.playing.legal(last).sample(rng)), at=at))
        assert table.clock.left == left
    assert met


def test_the_order_of_discreet_answers_leaves_no_trace_in_the_clocks() -> None:
    seats = speelhol.game(DISCREET).seats[0]

    def evening(order: Callable[[tuple[int, ...]], tuple[int, ...]], pause: float) -> Table:
        rng = random.Random(2)
        table = table_at(PACES[1], DISCREET, seats)
        at = 1_000.0
        while not table.clock.discreet:
            at += 3
            seat = table.playing.to_act[0]
            table.apply(e.Moved(seat, str(table.playing.legal(seat).sample(rng)), at=at))
        answers = {seat: str(table.playing.legal(seat).sample(rng)) for seat in table.playing.to_act}
        for number, seat in enumerate(order(table.playing.to_act)):
            table.apply(e.Moved(seat, answers[seat], at=at + 50 if number == seats - 1 else at + number * pause))
        return table

    one, other = evening(lambda asked: asked, 1.0), evening(lambda asked: asked[::-1], 13.0)
    for seat in (None, *range(seats)):
        assert seen(one, seat) == seen(other, seat)


def test_everybody_who_was_asked_a_discreet_question_may_be_voted_on() -> None:
    seats = speelhol.game(DISCREET).seats[0]
    rng = random.Random(3)
    table = table_at(PACES[2], DISCREET, seats)
    while not table.clock.discreet:
        seat = table.playing.to_act[0]
        table.apply(e.Moved(seat, str(table.playing.legal(seat).sample(rng)), at=1_000.0))
    table.apply(e.Moved(1, str(table.playing.legal(1).sample(rng)), at=1_001.0))
    table.apply(e.TimeUp(table.playing.view(None).asked, at=2_000.0))
    for seat in range(1, seats):
        assert f"Let a bot play for {NAMES[seat]}" in page(table, 0)
    assert "form" not in re.findall(r"<form[^>]*/vote", page(table, None))


# ---- in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pace_has_words(language: str) -> None:
    said = set()
    for _, values in clocks.PRESETS:
        for value in values:
            pace = clocks.read_pace({"pace": value})
            assert pace.problem is None
            words = clocks.pace_words(pace, language)
            assert words
            assert "%" not in words
            said.add(words)
    assert len(said) == sum(len(values) for _, values in clocks.PRESETS)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"), (1, "1 second"), (45, "45 seconds"), (60, "1 minute"), (90, "1 minute 30 seconds"),
        (3_600, "1 hour"), (3_660, "1 hour 1 minute"), (7_205, "2 hours"), (DAY, "1 day"),
        (2 * DAY + 3 * 3_600, "2 days 3 hours"),
    ],
)  # fmt: skip
def test_lengths_of_time(seconds: int, words: str) -> None:
    assert clocks.lasting(seconds, "en") == words


@pytest.mark.parametrize(
    "pace", ["", "move:", "move:x", "move:60:5:1", "chess:60", "move:-1", "move:999999999", "none "]
)
def test_a_pace_that_nobody_offers_is_refused(pace: str) -> None:
    with pytest.raises(TurnedAway, match="odd-pace"):
        clocks.read_pace({"pace": pace})
    with pytest.raises(TurnedAway, match="odd-pace"):
        clocks.read_pace({"pace": "none", "absent": "sulk"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_table_says_of_time(language: str) -> None:
    pace = Pace("match", 600, 10, "bot")
    table = table_at(pace, "thieves", 3)
    (slow,) = table.playing.to_act
    other = (slow + 1) % 3
    before = page(table, slow, language)
    deadline = f'data-deadline="{((1_000 + 600) * 1000)}"'
    assert before.count(deadline) == 2  # beside the question, and on the plaque
    assert page(table, other, language).count(deadline) == 1
    assert page(table, None, language).count(deadline) == 1
    assert "10:00" in page(table, other, language)  # what the others have left
    assert page(table, slow, language) == before  # nothing in it changes with the seconds
    table.apply(e.TimeUp((slow,), at=1_601.0))
    held = page(table, slow, language)
    assert 'action="/t/velvet-lamp-42/back"' in held
    assert 'action="/t/velvet-lamp-42/act"' not in held
    assert "kept" in page(table, other, language)
    assert "/back" not in page(table, other, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_clock_on_a_shared_device_is_warned_of_before_the_deal(language: str) -> None:
    """Where all are asked at once the time of each runs, and one device serves one of them; nowhere else."""

    def warning(game: str, pace: Pace, *people: str) -> str:
        table = Table(1, "velvet-lamp-42")
        table.apply(e.Opened(game, speelhol.game(game).rules, 4, {}, "p0", pace=pace))
        for seat, person in enumerate(people):
            table.apply(e.Sat(seat, person, NAMES[seat]))
        words = clocks.hurry(table, language)
        reader = Reader(language, "p0", words=True)
        shown = table_page.as_html(table_page.seen_by(reader, Quiet(), table, None, False, LINK))
        assert not words or words in unescape(shown)
        return words

    short = Pace("move", 60)
    assert warning(DISCREET, short, "p0", "p0")
    assert not warning(DISCREET, short, "p0", "p1")
    assert not warning(DISCREET, Pace("move", 180), "p0", "p0")
    assert not warning(DISCREET, Pace(absent="vote"), "p0", "p0")
    assert not warning("thieves", short, "p0", "p0")  # one after another


def test_people_who_share_a_device() -> None:
    """No curtain falls for a seat that a bot holds; each of them comes back by name."""
    table = Table(1, "velvet-lamp-42")
    table.apply(e.Opened("thieves", speelhol.game("thieves").rules, 3, {}, "p0", pace=Pace("move", 60, absent="bot")))
    for seat in range(3):
        table.apply(e.Sat(seat, "p0", NAMES[seat]))
    table.apply(e.Dealt("any", at=1_000.0))
    (slow,) = table.playing.to_act
    assert 'class="curtain"' in page(table, 0)
    table.apply(e.TimeUp((slow,), at=1_061.0))
    html = page(table, 0)
    assert 'class="curtain"' not in html
    assert f"A bot holds the seat of {NAMES[slow]}." in html
    assert f"{NAMES[slow]} plays again" in html


def test_nobody_is_asked_about_those_at_the_same_device() -> None:
    """A vote is offered about the person elsewhere, and a refusal stands on the curtain, too."""
    table = Table(1, "velvet-lamp-42")
    table.apply(e.Opened(DISCREET, speelhol.game(DISCREET).rules, 4, {}, "p0", pace=Pace(absent="vote")))
    for seat in range(4):
        table.apply(e.Sat(seat, "p3" if seat == 3 else "p0", NAMES[seat]))
    table.apply(e.Dealt("any", at=1_000.0))
    asked = table.playing.to_act
    assert asked == (0, 1, 2, 3)
    table.apply(e.TimeUp(asked, at=1_061.0))
    assert [name for name in NAMES[:3] if f"Let a bot play for {name}" not in page(table, 3)] == []
    rng = random.Random(1)
    notice = Notice("Give them a little more time.")
    reader = Reader("en", "p0", words=True)
    behind = table_page.as_html(table_page.seen_by(reader, cast("Den", Nobody()), table, None, False, LINK, notice))
    assert 'class="curtain"' in behind
    assert notice.text in behind
    for seat in range(3):
        table.apply(e.Moved(seat, str(table.playing.legal(seat).sample(rng)), at=1_062.0))
    html = page(table, 0)
    assert f"Let a bot play for {NAMES[3]}" in html
    assert [name for name in NAMES[:3] if f"Let a bot play for {name}" in html] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_behind_the_curtain_a_pause_is_told_and_the_host_goes_on(language: str) -> None:
    table = Table(1, "velvet-lamp-42")
    table.apply(e.Opened("thieves", speelhol.game("thieves").rules, 4, {}, "p0"))
    for seat in range(4):
        table.apply(e.Sat(seat, f"p{seat // 2}", NAMES[seat]))
    table.apply(e.Dealt("any", at=1_000.0))
    (asked,) = table.playing.to_act
    rng = random.Random(1)

    def curtain() -> str:
        html = page(table, table.playing.to_act[0] // 2, language)
        assert 'class="curtain"' in html
        return html

    assert "/pause" not in curtain()
    table.apply(e.Paused(True, at=1_001.0))
    told = clocks.stand_in(table, table.view(None), language)
    assert told is not None
    assert told[0] in curtain()
    assert ('action="/t/velvet-lamp-42/pause"' in curtain()) == (asked < 2)
    table.apply(e.Paused(False, at=1_002.0))
    while table.playing.to_act[0] // 2 == asked // 2:
        (seat,) = table.playing.to_act
        table.apply(e.Moved(seat, str(table.playing.legal(seat).sample(rng)), at=1_003.0))
    table.apply(e.Paused(True, at=1_004.0))
    assert ('action="/t/velvet-lamp-42/pause"' in curtain()) == (asked >= 2)


# ---- over HTTP


def test_pace_and_absence_over_the_json_interface(tmp_path_factory: pytest.TempPathFactory) -> None:
    rng = random.Random(4)
    with living(tmp_path_factory.mktemp("house"), bot_pause=0.001) as address, Visited(address) as house:
        with pytest.raises(Declined, match="Without a clock") as declined:
            house.open("thieves", 3, "Ann", pace={"absent": "bot"})
        assert declined.value.reason == "bot-needs-clock"
        pace = {"kind": "move", "seconds": 1, "absent": "bot"}
        with house.open("thieves", 3, "Ann", bots=True, pace=pace) as ann:
            assert ann.table()["pace"] == {"kind": "move", "seconds": 1, "increment": 0, "absent": "bot"}
            with closing(ann.views()) as views:
                view = next(v for v in views if v.my_turn or v.time["held"])
                assert len(view.time["deadlines"]) == 3
                next(v for v in views if v.time["held"] == [0])
            assert ann.table()["chairs"][0]["held"]
            ann.come_back()
            assert ann.play_with(lambda v: (v.offers or NOTHING).sample(rng)).over
            with pytest.raises(Declined) as declined:
                ann.vote(1)
            assert declined.value.reason == "still-thinks"


def test_the_form_keeps_what_was_filled_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    with living(tmp_path_factory.mktemp("house")) as address, httpx.Client(base_url=address) as client:
        filled = {"game": "thieves", "seats": "4", "name": "Noor", "pace": "none", "absent": "bot"}
        answer = client.post("/new", data=filled, headers={"accept-language": "fr"})
        assert answer.status_code == 409
        assert "Sans pendule, personne ne dépasse" in answer.text
        assert re.search(r'name="absent" value="bot" checked', answer.text)
        assert 'value="Noor"' in answer.text
        for pace in ("move:60", "match:600:10", f"days:{3 * DAY}", "none"):
            answer = client.post("/new", data={**filled, "pace": pace, "absent": "vote"})
            assert answer.status_code == 303
            code = answer.headers["location"].rpartition("/")[2]
            assert client.get(f"/api/tables/{code}").json()["pace"]["kind"] == pace.partition(":")[0]
            assert clocks.pace_words(clocks.read_pace({"pace": pace}), "en") in client.get(f"/t/{code}").text
