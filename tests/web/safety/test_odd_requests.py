"""What no browser sends: every route, method, cookie, header and body made of odd pieces. `bench.odd_requests` goes on
for as long as one likes; here it is tried for a few seconds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.odd_requests import attack

from speelhol.web.session.limits import RATES

from .visitors import House, bearer


@pytest.mark.parametrize("seed", [1, 3])
def test_odd_requests_are_answered_in_a_sentence(tmp_path: Path, seed: int) -> None:
    statuses, wrong = asyncio.run(attack(tmp_path, 800, seed))
    assert not wrong, "\n".join(wrong)
    assert {200, 303, 400, 401, 403, 404, 405, 409} <= set(statuses), "they come to all parts of the house"


def test_remembered_names_in_other_letters(house: House) -> None:
    """A cookie may hold anything; a table is shown all the same."""
    table, (host,) = house.opened()
    for cookie in ("ключ", "é/ü", "%00", "x" * 5_000, "/" * 50, '"', "a;b"):
        raw = f"speelhol={host.cookies['speelhol']}; tables={cookie}; name={cookie}".encode()
        for path in ("/", f"/t/{table.code}", "/new"):
            answer = house.client.get(path, headers={b"cookie": raw})
            assert answer.status_code == 200, (cookie, path)
    assert table.code in host.cookies.get("tables", table.code)


@pytest.mark.parametrize("length", [200, 255, 400, 5_000])
def test_long_names_of_files(house: House, length: int) -> None:
    for sign in ("x", "%C3%A9"):
        answer = house.client.get("/static/" + sign * length)
        assert answer.status_code == 404
        assert len(answer.content) < 10_000


def test_there_is_nothing_below_a_file(house: House) -> None:
    for path in ("/static/tokens.css/more", "/static/art.svg/%D9%A3"):
        assert house.client.get(path).status_code == 404, path


def test_who_only_looks_is_counted_and_who_plays_is_not(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "look", (RATES["look"][0], 0.01))  # however slow this machine is
    table, (host,) = strict.opened()
    key = bearer(strict, table, 0)
    most = int(RATES["look"][0])
    limits = strict.app.state.limits
    for _ in range(most - 20):
        limits.spend("look", "127.0.0.1")
    assert 429 in {strict.client.get("/api/games").status_code for _ in range(60)}
    stranger = strict.visitor()
    for path in (f"/t/{table.code}", f"/api/tables/{table.code}", "/rules/thieves", "/gallery"):
        assert 429 in {stranger.get(path).status_code for _ in range(30)}, path
    assert host.get(f"/t/{table.code}").status_code == 200
    assert strict.client.get(f"/api/tables/{table.code}/view", headers=key).status_code == 200
    assert strict.client.get("/static/den.js").status_code == 200
    assert strict.client.get("/health").status_code == 200
