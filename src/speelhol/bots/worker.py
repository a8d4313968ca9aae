"""A worker: a process of its own in which bots think, one thing after another. `python -m speelhol.bots.worker`

It is handed what to think about and nothing else: a seat's view, or the record of a match that is over. Questions
come packed on standard input, answers go as plain data to standard output, each behind its length.
"""

from __future__ import annotations

import gc
import math
import os
import pickle
import signal
import struct
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from .jobs import JOBS

LENGTH = struct.Struct("!I")
READY = LENGTH.pack(0)
MEMORY = 1 << 30
"""Bytes of address space: a bot that wants more is stopped, not the machine."""


class Reply(Struct, frozen=True, array_like=True):
    value: Any = None
    failed: str = ""
    """Why there is no value: "crash", "type" or "memory"."""
    text: str = ""


def work(come: BinaryIO, go: BinaryIO) -> None:
    """Say that everything is ready, then answer questions until there are no more."""
    go.write(READY)
    go.flush()
    while len(head := come.read(LENGTH.size)) == LENGTH.size:
        answer = msgspec.msgpack.encode(_answer(come.read(*LENGTH.unpack(head))))
        go.write(LENGTH.pack(len(answer)) + answer)
        go.flush()
        gc.collect()  # what one seat knew is gone before another one thinks


def _answer(question: bytes) -> Reply:
    try:
        job, arguments, seconds = pickle.loads(question)  # noqa: S301 - the house wrote it
        signal.alarm(math.ceil(seconds) + 1)  # the end of a bot that is stuck, even if the house is gone
        value = JOBS[job](*arguments)
        msgspec.msgpack.encode(value)  # whatever can't travel is the bot's fault, not the worker's
        return Reply(value)
    except MemoryError:
        return Reply(failed="memory", text="a bot wanted too much memory")
    except TypeError as error:
        return Reply(failed="type", text=str(error))
    except (Exception, SystemExit) as error:
        return Reply(failed="crash", text=f"{type(error).__name__}: {error}"[:500])
    finally:
        signal.alarm(0)


def main() -> None:
    come, go = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints must not speak in the middle of an answer
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.nice(5)  # people who wait for a page come first
    with suppress(KeyboardInterrupt, BrokenPipeError):
        work(come, go)


if __name__ == "__main__":
    main()
