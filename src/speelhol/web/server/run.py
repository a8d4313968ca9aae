"""Run the house, until somebody says stop: one process over an embedded database, or several over PostgreSQL."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from litestar import Litestar
from msgspec.structs import replace
from rich.console import Console

from ...bots.pool import usual_workers
from ...den import Den
from ...den.admin import NO_ADMIN, AdminSettings
from ...den.deeds import SLOW
from ...den.retention import FOR_EVER, Keep
from ...den.storage import found_files, startup
from ...den.storage.lock import lock
from ...den.storage.postgres import speaks
from ...den.storage.unusable import file_of, make_folder, unusable
from ...loading import loading
from ..session.admin import SHORTEST_KEY, new_key
from ..session.limits import Limits, Streams, read_most, read_rates
from ..session.names import HouseNames, only_here, own_names, read_public_url
from .app import create_app
from .capacity import Capacity, capacity
from .connection import Connection
from .connections import Connections, read_proxies
from .fast import FastPath
from .garbage import collect_rarely, collect_when_due
from .handover import Handover, Post
from .logs import configure
from .metrics import Access
from .workers import Settings, supervise

BACKLOG = 2048
KEEP_ALIVE = 30
"""Seconds for which a connection stays open between two requests: longer than most people think about a move."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - what an owner may ask for

THIS_MACHINE = "That works on this machine only; started with --lan, phones in the same network find it too."
NO_NETWORK = "This machine is in no network: that address works here only."
NO_OWNER = "a key was given, but the owner's side answers nobody: behind --proxy it takes --admin-anywhere"

log = logging.getLogger("speelhol.web")


def data_folder() -> Path:
    """Where the database lies unless somebody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "speelhol"


def database_url(data: Path | None, database: str | None, make: bool = True) -> str:
    """The database to use: the one named, or SQLite in the data folder, which is made if need be, unless nobody is to
    `make` it yet. Raises OSError."""
    if database:
        if speaks(database):
            return database
        scheme, _, file = database.partition(":///")
        if scheme not in ("sqlite", "sqlite+aiosqlite") or not file:
            raise OSError("The database must be named as sqlite:///FILE or postgresql://USER@HOST/NAME.")
        return f"sqlite+aiosqlite:///{file}"
    folder = data or data_folder()
    if make:
        make_folder(folder)
    return f"sqlite+aiosqlite:///{folder.resolve() / 'speelhol.db'}"


def lan_address() -> str:
    """This machine's address in its own network; empty if it is in none. No packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def open_door(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises OSError, in a sentence, if it is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        raise OSError(_no_door(host, port, error)) from None
    except UnicodeError:  # a name that no network could have
        door.close()
        raise OSError(_no_door(host, port, OSError("no such name"))) from None
    return door


def _free(host: str, port: int) -> int:
    """The next port at which nobody listens; any, if there is none near."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for near in range(port + 1, min(port + 21, 65_536)):
        with suppress(OSError), socket.create_server((host, near), family=family):
            return near
    return 0


def _no_door(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with --port, such as --port {_free(host, port)}."
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed to this user; choose one above 1023 with --port, such as --port 8000."
    why = error.strerror or error
    return f"Can't listen at {host!r} ({why}); --host takes an address of this machine, such as 127.0.0.1 or 0.0.0.0."


def known_as(host: str, proxy: str | None, public_url: str, port: int = 0) -> HouseNames:
    """By which names a house answers that listens on `host`. Raises OSError, in a sentence, if the URL is none."""
    public = read_public_url(public_url) if public_url else ""
    own = lan_address() if host in EVERYWHERE else ""
    nearby = f"http://{own}:{port}" if own else ""
    return HouseNames(public, own_names(host), anything=proxy is not None and not public, nearby=nearby)


def front_door(names: HouseNames, host: str, port: int) -> str:
    """The address to tell people."""
    here = "localhost" if host in ("127.0.0.1", "::1", *EVERYWHERE) else f"[{host}]" if ":" in host else host
    return names.address("http", f"{here}:{port}") + "/"


class Server(uvicorn.Server):
    """Sends the streams away when it stops, so that nobody is waited for."""

    def __init__(self, config: uvicorn.Config, den: Den, handover: Handover | None = None) -> None:
        super().__init__(config)
        self.den = den
        self._handover = handover

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Raises Unusable if the database can't be opened, before the server would make a stack trace of it."""
        try:
            await self.den.open()
        except Exception as error:
            await self.den.close()
            raise unusable(self.den.url, error) from error
        await super().startup(sockets)
        if self._handover is not None:
            make: Any = self.config.http_protocol_class
            self._handover.open(partial(make, self.config, self.server_state, self.lifespan.state))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Closing takes a moment; being told twice does not make it shorter."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        collect_when_due(counter)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.den.send_away()
        if self._handover is not None:
            self._handover.close()
        await super().shutdown(sockets)


