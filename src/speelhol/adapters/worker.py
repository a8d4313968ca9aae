"""A worker of a batch: a process that plays some of its matches. `python -m speelhol.adapters.worker FILE`

FILE is the descriptor of the shared memory. On standard input comes a line that says what to play (`share JSON`),
then one for each thing to do: `reset SEED` or `step`. Each is answered by an empty line, or by a sentence that says
what went wrong. When there are no more lines, because nobody is there any more to write them, the worker ends.
"""

from __future__ import annotations

import gc
import mmap
import signal
import sys
from contextlib import suppress
from typing import TextIO

import msgspec

from .lockstep import BatchShare, Lockstep


def work(file: int, come: TextIO, go: TextIO) -> None:
    """Do what is asked until nothing more comes, or something went wrong."""
    lockstep: Lockstep | None = None
    for line in come:
        try:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "share":
                lockstep = Lockstep(msgspec.json.decode(rest, type=BatchShare), mmap.mmap(file, 0))
                gc.freeze()  # matches hold hardly any cycles, and looking for them means to look at all matches
                gc.set_threshold(50_000, 20, 20)
            elif lockstep is not None and word == "reset":
                lockstep.reset(rest)
            elif lockstep is not None:
                lockstep.step()
        except Exception as error:
            go.write(f"{type(error).__name__}: {error}".replace("\n", " ")[:500] + "\n")
            go.flush()
            return
        go.write("\n")
        go.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked for the work says when it ends
    with suppress(BrokenPipeError):
        work(int(sys.argv[1]), sys.stdin, sys.stdout)
