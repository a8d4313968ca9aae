"""Firefox, driven by WebDriver BiDi over a socket of our own: Debian brings the browser, but no driver for it.

Playwright speaks BiDi too, but asks for emulated media that Debian's Firefox does not know, and gives up. What it takes
to play a match is little: open a page, run a function in it, touch the glass, take a picture.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import secrets
import shutil
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MISSING = "Firefox is not installed; install it with: apt-get install -y --no-install-recommends firefox-esr"
LISTENING = re.compile(rb"WebDriver BiDi listening on ws://([\d.]+):(\d+)")
START = 60.0
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "dom.w3c_touch_events.enabled": 1,
    "ui.prefersReducedMotion": 0,
}
"""What a browser would otherwise begin with: questions, reports, updates; and on a phone glass is touched."""
CALL = "async given => JSON.stringify((await ({function})(JSON.parse(given))) ?? null)"


class Socket:
    """Just enough of a web socket to talk to a browser on this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, host: str, port: int, path: str) -> Socket:
        reader, writer = await asyncio.open_connection(host, port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        head = (f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")  # fmt: skip
        writer.write("\r\n".join(head).encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(f"The browser refused to talk: {answer.decode(errors='replace')}")
        return cls(reader, writer)

    async def send(self, text: str) -> None:
        data, mask = text.encode(), secrets.token_bytes(4)
        size = len(data)
        length = (
            bytes([0x80 | size])
            if size < 126
            else b"\xfe" + struct.pack(">H", size)
            if size < 1 << 16
            else b"\xff" + struct.pack(">Q", size)
        )
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self._writer.write(b"\x81" + length + mask + masked)
        await self._writer.drain()

    async def receive(self) -> str:
        """The next message, whole. Raises IncompleteReadError when the browser has gone."""
        parts = []
        while True:
            first, second = await self._reader.readexactly(2)
            size = second & 0x7F
            if size > 125:
                wide = size == 127
                (size,) = struct.unpack(">Q" if wide else ">H", await self._reader.readexactly(8 if wide else 2))
            data = await self._reader.readexactly(size)
            if first & 0x0F in (0, 1):
                parts.append(data)
                if first & 0x80:
                    return b"".join(parts).decode()

    def close(self) -> None:
        self._writer.close()


class Firefox:
    """The browser, from `launch` to `close`."""

    def __init__(self, process: asyncio.subprocess.Process, socket: Socket) -> None:
        self._process, self._socket = process, socket
        self._number = 0
        self._awaited: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.pages: dict[str, FirefoxPage] = {}
        self._listener = asyncio.create_task(self._listen())

    @classmethod
    async def launch(cls, profile: Path) -> Firefox:
        """Start it with a new profile in an empty folder. Raises FileNotFoundError, in a sentence, if it is missing."""
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        if path is None:
            raise FileNotFoundError(MISSING)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
        )  # fmt: skip
        assert process.stderr is not None
        found = None
        async with asyncio.timeout(START):
            while found is None:
                line = await process.stderr.readline()
                if not line:
                    raise ConnectionError("Firefox ended before it could be talked to.")
                found = LISTENING.search(line)
        firefox = cls(process, await Socket.open(found[1].decode(), int(found[2]), "/session"))
        firefox._drain = asyncio.create_task(process.stderr.read())
        await firefox.send("session.new", capabilities={})
        await firefox.send("session.subscribe", events=["log.entryAdded"])
        return firefox

    _drain: asyncio.Task[bytes] | None = None

    async def _listen(self) -> None:
        while True:
            try:
                told = json.loads(await self._socket.receive())
            except (asyncio.IncompleteReadError, ConnectionError):
                for future in self._awaited.values():
                    future.cancel()
                return
            if "id" in told and told["id"] in self._awaited:
                self._awaited.pop(told["id"]).set_result(told)
            elif told.get("method") == "log.entryAdded":
                self._complain(told["params"])

    def _complain(self, entry: Mapping[str, Any]) -> None:
        page = self.pages.get(entry["source"].get("context", ""))
        if page is not None and entry["level"] == "error":
            page.complaints.append(str(entry.get("text")))

    async def send(self, method: str, **params: Any) -> Any:
        """One command and its result. Raises RuntimeError with what the browser said against it."""
        self._number += 1
        answer = self._awaited[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        told = await answer
        if told["type"] == "error":
            raise RuntimeError(f"{method}: {told['error']}: {told['message']}")
        return told["result"]

    async def new_page(self, width: int, height: int) -> FirefoxPage:
        """A page of this size, with cookies and a window of its own: a tab behind another would rest."""
        user = (await self.send("browser.createUserContext"))["userContext"]
        context = (await self.send("browsingContext.create", type="window", userContext=user))["context"]
        await self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        page = self.pages[context] = FirefoxPage(self, context, user)
        return page

    async def close(self) -> None:
        await self.send("browser.close")
        self._socket.close()
        await asyncio.wait_for(self._process.wait(), START)
        self._listener.cancel()


class FirefoxPage:
    """One tab of one person."""

    def __init__(self, firefox: Firefox, context: str, user: str) -> None:
        self._firefox, self._context, self._user = firefox, context, user
        self.complaints: list[str] = []

    async def go(self, url: str) -> None:
        await self._firefox.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    async def call(self, function: str, given: Any = None) -> Any:
        """What a function makes in the page of a plain value. Raises RuntimeError with what it threw."""
        result = await self._firefox.send(
            "script.callFunction",
            functionDeclaration=CALL.replace("{function}", function),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._context},
            awaitPromise=True,
        )
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    async def tap(self, x: float, y: float) -> None:
        at = {"x": round(x), "y": round(y)}
        moves = [
            {"type": "pointerMove", **at},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        await self._firefox.send("input.performActions", context=self._context, actions=[finger])

    async def picture(self, file: Path) -> None:
        shot = await self._firefox.send("browsingContext.captureScreenshot", context=self._context)
        file.write_bytes(base64.b64decode(shot["data"]))

    async def leave(self) -> None:
        self._firefox.pages.pop(self._context)
        await self._firefox.send("browser.removeUserContext", userContext=self._user)
