"""Several processes at one port over PostgreSQL, and what people see when the database goes away."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.process import free_port
from click.testing import CliRunner
from playwright.async_api import Browser, expect

import speelhol
from speelhol.cli import cli
from speelhol.client import Chair, House, View
from speelhol.den import den as den_module
from speelhol.den.storage import store
from speelhol.web.server.capacity import Capacity
from speelhol.web.session import limits
from tests.den.conftest import prepare
from tests.house import living
from tests.postgres import Postgres

from .conftest import Run
from .house import House as LocalHouse
from .people import Person

GAME = "casa-de-papel"


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.prepared(prepare)


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def workers_of(parent: int) -> list[int]:
    """They are forked from a process that the parent keeps for it."""
    return [worker for child in children_of(parent) for worker in children_of(child) if not gone(worker)]


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def until(true: Any, seconds: float = 150) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health", timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def served(database: str, workers: int) -> Iterator[tuple[subprocess.Popen[str], str]]:
    port = free_port()
    command = ["serve", "--port", str(port), "--database", database, "--workers", str(workers), "--no-browser"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "speelhol", *command], stderr=subprocess.PIPE, text=True, env=env
    )
    try:
        until(lambda: answers(f"http://127.0.0.1:{port}"))
        yield running, f"http://127.0.0.1:{port}"
    finally:
        running.kill()
        running.communicate()


def test_one_match_through_two_processes_one_of_which_is_killed(database: str) -> None:
    with served(database, 2) as (running, address), House(address) as house:
        until(lambda: len(workers_of(running.pid)) == 2)
        seats = speelhol.game(GAME).seats[0]
        host = house.open(GAME, seats, "P0")
        chairs = [host, *(house.join(host.code, f"P{n}") for n in range(1, seats))]
        host.deal()
        noted: list[list[str]] = [[] for _ in chairs]
        killed = threading.Event()

        def play(chair: Chair, rng: random.Random) -> View:
            def choose(view: View) -> str:
                assert view.offers is not None
                action = str(view.offers.sample(rng))
                noted[chair.seat].append(action)
                if sum(map(len, noted)) > 30 and not killed.is_set():
                    killed.set()
                    os.kill(rng.choice(workers_of(running.pid)), signal.SIGKILL)
                return action

            return chair.play_with(choose, patience=120)

        threads = [threading.Thread(target=play, args=(chair, random.Random(chair.seat))) for chair in chairs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(240)
            assert not thread.is_alive()
        assert killed.is_set()
        record = speelhol.Record.from_bytes(host.record())
        assert speelhol.replay(record).over
        for chair in chairs:
            played = [action for seat, action in record.actions if seat == chair.seat]
            asked = iter(noted[chair.seat])
            assert all(action in asked for action in played)  # nothing that was not sent, nothing twice
        until(lambda: len(workers_of(running.pid)) == 2)
        until(lambda: answers(address))

        # all stop together, though streams are open at both
        streams = [chair.views() for chair in chairs for _ in range(2)]
        for stream in streams:
            next(stream)
        text = httpx.get(f"{address}/metrics").text
        numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(numbers["speelhol_moves_total"]) >= len(record.actions) - 3  # the killed one's last may be missing
        assert float(numbers["speelhol_open_streams"]) == len(streams)
        workers = workers_of(running.pid)
        running.send_signal(signal.SIGTERM)
        _, written = running.communicate(timeout=30)
        assert running.returncode == 0
        assert all(map(gone, workers))
        assert '"a worker died"' in written
        assert "did not close in time" not in written
        for secret in ("postgresql://", host.key, '"P0"', "seed"):
            assert secret not in written
        for chair in chairs:
            chair.close()


def test_workers_end_with_the_one_that_started_them(database: str) -> None:
    with served(database, 2) as (running, _):
        until(lambda: len(workers_of(running.pid)) == 2)
        workers = workers_of(running.pid)
        running.kill()
        running.wait()
        until(lambda: all(map(gone, workers)))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--workers", "2"], "PostgreSQL"),
        (["--database", "mysql://somewhere"], "sqlite:///FILE or postgresql://"),
        (["--database", "postgresql://nobody@/nowhere?host=/nowhere"], "is PostgreSQL running"),
    ],
)
def test_what_can_not_be_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.setattr(den_module, "OPENING", 0.1)
    result = CliRunner().invoke(cli, ["serve", "--port", str(free_port()), "--data", str(tmp_path), *arguments])
    assert result.exit_code != 0
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_database_that_refuses_us_is_said_in_a_sentence(postgres: Postgres) -> None:
    result = CliRunner().invoke(cli, ["serve", "--port", str(free_port()), "--database", postgres.url("no_such_one")])
    assert result.exit_code != 0
    assert 'database "no_such_one" does not exist' in result.output


@pytest.mark.parametrize(
    ("given", "trusted"), [([], None), (["--proxy"], "127.0.0.1,::1"), (["--proxy", "10.0.0.2"], "10.0.0.2")]
)
def test_the_option_for_a_proxy(given: list[str], trusted: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("speelhol.web.server.run.serve", lambda *_, **options: asked.update(options))
    assert CliRunner().invoke(cli, ["serve", *given]).exit_code == 0
    assert asked["proxy"] == trusted


# ---- streams


def test_a_flood_of_streams_is_turned_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.MOST, "streams", 10)  # half of them for those who sit
    monkeypatch.setattr("speelhol.web.server.run.capacity", lambda: Capacity(16, 100))
    with living(tmp_path, generosity=1.0, proxy="127.0.0.1") as address, House(address) as house:
        chair = house.open(GAME, speelhol.game(GAME).seats[0], "Ann", bots=True)
        live, events = f"{address}/t/{chair.code}/live", f"{address}/api/tables/{chair.code}/events"
        with httpx.Client(timeout=10) as client:

            def listen(where: str) -> httpx.Response:
                request = client.build_request("GET", live, headers={"X-Forwarded-For": where, "X-Speelhol": "1"})
                return client.send(request, stream=True)

            open_here = [listen("192.0.2.1") for _ in range(5)]
            assert {answer.status_code for answer in open_here} == {200}
            refused = listen("192.0.2.1")
            assert (refused.status_code, refused.read().decode()[:15]) == (429, "Very many pages")
            assert refused.headers["retry-after"]
            open_there = [listen("192.0.2.2") for _ in range(3)]
            assert {answer.status_code for answer in open_there} == {200}
            full = client.get(events, headers={"X-Forwarded-For": "192.0.2.3"})
            assert (full.status_code, full.json()["reason"]) == (503, "house-full")
            for answer in open_here:
                answer.close()
            until(lambda: _once(listen("192.0.2.1")) == 200)  # there is room again
            for answer in open_there:
                answer.close()
        chair.close()


def _once(answer: httpx.Response) -> int:
    answer.close()
    return answer.status_code


# ---- a database that goes away


def test_everybody_is_told_in_a_sentence(
    database: str, postgres: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Who only looks is not told of saving; and the log says why, though nobody asks /ready."""
    (tmp_path / "database").write_text(database)
    with living(tmp_path) as address, House(address) as house:
        chair = house.open(GAME, speelhol.game(GAME).seats[0], "Ann", bots=True)
        page = f"{address}/t/{chair.code}"
        postgres.stop()
        try:
            answer = httpx.get(page)
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (503, "text/html")
            assert "can’t reach its data right now" in answer.text
            assert "save" not in answer.text
            answer = httpx.get(page, headers={"X-Speelhol": "1", "Accept-Language": "nl"})
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (503, "text/plain")
            assert answer.text.startswith("We kunnen nu even niets bewaren")
            answer = httpx.get(f"{address}/api/tables/{chair.code}")
            assert (answer.status_code, answer.json()["reason"]) == (503, "books-away")
            assert answer.headers["retry-after"]
            with pytest.raises(ConnectionError, match="save right now"):
                chair.view()
        finally:
            postgres.start()
        until(lambda: httpx.get(page).status_code == 200)
        chair.close()
    broke = [record for record in caplog.records if record.message == "the line to the database broke"]
    assert broke
    assert all(vars(record)["why"] for record in broke)


