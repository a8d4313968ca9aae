"""The floor beneath any server in Python: uvloop, HTTP split by hand, server-sent events, no game.

    python -m bench.rivals.floor PORT

A move is checked by a rule of one line and told to four readers, some 300 bytes each with the reader's own cards.
Nothing is drawn and nothing is kept.
"""

from __future__ import annotations

import asyncio
import random
import sys
from typing import Any

import msgspec
import uvloop

from ..load import SEATS
from .tables import LENGTH

KINDS = ("car", "police", "ring", "watch", "cash", "gems", "art")
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
DONE = b"HTTP/1.1 204 No Content\r\n\r\n"
REFUSED = b"HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n"

encode = msgspec.json.Encoder().encode


class Lay(msgspec.Struct):
    at: int


decode = msgspec.json.Decoder(Lay).decode


def card() -> dict[str, Any]:
    return {"kind": random.choice(KINDS), "worth": 3, "number": int(random.random() * 80)}


class Table:
    def __init__(self) -> None:
        self.turn = 0
        self.readers: list[Any] = [None] * SEATS
        self.hands = [[card() for _ in range(5)] for _ in range(SEATS)]

    def tell(self, told: dict[str, Any] | None) -> None:
        for reader, hand in zip(self.readers, self.hands, strict=True):
            if reader is not None:
                data = encode({"turn": self.turn, "over": self.turn >= LENGTH, "told": told, "hand": hand})
                reader.write(b"%x\r\ndata: %b\n\n\r\n" % (len(data) + 8, data))

    def lay(self, seat: int, at: int) -> bool:
        hand = self.hands[seat]
        if self.turn % SEATS != seat or self.turn >= LENGTH or not 0 <= at < len(hand):
            return False
        laid = hand.pop(at)
        hand.append(card())
        self.turn += 1
        self.tell({"event": "laid", "seat": seat, "kind": laid["kind"]})
        return True


class Floor:
    def __init__(self) -> None:
        self.tables: dict[bytes, Table] = {}

    async def serve(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Person(self), "127.0.0.1", port, backlog=1024)
        await server.serve_forever()


class Person(asyncio.Protocol):
    """A connection: a reader's stream, or a line for moves. A request comes in one piece."""

    def __init__(self, floor: Floor) -> None:
        self.tables = floor.tables
        self.transport: Any = None
        self.name = b""
        self.seat = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        method, path, _ = data.split(b" ", 2)
        _, name, place = path.split(b"/")
        seat = int(place)
        if method == b"POST":
            body = data[data.index(b"\r\n\r\n") + 4 :]
            self.transport.write(DONE if self.tables[name].lay(seat, decode(body).at) else REFUSED)
            return
        self.name, self.seat = name, seat
        table = self.tables.setdefault(name, Table())
        table.readers[seat] = self.transport
        self.transport.write(STREAM)
        if all(table.readers):
            table.tell(None)

    def connection_lost(self, error: Exception | None) -> None:
        table = self.tables.get(self.name)
        if table is not None:
            table.readers[self.seat] = None
            if not any(table.readers):
                del self.tables[self.name]


if __name__ == "__main__":
    uvloop.run(Floor().serve(int(sys.argv[1])))
