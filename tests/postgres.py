"""A private PostgreSQL from Debian's packages, in a folder of its own: for tests and benches."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

MISSING = "PostgreSQL is not installed; install it with: apt-get install -y --no-install-recommends postgresql"
FAST = "-c fsync=off -c full_page_writes=off"


def binaries() -> Path:
    """Where initdb and pg_ctl are. Raises RuntimeError, with a sentence, if they are not there."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[4]))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    if named is None:
        raise RuntimeError(MISSING)
    return Path(named).resolve().parent


class Postgres:
    """A cluster of its own that listens on a socket in its folder. As root it runs as another user, as it must."""

    def __init__(self, durable: bool = False) -> None:
        self._bin = binaries()
        self._durable = durable
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self.folder = Path(tempfile.mkdtemp(prefix="speelhol-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, self._user)
        self._data = self.folder / "data"
        self._lock = threading.Lock()
        self._made = 0
        self._prepared = ""
        self._do("initdb", "-D", str(self._data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
        self.start()

    def _do(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self._user, "--", *command]
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout}")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= -c max_connections=200 {'' if self._durable else FAST}"
        self._do("pg_ctl", "-D", str(self._data), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """`fast` sends everybody away; `immediate` is like pulling the plug."""
        self._do("pg_ctl", "-D", str(self._data), "-w", "-m", how, "stop")

    def restart(self, how: str = "fast") -> None:
        self.stop(how)
        self.start()

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def fresh(self, like: str = "template1") -> str:
        """The URL of a new database, empty or a copy of another."""
        with self._lock:
            self._made += 1
            name = f"house{self._made}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

    def restored(self, dump: bytes) -> str:
        """The URL of a new database with everything in it that pg_dump wrote down."""
        url = self.fresh()
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
            [str(self._bin / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-o", os.devnull, url],
            input=dump, capture_output=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stderr.decode())
        return url

    def prepared(self, prepare: Callable[[str], None]) -> str:
        """The URL of a new database in which something was done once and for all."""
        if not self._prepared:
            name = "prepared"
            self.sql(f"CREATE DATABASE {name}")
            prepare(self.url(name))
            self._prepared = name
        return self.fresh(self._prepared)

    def sql(self, statement: str, database: str = "postgres") -> str:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
            [str(self._bin / "psql"), "-h", str(self.folder), "-U", "postgres", "-d", database, "-Atqc", statement],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()
