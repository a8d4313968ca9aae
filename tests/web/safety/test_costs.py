"""What is dear is made once, however often and by however many it is asked for."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from speelhol.den import den as dens
from speelhol.den.tables import fair
from speelhol.web.api import docs
from speelhol.web.table import log, page
from speelhol.web.table.scene import Scene
from speelhol.web.table.stream import page_news
from speelhol.web.text.templates import Reader
from tests import virtual
from tests.house import dealt, opened

from .visitors import House, bearer

Count = Callable[[Any, str], list[int]]


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """How often a function is called, from now on."""

    def count(holder: Any, name: str) -> list[int]:
        honest, calls = getattr(holder, name), [0]

        def counted(*args: Any, **more: Any) -> Any:
            calls[0] += 1
            return honest(*args, **more)

        monkeypatch.setattr(holder, name, counted)
        return calls

    return count


def test_the_page_about_the_interface(strict: House, count: Count) -> None:
    calls = count(docs, "described")
    for language in ("en", "nl", "en", "fr", "nl"):
        answer = strict.client.get("/api/docs", headers={"cookie": f"language={language}"})
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.text
    assert calls == [3]


def test_the_record_of_a_match(house: House, count: Count) -> None:
    """Also for those who ask at the same time."""
    table, _ = house.opened()
    house.finish(table)
    calls = count(fair, "record_file")
    paths = [f"/t/{table.code}/record", f"/api/tables/{table.code}/record"] * 6
    with ThreadPoolExecutor(6) as many:
        answers = list(many.map(lambda path: house.client.get(path, headers=bearer(house, table, 0)), paths))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert calls == [1]


def test_a_page_in_words_for_many_readers(tmp_path: Path, count: Count) -> None:
    """Who see the same; and nothing is made where nothing is new."""

    async def run() -> None:
        async with opened(tmp_path) as den:
            table = await dealt(den, "thieves")
            calls = count(page, "drawn")

            def look() -> Scene | str:
                return page.seen_by(Reader("nl", "nobody", words=True), den, table, None, True, "")

            readers = [page_news(look, html=True) for _ in range(50)]
            assert len({reader() for reader in readers}) == 1
            assert calls == [1]
            assert {reader() for reader in readers} == {None}
            seat = table.playing.to_act[0]
            await den.play(table, seat, table.playing.legal(seat).sample(random.Random(1)))
            assert None not in {reader() for reader in readers}
            assert calls == [2]

    virtual.run(run)


def test_who_is_there_when_many_come_and_go(tmp_path: Path) -> None:
    """Those at the table hear of it every now and then, not every time; and in the end they know."""

    async def run() -> int:
        async with opened(tmp_path) as den:
            table = await dealt(den)
            woken = 0

            def wake() -> None:
                nonlocal woken
                woken += 1

            den.watch(table, "p0", wake)
            for _ in range(1_000):
                watcher = den.watch(table, "p1")
                await asyncio.sleep(0.001)
                den.unwatch(table, watcher)
            before = woken
            den.watch(table, "p2")
            await asyncio.sleep(2 * dens.SETTLE)
            assert woken > before
            return before

    assert virtual.run(run) <= 2 + 1 / dens.SETTLE


def test_of_a_long_talk_no_more_is_put_into_words_than_is_shown(house: House, count: Count) -> None:
    """Or whoever talks much, or pauses and goes on, makes every page of the table dearer for everybody."""
    table, (host,) = house.opened()
    for _ in range(5 * log.LOG_LINES):
        house.run(table.note, "paused", None)
    worded = count(log, "remark_line")
    shown = host.get(f"/t/{table.code}").text
    assert 0 < worded[0] <= log.LOG_LINES
    assert shown.count("paused") >= 5
