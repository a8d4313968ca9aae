"""Connections to a house without sockets: a request goes in as bytes, and what is written for it is told as it comes.

For tests with a time of their own, and for those who ask a hundred thousand times.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Litestar

from speelhol.web.server.run import make_server

CLIENT = ("203.0.113.9", 50_000)
Told = Callable[[bytes], object]


class Wire(asyncio.Transport):
    """One connection's end at the house, for one request."""

    def __init__(self, told: Told) -> None:
        super().__init__({"peername": CLIENT, "sockname": ("127.0.0.1", 80)})
        self._told = told
        self._head: bytes | None = b""
        self.closed = asyncio.get_running_loop().create_future()

    def write(self, data: Any) -> None:
        """The status and the pieces of the body are told; headers are not."""
        if self._head is None:
            self._told(bytes(data))
            return
        self._head += data
        head, end, body = self._head.partition(b"\r\n\r\n")
        if end:
            self._head = None
            self._told(head.split(b" ", 2)[1])
            if body:
                self._told(body)

    def is_closing(self) -> bool:
        return self.closed.done()

    def close(self) -> None:
        if not self.closed.done():
            self.closed.set_result(None)

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


class Wires:
    """The server of an application, reached without a network."""

    def __init__(self, app: Litestar) -> None:
        self._server = make_server(app, "127.0.0.1", 0)
        self._server.config.load()

    async def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        told: Told,
        body: bytes = b"",
        client: tuple[str, int] = CLIENT,
    ) -> None:
        """One request; returns when it is answered, and hangs up when cancelled."""
        lines = [f"{method} {path} HTTP/1.1", "connection: close", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        wire = Wire(told)
        config: Any = self._server.config
        connection = config.http_protocol_class(
            config=config, server_state=self._server.server_state, app_state={}, _loop=asyncio.get_running_loop()
        )
        connection.connection_made(wire)
        connection.data_received("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            await wire.closed
        finally:
            wire.close()
            connection.connection_lost(None)
