"""Light clients for a heavy load: just enough HTTP, server-sent events and WebSocket, over asyncio's own sockets.

They ask for gzip and keep their connections as browsers do, and trust the server that they talk to; a broken answer
ends the run. Everybody comes from an address of their own: 127.0.0.0/8 has room for millions.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from typing import Any

from msgspec import Struct

GZIP = "Accept-Encoding: gzip\r\n"
END = b"\r\n\r\n"

Heard = Callable[[bytes], None]


class Traffic:
    """Bytes that streams brought: on the wire, and before compression."""

    def __init__(self) -> None:
        self.wire = 0
        self.plain = 0


class Place(Struct, frozen=True):
    """Where the server is, and from which address somebody comes."""

    port: int
    person: int = 0

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def connect(self, make: Callable[[], asyncio.Protocol]) -> None:
        high, low = divmod(self.person, 256)
        source = f"127.{1 + high // 256}.{high % 256}.{low}"
        loop = asyncio.get_running_loop()
        await loop.create_connection(make, "127.0.0.1", self.port, local_addr=(source, 0))


class Body:
    """The body behind a head, as it comes in: without the marks of its chunks, and unpacked."""

    def __init__(self, head: bytes) -> None:
        fields = dict(line.split(b":", 1) for line in head.lower().split(b"\r\n")[1:])
        packed = fields.get(b"content-encoding", b"").strip() == b"gzip"
        self._unpack = zlib.decompressobj(31).decompress if packed else None
        self._chunked = b"chunked" in fields.get(b"transfer-encoding", b"")
        self._left = int(fields.get(b"content-length", 0))
        self._rest = b""
        self.done = not self._chunked and not self._left

    def feed(self, data: bytes) -> bytes:
        """What has come of the body with these bytes; a stream without length or chunks never ends."""
        if self._chunked:
            data = self._unchunk(data)
        else:
            self._left -= len(data)
            self.done = self._left <= 0
        return self._unpack(data) if self._unpack is not None else data

    def _unchunk(self, data: bytes) -> bytes:
        buffer, at, found = self._rest + data if self._rest else data, 0, []
        while (end := buffer.find(b"\r\n", at)) >= 0:
            size = int(buffer[at:end], 16)
            if len(buffer) < end + 4 + size:
                break
            found.append(buffer[end + 2 : end + 2 + size])
            at = end + 4 + size
            self.done = not size
        self._rest = buffer[at:]
        return found[0] if len(found) == 1 else b"".join(found)


class Answer(Struct, frozen=True):
    """What was answered to a request."""

    status: int
    head: bytes
    body: bytes


class Connection(asyncio.Protocol):
    """Somebody's kept connection for requests, one at a time; opened when it is needed and not open."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._head = b""
        self._body: Body | None = None
        self._found: list[bytes] = []
        self._answer: asyncio.Future[Answer] | None = None
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError("the line was closed"))

    def data_received(self, data: bytes) -> None:
        if self._body is None:
            self._head += data
            end = self._head.find(END)
            if end < 0:
                return
            data, self._head = self._head[end + 4 :], self._head[:end]
            self._body = Body(self._head)
        self._found.append(self._body.feed(data))
        if self._body.done and self._answer is not None and not self._answer.done():
            self._answer.set_result(Answer(int(self._head[9:12]), self._head, b"".join(self._found)))

    async def ask(self, method: str, path: str, headers: str = "", body: bytes = b"") -> Answer:
        """The answer. A kept line that turns out to be closed is opened again, as a browser does."""
        size = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._place.host}\r\n{GZIP}{headers}{size}\r\n"
        request = head.encode() + body
        if self._transport is not None and not self._transport.is_closing():
            try:
                return await self._send(request)
            except ConnectionError:
                if self._head:
                    raise
        await self._place.connect(lambda: self)
        return await self._send(request)

    async def _send(self, request: bytes) -> Answer:
        self._head, self._body, self._found = b"", None, []
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Stream(asyncio.Protocol):
    """A connection that asks once and listens from then on; `heard` gets what comes, `broken` tells that it is over."""

    def __init__(self, place: Place, request: str, heard: Heard, traffic: Traffic) -> None:
        self._place = place
        self._request = request.encode()
        self._heard = heard
        self._traffic = traffic
        self._buffer = b""
        self._head = b""
        self._transport: Any = None
        self.broken = False

    async def open(self) -> None:
        await self._place.connect(lambda: self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.broken = True

    def data_received(self, data: bytes) -> None:
        if not self._head:
            self._buffer += data
            end = self._buffer.find(END)
            if end < 0:
                return
            self._head, data, self._buffer = self._buffer[:end], self._buffer[end + 4 :], b""
            if int(self._head[9:12]) not in (101, 200):
                self.broken = True
                self._transport.close()
                return
            self.begun()
        self._traffic.wire += len(data)
        self.came(data)

    def begun(self) -> None:
        """The head is here."""

    def came(self, data: bytes) -> None:
        raise NotImplementedError

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Listener(Stream):
    """An open stream of server-sent events; `heard` gets the data of each but for signs of life."""

    _body: Body

    def __init__(self, place: Place, path: str, headers: str, heard: Heard, traffic: Traffic) -> None:
        head = f"GET {path} HTTP/1.1\r\nHost: {place.host}\r\nAccept: text/event-stream\r\n{GZIP}{headers}\r\n"
        super().__init__(place, head, heard, traffic)

    def begun(self) -> None:
        self._body = Body(self._head)

    def came(self, data: bytes) -> None:
        text = self._body.feed(data)
        self._traffic.plain += len(text)
        *events, self._buffer = (self._buffer + text if self._buffer else text).split(b"\n\n")
        for event in events:
            start = event.find(b"data: ")
            if start >= 0 and not event.startswith(b"event: beat"):
                self._heard(event[start + 6 :])


class Socket(Stream):
    """A WebSocket; `heard` gets each message of text or bytes."""

    def __init__(self, place: Place, path: str, heard: Heard, traffic: Traffic) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {place.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        super().__init__(place, head, heard, traffic)

    def send(self, data: bytes, kind: int = 1) -> None:
        """A frame of text, or of bytes with kind 2; masked with zeros, which leaves it as it is."""
        size = len(data)
        told = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0xFE, size)
        self._transport.write(bytes([0x80 | kind]) + told + b"\0\0\0\0" + data)

    def came(self, data: bytes) -> None:
        self._traffic.plain += len(data)
        buffer, at = self._buffer + data if self._buffer else data, 0
        while len(buffer) >= at + 2:
            kind, size, start = buffer[at] & 15, buffer[at + 1] & 0x7F, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
            if len(buffer) < start + size:
                break
            message, at = buffer[start : start + size], start + size
            if kind == 9:
                self.send(message, 10)
            elif kind in (1, 2):
                self._heard(message)
        self._buffer = buffer[at:]
