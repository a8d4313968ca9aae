"""The workers at one port: a table's people are all served by the same one of them.

Whoever is asked about a table that another worker serves passes the connection itself on, together with what was read
of it. If that worker is not there, it answers itself: any worker can serve any table, only not as cheaply, since each
that does has to hear of every move and make every view again.
"""

from __future__ import annotations

import array
import asyncio
import re
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from ...den.tables.people import shard

ABOUT = re.compile(rb"[A-Z]+ /(?:t|api/tables)/([\w-]+)[/ ?]")
"""A request about a table, with its name as the house writes it; under another name any worker finds it as well."""
MOST = 60_000
"""Bytes that are passed on with a connection."""


class Post(Struct, frozen=True):
    """Where one of several workers gets what is passed on to it."""

    folder: str
    number: int
    count: int

    def path(self, number: int) -> str:
        return str(Path(self.folder) / f"worker-{number}")


class Passable(Protocol):
    """A connection that may be passed on."""

    transport: asyncio.Transport

    def take_over(self, data: bytes) -> None:
        """Answer here what came."""


class Handover:
    """One worker's lines to the others."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._door = _socket()
        """Where connections arrive."""
        self._lines: dict[int, socket.socket] = {}
        self._waiting: dict[int, deque[tuple[Passable, bytes]]] = {}
        """What a worker has yet to take: the system keeps a handful for it, and many people may come at once."""
        self._loop: asyncio.AbstractEventLoop
        self._arriving: set[asyncio.Task[Any]] = set()

    def open(self, make: Callable[[], Any]) -> None:
        """Take connections from the others from now on; `make` makes the protocol for one."""
        path = Path(self._post.path(self._post.number))
        path.unlink(missing_ok=True)  # a worker that died had it
        self._door.bind(str(path))
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._door, self._arrive)

    def close(self) -> None:
        with suppress(AttributeError):
            self._loop.remove_reader(self._door)
        self._door.close()
        for number in list(self._lines):
            self._drop(number)

    def pass_on(self, connection: Passable, data: bytes) -> bool:
        """Whether another worker takes over a connection, with the request that it began with; now or in a moment."""
        about = ABOUT.match(data) if len(data) <= MOST else None
        if about is None:
            return False
        number = shard(about[1].decode().lower()) % self._post.count
        if number == self._post.number or connection.transport.get_extra_info("socket") is None:
            return False
        waiting = self._waiting.setdefault(number, deque())
        sent = None if waiting else self._send(number, connection, data)
        if sent is None:
            connection.transport.pause_reading()
            waiting.append((connection, data))
            self._loop.add_writer(self._lines[number], self._send_waiting, number)
        return sent is not False

    def _send(self, number: int, connection: Passable, data: bytes) -> bool | None:
        """Whether a worker took a connection; None if it has its hands full, False if it is not there."""
        descriptor = connection.transport.get_extra_info("socket").fileno()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
        for _ in range(2):  # a worker that died may have a successor, at the same place
            try:
                if number not in self._lines:
                    self._lines[number] = _socket()
                    self._lines[number].connect(self._post.path(number))
                self._lines[number].sendmsg([data], rights)
            except BlockingIOError:
                return None
            except OSError:
                self._drop(number)
                continue
            connection.transport.abort()  # here; there it goes on
            return True
        return False

    def _send_waiting(self, number: int) -> None:
        """A worker has room again, or has gone."""
        waiting = self._waiting[number]
        while waiting:
            connection, data = waiting[0]
            sent = None
            if not connection.transport.is_closing():
                sent = self._send(number, connection, data)
                if sent is None:
                    return
            waiting.popleft()
            if sent is False:
                connection.transport.resume_reading()
                connection.take_over(data)
        if number in self._lines:
            self._loop.remove_writer(self._lines[number])

    def _drop(self, number: int) -> None:
        line = self._lines.pop(number)
        with suppress(AttributeError):
            self._loop.remove_writer(line)
        line.close()

    def _arrive(self) -> None:
        for _ in range(100):
            try:
                data, (descriptor,), *_ = socket.recv_fds(self._door, MOST, 1)
            except (BlockingIOError, ValueError):
                return
            task = self._loop.create_task(self._take_over(socket.socket(fileno=descriptor), data))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _take_over(self, line: socket.socket, data: bytes) -> None:
        def make() -> Any:
            connection = self._make()
            connection.begun = data  # what follows may be read before we hear that it stands
            return connection

        with suppress(OSError):  # the visitor has gone
            line.setblocking(False)
            _, connection = await self._loop.connect_accepted_socket(make, line)
            connection.go_on()


def _socket() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.setblocking(False)
    return made
