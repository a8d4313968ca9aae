"""How much one process takes on: streams and connections, by what the machine has or by what its owner says."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

from msgspec import Struct

KEPT = 200
"""File descriptors for the database, the bots' workers, the log and the door."""
FOR_STREAMS = 0.8
"""The part of the connections that may be streams."""
STREAM_BYTES = 64 * 1024
"""What a stream takes at most, its share of the table included (measured: docs/performance.md)."""
MEMORY_SHARE = 0.5
"""The part of the machine's memory that streams may fill."""
LEAST, MOST = 100, 1_000_000


class Capacity(Struct, frozen=True):
    """At one process."""

    streams: int
    connections: int

    def __str__(self) -> str:
        return f"room for {self.streams:,} streams and {self.connections:,} connections"


def capacity(streams: int | None = None, connections: int | None = None, workers: int = 1) -> Capacity:
    """What one of so many processes takes on. Raises OSError, in a sentence, if the machine can't."""
    descriptors = _descriptors()
    allowed = min(MOST, max(LEAST, descriptors - KEPT))
    if connections is not None and connections > allowed:
        raise OSError(
            f"This user may open {descriptors:,} files, enough for {allowed:,} connections: "
            f"allow more (ulimit -n, or LimitNOFILE of a service), or say --connections {allowed}."
        )
    lines = connections or allowed
    by_memory = int(MEMORY_SHARE * _memory() / STREAM_BYTES / workers)
    flows = streams or max(LEAST // 2, min(int(lines * FOR_STREAMS), by_memory))
    if flows >= lines:
        raise OSError(f"There is room for {lines:,} connections; --streams must be less.")
    return Capacity(flows, lines)


def _descriptors() -> int:
    """How many files this process may open, after asking for as many as it may ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else soft


def _memory() -> int:
    """Bytes of memory that this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
