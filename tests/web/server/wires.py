"""Connections of which every byte is known, to a small house."""

from __future__ import annotations

import json
import random
import socket
from urllib.parse import urlsplit

import httpx

import speelhol
from speelhol.client import Chair
from speelhol.web.server.capacity import Capacity

GAME = "casa-de-papel"
"""Where everybody is asked at once."""
SEATS = speelhol.game(GAME).seats[0]
ROOM = Capacity(streams=12, connections=30)
EACH = 20


class Wire:
    """A connection of which every byte is known. `whence`: one of this machine's many addresses for itself."""

    def __init__(self, address: str, whence: str = "127.0.0.1") -> None:
        url = urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), timeout=20, source_address=(whence, 0))

    def send(self, *lines: str, body: str = "", end: bool = True) -> None:
        text = "\r\n".join([*lines, *(["", ""] if end else [])]) + body
        self.socket.sendall(text.encode())

    def hear(self, until: bytes | int | None = None) -> bytes:
        """What comes until these bytes do, or so many; until the end, if nothing is said."""
        heard = b""
        while piece := self.socket.recv(65536):
            heard += piece
            if (isinstance(until, int) and len(heard) >= until) or (isinstance(until, bytes) and until in heard):
                break
        return heard

    def close(self) -> None:
        self.socket.close()


def alive(address: str) -> int:
    return httpx.get(f"{address}/health").status_code


def play(chair: Chair) -> tuple[str, ...]:
    """The lines of a decision, and its body."""
    view = chair.view()
    assert view.offers is not None
    body = json.dumps({"action": str(view.offers.sample(random.Random(1))), "moment": view.moment})
    return (
        f"POST /api/tables/{chair.code}/actions HTTP/1.1",
        "host: localhost",
        f"authorization: Bearer {chair.key}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "",
        body,
    )
