"""The log tells which of its lines belong to one request, and which moves were slow; nothing else of either."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from speelhol.cli import cli
from speelhol.client import House
from speelhol.den.deeds import SLOW
from speelhol.kernel import NOTHING
from speelhol.web.server.app import create_app
from speelhol.web.server.logs import Lines
from speelhol.web.server.metrics import Access
from tests.house import served, url

BEHIND = Access(proxied=True)


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the house writes, as its owner reads it."""
    to, logger = io.StringIO(), logging.getLogger("speelhol")
    handler, level = logging.StreamHandler(to), logger.level
    handler.setFormatter(Lines())
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield to
    logger.removeHandler(handler)
    logger.setLevel(level)


def lines(written: io.StringIO, what: str) -> list[dict[str, Any]]:
    return [line for text in written.getvalue().splitlines() if (line := json.loads(text))["what"] == what]


def play_a_little(address: str, moves: int = 2) -> None:
    """One person among bots that wait for nobody."""
    with House(address) as house:
        chair = house.open("thieves", 3, "Ada", bots=True, speed="instant")
        for _ in range(moves):
            chair.play(next(iter(chair.wait().offers or NOTHING)))
        chair.close()


def test_every_request_has_a_name_of_its_own_in_the_log(tmp_path: Path, written: io.StringIO) -> None:
    """On the short way and on the long one; what a visitor calls it counts for nothing."""
    with served(create_app(url(tmp_path), 0.0, 1e6, 0)) as address:
        for _ in range(2):
            body = {"game": "thieves", "seats": 3, "name": "Ada"}
            assert httpx.post(f"{address}/api/tables", json=body, headers={"x-request-id": "mine-1234"}).is_success
    names = [line["request"] for line in lines(written, "table opened")]
    assert len(names) == len(set(names)) == 2
    assert "mine-1234" not in names
    assert all("request" not in line for line in lines(written, "closed"))


def test_a_proxy_names_requests_in_plain_letters(tmp_path: Path, written: io.StringIO) -> None:
    given = {"a" * 32: True, "a" * 65: False, '"},{"what": 1': False, "short": False}
    with served(create_app(url(tmp_path), 0.0, 1e6, 0, BEHIND), "127.0.0.1") as address:
        for name in given:
            body = {"game": "thieves", "seats": 3, "name": "Ada"}
            assert httpx.post(f"{address}/api/tables", json=body, headers={"x-request-id": name}).is_success
    names = [line["request"] for line in lines(written, "table opened")]
    assert [name == called for name, called in zip(given, names, strict=True)] == list(given.values())
    assert all(names)


def test_a_fault_is_found_by_the_name_of_its_request(
    tmp_path: Path, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(url(tmp_path), 0.0, 1e6, 0, BEHIND)

    async def broken(_: str) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(app.state.den.store, "find", broken)
    with served(app, "127.0.0.1") as address:
        for path in ("/t/velvet-lamp-42", "/t/velvet-lamp-42/replay"):
            name = f"request{len(path)}"
            assert httpx.get(address + path, headers={"x-request-id": name}).status_code == 500
            assert [line["path"] for line in lines(written, "unexpected error") if line["request"] == name] == [path]


def test_slow_moves_are_told_and_others_are_not(tmp_path: Path, written: io.StringIO) -> None:
    """By the owner's own measure; with the table and the game, not with what was played or by whom."""
    app = create_app(url(tmp_path), 0.0, 1e6, 0, slow_move=0.0)
    with served(app) as address:
        play_a_little(address)
        told = lines(written, "a slow move")
        mine = [line for line in told if not line["bot"]]
        assert len(mine) == 2
        assert len({line["request"] for line in mine}) == 2
        assert set(mine[0]) == {"at", "level", "from", "what", "request", "game", "table", "bot", "seconds"}
        app.state.den.slow_move = 1e6
        settled = len(lines(written, "a slow move"))
        play_a_little(address)
        assert len(lines(written, "a slow move")) == settled


def test_the_owner_sets_what_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr("speelhol.web.server.run.serve", lambda *_, slow_move, **__: asked.append(slow_move))
    for given in ((), ("--slow-move", "0.25")):
        cli.commands["serve"].main(list(given), standalone_mode=False)
    assert asked == [SLOW, 0.25]