def test_a_page_says_so_and_goes_on(
    browser: Browser,
    run: Run,
    database: str,
    postgres: Postgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    house = LocalHouse(tmp_path, bot_pause=0.05, database=database)
    house.open()

    async def scene() -> None:
        ann = await Person.come(browser, house.url, "Ann")
        await ann.open_table(GAME, speelhol.game(GAME).seats[0])
        fill = ann.page.locator("button[form=bots][value=rest]")
        postgres.stop()
        try:
            await fill.click()
            await expect(ann.page.locator("#offline")).to_contain_text("save right now")
            await expect(ann.page.locator("#offline")).to_be_visible()
        finally:
            postgres.start()
        await expect(ann.page.locator("#offline")).to_be_hidden()
        await ann.bots_for_the_rest()
        await ann.deal()
        await ann.leave()

    run(scene())
    house.close()


# ---- one table, one process


def answers_at(path: str) -> bool:
    """Whether a page is there; whoever asks while a process dies may have to ask again."""
    try:
        return httpx.get(path, timeout=10).status_code == 200
    except httpx.HTTPError:
        return False


def holders(client: int, processes: Iterable[int]) -> set[int]:
    """Which of some processes hold the connection that a client has from this port of its own."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(parts[9] for parts in lines if int(parts[2].split(":")[1], 16) == client)
    return {process for process in processes if inode in sockets(process)}


def sockets(process: int) -> set[str]:
    """The numbers of a process's sockets."""
    found = set()
    for one in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.add(str(one.readlink()).removeprefix("socket:[").removesuffix("]"))
    return found


def has_door(process: int) -> bool:
    """Whether a worker takes connections from the others."""
    lines = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    doors = {parts[6] for parts in lines if len(parts) > 7 and "/worker-" in parts[7]}
    return not doors.isdisjoint(sockets(process))


def holder(client: int, processes: Iterable[int]) -> int:
    """The one that holds it, once the other one has let go."""
    until(lambda: len(holders(client, processes)) == 1)
    return holders(client, processes).pop()


def many_at_once(house: House, address: str, parent: int) -> None:
    """More than the system keeps for a worker that is busy are served by one, too."""
    host, _, port = address.removeprefix("http://").partition(":")
    with house.open(GAME, speelhol.game(GAME).seats[0], "Ann", bots=True) as chair, ExitStack() as later:
        lines = [later.enter_context(socket.create_connection((host, int(port)))) for _ in range(40)]
        for line in lines:
            line.sendall(f"GET /api/tables/{chair.code}/events HTTP/1.1\r\nHost: {address[7:]}\r\n\r\n".encode())
        for line in lines:
            line.settimeout(20)
            assert line.recv(12) == b"HTTP/1.1 200"
        processes = workers_of(parent)
        assert len({holder(line.getsockname()[1], processes) for line in lines}) == 1


def test_the_people_of_a_table_are_served_by_one_process(database: str) -> None:
    """Whichever their connections came to first, and however many come at once; and by another one, as long as that one
    is not there."""
    with served(database, 2) as (running, address), House(address) as house, ExitStack() as later:
        until(lambda: sum(map(has_door, workers_of(running.pid))) == 2)
        many_at_once(house, address, running.pid)
        for _ in range(5):
            with house.open(GAME, speelhol.game(GAME).seats[0], "Ann", bots=True) as chair:
                path = f"{address}/api/tables/{chair.code}"
                kept, serving = [], set()  # a reader that is dropped hangs up
                for _ in range(8):
                    stream = later.enter_context(httpx.stream("GET", f"{path}/events", timeout=60))
                    kept.append(stream.iter_lines())
                    assert next(kept[-1]) == "retry: 1000"
                    _, port = stream.extensions["network_stream"].get_extra_info("client_addr")
                    serving.add(holder(port, workers_of(running.pid)))
                (serves,) = serving
                assert serves
        os.kill(serves, signal.SIGKILL)
        until(lambda: gone(serves))
        until(lambda: answers_at(path))
