"""Ctrl-C while modules are being loaded: one line, at once.

An interrupt in the middle of an import may leave it half done or be swallowed by it, and then a stack trace follows or
nothing at all.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPED = 130


def _stop(_: int, __: FrameType | None) -> None:
    os.write(2, b"\nStopped.\n")
    os._exit(STOPPED)


@contextmanager
def loading() -> Iterator[None]:
    """Nothing is under way here that would have to be finished. For the main thread of a program."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # somebody else sees to it
        yield
        return
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
