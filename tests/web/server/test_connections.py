"""Connections of every bad habit, over real sockets: half requests, far too many."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network

import pytest
from uvicorn.middleware.proxy_headers import _TrustedHosts

from speelhol.client import Chair
from speelhol.den import TurnedAway
from speelhol.web.server import connections, fast
from speelhol.web.server.connections import Connections, read_proxies
from speelhol.web.session import limits
from speelhol.web.session.limits import place_of
from tests.house import awaited

from .wires import EACH, ROOM, Wire, alive

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
def test_half_a_request_is_not_waited_for(wire: Callable[..., Wire], address: str, half: str) -> None:
    asker = wire()
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
def test_a_head_without_end_is_not_kept(wire: Callable[..., Wire], address: str, begin: bytes, more: bytes) -> None:
    asker = wire()
    sent = 0
    with suppress(OSError):  # cut off in the middle
        asker.socket.sendall(begin)
        while sent < 4_000_000:
            sent += asker.socket.send(more * (16_000 // len(more)))
    assert sent < 4_000_000
    with suppress(OSError):
        assert asker.hear()[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"HTTP/1.1 413", b"")
    assert alive(address) == 200


def test_a_long_head_is_heard(wire: Callable[..., Wire]) -> None:
    """As long as cookies and languages ever get, and in pieces."""
    asker = wire()
    asker.send("GET /health HTTP/1.1", "host: localhost", f"x: {'y' * 20_000}", end=False)
    asker.send("", "connection: close")
    assert asker.hear().startswith(b"HTTP/1.1 200 ")


def test_a_request_that_trickles_in_is_not_waited_for(wire: Callable[..., Wire]) -> None:
    """Every byte on its own, each soon enough: what counts is the whole."""
    asker = wire()
    for byte in b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 300:
        try:
            asker.socket.sendall(bytes([byte]))
        except OSError:
            return
        time.sleep(0.05)
    pytest.fail("It was waited for to the end.")


def test_a_second_request_has_the_same_deadline(wire: Callable[..., Wire], chair: Chair) -> None:
    asker = wire()
    asker.send("GET /health HTTP/1.1", "host: localhost")
    assert asker.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    asker.send("GET /health HTTP/1.1", "host:", end=False)
    assert b"HTTP/1.1 408 " in asker.hear()


def test_whoever_does_not_read_is_not_waited_for(wire: Callable[..., Wire], address: str) -> None:
    """A great many large answers are asked for, and none is taken."""
    asker = wire()
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


def test_whoever_goes_in_the_middle_of_many_answers_is_no_error(
    wire: Callable[..., Wire], address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Or else anybody could fill the log."""
    for _ in range(10):
        asker = wire()
        asker.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asker.socket.sendall(b"GET /static/art.svg HTTP/1.1\r\nhost: localhost\r\n\r\n" * 25)
        time.sleep(0.05)
        asker.close()
        assert alive(address) == 200
    assert [one.getMessage() for one in caplog.records if one.levelname in ("WARNING", "ERROR")] == []


