"""The light clients read what servers write, however it is cut."""

from __future__ import annotations

import asyncio
import gzip
import zlib

import pytest
from bench.light_clients import Body, Connection, Listener, Place, Socket, Stream, Traffic

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
EVENTS = b'retry: 1000\n\nid: 1\ndata: {"turn": 1}\n\nevent: beat\ndata: 1\n\n: beat\n\nid: 2\ndata: two\n\n'


def chunked(pieces: list[bytes]) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)


def packed(pieces: list[bytes]) -> list[bytes]:
    """Each piece can be read when it comes, as a server flushes it."""
    packer = zlib.compressobj(wbits=31)
    return [packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH) for piece in pieces]


def told(stream: Stream, data: bytes, size: int) -> None:
    """Data comes in so many bytes at a time."""
    for at in range(0, len(data), size):
        stream.data_received(data[at : at + size])


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("gzipped", [False, True])
def test_events_are_heard_however_they_are_cut_and_packed(size: int, gzipped: bool) -> None:
    pieces = [EVENTS[:30], EVENTS[30:]]
    head = HEAD + b"Transfer-Encoding: chunked\r\n" + (b"Content-Encoding: gzip\r\n" if gzipped else b"") + b"\r\n"
    data = head + chunked(packed(pieces) if gzipped else pieces)
    traffic = Traffic()
    found: list[bytes] = []
    told(Listener(Place(1), "/live", "", found.append, traffic), data, size)
    assert found == [b'{"turn": 1}', b"two"]
    assert traffic.plain == len(EVENTS)
    assert traffic.wire == len(data) - len(head)


@pytest.mark.parametrize("size", [7, 997, 100_000])
def test_frames_of_every_length_are_heard(size: int) -> None:
    messages = [b"a" * 5, b"b" * 300, b"c" * 70_000]
    sizes = [b"\x05", b"\x7e" + (300).to_bytes(2, "big"), b"\x7f" + (70_000).to_bytes(8, "big")]
    frames = b"".join(b"\x82" + size_ + text for size_, text in zip(sizes, messages, strict=True))
    data = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n" + frames
    found: list[bytes] = []
    told(Socket(Place(1), "/", found.append, Traffic()), data, size)
    assert found == messages


def test_a_refused_stream_is_broken() -> None:
    class Closed(asyncio.Transport):
        def close(self) -> None:
            pass

        def write(self, data: object) -> None:
            pass

    stream = Listener(Place(1), "/live", "", lambda data: None, Traffic())
    stream.connection_made(Closed())
    stream.data_received(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    assert stream.broken


def test_a_body_ends_where_its_head_says() -> None:
    body = Body(b"HTTP/1.1 200 OK\r\nContent-Length: 4")
    assert (body.feed(b"ab"), body.done) == (b"ab", False)
    assert (body.feed(b"cd"), body.done) == (b"cd", True)
    assert Body(b"HTTP/1.1 204 No Content").done


async def _served(keeps: int) -> list[int]:
    """Three requests to a server that closes after so many on a connection; how many each connection got."""
    served: list[int] = []
    answering: list[asyncio.Task[None] | None] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answering.append(asyncio.current_task())
        served.append(0)
        place = len(served) - 1
        while served[place] < keeps:
            try:
                asked = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            assert b"Accept-Encoding: gzip\r\n" in asked
            served[place] += 1
            text = gzip.compress(b"hello")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
            await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        line = Connection(Place(server.sockets[0].getsockname()[1], 300))
        for _ in range(3):
            assert (await line.ask("GET", "/")).body == b"hello"
        line.close()
        await asyncio.gather(*filter(None, answering))
    return served


@pytest.mark.parametrize(("keeps", "connections"), [(10, [3]), (1, [1, 1, 1])])
def test_a_line_is_kept_and_opened_again_when_the_server_closed_it(keeps: int, connections: list[int]) -> None:
    assert asyncio.run(_served(keeps)) == connections
