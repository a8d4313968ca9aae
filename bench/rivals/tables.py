"""Tables of the rivals under load. Their clients speak the servers' own protocols by hand, as light as ours."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import msgspec

from ..light_clients import Listener, Socket
from ..load import SEATS, LoadedTable, Viewer

LENGTH = 36
"""Moves of a match at every rival, as many as in Thieves."""
JSON = "Content-Type: application/json\r\n"


class RivalViewer(Viewer):
    """Somebody at a table where the turn goes round; `turn` counts the moves that they have seen."""

    turn = -1
    played = -1
    mine: asyncio.Future[None] | None = None

    def heard(self, data: bytes) -> None:
        before = self.turn
        self.read(data)
        if self.turn != before:
            self.over = self.turn >= LENGTH
            self.table.shown(self)
            if self.mine is not None and not self.mine.done():
                self.mine.set_result(None)

    def decision(self, rng: random.Random) -> Any:
        if self.over or self.turn % SEATS != self.seat or self.turn == self.played:
            return None
        return int(rng.random() * 5)

    async def send(self, data: bytes, kind: int = 1) -> None:
        """Over a WebSocket there is no answer: a move is acknowledged by the mover's own update."""
        self.played = self.turn
        self.mine = asyncio.get_running_loop().create_future()
        self.stream.send(data, kind)
        await self.mine


# ---- boardgame.io


class State(msgspec.Struct):
    stateID: int = msgspec.field(name="_stateID")  # noqa: N815 - its own name


class BoardgameViewer(RivalViewer):
    """A client of boardgame.io's server: socket.io's frames by hand."""

    table: BoardgameTable

    def read(self, data: bytes) -> None:
        if data == b"2":
            self.stream.send(b"3")  # a heartbeat
        elif data.startswith(b"0"):
            self.stream.send(b"40/raid,")
        elif data.startswith(b"40/raid,"):
            self.stream.send(b'42/raid,["sync","%s","%d",null,%d]' % (self.table.match, self.seat, SEATS))
        elif data.startswith((b'42/raid,["sync"', b'42/raid,["update"')):
            kind, _, state = msgspec.json.decode(data[8:])[:3]
            self.turn = msgspec.convert(state["state"] if kind == "sync" else state, State).stateID


class BoardgameTable(LoadedTable):
    viewer = BoardgameViewer
    match = b""

    async def begin(self) -> None:
        """The server makes a match when somebody asks for one that it does not know."""
        self.match = secrets.token_hex(8).encode()
        seen = self.expect()
        for viewer in self.viewers:
            path = "/socket.io/?EIO=4&transport=websocket"
            await viewer.listen(Socket(viewer.place, path, viewer.heard, self.tally))
        await self.until_seen(seen)

    async def post(self, viewer: BoardgameViewer, decision: int) -> None:
        action = {"type": "MAKE_MOVE", "payload": {"type": "lay", "args": [decision], "playerID": str(viewer.seat)}}
        args = ["update", action, viewer.turn, self.match.decode(), str(viewer.seat)]
        await viewer.send(b"42/raid," + msgspec.json.encode(args))


# ---- Colyseus


class ColyseusViewer(RivalViewer):
    """A client of Colyseus: its patches are counted, not decoded; check.js decodes them with Colyseus' own client."""

    JOINED, FAILED, DATA, STATE, PATCH = 10, 11, 13, 14, 15

    def read(self, data: bytes) -> None:
        code = data[0]
        if code == self.JOINED:
            self.stream.send(bytes([self.JOINED]), 2)
        elif code == self.STATE:
            self.turn = 0
        elif code == self.PATCH:
            self.turn += 1
        elif code == self.FAILED:
            self.stream.broken = True


class ColyseusTable(LoadedTable):
    viewer = ColyseusViewer

    async def begin(self) -> None:
        """A room, and a seat in it for each; a client is greeted when its stream opens."""
        room = ""
        seen = self.expect()
        for viewer in self.viewers:
            path = f"/matchmake/joinById/{room}" if room else "/matchmake/create/raid"
            answer = await viewer.line.ask("POST", path, JSON, b"{}")
            seat = msgspec.json.decode(answer.body)
            if answer.status != 200 or "sessionId" not in seat:
                raise ConnectionError(f"{path} was answered with {answer.status}: {answer.body!r}")
            room = seat["room"]["roomId"]
            live = f"/{seat['room']['processId']}/{room}?sessionId={seat['sessionId']}"
            await viewer.listen(Socket(viewer.place, live, viewer.heard, self.tally))
        await self.until_seen(seen)

    async def post(self, viewer: ColyseusViewer, decision: int) -> None:
        await viewer.send(bytes([viewer.DATA, 0xA3]) + b"lay" + bytes([decision]), 2)


# ---- the floor


class FloorViewer(RivalViewer):
    def read(self, data: bytes) -> None:
        self.turn = msgspec.json.decode(data)["turn"]


class FloorTable(LoadedTable):
    viewer = FloorViewer
    name = ""

    async def begin(self) -> None:
        self.name = secrets.token_hex(8)
        seen = self.expect()
        for viewer in self.viewers:
            path = f"/{self.name}/{viewer.seat}"
            await viewer.listen(Listener(viewer.place, path, "", viewer.heard, self.tally))
        await self.until_seen(seen)

    async def post(self, viewer: FloorViewer, decision: int) -> None:
        viewer.played = viewer.turn
        answer = await viewer.line.ask("POST", f"/{self.name}/{viewer.seat}", JSON, b'{"at":%d}' % decision)
        if answer.status != 204:
            raise ConnectionError(f"a move was answered with {answer.status}")
