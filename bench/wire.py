"""Light clients for a heavy load: just enough HTTP, server-sent events and WebSocket, over asyncio's own sockets.

They trust the server that they talk to; a broken answer ends the run.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable
from typing import Any

IDLE = 3.0
"""Seconds after which a kept line may be closed by the server: a new one is opened."""

Heard = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """One kept connection for requests, one at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self._transport: Any = None
        self._port = 0
        self._used = 0.0

    @classmethod
    async def open(cls, port: int) -> Line:
        line = cls()
        line._port = port
        await line._connect()
        return line

    async def _connect(self) -> None:
        self.close()
        self._buffer = b""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or self._answer is None:
            return
        head = self._buffer[:end].lower()
        length = head.find(b"content-length:")
        if length >= 0:
            whole = end + 4 + int(head[length + 15 :].split(b"\r\n", 1)[0])
        elif b" 204 " in head[:14]:
            whole = end + 4
        elif self._buffer.endswith(b"0\r\n\r\n"):
            whole = len(self._buffer)
        else:
            return
        if len(self._buffer) < whole:
            return
        head, body, self._buffer = self._buffer[:end], self._buffer[end + 4 : whole], self._buffer[whole:]
        answer, self._answer = self._answer, None
        if not answer.done():
            answer.set_result((int(head[9:12]), head, body))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionError("the line was closed"))

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> tuple[int, bytes, bytes]:
        """Status, head and body of the answer."""
        if self._transport.is_closing() or time.monotonic() - self._used > IDLE:
            await self._connect()
        self._used = time.monotonic()
        self._answer = asyncio.get_running_loop().create_future()
        size = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        self._transport.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{size}\r\n".encode() + body)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Stream(asyncio.Protocol):
    """A connection that asks once and listens from then on; `heard` gets what comes, `broken` tells that it is over."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._buffer = b""
        self._begun = False
        self._transport: Any = None
        self.broken = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.broken = True

    def close(self) -> None:
        self._transport.close()


class Listener(Stream):
    """An open stream of server-sent events; `heard` gets the data of each but for signs of life."""

    @classmethod
    async def open(cls, port: int, path: str, headers: str, heard: Heard) -> Listener:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{headers}\r\n".encode()
        loop = asyncio.get_running_loop()
        _, listener = await loop.create_connection(lambda: cls(request, heard), "127.0.0.1", port)
        return listener

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._begun:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            if not buffer.startswith(b"HTTP/1.1 200"):
                self.broken = True
                self._transport.close()
                return
            self._begun = True
            at = end + 4
        while True:
            end = buffer.find(b"\r\n", at)
            if end < 0:
                break
            size = int(buffer[at:end], 16)
            if len(buffer) < end + 2 + size + 2:
                break
            chunk = buffer[end + 2 : end + 2 + size]
            at = end + 4 + size
            start = chunk.find(b"data: ")
            if start >= 0 and not chunk.startswith(b"event: beat"):
                self._heard(chunk[start + 6 : -2])
        self._buffer = buffer[at:]


class Socket(Stream):
    """A WebSocket for text frames; `heard` gets each."""

    @classmethod
    async def open(cls, port: int, path: str, heard: Heard) -> Socket:
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        _, line = await asyncio.get_running_loop().create_connection(lambda: cls(request, heard), "127.0.0.1", port)
        return line

    def send(self, text: bytes) -> None:
        """A text frame, masked with zeros, which leaves it as it is."""
        size = len(text)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._begun:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._begun = True
            at = end + 4
        while len(buffer) >= at + 2:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            self._heard(buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]
