"""How long the house takes to open, and how much memory it holds while nobody plays.

python -m bench.idle
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time

LIMIT = 120


def memory(pid: int) -> float:
    """Resident memory of a process, in MB."""
    with open(f"/proc/{pid}/status") as status:  # noqa: PTH123 - not a file to keep
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def open_house(folder: str) -> tuple[subprocess.Popen[bytes], float]:
    """A running house, and how many seconds it took until it answered."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    called = f"serve(port={port}, data=Path({folder!r}))"
    code = f"from pathlib import Path; from speelhol.web.server.run import serve; {called}"
    begun = time.monotonic()
    house = subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    while house.poll() is None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/")
            line.getresponse().read()
            return house, time.monotonic() - begun
        except OSError:
            time.sleep(0.01)
        finally:
            line.close()
    raise RuntimeError("the house did not open")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for what in ("first start", "second start"):
            house, seconds = open_house(folder)
            time.sleep(1)
            held = memory(house.pid)
            print(f"{what}: open after {seconds:.2f} s, {held:.0f} MB")
            house.terminate()
            house.wait(10)
    sys.exit(held > LIMIT)


if __name__ == "__main__":
    main()
