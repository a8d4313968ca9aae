"""The line on which a process hears of the others, where it breaks in its first moments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from speelhol.den.storage import postgres
from tests.house import awaited


class Line:
    """Stands in for a line to the database."""

    def __init__(self, listen: Callable[[str], None]) -> None:
        self.listened: list[str] = []
        self.ended = False
        self._listen = listen

    async def add_listener(self, channel: str, _: object) -> None:
        await asyncio.sleep(0)
        self._listen(channel)
        self.listened.append(channel)

    def add_termination_listener(self, _: object) -> None:
        return

    def terminate(self) -> None:
        self.ended = True


def news(monkeypatch: pytest.MonkeyPatch, line: Line) -> postgres.News:
    async def call() -> Line:
        return line

    async def begin() -> None:
        return

    monkeypatch.setattr(postgres, "caller", lambda _: call)
    return postgres.News("postgresql://", lambda *_: None, begin)


@awaited
async def test_a_line_that_breaks_while_it_is_taken_up_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: str) -> None:
        raise ConnectionResetError

    line = Line(breaks)
    with pytest.raises(ConnectionResetError):
        await news(monkeypatch, line).open()
    assert line.ended


@awaited
async def test_what_is_wanted_while_it_is_taken_up_is_heard_too(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[asyncio.Task[None]] = []

    def wants_more(channel: str) -> None:
        if channel == postgres.channel_of(1):
            wanted.append(asyncio.ensure_future(made.follow(2)))

    line = Line(wants_more)
    made = news(monkeypatch, line)
    made._wanted |= {1, 3}
    await made.open()
    await asyncio.gather(*wanted, return_exceptions=True)
    await made.close()
    assert line.listened.count(postgres.channel_of(2)) == 1
