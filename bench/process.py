"""Servers in processes of their own, and what the operating system says of them."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

RIVALS = {
    name: Path(__file__).parent / "rivals" / folder
    for name, folder in (("boardgame.io", "boardgameio"), ("Colyseus", "colyseus"))
}
"""Servers that need Node, and where they are."""
CORES = sorted(os.sched_getaffinity(0))
TICKS = os.sysconf("SC_CLK_TCK")


def raise_files() -> int:
    """Let this process, and those that it starts, open as many files as it may. Returns how many."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def family(pid: int) -> list[int]:
    """A process and those that it started."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return found


def cpu(pid: int) -> float:
    """Seconds of processor time that a server has had: all its threads and processes, also those that ended."""
    ticks = 0
    for one in family(pid):
        with suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / TICKS


def busy() -> float:
    """Seconds that the cores of this machine were busy, for anybody."""
    fields = [int(n) for n in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def memory(pid: int) -> float:
    """Memory in MB, all processes together; what several of them share counts once."""
    held = 0
    for one in family(pid):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            held += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return held / 1024


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ours(port: int, folder: str, database: str | None = None, workers: int = 1) -> list[str]:
    """Our house, in which a few busy people are not too fast for it; everything else is as always."""
    call = (
        "from pathlib import Path; from speelhol.web.server.run import serve\n"
        f"serve(port={port}, data=Path({folder!r}), database={database!r}, browser=False, generosity=1e9, "
        f"workers={workers})"
    )
    return [sys.executable, "-c", call]


def installed(server: str) -> bool:
    """Whether what a server needs is there; a rival's packages are fetched by npm the first time."""
    folder = RIVALS.get(server)
    if folder is None:
        return True
    if not (folder / "node_modules").is_dir() and (npm := shutil.which("npm")):
        print(f"npm fetches the packages of {server} …", file=sys.stderr)
        subprocess.run([npm, "install", "--no-package-lock", "--silent"], cwd=folder, check=False)  # noqa: S603 - asked for
    return shutil.which("node") is not None and (folder / "node_modules").is_dir()


@contextmanager
def running(command: Sequence[str], port: int, cores: Sequence[int] = CORES[:1]) -> Iterator[int]:
    """A server in a process of its own, on these cores. Gives its id. What it had to say is told if it fails."""
    env = {**os.environ, "NODE_ENV": "production"}
    with tempfile.TemporaryFile() as said:
        server = subprocess.Popen(  # noqa: S603 - our own, and the rivals'
            command,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env=env,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )
        try:
            _await_open(server, port)
            yield server.pid
        except Exception:
            said.seek(max(0, said.tell() - 4_000))
            print(said.read().decode(errors="replace"), file=sys.stderr)
            raise
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _await_open(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + 60
    while True:
        if server.poll() is not None or time.monotonic() > until:
            raise RuntimeError("the server did not open")
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.05)
