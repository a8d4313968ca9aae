"""The house as a process: how it starts, what it writes, how it stops."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from bench.process import free_port

import speelhol
from speelhol.client import House
from speelhol.web.server.run import open_door, serve
from tests.house import living


@contextmanager
def process(path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = free_port()
    called = f"serve(port={port}, data=Path({str(path)!r}))"
    code = f"from pathlib import Path; from speelhol.web.server.run import serve; {called}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = subprocess.Popen(  # noqa: S603 - our own interpreter and code
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    try:
        while True:
            assert running.poll() is None, running.communicate()
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            try:
                line.request("GET", "/health")
                assert json.loads(line.getresponse().read())["status"] == "ok"
                break
            except OSError:
                time.sleep(0.05)
            finally:
                line.close()
        yield running, f"http://127.0.0.1:{port}"
    finally:
        running.kill()
        running.communicate()


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_by_itself_with_open_streams_and_writes_no_secrets(tmp_path: Path, blow: signal.Signals) -> None:
    game = speelhol.games()[0]
    with process(tmp_path) as (running, address), House(address) as house:
        chair = house.open(game, speelhol.game(game).seats[0], "Very Private Name", bots=True)
        streams = [chair.views() for _ in range(4)]
        for stream in streams:
            next(stream)
        with house.open(game, speelhol.game(game).seats[0], "Another") as quiet:
            quiet.say("a very private remark")
        running.send_signal(blow)
        _, written = running.communicate(timeout=60)
        for stream in streams:
            stream.close()
        chair.close()
    assert running.returncode in (0, -blow)
    lines = [json.loads(line) for line in written.splitlines()]
    assert {line["level"] for line in lines} == {"info"}  # a stream that had to be cut off would be an error
    assert [line["what"] for line in lines][:4] == ["open", "table opened", "match dealt", "table opened"]
    assert all({"at", "level", "from", "what"} <= set(line) for line in lines)
    for secret in (chair.key, "Very Private", "private remark", "seed", "Bearer"):
        assert secret not in written
    with living(tmp_path) as address, House(address).chair(chair.code, chair.seat, chair.key) as again:
        assert again.view().seat == chair.seat


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    with living(tmp_path) as address, pytest.raises(OSError, match=r"^Port \d+ is in use; .*--port"):
        serve(port=int(address.rsplit(":", 1)[1]), data=tmp_path)


def test_the_port_that_is_offered_instead_is_free() -> None:
    with ExitStack() as taken:
        first = taken.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = first.getsockname()[1]
        for near in range(port + 1, port + 4):
            with suppress(OSError):
                taken.enter_context(socket.create_server(("127.0.0.1", near)))
        with pytest.raises(OSError, match=f"Port {port} is in use") as refused:
            open_door("127.0.0.1", port)
        offered = int(str(refused.value).rpartition(" ")[2].rstrip("."))
        assert offered > port + 3
        open_door("127.0.0.1", offered).close()


def test_health_and_metrics(tmp_path: Path) -> None:
    game = speelhol.games()[0]
    with living(tmp_path, bot_pause=0.01) as address, House(address) as house:
        chair = house.open(game, speelhol.game(game).seats[0], "Ann", bots=True)
        view = chair.wait()
        assert view.offers is not None
        chair.play(view.offers.sample(random), view.moment)
        stream = chair.views()
        next(stream)
        text = house._line.fetch("GET", "/metrics").decode()
        stream.close()
        chair.close()
    values = {
        name: float(value) for name, _, value in (x.partition(" ") for x in text.splitlines() if not x.startswith("#"))
    }
    assert values["speelhol_moves_total"] >= 1
    assert values["speelhol_refusals_total"] == 0
    assert values["speelhol_commits_total"] >= values["speelhol_moves_total"] / 8
    assert values["speelhol_commit_seconds_count"] == values["speelhol_commits_total"]
    assert values["speelhol_render_seconds_count"] >= 1
    assert values["speelhol_open_streams"] == 1
    assert values["speelhol_tables"] == 1
    assert "speelhol_bot_seconds_count" in values