def test_a_request_that_can_not_even_be_refused_is_not_left_waiting(
    wire: Callable[..., Wire], chair: Chair, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks in the house, and then in what words it: the other side hears that it is over."""

    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(fast, "come_to_table", broken)
    monkeypatch.setattr(fast, "problem", broken)
    for path in (f"/api/tables/{chair.code}/view", f"/api/tables/{chair.code}/events", f"/t/{chair.code}"):
        asker = wire()
        asker.send(f"GET {path} HTTP/1.1", "host: localhost")
        with suppress(ConnectionError):
            assert asker.hear() == b""
    assert alive(address) == 200


# ---- too many


def watching(asker: Wire, chair: Chair, *key: str) -> bytes:
    asker.send(f"GET /api/tables/{chair.code}/events HTTP/1.1", "host: localhost", *key)
    return asker.hear(b"\r\n\r\n")[:12]


def test_one_address_has_so_many_connections(wire: Callable[..., Wire], address: str) -> None:
    held = [wire("127.0.0.9") for _ in range(EACH + 3)]
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
def test_a_neighbour_shuts_nobody_out(wire: Callable[..., Wire], address: str, chair: Chair, asked: bool) -> None:
    """However many connections somebody in a household holds, the others there play; and a seat's connection stays."""
    key = f"authorization: Bearer {chair.key}"
    mine = wire("127.0.0.9")
    mine.send(f"GET /api/tables/{chair.code}/view HTTP/1.1", "host: localhost", key)
    assert mine.hear(b"\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    for _ in range(EACH + 5):
        idle = wire("127.0.0.9")
        if asked:
            idle.send("GET /health HTTP/1.1", "host: localhost")
            idle.hear(b"\r\n\r\n")
        else:
            idle.socket.sendall(b"GET / HT")
    assert watching(wire("127.0.0.9"), chair, key) == b"HTTP/1.1 200"
    mine.send(f"GET /api/tables/{chair.code}/view HTTP/1.1", "host: localhost", key, "connection: close")
    assert b"HTTP/1.1 200 " in mine.hear()


def test_a_neighbour_who_watches_leaves_streams_to_those_who_play() -> None:
    """At the table, and in all."""
    for tables, most in ((1, limits.MOST["streams-table"]), (10, limits.MOST["streams"])):
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
def test_a_full_house_lets_go_of_who_dawdles(wire: Callable[..., Wire], address: str, asked: bool) -> None:
    """However many hold a connection and do nothing with it, whoever wants something gets in."""
    for n in range(ROOM.connections + 10):
        idle = wire(f"127.0.1.{n // 5 + 1}")
        if asked:
            idle.send("GET /health HTTP/1.1", "host: localhost")
            idle.hear(b"\r\n\r\n")
        else:
            idle.socket.sendall(b"GET / HT")
        if n % 5 == 4:
            assert alive(address) == 200


def test_strangers_leave_room_for_those_at_the_table(wire: Callable[..., Wire], chair: Chair) -> None:
    """From however many addresses the others come."""

    def watch(whence: str, *key: str) -> bytes:
        watcher = wire(whence)
        watcher.send(f"GET /api/tables/{chair.code}/events HTTP/1.1", "host: localhost", *key)
        return watcher.hear(b"\r\n\r\n")[:12]

    answers = [watch(f"127.0.2.{n + 1}") for n in range(ROOM.streams)]
    assert answers.count(b"HTTP/1.1 200") == ROOM.streams // 2
    assert set(answers) == {b"HTTP/1.1 200", b"HTTP/1.1 503"}
    assert watch("127.0.3.1", f"authorization: Bearer {chair.key}") == b"HTTP/1.1 200"


def test_so_many_watch_a_table_and_no_more() -> None:
    """From however many addresses; who sits there, and other tables, have their own room."""
    room = limits.Streams(10_000)
    leave = [room.enter(f"192.0.2.{n}", 1, True) for n in range(limits.MOST["watchers"])]
    with pytest.raises(TurnedAway, match="house-full"):
        room.enter("198.51.100.1", 1, True)
    room.enter("198.51.100.1", 1, False)
    room.enter("198.51.100.1", 2, True)
    leave[0]()
    room.enter("198.51.100.1", 1, True)


def test_a_network_of_long_addresses_is_one_place() -> None:
    """Whoever has one address of the new kind has 2 to the 64 of them."""
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:192.0.2.1") == place_of("192.0.2.1") != place_of("192.0.2.2")
    assert place_of("testclient") == "testclient"


def test_a_chair_has_its_newest_streams_and_no_more() -> None:
    """However many somebody opens: the oldest make room, and a neighbour's are untouched."""
    room, ended = limits.Streams(1000), []

    def come(seat: int, n: int) -> Callable[[], None]:
        leave = [room.enter("here", 0, stranger=False)]

        def end() -> None:
            ended.append((seat, n))
            for go in leave:
                go()

        leave.append(room.sit(0, seat, end))
        return end

    for n in range(100):
        come(1, n)
    assert ended == [(1, n) for n in range(100 - limits.MOST["streams-chair"])]
    ended.clear()
    last = [come(2, n) for n in range(limits.MOST["streams-chair"])]
    assert ended == []
    for end in last:
        end()
    assert (room._open, len(room._of_seat)) == (limits.MOST["streams-chair"], 1)


def test_a_neighbour_with_a_seat_makes_nobody_deaf(wire: Callable[..., Wire], chair: Chair) -> None:
    """Whoever opens ever more streams of their seat ends their own: the address has room for others at the table."""
    key = f"authorization: Bearer {chair.key}"
    lines = [wire("127.0.0.9") for _ in range(limits.MOST["streams-chair"] + 2)]
    for line in lines:
        assert watching(line, chair, key) == b"HTTP/1.1 200"
    assert all(line.hear().endswith(b"0\r\n\r\n") for line in lines[:2])
    lines[2].socket.settimeout(0.3)
    with pytest.raises(TimeoutError):
        lines[2].hear()


@pytest.mark.parametrize(
    ("named", "spelled"),
    [("10.0.0.2", "10.0.0.2"), (" 10.0.0.9/24 , ::1", "10.0.0.0/24,::1"), ("127.0.0.1/32", "127.0.0.1"), ("*", "*")],
)
def test_proxies_are_spelled_so_that_they_are_believed(named: str, spelled: str) -> None:
    """By the server as by who counts connections: a network with an address of its own in it is that network."""
    assert read_proxies(named) == spelled
    networks = spelled.replace("*", "0.0.0.0/0").split(",")
    for one in networks:
        address = str(ip_network(one)[-1])
        assert Connections(9, 9, read_proxies(named)).place(address) == ""
        assert address in _TrustedHosts(read_proxies(named))
