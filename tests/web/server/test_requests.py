"""Requests over real sockets: to where they must not go, several at once, half closed."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from speelhol.client import Chair

from .wires import ROOM, Wire, alive, play

# ---- where a request wants to go

ELSEWHERE = {
    "two hosts": ("GET /health HTTP/1.1", "host: localhost", "host: evil.example"),
    "twice the same": ("GET /t/velvet-lamp-42 HTTP/1.1", "host: localhost", "Host: localhost"),
    "a whole address": ("GET http://localhost/health HTTP/1.1", "host: localhost"),
    "a whole address of somebody else": ("POST http://evil.example/new HTTP/1.1", "host: localhost"),
    "a way through": ("CONNECT localhost:80 HTTP/1.1", "host: localhost"),
    "everywhere": ("OPTIONS * HTTP/1.1", "host: localhost"),
}


def test_a_request_names_one_host_and_a_path(wire: Callable[..., Wire], address: str) -> None:
    """Whoever stands between a visitor and the house may read other requests differently from us."""
    for what, head in ELSEWHERE.items():
        asker = wire()
        asker.send(*head)
        answer = asker.hear()
        assert answer.startswith(b"HTTP/1.1 400 "), what
        assert answer.count(b"HTTP/1.1") == 1, what
        assert b"x-content-type-options" in answer.lower(), what
        assert answer.partition(b"\r\n\r\n")[2].startswith(b"The request "), what
    assert alive(address) == 200


UPGRADES = ("connection: upgrade", "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")


def test_another_protocol_is_not_spoken_and_not_complained_about(
    wire: Callable[..., Wire], chair: Chair, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/health", f"/t/{chair.code}", f"/api/tables/{chair.code}/events", "/nowhere"):
        for other in ("websocket", "h2c"):
            asker = wire()
            asker.send(f"GET {path} HTTP/1.1", "host: localhost", *UPGRADES, f"upgrade: {other}")
            head = asker.hear(b"\r\n\r\n").partition(b"\r\n\r\n")[0]
            assert head[:12] == (b"HTTP/1.1 404" if path == "/nowhere" else b"HTTP/1.1 200"), path
            assert b"connection: close" in head.lower(), path
    assert complaints(caplog) == []


def test_a_stream_needs_no_permission_to_be_asked_for(
    wire: Callable[..., Wire], chair: Chair, caplog: pytest.LogCaptureFixture
) -> None:
    for path in (f"/t/{chair.code}/live", f"/api/tables/{chair.code}/events"):
        asker = wire()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost", "expect: 100-continue")
        assert asker.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    assert complaints(caplog) == []


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]


# ---- several at once, and half closed


def test_requests_that_come_at_once_are_answered_in_order(wire: Callable[..., Wire], chair: Chair) -> None:
    """On the short way and on the long one, mixed."""
    asker = wire()
    view = f"GET /api/tables/{chair.code}/view HTTP/1.1\r\nhost: localhost\r\n\r\n"
    facts = f"GET /api/tables/{chair.code} HTTP/1.1\r\nhost: localhost\r\n\r\n"
    last = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    *head, body = play(chair)
    asker.socket.sendall((view + facts + "\r\n".join([*head, body]) + facts + view + last).encode())
    heard = asker.hear()
    assert heard.count(b"HTTP/1.1 200 ") == 6
    marks = [b'"now":', b'"phase":"playing"', b'{"ok":true}', b'"phase":"playing"', b'"now":', b'"status":"ok"']
    rest = heard
    for mark in marks:
        assert mark in rest, mark
        rest = rest.partition(mark)[2]


def test_a_connection_is_used_again(wire: Callable[..., Wire], chair: Chair) -> None:
    asker = wire()
    *head, body = play(chair)
    asker.send(*head[:-1], body=body)
    assert asker.hear(b'{"ok":true}').startswith(b"HTTP/1.1 200 ")
    for path in (f"/api/tables/{chair.code}/view", "/health", f"/api/tables/{chair.code}/view"):
        asker.send(f"GET {path} HTTP/1.1", "host: localhost")
        assert asker.hear(b"}").startswith(b"HTTP/1.1 200 ")
        time.sleep(0.1)
        asker.socket.setblocking(False)
        with suppress(BlockingIOError):  # what is left of the answer
            asker.socket.recv(65536)
        asker.socket.settimeout(20)


def test_whoever_stops_talking_still_hears_the_answer(wire: Callable[..., Wire], chair: Chair) -> None:
    for path in (f"/api/tables/{chair.code}/view", f"/api/tables/{chair.code}"):
        asker = wire()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost")
        asker.socket.shutdown(socket.SHUT_WR)
        assert asker.hear().startswith(b"HTTP/1.1 200 ")


ANOTHER = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


@pytest.mark.parametrize(("behind", "later"), [("", ""), (ANOTHER, ""), ("", ANOTHER), ("", "rubbish" * 1000)])
def test_a_stream_that_is_half_closed_is_over(wire: Callable[..., Wire], chair: Chair, behind: str, later: str) -> None:
    """Whatever was sent together with the request for it, or later."""
    for _ in range(ROOM.streams + 2):
        watcher = wire()
        ask = f"GET /api/tables/{chair.code}/events HTTP/1.1\r\nhost: localhost\r\n\r\n"
        watcher.socket.sendall((ask + behind).encode())
        assert watcher.hear(b"data: ").startswith(b"HTTP/1.1 200 ")
        watcher.socket.sendall(later.encode())
        watcher.socket.shutdown(socket.SHUT_WR)
        while watcher.socket.recv(65536):
            pass


def test_an_old_client_gets_a_plain_stream(wire: Callable[..., Wire], chair: Chair) -> None:
    watcher = wire()
    watcher.send(f"GET /api/tables/{chair.code}/events HTTP/1.0", "host: localhost")
    head, _, body = watcher.hear(b"data: ").partition(b"\r\n\r\n")
    assert b"chunked" not in head
    assert body.startswith(b"retry: 1000\n\n")
