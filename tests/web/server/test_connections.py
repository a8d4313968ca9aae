"""Connections of every bad habit, over real sockets: half requests, far too many, several at once, half closed."""

from __future__ import annotations

import json
import logging
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

import speelhol
from speelhol.client import Chair
from speelhol.client import House as Door
from speelhol.den import TurnedAway
from speelhol.web.server import connections, fast, run
from speelhol.web.server.capacity import Capacity
from speelhol.web.session import limits
from speelhol.web.session.limits import place_of
from tests.house import awaited, living

GAME = "casa-de-papel"
"""Where everybody is asked at once."""
SEATS = speelhol.game(GAME).seats[0]
ROOM = Capacity(streams=12, connections=30)
EACH = 20


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A small house that is quick to lose its patience."""
    monkeypatch.setattr(connections, "REQUEST", 1.0)
    monkeypatch.setattr(connections, "ROUND", 0.1)
    monkeypatch.setattr(run, "MOST_CONNECTIONS_EACH", EACH)
    monkeypatch.setattr(run, "capacity", lambda: ROOM)
    with living(tmp_path, generosity=1.0, bot_pause=3600) as url:
        yield url


@pytest.fixture
def chair(address: str) -> Iterator[Chair]:
    with Door(address) as door, door.open(GAME, SEATS, "Ann", bots=True) as chair:
        yield chair


class Line:
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


@pytest.fixture
def line(address: str) -> Iterator[Callable[..., Line]]:
    with ExitStack() as later:

        def line(whence: str = "127.0.0.1") -> Line:
            made = Line(address, whence)
            later.callback(made.close)
            return made

        yield line


def alive(address: str) -> int:
    return httpx.get(f"{address}/health").status_code


def play(chair: Chair) -> tuple[str, ...]:
    """The lines of a decision, and its body."""
    view = chair.view()
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


# ---- half requests


HALVES = {
    "nothing": "",
    "a word": "GET",
    "half a head": "GET / HTTP/1.1\r\nhost: local",
    "half a decision": "POST /api/tables/a-b-42/actions HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{",
    "half a form": "POST /new HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\ngame",
    "half of what the framework reads": "POST /join HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\ncode",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_a_request_is_not_waited_for(line: Callable[..., Line], address: str, half: str) -> None:
    asker = line()
    asker.socket.sendall(half.encode())
    assert asker.hear().startswith(b"HTTP/1.1 408 ")
    assert alive(address) == 200


CHUNKED = b"POST /new HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
ENDLESS = {
    "many headers": (b"GET / HTTP/1.1\r\nhost: localhost\r\n", b"a:\r\n"),
    "one header": (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"y"),
    "an address": (b"GET /", b"z"),
    "the end of a body": (CHUNKED + b"1\r\na\r\n0\r\n", b"b: c\r\n"),
    "the marks of chunks": (CHUNKED, b"1\r\na\r\n"),
}


@pytest.mark.parametrize(("begin", "more"), ENDLESS.values(), ids=ENDLESS)
def test_a_head_without_end_is_not_kept(line: Callable[..., Line], address: str, begin: bytes, more: bytes) -> None:
    asker = line()
    sent = 0
    with suppress(OSError):  # cut off in the middle
        asker.socket.sendall(begin)
        while sent < 4_000_000:
            sent += asker.socket.send(more * (16_000 // len(more)))
    assert sent < 4_000_000
    with suppress(OSError):
        assert asker.hear()[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"HTTP/1.1 413", b"")
    assert alive(address) == 200


def test_a_long_head_is_heard(line: Callable[..., Line]) -> None:
    """As long as cookies and languages ever get, and in pieces."""
    asker = line()
    asker.send("GET /health HTTP/1.1", "host: localhost", f"x: {'y' * 20_000}", end=False)
    asker.send("", "connection: close")
    assert asker.hear().startswith(b"HTTP/1.1 200 ")


def test_a_request_that_trickles_in_is_not_waited_for(line: Callable[..., Line]) -> None:
    """Every byte on its own, each soon enough: what counts is the whole."""
    asker = line()
    for byte in b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 300:
        try:
            asker.socket.sendall(bytes([byte]))
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("It was waited for to the end.")


def test_a_second_request_has_the_same_deadline(line: Callable[..., Line], chair: Chair) -> None:
    asker = line()
    asker.send("GET /health HTTP/1.1", "host: localhost")
    assert asker.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    asker.send("GET /health HTTP/1.1", "host:", end=False)
    assert b"HTTP/1.1 408 " in asker.hear()


def test_whoever_does_not_read_is_not_waited_for(line: Callable[..., Line], address: str) -> None:
    """A great many large answers are asked for, and none is taken."""
    asker = line()
    asker.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asker.socket.sendall(b"GET /static/art.svg HTTP/1.1\r\nhost: localhost\r\n\r\n" * 200)
    for _ in range(200):
        time.sleep(0.05)
        try:
            asker.socket.sendall(b"G")
        except OSError:  # the house has closed
            break
    else:
        pytest.fail("It is waited for still.")
    assert alive(address) == 200


def test_a_request_that_can_not_even_be_refused_is_not_left_waiting(
    line: Callable[..., Line], chair: Chair, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks in the house, and then in what words it: the other side hears that it is over."""

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(fast, "come_to_table", broken)
    monkeypatch.setattr(fast, "problem", broken)
    for path in (f"/api/tables/{chair.code}/view", f"/api/tables/{chair.code}/events", f"/t/{chair.code}"):
        asker = line()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost")
        with suppress(ConnectionError):
            assert asker.hear() == b""
    assert alive(address) == 200


