"""A clock of the tests' own: an event loop whose time passes only when nothing is left to do, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest import mock

import aiosqlite.core

from speelhol.den.storage.readiness import Readiness
from speelhol.den.storage.sqlite import Writer

T = TypeVar("T")


class Jumping(selectors.SelectSelector):
    """Instead of waiting for a timer it lets the time of its loop pass."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            assert timeout is not None, "everybody waits, and nothing is going to happen any more"
            self.now += max(0.0, timeout)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop at whose beginning it is 0 o'clock."""

    def __init__(self) -> None:
        self._jumping = Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


class Straight:
    """The way to SQLite without its thread: whatever is asked is done at once, so that no real time goes by."""

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = asked
        try:
            result = function()
        except Exception as error:
            if future is not None:
                future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)


class NoThread:
    """What stands in place of the thread."""

    daemon = True

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        pass


async def _at_once(writer: Writer, what: Callable[[Any], T]) -> T:
    return writer.do(what)


async def _not_looked(_: Readiness) -> None:
    return


async def _closed(writer: Writer) -> None:
    writer.engine.dispose()


@contextmanager
def _threadless() -> Iterator[None]:
    core: Any = aiosqlite.core
    with (
        mock.patch.object(core, "SimpleQueue", Straight),
        mock.patch.object(core, "Thread", NoThread),
        mock.patch.object(Writer, "change", _at_once),
        mock.patch.object(Writer, "close", _closed),
        mock.patch.object(Readiness, "open", _not_looked),  # which reads the file through in a thread
    ):
        yield


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something to its end in virtual time, with SQLite and no threads."""
    with _threadless(), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work())
