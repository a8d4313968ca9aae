"""Requests to a house and what it sends, over lines that may break: for `speelhol.client`."""

from __future__ import annotations

import http.client
import json
import math
import random
import selectors
import ssl
import time
from collections.abc import Callable, Generator
from typing import Any
from urllib.parse import urlsplit

QUIET = 40.0
"""Seconds without a sign of life after which a line is dead; the house sends one every 15."""

AWAY = (502, 503, 504)
"""What a house that can't work for a moment answers, or a proxy in front of one that is not there."""

SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between two attempts to reach a house that is away."""


class Declined(Exception):
    """The house says no: a sentence, its HTTP status, a reason code, and the rule where the rules refuse."""

    def __init__(self, status: int, error: str, reason: str = "", rule: str = "") -> None:
        super().__init__(error)
        self.status = status
        self.reason = reason
        self.rule = rule


class Backoff:
    """Waits between attempts, longer each time up to a few seconds, and gives up when patience is over: it counts from
    the first attempt that failed, however long the house had nothing to say before."""

    def __init__(self, patience: float, line: Callable[[bool], object] | None = None) -> None:
        """`line` is told False when the house stops answering, and True when it does so again."""
        self._patience = patience
        self._line = line or (lambda _: None)
        self._broken = False
        self.reset()

    def reset(self) -> None:
        """The house has answered."""
        self._pause, self._since = SHORTEST_PAUSE, math.inf
        if self._broken:
            self._broken = False
            self._line(True)

    def broke(self) -> None:
        """The line broke, or could not be made; where a stream has only ended, that is not known yet."""
        if not self._broken:
            self._broken = True
            self._line(False)

    def pause(self) -> None:
        """Raises ConnectionError when the house has not answered for too long."""
        self._since = min(self._since, time.monotonic())
        if time.monotonic() - self._since > self._patience:
            raise ConnectionError(f"The house has not answered for {self._patience:.0f} seconds.")
        time.sleep(self._pause * (0.5 + random.random() / 2))  # noqa: S311 - so that many do not come at once
        self._pause = min(2 * self._pause, LONGEST_PAUSE)


class Connection:
    """Requests to one house over a connection that is kept open."""

    def __init__(self, url: str, timeout: float = 30.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a house, such as http://localhost:8000.")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port, self._timeout = parts.hostname, parts.port, timeout
        self._kept: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, key: str = "", body: Any = None) -> Any:
        """The answer as plain data. Raises Declined, or OSError when the house can't be reached."""
        return json.loads(self.fetch(method, path, key, body))

    def fetch(self, method: str, path: str, key: str = "", body: Any = None) -> bytes:
        """The answer as it came."""
        while True:
            status, wait, data = self._send(method, path, key, body)
            if status == 429 and wait <= 60:
                time.sleep(max(wait, 1))
                continue
            if status in AWAY:
                raise ConnectionError(str(declined(status, data)))
            if status >= 400:
                raise declined(status, data)
            return data

    def _send(self, method: str, path: str, key: str, body: Any) -> tuple[int, int, bytes]:
        if self._kept is not None and _hung_up(self._kept):
            self.close()
        line, fresh = self._kept, self._kept is None
        if line is None:
            line = self._kept = self._kind(self._host, self._port, timeout=self._timeout)
        try:
            line.request(method, path, None if body is None else json.dumps(body), headers(key))
            answer = line.getresponse()
            return answer.status, int(answer.headers.get("retry-after") or 0), answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if not fresh and method == "GET":  # it may only have been idle for too long
                return self._send(method, path, key, body)
            raise ConnectionError(self._silent(error)) from error

    def _silent(self, error: Exception) -> str:
        """Why there was no answer, as one sentence."""
        port = self._port or self._kind.default_port
        where = f"{f'[{self._host}]' if ':' in self._host else self._host}:{port}"
        if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
            return f"The house at {where} speaks no TLS; its address begins with http://, not https://."
        return f"The house at {where} does not answer."

    def listen(self, path: str, key: str) -> Generator[dict[str, Any], None, None]:
        """What a stream sends, until it ends. Raises Declined, or OSError when it breaks."""
        line = self._kind(self._host, self._port, timeout=QUIET)
        try:
            line.request("GET", path, headers=headers(key))
            answer = line.getresponse()
            if answer.status in (429, *AWAY):
                raise ConnectionError(str(declined(answer.status, answer.read())))
            if answer.status >= 400:
                raise declined(answer.status, answer.read())
            for text in answer:
                if text.startswith(b"data: "):
                    yield json.loads(text[6:])
        except http.client.HTTPException as error:
            raise ConnectionError(f"The stream from {self._host} broke.") from error
        finally:
            line.close()

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _hung_up(line: http.client.HTTPConnection) -> bool:
    """Nothing is owed to us on an idle line; if something is there to read, it is the end."""
    if line.sock is None:
        return True
    with selectors.DefaultSelector() as ready:
        ready.register(line.sock, selectors.EVENT_READ)
        return bool(ready.select(0))


def headers(key: str) -> dict[str, str]:
    return {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})


def declined(status: int, data: bytes) -> Declined:
    try:
        said = json.loads(data)
        return Declined(status, said["error"], said.get("reason", ""), said.get("rule", ""))
    except (ValueError, LookupError, TypeError):
        return Declined(status, f"The house answered with {status}.")