# ---- too many


def watching(asker: Line, chair: Chair, *key: str) -> bytes:
    asker.send(f"GET /api/tables/{chair.code}/events HTTP/1.1", "host: localhost", *key)
    return asker.hear(b"\r\n\r\n")[:12]


def test_one_address_has_so_many_connections(line: Callable[..., Line], address: str) -> None:
    held = [line("127.0.0.9") for _ in range(EACH + 3)]
    assert [one.hear() for one in held[:3]] == [b"", b"", b""]  # there was somebody who wanted to ask
    assert alive(address) == 200  # from another one there is room
    held[-1].send("GET /health HTTP/1.1", "host: localhost", "connection: close")
    assert held[-1].hear().startswith(b"HTTP/1.1 200 ")


class Quiet:
    """A connection as far as it is counted."""

    seated = False

    def __init__(self, place: str) -> None:
        self.place = place
        self.spared = False

    def time_out(self) -> None:
        pass

    def spare(self) -> None:
        self.spared = True


@awaited
async def test_an_address_whose_connections_are_all_in_use_has_to_wait() -> None:
    lines = connections.Connections(100, 2)
    one, two, three, proxy = (Quiet(place) for place in ("here", "here", "here", ""))
    assert lines.admit(one)
    assert lines.admit(two)
    lines.rests(one, idle=False)
    lines.rests(two, idle=False)
    assert not lines.admit(three)
    assert lines.admit(proxy)
    lines.rests(two, idle=True)
    assert lines.admit(three)
    assert (one.spared, two.spared) == (False, True)
    for gone in (one, two, three, proxy):
        lines.remove(gone)
    assert len(lines) == 0


@pytest.mark.parametrize("asked", [False, True], ids=["half a request", "a whole one, and nothing more"])
def test_a_neighbour_shuts_nobody_out(line: Callable[..., Line], address: str, chair: Chair, asked: bool) -> None:
    """However many connections somebody in a household holds, the others there play; and a seat's connection stays."""
    key = f"authorization: Bearer {chair.key}"
    mine = line("127.0.0.9")
    mine.send(f"GET /api/tables/{chair.code}/view HTTP/1.1", "host: localhost", key)
    assert mine.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    for _ in range(EACH + 5):
        idle = line("127.0.0.9")
        if asked:
            idle.send("GET /health HTTP/1.1", "host: localhost")
            idle.hear(b"\r\n\r\n")
        else:
            idle.socket.sendall(b"GET / HT")
    assert watching(line("127.0.0.9"), chair, key) == b"HTTP/1.1 200"
    mine.send(f"GET /api/tables/{chair.code}/view HTTP/1.1", "host: localhost", key, "connection: close")
    assert b"HTTP/1.1 200 " in mine.hear()


def test_a_neighbour_who_watches_leaves_streams_to_those_who_play() -> None:
    """At the table, and in all."""
    for tables, most in ((1, limits.MOST_STREAMS_THERE), (10, limits.MOST_STREAMS_EACH)):
        room = limits.Streams(1000)
        with suppress(TurnedAway):
            for n in range(most):
                room.enter("here", n % tables, stranger=True)
        with pytest.raises(TurnedAway, match="many-streams"):
            room.enter("here", 0, stranger=True)
        leave = room.enter("here", 0, stranger=False)
        leave()
        room.enter("elsewhere", 0, stranger=True)


@pytest.mark.parametrize("asked", [False, True], ids=["half a request", "a whole one, and nothing more"])
def test_a_full_house_lets_go_of_who_dawdles(line: Callable[..., Line], address: str, asked: bool) -> None:
    """However many hold a connection and do nothing with it, whoever wants something gets in."""
    for n in range(ROOM.connections + 10):
        idle = line(f"127.0.1.{n // 5 + 1}")
        if asked:
            idle.send("GET /health HTTP/1.1", "host: localhost")
            idle.hear(b"\r\n\r\n")
        else:
            idle.socket.sendall(b"GET / HT")
        if n % 5 == 4:
            assert alive(address) == 200


def test_strangers_leave_room_for_those_at_the_table(line: Callable[..., Line], chair: Chair) -> None:
    """From however many addresses the others come."""

    def watch(whence: str, *key: str) -> bytes:
        watcher = line(whence)
        watcher.send(f"GET /api/tables/{chair.code}/events HTTP/1.1", "host: localhost", *key)
        return watcher.hear(b"\r\n\r\n")[:12]

    answers = [watch(f"127.0.2.{n + 1}") for n in range(ROOM.streams)]
    assert answers.count(b"HTTP/1.1 200") == ROOM.streams // 2
    assert set(answers) == {b"HTTP/1.1 200", b"HTTP/1.1 503"}
    assert watch("127.0.3.1", f"authorization: Bearer {chair.key}") == b"HTTP/1.1 200"


