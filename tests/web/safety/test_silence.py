"""What is not told, and not given without end."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from speelhol.web.session.limits import RATES
from tests.house import living

from .visitors import GAME, SEATS, House, bearer, offered

# ---- too much


def test_limits_say_so(strict: House) -> None:
    table, (host,) = strict.opened(people=1, deal=False)
    for _ in range(int(RATES["say"][0])):
        assert host.post(f"/t/{table.code}/say", text="hi").status_code == 303
    answer = host.post(f"/t/{table.code}/say", text="hi")
    assert answer.status_code == 429
    assert "very fast" in answer.text
    # a fresh cookie does not help, for those who have no chair
    statuses = [strict.visitor().post(f"/t/{table.code}/say", text="spam").status_code for _ in range(12)]
    assert statuses[-1] == 429
    statuses = [
        strict.client.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "X"}).status_code
        for _ in range(int(RATES["open"][0]) + 2)
    ]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    answer = strict.visitor().post("/new", game=GAME, seats=str(SEATS), name="Ann")
    assert answer.status_code == 429
    answer = strict.client.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "X"})
    assert answer.json()["reason"] == "too-fast"
    assert int(answer.headers["retry-after"]) >= 1


def test_a_host_does_not_fill_the_log(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What hosts do is read by everybody and kept for ever: on pages and by JSON it is done so often and no oftener,
    and moves are not counted with it."""
    monkeypatch.setattr("speelhol.web.session.limits.time", SimpleNamespace(monotonic=lambda: 0.0))
    table, (host,) = strict.opened()
    most = int(RATES["host"][0])
    for number in range(most):
        assert host.post(f"/t/{table.code}/pause", paused=str((number + 1) % 2)).status_code == 303
    key = bearer(strict, table, 0)
    seq = table.seq
    answer = host.post(f"/t/{table.code}/speed", speed="instant")
    assert (answer.status_code, "very fast" in answer.text) == (429, True)
    path = f"/api/tables/{table.code}"
    spent = [strict.client.post(f"{path}/pause", json={"paused": False}, headers=key).status_code for _ in range(most)]
    assert set(spent) == {200}
    for deed, body in (("pause", {}), ("settings", {"talk": False}), ("silence", {"who": 1})):
        assert strict.client.post(f"{path}/{deed}", json=body, headers=key).status_code == 429, deed
    assert table.seq == seq
    assert host.post(f"/t/{table.code}/act", seat="0", part=offered(table, 0)).status_code == 303


def test_one_address_does_not_fill_the_lobby(strict: House) -> None:
    """Whoever lists table after table gets few of them shown; others there still find a chair by it, which is not
    counted as opening a table is."""
    asked = {"game": GAME, "seats": str(SEATS), "name": "Ann", "listed": "1"}
    tables = [strict.visitor().post("/new", **asked) for _ in range(int(RATES["open"][0]) + 2)]
    assert [one.status_code for one in tables[:5]] == [303, 303, 303, 409, 409]
    assert "wait in the lobby" in tables[4].text
    assert tables[-1].status_code == 429
    assert len(strict.client.get("/api/lobby").json()) == 3
    guests = [strict.visitor().post("/lobby/quick", name=f"G{n}", game=GAME, when="soon") for n in range(3)]
    assert [one.status_code for one in guests] == [303] * 3
    seated = strict.client.post("/api/lobby", json={"name": "Robota", "game": GAME, "soon": True, "bots": False})
    assert seated.status_code == 201
    answer = strict.client.post("/api/lobby", json={"name": "Robota", "game": "thieves", "bots": True})
    assert answer.status_code == 429, "a new one"


# ---- what is not told


def test_nothing_tells_one_missing_table_from_another(house: House) -> None:
    """Every way to a table that is not there gives the same answer, whatever the code looks like."""
    for suffix in ("", "/table", "/live", "/device", "/take", "/record"):
        sizes = set()
        for code in ("velvet-lamp-11", "velvet-lamp-12", "wicked-raven-99"):
            answer = house.client.get(f"/t/{code}{suffix}")
            assert answer.status_code == 404
            sizes.add(answer.text.replace(code, "").replace(suffix, ""))
        assert len(sizes) == 1, suffix


