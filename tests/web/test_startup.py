"""What can't begin says so in one sentence, before it says that it is open, and gives up soon."""

from __future__ import annotations

import asyncio
import ctypes
import json
import multiprocessing
import os
import resource
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.process import free_port

from speelhol.den import Den
from speelhol.den.storage.unusable import Unusable
from tests.den.conftest import prepare
from tests.disk import fill, small_disk
from tests.house import url
from tests.postgres import Postgres

from .test_serve import process
from .test_workers import children_of

CONTEXT: Any = multiprocessing.get_context("forkserver")
PATIENCE = 60.0
"""Seconds for a command on a machine that does many things at once; it is asked for three."""

Given = list[str]


# ---- the command, in a process of its own


def command(arguments: Given, said: Path, bound: bool, largest: int | None) -> None:
    """Run `speelhol` as from a shell, with what it says in a file."""
    sys.stdout.flush()
    with said.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w", closefd=False), os.fdopen(2, "w", buffering=1, closefd=False)
    if bound and os.geteuid() == 0:  # root without privileges: bound by permissions, as everybody else is
        ctypes.CDLL(None).capset(struct.pack("Ii", 0x20080522, 0), bytes(24))
    if largest is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    os.environ["NO_COLOR"] = "1"
    sys.argv = ["speelhol", *arguments]
    from speelhol.cli import main

    main()


def run(arguments: Given, folder: Path, bound: bool = True, largest: int | None = None) -> tuple[int, str]:
    """The exit code, and all that was said."""
    CONTEXT.set_forkserver_preload(["speelhol.cli", "speelhol.web.server.run", "alembic.command"])
    said = folder / "said"
    child = CONTEXT.Process(target=command, args=(arguments, said, bound, largest))
    child.start()
    child.join(PATIENCE)
    ended = child.exitcode
    child.kill()
    child.join()
    assert ended is not None, f"it did not give up: {said.read_text()}"
    return ended, said.read_text()


def refused(outcome: tuple[int, str], *words: str) -> str:
    """A beginning that was refused as it should be: its one sentence."""
    code, said = outcome
    assert code == 2, said
    assert len(said.splitlines()) == 1, said
    assert "Traceback" not in said
    assert '"open"' not in said
    assert "Errno" not in said
    assert said.rstrip()[-1] in ".?"
    for word in words:
        assert word in said
    return said


def database_in(folder: Path) -> Path:
    """Books as they lie there after an evening."""
    prepare(f"sqlite+aiosqlite:///{folder / 'speelhol.db'}")
    return folder / "speelhol.db"


def kept(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    folder.mkdir()
    return folder


# ---- SQLite


def garbage(folder: Path) -> None:
    (folder / "speelhol.db").write_bytes(b"anything but a database, " * 100)


def a_folder(folder: Path) -> None:
    (folder / "speelhol.db").mkdir()


def newer(folder: Path) -> None:
    with sqlite3.connect(database_in(folder)) as books:
        books.execute("UPDATE alembic_version SET version_num = '0099'")


def of_another_program(folder: Path) -> None:
    with sqlite3.connect(folder / "speelhol.db") as books:
        books.execute("CREATE TABLE moz_places (id INTEGER)")


def read_only_file(folder: Path) -> None:
    database_in(folder).chmod(0o444)


def read_only_folder(folder: Path) -> None:
    folder.chmod(0o555)


def read_only_database(folder: Path) -> None:
    database_in(folder)
    folder.chmod(0o555)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (garbage, "move it away"),
        (a_folder, "is a folder"),
        (newer, "newer version"),
        (of_another_program, "another program"),
        (read_only_file, "can't be written"),
        (read_only_folder, "can't be written"),
        (read_only_database, "can't be written"),
    ],
)
def test_databases_that_can_not_be_used(tmp_path: Path, spoil: Callable[[Path], None], words: str) -> None:
    folder = kept(tmp_path)
    spoil(folder)
    serve = run(["serve", "--port", str(free_port()), "--data", str(folder), "--no-browser"], tmp_path)
    refused(serve, str(folder))
    assert words in serve[1].replace("Nothing can be written", "can't be written")
    assert not (folder / "speelhol.db.lock").exists()  # no house was ever open here
    code, said = run(["check-tables", "--data", str(folder)], tmp_path)
    folder.chmod(0o755)
    assert code == (0 if spoil in (read_only_file, read_only_database) else 2), said  # which only reads
    assert len(said.splitlines()) == 1
    assert "Traceback" not in said