def make_server(
    app: Litestar,
    host: str,
    port: int,
    proxy: str | None = None,
    held: Capacity | None = None,
    post: Post | None = None,
) -> Server:
    """A server that has not begun yet.

    proxy: the addresses whose word about the visitor and TLS is believed
    post: which of several workers it is
    """
    held = held or capacity()
    limits: Limits = app.state.limits
    fast = FastPath(app, Streams(held.streams, limits.generosity, limits.most), proxy or "")
    connections = Connections(held.connections, limits.most["connections"] * limits.generosity, proxy or "")
    handover = Handover(post) if post is not None else None
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=cast("Any", partial(Connection, fast, connections, handover)),  # called like the class
        ws="none",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=KEEP_ALIVE,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy or "",
    )
    return Server(config, app.state.den, handover)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    database: str | None = None,
    lan: bool = False,
    browser: bool = True,
    bot_pause: float = 0.7,
    proxy: str | None = None,
    generosity: float = 1.0,
    workers: int = 1,
    bot_workers: int | None = None,
    metrics_key: str = "",
    public_url: str = "",
    streams: int | None = None,
    connections: int | None = None,
    keep: Keep = FOR_EVER,
    slow_move: float = SLOW,
    admin: AdminSettings = NO_ADMIN,
    limits: Sequence[str] = (),
    most: Sequence[str] = (),
) -> None:
    """Serve until stopped.

    Raises OSError, in a sentence and before anybody is told that it is open, if the port is taken, the folder can't
    be written or is another house's, or the database can't be used.

    proxy: addresses (comma-separated) of a proxy in front, whose X-Forwarded-For and X-Forwarded-Proto count
    generosity: how many times the usual number of requests a visitor may make
    workers: how many processes; more than one needs PostgreSQL
    bot_workers: in how many further processes the bots of each of them think; by the machine's cores, if None
    public_url: where visitors find the house, for its links; it answers to no other name then
    metrics_key: whoever shows it may read the numbers at /metrics from elsewhere; with an empty one, nobody may
    streams, connections: how many each process takes on; by what the machine has, if None
    keep: for how many days tables are kept
    slow_move: seconds from which on a move is told in the log
    admin: who is the owner; without a key, whoever starts the house at a terminal, who is shown one
    limits: rates that the owner wants otherwise, such as say=8:0.5
    most: how much there may be at a time, where the owner wants it otherwise, such as streams=500
    """
    rates, mosts = read_rates(limits), read_most(most)
    proxy = None if proxy is None else read_proxies(proxy)
    if admin.key and len(admin.key) < SHORTEST_KEY:
        raise OSError(f"The key of --admin-key is too short; give it {SHORTEST_KEY} signs or more that nobody guesses.")
    if lan:
        host = EVERYWHERE[0]  # asked for: friends in the same network
    url = database_url(data, database)
    if workers > 1 and not speaks(url):
        raise OSError(
            "Several workers need PostgreSQL, since SQLite serves one process: "
            "name it with --database postgresql://…, or leave --workers out."
        )
    bot_workers = usual_workers(workers) if bot_workers is None else bot_workers
    access = Access(metrics_key, proxied=proxy is not None)
    names = known_as(host, proxy, public_url, port)
    held = capacity(streams, connections, workers)
    address = front_door(names, host, port)
    file = file_of(url)
    emptied = file is not None and found_files.emptied(file)
    with nullcontext() if file is None else lock(file, address), open_door(host, port) as door:
        with loading():  # whatever is made here is made whole or not at all, and a library may keep a Ctrl-C to itself
            asyncio.run(startup.prepare(url))
            at_terminal = sys.stdout.isatty()
            hidden = proxy is not None and not admin.anywhere
            shown = "" if admin.key or hidden or not at_terminal else new_key()
            admin = replace(admin, key=shown) if shown else admin
            level = logging.WARNING if at_terminal else logging.INFO
            configure(level)
            if names.anything:
                log.warning("behind a proxy every name is believed; with --public-url URL the house knows its own")
            if admin.key and hidden:
                log.warning(NO_OWNER)
            if emptied:
                log.warning("the database was empty where a house has been open before", extra={"file": str(file)})
            server = None
            if workers == 1:
                app = create_app(
                    url, bot_pause, generosity, bot_workers, access, names, keep, slow_move, admin, rates, mosts
                )
                server = make_server(app, host, port, proxy, held)
                collect_rarely()
            if at_terminal:
                greet(address, lan, browser, held, keep, shown, port)
            told = {"address": address, "streams": held.streams, "connections": held.connections, **keep.told}
            log.info("open", extra=told)
        with suppress(KeyboardInterrupt):
            if server is None:
                supervise(
                    workers,
                    Settings(
                        url,
                        bot_pause,
                        generosity,
                        proxy,
                        level,
                        bot_workers,
                        access,
                        names,
                        held,
                        keep,
                        slow_move,
                        admin,
                        rates,
                        mosts,
                    ),
                    door,
                )
            else:
                server.run([door])
        if at_terminal:
            Console().print("\n  Closed; what was played is kept.")
        log.info("closed")


def greet(
    address: str, lan: bool, browser: bool, held: Capacity, keep: Keep = FOR_EVER, admin_key: str = "", port: int = 0
) -> None:
    """Say where the house is, to somebody at a terminal."""
    console = Console()
    console.print(f"\n  Speelhol is open at [bold]{address}[/bold]   (Ctrl-C closes it)", highlight=False)
    if only_here(address):
        console.print(f"  {NO_NETWORK if lan else THIS_MACHINE}", highlight=False)
    console.print(f"  [dim]There is {held}.[/dim]", highlight=False)
    for kind, days in keep.days.items():
        if days is not None:
            console.print(f"  [dim]Tables that are {kind} are deleted after {days:g} days.[/dim]", highlight=False)
    if admin_key:
        # from this machine it is found there also if it listens to others
        console.print(f"  [dim]The owner's side is at http://localhost:{port}/admin. Its key:[/dim]", highlight=False)
        console.print(f"  {admin_key}", highlight=False, markup=False)
    console.print()
    if lan:
        import segno

        segno.make(address, micro=False).terminal(compact=True)
    if browser and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        import webbrowser

        webbrowser.open(address)
