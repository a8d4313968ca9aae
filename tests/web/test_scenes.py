"""Scenes: what a page shows as plain data, how it travels, and that the browser draws from it what the house draws."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from itertools import chain, permutations
from pathlib import Path
from statistics import mean
from typing import Any, cast
from unittest.mock import Mock

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import nodes
from playwright.async_api import Browser, Page

import speelhol
from speelhol.den import Den, Table
from speelhol.den.tables import entries
from speelhol.den.tables.cache import StateCache
from speelhol.kernel import LANGUAGES, Speech, View
from speelhol.kernel.timeline import ALL, OPEN
from speelhol.web.api import routes as api
from speelhol.web.build import BUILD
from speelhol.web.pages import replay as again
from speelhol.web.pages.gallery import Quiet
from speelhol.web.pages.replay import Replayed, timeline_of
from speelhol.web.table import cache, compiled, scene
from speelhol.web.table import page as table_page
from speelhol.web.table.cache import found_at
from speelhol.web.table.drawing import drawing_of
from speelhol.web.table.feed import HEARD, Feed, News
from speelhol.web.table.patch import Found, alike, differences, patched
from speelhol.web.table.scene import Scene
from speelhol.web.table.stream import page_news
from speelhol.web.table.translate import Translator, Untold
from speelhol.web.text.templates import Reader, environment
from tests.house import awaited, dealt, opened

from .conftest import Run
from .test_leak import LINK, NAMES, Nobody

LITTLE = 4_500
"""So many bytes at most travel on average to an open drawn page that looks now and then."""
MOMENTS = 160
"""So many moments of a match are compared; most are over by then."""
STATIC = Path(table_page.__file__).parents[1] / "static"
SCENE_JS = "".join((STATIC / file).read_text(encoding="utf-8") for file in ("morph.js", "markup_diff.js", "scene.js"))
DRAWN = [name for name in speelhol.games() if drawing_of(speelhol.game(name)) is not None]
every_game = pytest.mark.parametrize("game", speelhol.games())
every_drawing = pytest.mark.parametrize("game", DRAWN)


# ---- patches

Plain = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from("abc"),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("abcdef"), inner, max_size=5),
    max_leaves=12,
)
Objects = st.dictionaries(st.sampled_from("abcdef"), Plain, max_size=6)


@given(Objects, Objects)
def test_a_patch_makes_the_new_out_of_the_old(old: dict[str, Any], new: dict[str, Any]) -> None:
    patch = differences(old, new)
    assert (patch is None) == (old == new)
    if patch is not None:
        assert patched(old, json.loads(json.dumps(patch))) == new


@given(st.lists(Objects, min_size=3, max_size=3))
def test_a_patch_that_was_found_for_somebody_else_is_the_same(scenes: list[dict[str, Any]]) -> None:
    """The very same values lie in the scenes of several audiences, at several places."""
    found: Found = {}
    for old, new in permutations(scenes, 2):
        for was, now in ((old, new), ({"a": old, "b": old}, {"a": new, "b": old}), ({"a": old}, {"b": old, "a": new})):
            assert differences(was, now, found) == differences(was, now)


def test_what_is_no_list_of_the_same_length_travels_whole() -> None:
    assert not alike([1, 2, 3, 4], [1, 2, 3])
    assert differences({"row": [1, 2, 3, 4]}, {"row": [1, 2, 9, 4]}) == {"~": {"row": {"=": {2: 9}}}}
    assert differences({"row": [1, 2, 3, 4]}, {"row": [1, 2, 3]}) == {"=": {"row": [1, 2, 3]}}


# ---- pages that are open


def at_table(game: str, seed: str, seats: int = 0) -> Table:
    table = Table(1, "velvet-lamp-42")
    seats = seats or speelhol.game(game).seats[0]
    table.apply(entries.Opened(game, speelhol.game(game).rules, seats, {}, "p0"))
    for seat in range(seats):
        table.apply(entries.Sat(seat, f"p{seat}", NAMES[seat]))
    table.apply(entries.Dealt(seed))
    return table


def played(table: Table, rng: random.Random, moves: int) -> Iterator[None]:
    """Moves, talk and moves taken back; again and again something is shown."""
    for number in range(moves):
        if table.phase == "over":
            return
        seat = rng.choice(table.playing.to_act)
        if number % 9 == 4 and table.view(None).hush is False:
            table.apply(table.say(seat, "", f"remark {number} <b>&amp;"))
        else:
            table.apply(table.move(seat, table.playing.legal(seat).sample(rng)))
            if rng.random() < 0.3 and table.phase != "over" and table.playing.why_not_undo(seat) is None:
                table.apply(table.undo(seat))
        yield


class Follower:
    """A page that is open and hears what is new, now and then."""

    def __init__(self, table: Table, seat: int | None, language: str, words: bool) -> None:
        self.reader = Reader(language, "nobody" if seat is None else f"p{seat}", words=words)
        self.table = table
        self.spectator = seat is None
        self.shown: Any = None
        self.messages: list[dict[str, Any]] = []
        self.sizes: list[int] = []
        """How long each message was; the first is the whole page."""
        self.news = page_news(self.now, words, lambda: found_at(table))

    def now(self, keeps: bool = True) -> Scene | str:
        """keeps: what others see alike, or what was shown before, is not made again"""
        return table_page.seen_by(self.reader, cast("Den", Nobody(keeps)), self.table, None, self.spectator, LINK)

    def loaded(self) -> str:
        """The page as it would be loaded now."""
        now = table_page.seen_by(self.reader, cast("Den", Nobody()), self.table, None, self.spectator, LINK)
        return table_page.as_html(now)

    def listen(self) -> None:
        if (data := self.news()) is None:
            return
        self.sizes.append(len(data))
        news = json.loads(data)
        self.messages.append(news)
        assert news["n"] == len(self.messages)
        assert news.get("build") == (BUILD if news["n"] == 1 else None)
        if "patch" in news:
            self.shown = patched(self.shown, news["patch"])
        else:
            self.shown = news.get("scene", news.get("html"))


@every_game
def test_an_open_page_is_the_page_that_would_be_loaded(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages that look at every moment or only sometimes, in words and drawn; short matches are played one after
    another."""
    rng = random.Random(game)
    sizes: list[int] = []
    left = 40
    while left:
        table = at_table(game, f"pieces/{left}")
        open_pages = [
            Follower(table, seat, LANGUAGES[number % 3], words)
            for number, seat in enumerate([None, *range(len(table.chairs))])
            for words in (True, False)
        ]
        for _ in played(table, rng, left):
            left -= 1
            looking = [page for page in open_pages if rng.random() < 0.4]
            for page in looking:
                page.listen()
            with monkeypatch.context() as patch:
                patch.setattr(cache, "_kept", {})  # nothing is remembered
                patch.setattr(table, "_seen", StateCache())
                for page in looking:
                    fresh = page.now(keeps=False)
                    whole = page.loaded() if page.reader.words else json.loads(msgspec.json.encode(fresh))
                    assert page.shown == whole
        sizes += [size for page in open_pages if not page.reader.words for size in page.sizes[1:]]
    assert mean(sizes) < LITTLE


