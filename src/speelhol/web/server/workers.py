"""Several processes at one port: started, started again when one dies, stopped together."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from msgspec import Struct

from ...den.admin import AdminSettings
from ...den.retention import Keep
from ...den.storage.unusable import Unusable
from ...games import game as find_game
from ...games import games
from ..session.limits import Rate
from ..session.names import HouseNames
from .capacity import Capacity
from .handover import Post
from .metrics import Access

log = logging.getLogger("speelhol.web")

LOADED = ["speelhol.web.server.run", *(find_game(name).package for name in games())]

LAST_CALL = 1.8
"""Seconds that workers have to close before they are ended."""

SHORTEST, LONGEST = 0.2, 5.0
"""Seconds before a worker that died at once is started again."""

SOUND = 10.0
"""Seconds after which a worker counts as having started well."""


class Settings(Struct, frozen=True):
    """What every worker does."""

    database: str
    bot_pause: float
    generosity: float
    proxy: str | None
    level: int
    bot_workers: int
    access: Access
    names: HouseNames
    capacity: Capacity
    keep: Keep
    slow_move: float
    admin: AdminSettings
    rates: dict[str, Rate]
    most: dict[str, int]


class Worker:
    """One place for a process, whichever process holds it."""

    def __init__(self, settings: Settings, door: socket.socket, post: Post) -> None:
        self._settings = settings
        self._post = post
        self._door = door
        self._begun = 0.0
        self._pause = SHORTEST
        self.again = 0.0
        """When to start it."""
        self.process: BaseProcess | None = None

    def start(self) -> None:
        # Forked from a process that has loaded everything and begun nothing: quick, and no lock or line is shared.
        context: Any = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(LOADED)
        self.process = context.Process(
            target=work, args=(self._settings, self._door, self._post), name="speelhol worker"
        )
        self.process.start()
        self._begun = time.monotonic()

    def bury(self) -> None:
        """It died: say so, and start it again in a while, a longer one if it died young."""
        from prometheus_client import multiprocess

        assert self.process is not None
        self.process.join()
        log.warning("a worker died", extra={"worker": self.process.pid, "code": self.process.exitcode})
        multiprocess.mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]
        self.process = None
        sound = time.monotonic() - self._begun > SOUND
        self._pause = SHORTEST if sound else min(2 * self._pause, LONGEST)
        self.again = time.monotonic() + self._pause


def supervise(count: int, settings: Settings, door: socket.socket) -> None:
    """Keep workers at an open door until somebody says stop."""
    stop, hear = multiprocessing.Pipe(duplex=False)[::-1]

    def on_signal(_: int, __: FrameType | None) -> None:
        stop.send_bytes(b"!")

    before = {blow: signal.signal(blow, on_signal) for blow in (signal.SIGTERM, signal.SIGINT)}
    with tempfile.TemporaryDirectory(prefix="speelhol-") as numbers:
        # Where the workers count together; read by `Metrics` and by the Prometheus client itself.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = numbers
        workers = [Worker(settings, door, Post(numbers, number, count)) for number in range(count)]
        try:
            while not hear.poll():
                now = time.monotonic()
                for worker in workers:
                    if worker.process is not None and worker.process.exitcode is not None:
                        worker.bury()
                    if worker.process is None and worker.again <= now:
                        worker.start()
                wait([hear, *(w.process.sentinel for w in workers if w.process is not None)], timeout=0.5)
        finally:
            _end([worker.process for worker in workers if worker.process is not None])
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]
            for blow, handler in before.items():
                signal.signal(blow, handler)


def _end(processes: list[BaseProcess]) -> None:
    for process in processes:
        process.terminate()
    until = time.monotonic() + LAST_CALL
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.exitcode is None:
            log.warning("a worker did not close in time", extra={"worker": process.pid})
            process.kill()
            process.join()


def work(settings: Settings, door: socket.socket, post: Post) -> None:
    """A worker's life. Ends with the process that started it, even if that had no time to say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal tells everybody; the one who started us tells us
    from .app import create_app
    from .garbage import collect_rarely
    from .logs import configure
    from .run import make_server

    configure(settings.level)
    door.set_inheritable(False)  # it came so that it would go on to whatever this process starts, as bot workers
    app = create_app(
        settings.database,
        settings.bot_pause,
        settings.generosity,
        settings.bot_workers,
        settings.access,
        settings.names,
        settings.keep,
        settings.slow_move,
        settings.admin,
        settings.rates,
        settings.most,
    )
    server = make_server(app, "", 0, settings.proxy, settings.capacity, post)
    collect_rarely()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        server.should_exit = True

    threading.Thread(target=follow, daemon=True).start()
    try:
        server.run([door])
    except Unusable as error:
        log.error("a worker can't begin", extra={"why": str(error)})
        sys.exit(1)