def test_what_can_not_be_read_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody could fill a disk with it; and a phone that loses its network is no trouble of the house."""
    caplog.set_level(logging.INFO)
    with living(tmp_path) as address:
        host, _, port = address.removeprefix("http://").partition(":")
        caplog.clear()
        for _ in range(3):
            answer = httpx.post(
                f"{address}/api/tables", content="[" * 2000, headers={"content-type": "application/json"}
            )
            assert answer.status_code == 400
        form = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 40"
        for cut in (f"POST /language HTTP/1.1\r\nhost: {host}\r\n{form}\r\n\r\nlang", "nonsense\r\n\r\n"):
            with socket.create_connection((host, int(port))) as line:
                line.sendall(cut.encode())
                line.shutdown(socket.SHUT_WR)
                line.settimeout(10)
                while line.recv(4096):
                    pass
        assert httpx.get(f"{address}/health").status_code == 200
        told = [record for record in caplog.records if record.name.partition(".")[0] in ("speelhol", "uvicorn")]
        assert not [record.getMessage() for record in told if record.levelno > logging.INFO]


def test_no_secrets_in_logs(house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.DEBUG)
    table, (host,) = house.opened()
    key = house.den.key(table, 0)
    host.post(f"/t/{table.code}/act", seat="0", part=offered(table, 0))
    house.client.get(f"/api/tables/{table.code}/view", headers={"authorization": f"Bearer {key}"})
    house.visitor().post(f"/t/{table.code}/take", key=key)

    async def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(house.den.store, "_commit", fail)
        answer = host.post(f"/t/{table.code}/undo", seat="0")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "disk" not in answer.text
    assert "the disk is gone" in caplog.text
    own = "\n".join(
        logging.Formatter().format(record)
        for record in caplog.records
        if record.name.startswith(("speelhol", "uvicorn"))
    )
    assert table.playing.seed is not None
    for secret in (table.playing.seed, key, host.cookies["speelhol"], house.den.secret):
        assert secret not in own


def test_streams_show_the_reader_and_nobody_else(tmp_path: Path) -> None:
    """Over a real line: each stream holds what its own reader may see, and a stranger's only the open table."""
    with living(tmp_path, bot_pause=3600) as address, httpx.Client(base_url=address) as api:
        seated = api.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "A"}).json()
        other = api.post(f"/api/tables/{seated['code']}/sit", json={"name": "B"}).json()
        auth = {"authorization": f"Bearer {seated['key']}"}
        api.post(f"/api/tables/{seated['code']}/bots", headers=auth)
        api.post(f"/api/tables/{seated['code']}/deal", headers=auth)
        path = f"{address}/api/tables/{seated['code']}/events"
        views = [first(path, {"authorization": f"Bearer {who['key']}"}) for who in (seated, other)]
        nobody = first(path, {})
        assert [view["seat"] for view in (*views, nobody)] == [0, 1, None]
        assert nobody["offers"] is None
        assert views[0]["now"] != views[1]["now"]
        with httpx.stream("GET", path, headers={"authorization": "Bearer wrong"}) as refused:
            assert refused.status_code == 401
        page = first_page(f"{address}/t/{seated['code']}/live?holder=0")
        assert page == first_page(f"{address}/t/{seated['code']}/live?holder=1")


def first(path: str, headers: dict[str, str]) -> dict[str, Any]:
    return dict(json.loads(_line(path, headers)))


def first_page(path: str) -> str:
    return str(json.loads(_line(path, {})))


def _line(path: str, headers: dict[str, str]) -> str:
    with httpx.stream("GET", path, headers=headers, timeout=10) as answer:
        return next(line for line in answer.iter_lines() if line.startswith("data: ")).removeprefix("data: ")
