"""Streams to readers who take their time, in a time of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from speelhol.den import Den
from speelhol.web.table.feed import BEAT, STUCK, UNHEARD, Feed, Gone
from tests import virtual
from tests.house import dealt, opened


class Reader:
    """A wire whose other end takes what it gets, or does not."""

    def __init__(self) -> None:
        self.slow = False
        self.got: list[bytes] = []
        self.ended = ""

    def send(self, piece: bytes) -> None:
        self.got.append(piece)

    def finish(self) -> None:
        self.ended = "finished"

    def abort(self) -> None:
        self.ended = "aborted"


class Story:
    """News that are counted, and a feed of them."""

    def __init__(self, den: Den, table: object) -> None:
        self.told = 0
        self.trouble: Exception | None = None
        self.left = 0
        self.reader = Reader()
        self.den = den
        self.feed = Feed(den, table, None, self.news, UNHEARD, self.leave)  # type: ignore[arg-type]
        self.feed.begin(self.reader)

    def news(self) -> bytes:
        if self.trouble is not None:
            raise self.trouble
        self.told += 1
        return b"%d" % self.told

    def leave(self) -> None:
        self.left += 1


def played(tmp_path: Path, act: Callable[[Story], object]) -> Story:
    """What became of a stream while somebody acted."""

    async def run() -> Story:
        async with opened(tmp_path) as den:
            story = Story(den, await dealt(den))
            await act(story)  # type: ignore[misc]
            story.feed.end()
            assert not len(den.watchers)
            return story

    return virtual.run(run)


def test_several_wakings_are_one_piece(tmp_path: Path) -> None:
    async def act(story: Story) -> None:
        for _ in range(5):
            story.feed.wake()
        await asyncio.sleep(0.001)

    assert played(tmp_path, act).told == 2


def test_a_slow_reader_gets_the_newest_and_no_more(tmp_path: Path) -> None:
    """Nothing piles up for who does not read; beats neither."""

    async def act(story: Story) -> None:
        reader = story.reader
        reader.slow = True
        before = len(reader.got)
        for _ in range(20):
            story.feed.wake()
            await asyncio.sleep(1)
        assert len(reader.got) == before
        reader.slow = False
        story.feed.wake()
        await asyncio.sleep(0.001)
        assert reader.got[before:] == [b"id: 2\ndata: 2\n\n"]
        await asyncio.sleep(BEAT)
        assert reader.got[-1] == UNHEARD

    played(tmp_path, act)


def test_a_deaf_reader_is_let_go(tmp_path: Path) -> None:
    async def act(story: Story) -> None:
        story.reader.slow = True
        await asyncio.sleep((STUCK - 1) * BEAT + 1)
        assert story.reader.ended == ""
        await asyncio.sleep(BEAT)
        assert story.reader.ended == "aborted"

    assert played(tmp_path, act).left == 1


@pytest.mark.parametrize(("trouble", "ended"), [(Gone(), "finished"), (RuntimeError("?"), "aborted")])
def test_a_stream_whose_news_fail_is_closed(tmp_path: Path, trouble: Exception, ended: str) -> None:
    async def act(story: Story) -> None:
        story.trouble = trouble
        story.feed.wake()
        await asyncio.sleep(0.001)
        assert story.reader.ended == ended
        told = len(story.reader.got)
        await asyncio.sleep(3 * BEAT if ended == "finished" else 0)
        assert len(story.reader.got) == told

    assert played(tmp_path, act).left == 1


def test_closing_sends_everybody_away(tmp_path: Path) -> None:
    async def act(story: Story) -> None:
        story.den.send_away()
        await asyncio.sleep(0.001)
        assert story.reader.ended == "finished"

    assert played(tmp_path, act).left == 1
