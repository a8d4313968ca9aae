"""The numbers of the house are for whoever looks after it: they count moves that nobody at the table can see."""

from __future__ import annotations

import asyncio
import re
from itertools import product
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from click.testing import CliRunner
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from speelhol.cli.serve import serve
from speelhol.web.server import run as serving
from speelhol.web.server.app import create_app
from speelhol.web.server.metrics import Access
from tests.house import living, url

from .owners import OWNER

KEY = "a-key-of-the-owner"


def ask(app: Any, client: str, headers: dict[str, str] | None = None, where: str = "/metrics") -> httpx.Response:
    """What a house answers to somebody at an address who asks for its numbers, or for another page."""

    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(client, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as line:
            return await line.get(where, headers=headers)

    return asyncio.run(get())


def answer(path: Path, access: Access, client: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """The same of a house that was just started."""
    return ask(create_app(url(path), access=access, admin=OWNER), client, headers)


def test_they_tell_how_often_each_layer_of_caches_had_what_was_wanted(tmp_path: Path) -> None:
    def counted() -> dict[tuple[str, str], float]:
        text = house.get("/metrics").text
        found = re.findall(r'^speelhol_cache_(\w+)_total{layer="(\w+)"} (\S+)$', text, re.MULTILINE)
        return {(kind, layer): float(number) for kind, layer, number in found}

    with living(tmp_path) as address, httpx.Client(base_url=address) as house:
        body = {"game": "thieves", "seats": 3, "name": "Ann", "bots": True}
        code = house.post("/api/tables", json=body).json()["code"]
        before = counted()
        assert set(before) == set(product(("hits", "misses"), ("table", "process")))
        assert [house.get(f"/t/{code}?watch=1").status_code for _ in range(3)] == [200] * 3
        now = counted()
    rose = {key for key in now if now[key] > before[key]}
    assert rose >= {("hits", "table"), ("misses", "table"), ("hits", "process")}


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_this_machine_may_read_them(tmp_path: Path, client: str) -> None:
    told = answer(tmp_path, Access(), client)
    assert told.status_code == 200
    assert "speelhol_moves_total" in told.text


STRANGERS: list[tuple[str, dict[str, str]]] = [
    ("203.0.113.9", {}),
    ("192.168.1.20", {}),
    ("203.0.113.9", {"x-forwarded-for": "127.0.0.1"}),
    ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}),
    ("127.0.0.1", {"x-forwarded-for": "127.0.0.1, 203.0.113.9"}),
    ("127.0.0.1", {"x-forwarded-for": ""}),
    ("127.0.0.1", {"forwarded": "for=203.0.113.9;proto=https"}),
    ("127.0.0.1", {"forwarded": 'for="[2001:db8::1]:4711"'}),
    ("127.0.0.1", {"forwarded": "proto=https"}),
    ("127.0.0.1", {"x-real-ip": "203.0.113.9"}),
    ("127.0.0.1", {"via": "1.1 proxy"}),
    ("127.0.0.1", {"cf-connecting-ip": "203.0.113.9"}),
    ("127.0.0.1", {"x-forwarded-proto": "https"}),
    ("203.0.113.9", {"authorization": "Bearer "}),
    ("203.0.113.9", {"authorization": "Bearer wrong"}),
]


@pytest.mark.parametrize("key", ["", KEY])
def test_nobody_else_may(tmp_path: Path, key: str) -> None:
    house = create_app(url(tmp_path), access=Access(key), admin=OWNER)
    for client, headers in STRANGERS:
        told = ask(house, client, headers)
        assert told.status_code == 403, (client, headers)
        assert "speelhol_" not in told.text
        assert told.text.count(".") == 1


def test_whoever_shows_the_key_may(tmp_path: Path) -> None:
    shown = {"authorization": f"Bearer {KEY}"}
    assert answer(tmp_path, Access(KEY), "203.0.113.9", shown).status_code == 200
    assert answer(tmp_path, Access(), "203.0.113.9", shown).status_code == 403


HERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1", "localhost", "127.0.0.1, 127.0.0.1")
"""What somebody writes who wants to be taken for this machine."""
SAID = [{}, {"x-forwarded-for": "203.0.113.9"}, *({"x-forwarded-for": one} for one in HERE)]
SAID += [{"x-real-ip": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}, {"forwarded": 'for="[::1]"'}]


@pytest.mark.parametrize("said", SAID)
def test_behind_a_proxy_nobody_is_a_neighbour_whatever_is_said(tmp_path: Path, said: dict[str, str]) -> None:
    """Neither to the numbers nor to the owner's side, from wherever the proxy asks."""
    house = create_app(url(tmp_path), access=Access(KEY, proxied=True), admin=OWNER)
    app = ProxyHeadersMiddleware(cast("Any", house), "127.0.0.1,::1,10.0.0.2")
    for client, where in product(("127.0.0.1", "::1", "10.0.0.2"), ("/metrics", "/admin")):
        told = ask(app, client, said, where)
        assert told.status_code == (403 if where == "/metrics" else 404), (client, where)


def test_the_key_comes_from_the_command_line_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(serving, "serve", lambda *_, **named: given.append(named["metrics_key"]))
    CliRunner().invoke(serve, ["--metrics-key", "one"])
    CliRunner().invoke(serve, [], env={"SPEELHOL_METRICS_KEY": "two"})
    CliRunner().invoke(serve, [])
    assert given == ["one", "two", ""]
