"""Decisions over a real connection: taken on the short way, refused on the long one, and never tried twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from bench import read_metrics
from tests.house import living

GAME, SEATS = "casa-de-papel", 4


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("fast"), bot_pause=3600) as url:
        yield url


@pytest.fixture
def house(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


def counted(address: str, name: str) -> float:
    return read_metrics.read(urlsplit(address).port or 0)[name]


def seated(house: httpx.Client) -> tuple[str, dict[str, str], dict[str, Any]]:
    """A dealt table: its path, the key of its host, and the host's view."""
    seat = house.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "A", "bots": True}).json()
    path, key = f"/api/tables/{seat['code']}", {"authorization": f"Bearer {seat['key']}"}
    return path, key, house.get(f"{path}/view", headers=key).json()


def test_a_program_decides(house: httpx.Client, address: str) -> None:
    path, key, view = seated(house)
    moves, refusals = counted(address, read_metrics.MOVES), counted(address, read_metrics.REFUSALS)
    play = {"action": view["offers"]["choices"][0], "moment": view["moment"]}
    done = house.post(f"{path}/actions", headers=key, json=play)
    assert (done.status_code, done.json()) == (200, {"ok": True})
    assert done.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in done.headers["content-security-policy"]
    assert house.get(f"{path}/view", headers=key).json()["answer"] == play["action"]
    again = house.post(f"{path}/actions", headers=key, json=play)
    assert (again.status_code, again.json()["reason"]) == (409, "stale")
    late = house.post(f"{path}/actions", headers=key, json={"action": play["action"]})
    assert (late.status_code, late.json()["rule"]) == (409, "house/table.turn")
    assert counted(address, read_metrics.MOVES) == moves + 1
    assert counted(address, read_metrics.REFUSALS) == refusals + 2  # each was tried once


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"headers": {"authorization": "Bearer wrong"}}, 401),
        ({"headers": {}}, 401),
        ({"json": {"action": {"do": "no-such-thing"}}}, 400),
        ({"json": {"action": "no such thing"}}, 400),
        ({"json": {"nothing": 1}}, 400),
        ({"json": None, "content": b"{"}, 400),
        ({"json": None, "content": b"[" * 15_000}, 400),
        ({"json": None, "content": b" " * 30_000}, 413),
        ({"headers": {"origin": "http://elsewhere.example"}}, 403),
    ],
)
def test_what_is_no_decision_goes_the_usual_way(house: httpx.Client, change: dict[str, Any], status: int) -> None:
    path, key, view = seated(house)
    asked: dict[str, Any] = {"headers": key, "json": {"action": view["offers"]["choices"][0]}, **change}
    answer = house.post(f"{path}/actions", **asked)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert house.get(f"{path}/view", headers=key).json()["answer"] is None


def test_a_page_decides(house: httpx.Client, address: str) -> None:
    opened = house.post("/new", data={"game": GAME, "seats": str(SEATS), "name": "A", "bots": "1"})
    path = opened.headers["location"]
    page = house.get(path).text
    values = {name: unescape(re.findall(rf'name="{name}" value="([^"]*)"', page)[0]) for name in ("moment", "part")}
    listens = {"x-speelhol": "listens", "origin": address, "sec-fetch-site": "same-origin"}
    refusals = counted(address, read_metrics.REFUSALS)
    for wrong in ({"seat": "1"}, {"part": ""}, {"moment": "gone"}):
        no = house.post(f"{path}/act", data={"seat": "0", **values, **wrong}, headers=listens)
        assert no.status_code >= 400
        assert 'id="refusal"' in no.text
    assert counted(address, read_metrics.REFUSALS) == refusals + 1  # only the last one came as far as the table
    foreign = house.post(
        f"{path}/act", data={"seat": "0", **values}, headers={**listens, "origin": "http://else.example"}
    )
    assert foreign.status_code == 403
    done = house.post(f"{path}/act", data={"seat": "0", **values}, headers=listens)
    assert (done.status_code, done.content) == (204, b"")
    assert "content-security-policy" in done.headers
    assert values["moment"] not in house.get(path).text


def test_a_seat_that_is_very_fast_is_slowed_down(tmp_path: Path) -> None:
    with living(tmp_path, bot_pause=3600, generosity=0.05) as url, httpx.Client(base_url=url, timeout=60) as house:
        path, key, view = seated(house)
        play = {"action": view["offers"]["choices"][0], "moment": "gone"}
        answers = [house.post(f"{path}/actions", headers=key, json=play) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [409, 409, 409, 429, 429]
        assert int(answers[-1].headers["retry-after"]) > 0
