"""Tables under load: four people each, who look at streams and play as soon as everybody has seen the last move."""

from __future__ import annotations

import asyncio
import html
import math
import random
import re
import secrets
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec

from .wire import Line, Listener, Socket

SEATS = 4
QUIET = 0.02
"""A sealed answer shows on nobody else's page: after so many seconds without news the table goes on."""

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n".decode()
JSON = "Content-Type: application/json\r\n"


class Tally:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.quiet = 0
        self.matches = 0
        self.errors: list[str] = []
        self.counting = False

    @property
    def moves(self) -> int:
        return len(self.acknowledged)

    def count(self, acknowledged: float, seen: float) -> None:
        if self.counting:
            self.acknowledged.append(acknowledged)
            self.seen.append(seen)

    def clear(self) -> None:
        self.acknowledged, self.seen, self.quiet, self.matches = [], [], 0, 0


class Viewer:
    """One person's open table."""

    def __init__(self, table: LoadedTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.secret = secrets.token_urlsafe(24)
        self.key = ""
        self.stream: Any = None
        self.over = False

    def heard(self, data: bytes) -> None:
        self.read(data)
        self.table.shown(self)

    def read(self, data: bytes) -> None:
        raise NotImplementedError

    def decision(self, rng: random.Random) -> Any:
        """What to play now; None if there is nothing to decide."""
        raise NotImplementedError


class LoadedTable:
    """A table of ours or of a peer: opens a match, plays it to the end, opens the next one."""

    def __init__(self, port: int, game: str, number: int, tally: Tally, pace: float = 0.0) -> None:
        self.port = port
        self.game = game
        self.number = number
        self.tally = tally
        self.pace = pace
        self.rng = random.Random(number)
        self.viewers: list[Any] = []
        self.moves = 0
        self._allowed = math.inf
        self._more = asyncio.Event()
        self.ended = False
        self._expected: set[Viewer] = set()
        self._all_seen: asyncio.Future[None] | None = None

    def allow(self, moves: float) -> None:
        """Wait once so many moves are made, until more are allowed."""
        self._allowed = moves
        self._more.set()

    def shown(self, viewer: Viewer) -> None:
        self._expected.discard(viewer)
        if not self._expected and self._all_seen is not None and not self._all_seen.done():
            self._all_seen.set_result(None)

    def expect(self) -> asyncio.Future[None]:
        self._expected = set(self.viewers)
        self._all_seen = asyncio.get_running_loop().create_future()
        return self._all_seen

    async def run(self, stop: asyncio.Event, matches: int = 10**9) -> None:
        """Play until stopped, or so many matches; what goes wrong is noted."""
        try:
            for _ in range(matches):
                if stop.is_set():
                    return
                await self.begin()
                await self._play(stop)
                self.end()
                self.tally.matches += 1
        except Exception as error:
            if not stop.is_set():
                self.tally.errors.append(f"{self.game} {self.number}: {error!r}")
        finally:
            self.ended = True
            with suppress(Exception):
                self.end()

    async def _play(self, stop: asyncio.Event) -> None:
        waits = 0
        while not stop.is_set() and not all(v.over for v in self.viewers):
            while self.moves >= self._allowed and not stop.is_set():
                self._more.clear()
                await self._more.wait()
            if any(v.stream.broken for v in self.viewers):
                raise ConnectionError("a stream broke")
            found = [(v, d) for v in self.viewers if (d := v.decision(self.rng)) is not None]
            if not found:
                waits += 1
                if waits > 200:
                    raise TimeoutError("nobody is asked and the match is not over")
                await asyncio.sleep(0.01)
                continue
            waits = 0
            if self.pace:
                await asyncio.sleep(self.pace * (0.5 + self.rng.random()))
            viewer, decision = found[int(self.rng.random() * len(found))]
            seen = self.expect()
            begun = time.perf_counter()
            await self.post(viewer, decision)
            acknowledged = time.perf_counter() - begun
            if not seen.done():
                try:
                    async with asyncio.timeout(QUIET if self._expected != set(self.viewers) else 5.0):
                        await seen
                except TimeoutError:
                    self.tally.quiet += 1
            self.tally.count(acknowledged, time.perf_counter() - begun)
            self.moves += 1

    def end(self) -> None:
        for viewer in self.viewers:
            if viewer.stream is not None:
                viewer.stream.close()

    async def begin(self) -> None:
        raise NotImplementedError

    async def post(self, viewer: Any, decision: Any) -> None:
        raise NotImplementedError


# ---- our pages

MOMENT = re.compile(r'name="moment" value="(\w+)"')
PART = re.compile(r'name="part" value="([^"]*)"')
SELECT = re.compile(r'name="([^"]+)"[^>]*><option value="([^"]*)"')
AMOUNT = re.compile(r'type="number"[^>]* name="([^"]+)" min="(-?\d+)"[^>]* step="(\d+)"')


class Page(Viewer):
    """A page in pieces, as the script in the browser keeps it."""

    def __init__(self, table: LoadedTable, seat: int) -> None:
        super().__init__(table, seat)
        self.pieces: list[str] = []
        self.form = ""
        self.played = ""

    @property
    def cookie(self) -> str:
        return f"Cookie: speelhol={self.secret}\r\n"

    def read(self, data: bytes) -> None:
        old, new = self.pieces, []
        for one in msgspec.json.decode(data):
            if isinstance(one, str):
                new.append(one)
                if 'id="act"' in one:
                    self.form = one
            else:
                new += old[one[0] : one[1]]
        self.pieces = new
        if self.form and not any(piece is self.form for piece in new):
            self.form = ""
        self.over = 'data-state="over"' in new[0]

    def decision(self, rng: random.Random) -> Any:
        if not self.form or self.form == self.played:
            return None
        parts = [html.unescape(value) for value in PART.findall(self.form)]
        part = parts[int(rng.random() * len(parts))]
        fields = [(name, html.unescape(value)) for name, value in SELECT.findall(self.form)]
        fields += [(name, low if int(low) else step) for name, low, step in AMOUNT.findall(self.form)]
        found = MOMENT.search(self.form)
        assert found is not None
        mine = [(name, value) for name, value in fields if name.startswith(part + ".")]
        return urlencode([("seat", self.seat), ("moment", found[1]), ("part", part), *mine]).encode()


class PageTable(LoadedTable):
    line: Line | None = None
    code = ""

    async def begin(self) -> None:
        if self.line is None:
            self.line = await Line.open(self.port)
        for viewer in self.viewers:
            viewer.stream.close()
        self.viewers = [Page(self, seat) for seat in range(SEATS)]
        host = self.viewers[0]
        new = urlencode({"game": self.game, "seats": SEATS, "name": "P0"}).encode()
        status, head, _ = await self.line.ask("POST", "/new", host.cookie + FORM, new)
        if status != 303:
            raise ConnectionError(f"no table could be opened: {status}")
        self.code = next(h.split(b"/t/")[1].decode() for h in head.split(b"\r\n") if h.lower().startswith(b"location:"))
        for viewer in self.viewers[1:]:
            await self._do(viewer, "sit", urlencode({"name": f"P{viewer.seat}"}).encode())
        await self._do(host, "deal", b"")
        seen = self.expect()
        for viewer in self.viewers:
            path = f"/t/{self.code}/live?face={viewer.seat}"
            viewer.stream = await Listener.open(self.port, path, viewer.cookie, viewer.heard)
        await asyncio.wait_for(seen, 30)

    async def _do(self, viewer: Page, deed: str, body: bytes) -> None:
        assert self.line is not None
        headers = f"{viewer.cookie}{FORM}X-Speelhol: listens\r\n"
        status, _, answer = await self.line.ask("POST", f"/t/{self.code}/{deed}", headers, body)
        if status != 204:
            raise ConnectionError(f"{deed} was answered with {status}: {body!r} {answer[:300]!r}")

    async def post(self, viewer: Page, decision: bytes) -> None:
        viewer.played = viewer.form
        await self._do(viewer, "act", decision)


# ---- our JSON interface


class Shown(msgspec.Struct):
    agenda: list[msgspec.Raw] = []
    offers: Any = None
    moment: str = ""


class Program(Viewer):
    """A program's stream of views."""

    view = Shown()
    played = ""
    reader = msgspec.json.Decoder(Shown)

    def read(self, data: bytes) -> None:
        self.view = self.reader.decode(data)
        self.over = not self.view.agenda

    def decision(self, rng: random.Random) -> Any:
        if self.view.offers is None or self.view.moment == self.played:
            return None
        return {"action": pick(self.view.offers, rng), "moment": self.view.moment}


def pick(offers: Any, rng: random.Random) -> Any:
    """One of the offers in their plain form."""
    if "either" in offers:
        return pick(rng.choice(offers["either"]), rng)
    if "choices" in offers:
        return rng.choice(offers["choices"])
    if "form" in offers:
        fields = {k: d["from"] if isinstance(d, dict) else rng.choice(d) for k, d in offers["fields"].items()}
        return {"do": offers["form"], **fields}
    keys = offers["keys"][: offers["parts"][0]]
    return f"{offers['split']} " + ("+".join(f"{key}:{offers['unit']}" for key in keys) or "-")


class ProgramTable(LoadedTable):
    line: Line | None = None
    code = ""

    async def begin(self) -> None:
        if self.line is None:
            self.line = await Line.open(self.port)
        self.viewers = [Program(self, seat) for seat in range(SEATS)]
        opened = await self._ask("/api/tables", None, {"game": self.game, "seats": SEATS, "name": "P0"})
        self.code = opened["code"]
        self.viewers[0].key = opened["key"]
        for viewer in self.viewers[1:]:
            viewer.key = (await self._ask(f"/api/tables/{self.code}/sit", None, {"name": f"P{viewer.seat}"}))["key"]
        await self._ask(f"/api/tables/{self.code}/deal", self.viewers[0], {})
        seen = self.expect()
        for viewer in self.viewers:
            key = f"Authorization: Bearer {viewer.key}\r\n"
            viewer.stream = await Listener.open(self.port, f"/api/tables/{self.code}/events", key, viewer.heard)
        await asyncio.wait_for(seen, 30)

    async def _ask(self, path: str, viewer: Program | None, body: Any) -> Any:
        assert self.line is not None
        key = f"Authorization: Bearer {viewer.key}\r\n" if viewer else ""
        status, _, answer = await self.line.ask("POST", path, key + JSON, msgspec.json.encode(body))
        if status >= 300:
            raise ConnectionError(f"{path} was answered with {status}: {answer!r}")
        return msgspec.json.decode(answer)

    async def post(self, viewer: Program, decision: Any) -> None:
        viewer.played = viewer.view.moment
        await self._ask(f"/api/tables/{self.code}/actions", viewer, decision)


# ---- boardgame.io


class Sync(msgspec.Struct):
    ctx: dict[str, Any]
    G: dict[str, Any]
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815 - its own name


class PeerViewer(Viewer):
    """A client of boardgame.io's server: socket.io's frames by hand."""

    state: Sync | None = None
    played = -1
    mine: asyncio.Future[None] | None = None

    def read(self, data: bytes) -> None:
        if data == b"2":
            self.stream.send(b"3")  # a heartbeat
        elif data.startswith(b"0"):
            self.stream.send(b"40/raid,")
        elif data.startswith(b"40/raid,"):
            self.stream.send(b'42/raid,["sync","%s","%d",null,%d]' % (self.table.match, self.seat, SEATS))  # type: ignore[attr-defined]
        elif data.startswith((b'42/raid,["sync"', b'42/raid,["update"')):
            message = msgspec.json.decode(data[8:])
            state = message[2]["state"] if message[0] == "sync" else message[2]
            self.state = msgspec.convert(state, Sync)
            self.over = "gameover" in self.state.ctx

    def heard(self, data: bytes) -> None:
        before = self.state
        self.read(data)
        if self.state is not before:
            self.table.shown(self)
            if self.mine is not None and not self.mine.done():
                self.mine.set_result(None)

    def decision(self, rng: random.Random) -> Any:
        state = self.state
        if state is None or self.over or state.ctx["currentPlayer"] != str(self.seat) or state.stateID == self.played:
            return None
        return int(rng.random() * len(state.G["hands"][str(self.seat)]))


class PeerTable(LoadedTable):
    match = b""

    async def begin(self) -> None:
        """The server makes a match when somebody asks for one that it does not know."""
        self.match = secrets.token_hex(8).encode()
        self.viewers = [PeerViewer(self, seat) for seat in range(SEATS)]
        seen = self.expect()
        for viewer in self.viewers:
            path = "/socket.io/?EIO=4&transport=websocket"
            viewer.stream = await Socket.open(self.port, path, viewer.heard)
        await asyncio.wait_for(seen, 30)

    async def post(self, viewer: PeerViewer, decision: int) -> None:
        """There is no answer: a move is acknowledged by the mover's own update."""
        assert viewer.state is not None
        viewer.played = viewer.state.stateID
        action = {"type": "MAKE_MOVE", "payload": {"type": "lay", "args": [decision], "playerID": str(viewer.seat)}}
        args = ["update", action, viewer.state.stateID, self.match.decode(), str(viewer.seat)]
        viewer.stream.send(b"42/raid," + msgspec.json.encode(args))
        viewer.mine = asyncio.get_running_loop().create_future()
        await viewer.mine
