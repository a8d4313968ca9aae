"""How long a house waits for a PostgreSQL that is not there: one limit over everything that it tries."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from speelhol.den.storage import postgres, startup
from speelhol.den.storage.unusable import Unusable
from tests.virtual import VirtualLoop

HOUSE = "postgresql://ann:secret@somewhere.example/x"
EVER = 3600.0


class ComingUp(Exception):
    sqlstate = postgres.COMING_UP


Call = tuple[float, Exception | None]
"""After how many seconds a call is answered, and how; with None it is never said why not."""

REFUSED: Call = (0.01, ConnectionRefusedError(111, "Connection refused"))
SILENT: Call = (EVER, None)


def given_up(monkeypatch: pytest.MonkeyPatch, lookup: float, *calls: Call) -> tuple[float, str]:
    """When it was given up by a clock of our own, and what was said; the last of these calls is answered as often as it
    is made."""
    left = list(calls)

    async def look(_: str) -> None:
        await asyncio.sleep(lookup)

    async def call() -> None:
        after, why = left.pop(0) if len(left) > 1 else left[0]
        await asyncio.sleep(after)
        raise why or AssertionError("nobody waits so long")

    def caller(_: str) -> Callable[[], object]:
        return call

    async def reach() -> tuple[float, str]:
        with pytest.raises(Unusable) as found:
            await startup.reach(HOUSE)
        return asyncio.get_running_loop().time(), str(found.value)

    monkeypatch.setattr(startup, "_resolve", look)
    monkeypatch.setattr(postgres, "caller", caller)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(reach())


@pytest.mark.parametrize(
    ("lookup", "calls", "words"),
    [
        (EVER, [SILENT], "no answer"),
        (0.0, [SILENT], "no answer"),
        (1.4, [SILENT], "no answer"),
        (0.0, [REFUSED], "connection refused"),
        (1.2, [REFUSED], "connection refused"),
        (0.0, [REFUSED] * 5 + [SILENT], "no answer"),
    ],
)
def test_a_database_that_is_not_there_is_given_up_in_time(
    monkeypatch: pytest.MonkeyPatch, lookup: float, calls: list[Call], words: str
) -> None:
    """However long its name took, and however often it was called; half of the three seconds is the program's."""
    seconds, said = given_up(monkeypatch, lookup, *calls)
    assert startup.REACH - startup.PAUSE - 0.02 <= seconds <= startup.REACH + 0.001
    assert startup.REACH <= 1.5
    assert words in said


def test_a_database_that_comes_up_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, _ = given_up(monkeypatch, 1.0, (0.01, ComingUp("the database system is starting up")))
    assert startup.REACH + startup.COMES_UP - startup.PAUSE - 0.02 <= seconds <= startup.REACH + startup.COMES_UP
    seconds, said = given_up(monkeypatch, 0.0, (0.01, ComingUp()), SILENT)
    assert seconds == pytest.approx(startup.REACH + startup.COMES_UP)
    assert "no answer" in said


@pytest.fixture
def deaf() -> Iterator[int]:
    """A port where somebody listens who never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as door:
        yield door.getsockname()[1]


@pytest.mark.parametrize("name", ["127.0.0.1", "slow.example"])
def test_nobody_answers_on_this_machine(monkeypatch: pytest.MonkeyPatch, deaf: int, name: str) -> None:
    """By the clock on the wall: an address that takes calls, and a name that nobody can tell anything of."""
    ended, look = threading.Event(), socket.getaddrinfo

    def slow(host: str, *how: object, **more: object) -> object:
        if host == "slow.example":
            ended.wait(EVER)
        return look(host, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    begun = time.monotonic()
    try:
        with pytest.raises(Unusable, match="no answer"):
            asyncio.run(startup.prepare(f"postgresql://ann:secret@{name}:{deaf}/x"))
    finally:
        ended.set()
    assert time.monotonic() - begun < 3.0
