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
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...den.people import shard

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


class Peers:
    """One worker's line to the others."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._loop: asyncio.AbstractEventLoop
        self._arriving: set[asyncio.Task[Any]] = set()

    def open(self, make: Callable[[], Any]) -> None:
        """Take connections from the others from now on; `make` makes the protocol for one."""
        path = Path(self._post.path(self._post.number))
        path.unlink(missing_ok=True)  # a worker that died had it
        self._socket.bind(str(path))
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._arrive)

    def close(self) -> None:
        with suppress(AttributeError):
            self._loop.remove_reader(self._socket)
        self._socket.close()

    def pass_on(self, transport: asyncio.BaseTransport, data: bytes) -> bool:
        """Whether another worker has taken over a connection, with the request that it began with."""
        about = ABOUT.match(data) if len(data) <= MOST else None
        if about is None:
            return False
        number = shard(about[1].decode().lower()) % self._post.count
        line = transport.get_extra_info("socket")
        if number == self._post.number or line is None:
            return False
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [line.fileno()]))]
        try:
            self._socket.sendmsg([data], rights, 0, self._post.path(number))
        except OSError:  # it is not there, or has its hands full
            return False
        return True

    def _arrive(self) -> None:
        for _ in range(100):
            try:
                data, (descriptor,), *_ = socket.recv_fds(self._socket, MOST, 1)
            except (BlockingIOError, ValueError):
                return
            task = self._loop.create_task(self._take_over(socket.socket(fileno=descriptor), data))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _take_over(self, line: socket.socket, data: bytes) -> None:
        with suppress(OSError):  # the visitor has gone
            line.setblocking(False)
            _, connection = await self._loop.connect_accepted_socket(self._make, line)
            connection.take_over(data)
