"""Run the house: one process over an embedded database, until somebody says stop."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path

import segno
import uvicorn
from rich.console import Console

from .app import create_app


def data_folder() -> Path:
    """Where the books lie unless somebody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "speelhol"


def database_url(data: Path | None, database: str | None) -> str:
    """The database to use: the one named, or SQLite in the data folder, which is made if need be."""
    if database:
        return database.replace("sqlite:///", "sqlite+aiosqlite:///", 1)
    folder = data or data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder.resolve() / 'speelhol.db'}"


def lan_address() -> str:
    """This machine's address in its own network. No packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def free_port(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    database: str | None = None,
    lan: bool = False,
    browser: bool = True,
    bot_pause: float = 0.7,
) -> None:
    """Serve until stopped. Raises OSError, in a sentence, if the port is taken or the folder can't be written."""
    if lan:
        host = "0.0.0.0"  # noqa: S104 - asked for: friends in the same network
    if not free_port(host, port):
        raise OSError(f"Port {port} is in use; choose another one with --port, such as --port {port + 1}.")
    url = database_url(data, database)
    console = Console()
    address = f"http://{lan_address() if lan else 'localhost' if host == '127.0.0.1' else host}:{port}/"
    console.print(f"\n  Speelhol is open at [bold]{address}[/bold]   (Ctrl-C closes it)\n", highlight=False)
    if lan and sys.stdout.isatty():
        segno.make(address, micro=False).terminal(compact=True)
    if browser and sys.stdout.isatty() and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32")):
        webbrowser.open(address)
    app = create_app(url, bot_pause)
    uvicorn.run(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1, server_header=False)