@every_drawing
def test_a_scene_is_plain_data(game: str) -> None:
    """Nothing in it needs more than JSON: no function, nothing that is made when it is looked at."""
    table = at_table(game, "plain", speelhol.game(game).seats[-1])
    drawing = drawing_of(speelhol.game(game))
    assert drawing is not None
    for _ in played(table, random.Random(game), 30):
        for seat in (None, 0):
            whole = drawing.scene(table.view(seat), table.game.speak("fr", table.names))
            assert json.loads(msgspec.json.encode(whole)).keys() == whole.keys()


@every_drawing
def test_what_all_see_alike_is_made_of_the_open_table_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each state and language, whoever watches; so it can tell nobody what somebody else knows."""
    drawing = drawing_of(speelhol.game(game))
    assert drawing is not None
    assert drawing.common is not None
    table, common = at_table(game, "alike"), drawing.common
    eyes: list[int | None] = []

    def noted(view: View, speech: Speech) -> Mapping[str, Any]:
        eyes.append(view.seat)
        return common(view, speech)

    monkeypatch.setattr(scene, "drawing_of", lambda _: drawing._replace(common=noted))
    pages = [Follower(table, seat, "en", words=False) for seat in (None, *range(len(table.chairs)))]
    states = 0
    for _ in played(table, random.Random(game), 12):
        if table.phase == "over":
            break
        states += 1
        for page in pages:
            page.listen()
    assert eyes == [None] * states


# ---- the browser's own drawing


async def drawing_page(browser: Browser, game: str, language: str) -> Page:
    """An empty page with the scripts of a table."""
    page = await browser.new_page()
    for text in (SCENE_JS, compiled.house_script(language).decode(), compiled.game_script(game, language).decode()):
        await page.evaluate(text)
    return page


@every_drawing
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_draws_what_the_house_draws(game: str, language: str, browser: Browser, run: Run) -> None:
    """A random match with talk and undo for each language, from the deal to its end if it is no longer than most: at
    every moment the same markup, sign by sign, through the eyes of whoever is asked and of all others in turn."""
    fewest, *_, most = seats = speelhol.game(game).seats
    table = at_table(game, f"drawn {language}", (fewest, most, seats[len(seats) // 2])[LANGUAGES.index(language)])
    rng = random.Random(f"{game} {language}")
    scenes: list[Scene] = []
    for moment, _ in enumerate(chain((None,), played(table, rng, MOMENTS))):
        asked = next(iter(table.playing.to_act), 0)
        seat = asked if moment % 2 else [None, *range(len(table.chairs))][moment // 2 % (1 + len(table.chairs))]
        scenes.append(cast("Scene", Follower(table, seat, language, words=False).now()))
    assert len(scenes) == 1 + MOMENTS or table.phase == "over"

    async def compare() -> None:
        page = await drawing_page(browser, game, language)
        sent = [msgspec.json.encode(one).decode() for one in scenes]
        made = await page.evaluate("all => all.map(one => speelhol.scene.render(JSON.parse(one)))", sent)
        assert made == [table_page.drawn(one) for one in scenes]
        await page.close()

    run(compare())


@every_drawing
def test_the_browser_draws_what_the_house_draws_of_the_past(game: str, browser: Browser, run: Run) -> None:
    """A match looked at again: moments of it through all kinds of eyes."""
    language = LANGUAGES[DRAWN.index(game) % 3]
    table = at_table(game, "again")
    rng = random.Random(game)
    for _ in played(table, rng, 2_000):
        pass
    timeline = timeline_of(table)
    reader = Reader(language, "p0")
    moments = [0, timeline.last, *(rng.randrange(timeline.last) for _ in range(12))]
    scenes = [
        Replayed(reader, table, timeline, at, eyes).shown("", thinks=True)
        for at in moments
        for eyes in (ALL, OPEN, 0, 1)
    ]

    async def compare() -> None:
        page = await drawing_page(browser, game, language)
        await page.evaluate(compiled.replay_script(language).decode())
        sent = [msgspec.json.encode(one).decode() for one in scenes]
        draw = "all => all.map(one => speelhol.replay(JSON.parse(one), speelhol.game.draw).toString())"
        assert await page.evaluate(draw, sent) == [again.drawn(one) for one in scenes]
        await page.close()

    run(compare())


HEAR = """messages => messages.map(news => {
    const main = document.querySelector("main");
    if (news.scene) { speelhol.scene.begin(); main.replaceChildren(); }
    speelhol.scene.hear(news);
    speelhol.scene.draw(main);
    const fresh = document.createElement("main");
    fresh.innerHTML = speelhol.scene.render(speelhol.scene.now);
    return main.isEqualNode(fresh) ? "" : main.innerHTML + "\\n----\\n" + fresh.innerHTML;
})"""


@every_drawing
def test_parts_that_change_make_the_whole_page(game: str, browser: Browser, run: Run) -> None:
    """A page that draws only what a patch touches shows in the end what a page drawn anew would show."""

    async def follow(language: str) -> None:
        page = await drawing_page(browser, game, language)
        await page.set_content("<main></main>")
        table = at_table(game, f"parts {language}", speelhol.game(game).seats[-1])
        pages = [Follower(table, seat, language, words=False) for seat in (0, None)]
        rng = random.Random(language)
        for _ in played(table, rng, 60):
            for one in pages:
                one.listen()
        for one in pages:
            for number, differs in enumerate(await page.evaluate(HEAR, one.messages)):
                assert not differs, f"message {number}: {differs}"
        await page.close()

    run(follow(LANGUAGES[DRAWN.index(game) % 3]))


def test_a_template_that_the_browser_can_not_draw_is_refused_with_a_sentence() -> None:
    house = environment("en")
    for text, why in (
        ("{% macro board(s) %}{% block x %}{% endblock %}{% endmacro %}", "can't use block"),
        ("{% macro board(s) %}{{ s.n|round }}{% endmacro %}", "the filter round"),
        ("{% macro board(s) %}{{ whoever }}{% endmacro %}", "nothing called whoever"),
        ("{% macro board(s) %}{{ say('draw.of', n=s.n) }}{% endmacro %}", "belongs into the scene"),
        ("{% macro piece(s) %}{{ s }}{% endmacro %}", r"can't have a macro piece\(\)"),
        ("{% macro say(s) %}{{ s }}{% endmacro %}", r"can't have a macro say\(\)"),
    ):
        macros = {one.name: one for one in house.parse(text).find_all(nodes.Macro)}
        with pytest.raises(Untold, match=why):
            Translator(macros, {}).script(macros)


# ---- JSON streams, and what is kept


@pytest.mark.parametrize("game", ["casa-de-papel", "thieves"])
def test_what_a_stream_tells_adds_up_to_the_log(game: str) -> None:
    rng = random.Random(game)
    table = at_table(game, "log")
    streams: list[tuple[int | None, News, list[object], list[int]]] = [
        (seat, api.view_news(Quiet(), table, seat, 0), [], []) for seat in (None, *range(len(table.chairs)))
    ]
    for _ in range(60):
        if table.phase == "over":
            break
        seat = rng.choice(table.playing.to_act)
        table.apply(table.move(seat, table.playing.legal(seat).sample(rng)))
        if rng.random() < 0.3 and table.playing.why_not_undo(seat) is None:
            table.apply(table.undo(seat))
        for who, news, log, own in streams:
            if rng.random() < 0.5 and (data := news()) is not None:
                view = json.loads(data)
                known = view["events"] - len(view["log"])
                log[known:] = view["log"]
                own[:] = [number for number in own if number < known] + view["whispers"]
                whole = json.loads(api.view_json(table, who, 0))
                assert log == whole["log"]
                assert {**view, "log": log, "whispers": own} == whole
                assert news() is None


def test_a_scene_is_made_once_for_all_who_see_the_same() -> None:
    table = at_table("thieves", "once")
    first, second = (Follower(table, None, "en", words=False) for _ in range(2))
    assert second.now() is first.now()
    rng = random.Random(1)
    while table.phase != "over":
        seat = table.playing.to_act[0]
        table.apply(table.move(seat, table.playing.legal(seat).sample(rng)))
        first.now()
        kept = cache.kept(table, watched=True)
        assert len(kept.words) + len(kept.moves) + len(kept.heard) < 3 * cache.MOST


@awaited
async def test_words_are_kept_only_while_somebody_watches(tmp_path: Path) -> None:
    async with opened(tmp_path) as den:
        table = await dealt(den, "thieves")

        def look() -> Scene | str:
            return table_page.seen_by(Reader("en", "p0"), den, table, None, False, LINK)

        look()
        assert table not in cache._kept
        lines = [Mock(slow=False), Mock(slow=False)]
        feeds = [Feed(den, table, person, page_news(look), HEARD, lambda: None) for person in ("p0", None)]
        for feed, line in zip(feeds, lines, strict=True):
            feed.begin(line)
            assert b'"scene":' in line.send.call_args.args[0]
        assert table in cache._kept
        feeds[0].end()
        assert table in cache._kept
        feeds[1].end()
        assert table not in cache._kept