def test_databases_that_this_user_may_not_read(tmp_path: Path) -> None:
    """Nobody wanted to write them: what is said is what is wrong."""
    database_in(tmp_path).chmod(0)
    for command in (["backup", str(tmp_path / "b")], ["check-tables"]):
        code, said = run([*command, "--data", str(tmp_path)], tmp_path)
        assert (code, "can't be read by this user" in said, len(said.splitlines())) == (2, True, 1), said


def test_databases_that_another_program_holds(tmp_path: Path) -> None:
    with closing(sqlite3.connect(database_in(tmp_path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        start = ["serve", "--port", str(free_port()), "--data", str(tmp_path), "--no-browser"]
        refused(run(start, tmp_path), str(tmp_path), "locked")


def test_a_full_disk(tmp_path: Path) -> None:
    """A really full one where we may put one up; else files that may not grow."""
    folder = kept(tmp_path)
    with small_disk(folder) as disk:
        if disk:
            fill(folder)
        said = refused(
            run(
                ["serve", "--port", str(free_port()), "--data", str(folder), "--no-browser"],
                tmp_path,
                largest=None if disk else 512,
            ),
            str(folder),
        )
        assert not disk or "full" in said


@pytest.mark.parametrize("more", [["--port", "taken"], []])
def test_a_first_start_that_fails_leaves_nothing(tmp_path: Path, more: Given) -> None:
    """Neither a folder that it made: one that was there stays."""
    with taken() as port:
        given = ["--port", str(port) if more else str(free_port()), "--data", str(tmp_path / "new"), "--no-browser"]
        refused(run(["serve", *given], tmp_path, largest=None if more else 512))
        assert not (tmp_path / "new").exists()
        (tmp_path / "new").mkdir()
        refused(run(["serve", *given], tmp_path, largest=None if more else 512))
        assert [*(tmp_path / "new").iterdir()] == []


def test_a_disk_that_filled_up_since_the_last_evening(tmp_path: Path) -> None:
    folder = kept(tmp_path)
    with small_disk(folder) as disk:
        database_in(folder)
        if disk:
            fill(folder)
        arguments = ["serve", "--port", str(free_port()), "--data", str(folder), "--no-browser"]
        said = refused(run(arguments, tmp_path, largest=None if disk else 512), str(folder))
        assert not disk or "full" in said


# ---- places, doors and names


@contextmanager
def taken() -> Iterator[int]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door.getsockname()[1]


def privileged() -> bool:
    """Whether this machine keeps low ports from users at all."""
    return int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) > 81


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--data", "/proc/nope"], "/proc/nope"),
        (["--host", "nobody.invalid"], "--host"),
        (["--host", "192.0.2.7"], "--host"),
        (["--host", "a" * 70], "--host"),
        (["--host", "::zz"], "--host"),
        (["--port", "81"], "--port"),
        (["--database", "mysql://somewhere"], "sqlite:///FILE"),
        (["--database", "sqlite:///"], "sqlite:///FILE"),
        (["--database", "sqlite:////nowhere/at/all.db"], "/nowhere/at"),
        (["--database", "postgresql://ann:secret@127.0.0.1:1/x"], "is PostgreSQL running"),
        (["--database", "postgresql://ann:secret@nobody.invalid/x"], "is PostgreSQL running"),
        (["--database", "postgresql://ann:secret@127.0.0.1:port/x"], "can't be read"),
        (["--database", "postgresql://ann:sec[ret@127.0.0.1/x"], "can't be read"),
        (["--database", "postgresql://ann:secret@127.0.0.1:1/x", "--workers", "2"], "is PostgreSQL running"),
        (["--workers", "2"], "PostgreSQL"),
    ],
)
def test_places_that_are_not_there(tmp_path: Path, given: Given, words: str) -> None:
    if given == ["--port", "81"] and not privileged():
        given = ["--port", "99999"]  # no port at all, since every port is allowed
    start = ["serve", "--port", str(free_port()), "--data", str(tmp_path / "house"), "--no-browser"]
    said = refused(run([*start, *given], tmp_path), words)
    assert "secret" not in said


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with taken() as port:
        start = ["serve", "--port", str(port), "--data", str(tmp_path / "house"), "--no-browser"]
        refused(run(start, tmp_path), f"Port {port} is in use", "--port")


