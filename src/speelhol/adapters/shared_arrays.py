"""Where the arrays of a batch lie: one after another in one piece of memory that processes share."""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from typing import Any

EDGE = 64
"""Arrays begin at a multiple of so many bytes."""


class Layout:
    """The arrays of a batch, in order: how long each is, and of what."""

    def __init__(self, matches: int, seats: int, row: int, actions: int) -> None:
        """row: numbers of an observation; actions: numbers of a mask"""
        self.arrays: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observation": ("f", (matches, row)),
            "mask": ("b", (matches, actions)),
            "seat": ("i", (matches,)),
            "reward": ("f", (matches, seats)),
            "ended": ("b", (matches,)),
            "cut": ("b", (matches,)),
            "action": ("i", (matches,)),
        }
        self._begin: dict[str, tuple[int, int]] = {}
        end = 0
        for name, (kind, shape) in self.arrays.items():
            size = struct.calcsize(kind)
            for many in shape:
                size *= many
            self._begin[name] = end, size
            end += -(-size // EDGE) * EDGE
        self.size = end

    def raw(self, memory: mmap.mmap, name: str) -> memoryview:
        """The bytes of an array."""
        begin, size = self._begin[name]
        return memoryview(memory)[begin : begin + size]

    def array(self, memory: mmap.mmap, name: str) -> memoryview[Any]:
        """An array as rows of its numbers; NumPy and others look at the same memory."""
        kind, shape = self.arrays[name]
        return self.raw(memory, name).cast(kind, shape)


def shared_file(size: int) -> int:
    """A file without a name, in memory where the system can: gone with the last process that holds it."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("speelhol-batch")
    else:
        with tempfile.TemporaryFile() as unnamed:
            file = os.dup(unnamed.fileno())
    os.truncate(file, size)
    return file
