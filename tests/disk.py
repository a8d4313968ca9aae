"""A disk so small that it is soon full, one that is read-only, and one that spoils what lies on it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILLER = "filler"


@contextmanager
def small_disk(where: Path, kilobytes: int = 2_000) -> Iterator[bool]:
    """A disk of its own at a folder. Gives whether there is one: only root may put up disks."""
    where.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(where)]
    mounted = os.geteuid() == 0 and not subprocess.run(command, check=False, capture_output=True).returncode  # noqa: S603
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(where)], check=True)  # noqa: S603, S607


@contextmanager
def read_only(where: Path) -> Iterator[None]:
    """Nothing can be written in a folder: that of a `small_disk`, or, for who is not root, any."""
    if os.geteuid() == 0:
        command = ["mount", "-o", "remount,{}", str(where)]
        subprocess.run([one.format("ro") for one in command], check=True)  # noqa: S603
        try:
            yield
        finally:
            subprocess.run([one.format("rw") for one in command], check=True)  # noqa: S603
        return
    where.chmod(0o500)
    try:
        yield
    finally:
        where.chmod(0o700)


def fill(where: Path) -> None:
    """Leave not a single byte free."""
    with (where / FILLER).open("ab", buffering=0) as filler:
        for piece in (65_536, 4_096, 512, 1):
            try:
                while True:
                    filler.write(bytes(piece))
            except OSError:
                continue


def make_room(where: Path) -> None:
    (where / FILLER).unlink()


def spoil(file: Path) -> None:
    """Write over two whole pages in the middle of an SQLite database, and the halves of two others."""
    whole = file.read_bytes()
    file.write_bytes(whole[:20_000] + bytes(range(1, 251)) * 36 + whole[29_000:])