def test_a_network_of_long_addresses_is_one_place() -> None:
    """Whoever has one address of the new kind has 2 to the 64 of them."""
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:192.0.2.1") == place_of("192.0.2.1") != place_of("192.0.2.2")
    assert place_of("testclient") == "testclient"


# ---- where a request wants to go

ELSEWHERE = {
    "two hosts": ("GET /health HTTP/1.1", "host: localhost", "host: evil.example"),
    "twice the same": ("GET /t/velvet-lamp-42 HTTP/1.1", "host: localhost", "Host: localhost"),
    "a whole address": ("GET http://localhost/health HTTP/1.1", "host: localhost"),
    "a whole address of somebody else": ("POST http://evil.example/new HTTP/1.1", "host: localhost"),
    "a way through": ("CONNECT localhost:80 HTTP/1.1", "host: localhost"),
    "everywhere": ("OPTIONS * HTTP/1.1", "host: localhost"),
}


def test_a_request_names_one_host_and_a_path(line: Callable[..., Line], address: str) -> None:
    """Whoever stands between a visitor and the house may read other requests differently from us."""
    for what, head in ELSEWHERE.items():
        asker = line()
        asker.send(*head)
        answer = asker.hear()
        assert answer.startswith(b"HTTP/1.1 400 "), what
        assert answer.count(b"HTTP/1.1") == 1, what
        assert b"x-content-type-options" in answer.lower(), what
        assert answer.partition(b"\r\n\r\n")[2].startswith(b"The request "), what
    assert alive(address) == 200


UPGRADES = ("connection: upgrade", "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")


def test_another_protocol_is_not_spoken_and_not_complained_about(
    line: Callable[..., Line], chair: Chair, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/health", f"/t/{chair.code}", f"/api/tables/{chair.code}/events", "/nowhere"):
        for other in ("websocket", "h2c"):
            asker = line()
            asker.send(f"GET {path} HTTP/1.1", "host: localhost", *UPGRADES, f"upgrade: {other}")
            head = asker.hear(b"\r\n\r\n").partition(b"\r\n\r\n")[0]
            assert head[:12] == (b"HTTP/1.1 404" if path == "/nowhere" else b"HTTP/1.1 200"), path
            assert b"connection: close" in head.lower(), path
    assert complaints(caplog) == []


def test_a_stream_needs_no_permission_to_be_asked_for(
    line: Callable[..., Line], chair: Chair, caplog: pytest.LogCaptureFixture
) -> None:
    for path in (f"/t/{chair.code}/live", f"/api/tables/{chair.code}/events"):
        asker = line()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost", "expect: 100-continue")
        assert asker.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    assert complaints(caplog) == []


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]


# ---- several at once, and half closed


def test_requests_that_come_at_once_are_answered_in_order(line: Callable[..., Line], chair: Chair) -> None:
    """On the short way and on the long one, mixed."""
    asker = line()
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


def test_a_connection_is_used_again(line: Callable[..., Line], chair: Chair) -> None:
    asker = line()
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


def test_whoever_stops_talking_still_hears_the_answer(line: Callable[..., Line], chair: Chair) -> None:
    for path in (f"/api/tables/{chair.code}/view", f"/api/tables/{chair.code}"):
        asker = line()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost")
        asker.socket.shutdown(socket.SHUT_WR)
        assert asker.hear().startswith(b"HTTP/1.1 200 ")


ANOTHER = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


@pytest.mark.parametrize(("behind", "later"), [("", ""), (ANOTHER, ""), ("", ANOTHER), ("", "rubbish" * 1000)])
def test_a_stream_that_is_half_closed_is_over(line: Callable[..., Line], chair: Chair, behind: str, later: str) -> None:
    """Whatever was sent together with the request for it, or later."""
    for _ in range(ROOM.streams + 2):
        watcher = line()
        ask = f"GET /api/tables/{chair.code}/events HTTP/1.1\r\nhost: localhost\r\n\r\n"
        watcher.socket.sendall((ask + behind).encode())
        assert watcher.hear(b"data: ").startswith(b"HTTP/1.1 200 ")
        watcher.socket.sendall(later.encode())
        watcher.socket.shutdown(socket.SHUT_WR)
        while watcher.socket.recv(65536):
            pass


def test_an_old_client_gets_a_plain_stream(line: Callable[..., Line], chair: Chair) -> None:
    watcher = line()
    watcher.send(f"GET /api/tables/{chair.code}/events HTTP/1.0", "host: localhost")
    head, _, body = watcher.hear(b"data: ").partition(b"\r\n\r\n")
    assert b"chunked" not in head
    assert body.startswith(b"retry: 1000\n\n")