# ---- PostgreSQL


@contextmanager
def silent() -> Iterator[str]:
    """A database that takes calls and never answers."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield f"postgresql://ann:secret@127.0.0.1:{door.getsockname()[1]}/x"


def test_a_database_that_is_not_as_it_should_be(tmp_path: Path, postgres: Postgres) -> None:
    postgres.sql("CREATE ROLE guest LOGIN PASSWORD 'secret'")
    fresh = postgres.fresh()
    ahead = postgres.prepared(prepare)
    postgres.sql("UPDATE alembic_version SET version_num = '0099'", ahead.split("/")[3].partition("?")[0])
    host = f"?host={postgres.folder}"
    with silent() as away:
        cases = {
            f"postgresql://postgres@/no_such_one{host}": ('"no_such_one" does not exist', "createdb"),
            f"postgresql://nobody_here@/postgres{host}": ('"nobody_here" does not exist', "--database"),
            fresh.replace("postgres@", "guest@"): ("permission denied", "owner"),
            ahead: ("newer version",),
            away: ("no answer", "is PostgreSQL running"),
        }
        for database, words in cases.items():
            for arguments in (["serve", "--port", str(free_port()), "--no-browser"], ["check-tables"]):
                if arguments == ["check-tables"] and "guest" in database:
                    continue  # which makes no tables, and finds none
                said = refused(run([*arguments, "--database", database], tmp_path, bound=False), *words)
                assert "secret" not in said


# ---- one house to a folder


def test_a_second_house_over_one_folder(tmp_path: Path) -> None:
    """It is told who was first; and whoever is killed leaves nothing behind that stands in the way."""
    start = ["serve", "--port", str(free_port()), "--data", str(tmp_path), "--no-browser"]
    with process(tmp_path) as (first, address):
        said = refused(run(start, tmp_path), str(tmp_path), f"process {first.pid}", "--data")
        assert address.replace("127.0.0.1", "localhost") in said
        assert httpx.get(f"{address}/health").status_code == 200
        code, said = run(["check-tables", "--data", str(tmp_path)], tmp_path)
        assert code == 0, said
        first.kill()
        first.wait()
    with process(tmp_path) as (_, address):
        assert httpx.get(f"{address}/health").status_code == 200


def test_the_form_of_the_database_is_looked_at_by_whoever_opens_them(tmp_path: Path) -> None:
    """Also where nobody looked before: no den opens books of a newer version."""
    newer(tmp_path)

    async def come() -> None:
        den = Den(url(tmp_path), bot_workers=0)
        try:
            await den.open()
        finally:
            await den.close()

    with pytest.raises(Unusable, match="newer version"):
        asyncio.run(come())


# ---- Ctrl-C


def broken_off(arguments: Given, when: Callable[[int], bool]) -> tuple[int, str]:
    """What a command says and returns whose terminal sends Ctrl-C, to it and all it started, as soon as it may."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    # a shell's job in the background is told to ignore Ctrl-C, and would tell what it starts
    signal.signal(signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "speelhol", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, start_new_session=True,
    )  # fmt: skip
    try:
        while not when(running.pid):
            assert running.poll() is None, running.communicate()
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)
        said, _ = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.communicate()
    return running.returncode, said


def test_ctrl_c_while_it_loads(tmp_path: Path) -> None:
    def loads(pid: int) -> bool:
        return "_asyncio" in Path(f"/proc/{pid}/maps").read_text()

    code, said = broken_off(["serve", "--port", str(free_port()), "--data", str(tmp_path), "--no-browser"], loads)
    assert (code, said.split()) == (130, ["Stopped."])


def test_ctrl_c_while_its_workers_start(postgres: Postgres) -> None:
    database = postgres.prepared(prepare)
    start = ["serve", "--port", str(free_port()), "--database", database, "--workers", "2", "--no-browser"]
    code, said = broken_off(start, lambda pid: sum(len(children_of(child)) for child in children_of(pid)) == 2)
    assert code == 0, said
    assert "Traceback" not in said
    assert [json.loads(line)["what"] for line in said.splitlines()] == ["open", "closed"]
