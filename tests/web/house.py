"""A house to visit: the real server on a free port in a thread, over a folder of its own; it can close and reopen."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from bench.process import free_port

from speelhol.den import Den, Table
from speelhol.kernel import Match
from speelhol.web.server.app import create_app
from speelhol.web.server.run import database_url, make_server

from .owners import OWNER

PATIENCE = 60.0


class House:
    """The server, from `open` to `close`. Bots hardly pause."""

    def __init__(
        self, folder: Path, bot_pause: float = 0.005, database: str | None = None, bot_workers: int = 0
    ) -> None:
        self.bot_workers = bot_workers
        self.database = database_url(folder, database)
        self.bot_pause = bot_pause
        self.ahead = 0.0
        """Seconds by which the clock on the wall of this house is ahead."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._app: Any = None

    def open(self) -> None:
        self._app = create_app(self.database, self.bot_pause, 1e6, self.bot_workers, admin=OWNER)
        self.den.now = lambda: time.time() + self.ahead
        self._server = make_server(self._app, "127.0.0.1", self.port, None)
        self._thread = threading.Thread(target=self._server.run, name="house", daemon=True)
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            if time.monotonic() > until or not self._thread.is_alive():
                raise RuntimeError("The server did not start.")
            time.sleep(0.01)

    def close(self) -> None:
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive(), "the server did not stop"
        self._server = self._thread = None

    def jump(self, seconds: float) -> None:
        """So much time passes at once."""
        self.ahead += seconds
        task = self.den.timers._task
        if task is not None:
            task.get_loop().call_soon_threadsafe(self.den.timers._nearer.set)

    @property
    def app(self) -> Any:
        return self._app

    @property
    def den(self) -> Den:
        den: Den = self._app.dependencies["den"].dependency()
        return den

    def table(self, code: str) -> Table:
        """The table as the house has it in memory; a match that is over may have to be looked up."""
        kept = self.den.memory.at_hand(code)
        if kept is not None:
            return kept
        assert self.den.timers._task is not None
        loop = self.den.timers._task.get_loop()
        return asyncio.run_coroutine_threadsafe(self.den.table(code), loop).result(PATIENCE)

    def settled(self, code: str) -> Table:
        """The table, once its bots have nothing left to decide."""
        until = time.monotonic() + PATIENCE
        while (table := self.table(code)).bots_to_act or self.den.bots.at_work(table.id):
            assert time.monotonic() < until, "the bots still have something to decide"
            time.sleep(0.01)
        return table

    def put(self, code: str, match: Match) -> None:
        """Put another match on a table, once its bots have nothing left to decide in the one that lies there."""
        self.settled(code).match = match
