"""Whoever guesses names waits, whichever way they guess; whoever holds a seat does not wait for their neighbours."""

from __future__ import annotations

import gc
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from speelhol.web.session.limits import RATES
from tests.house import living

from .visitors import GAME, SEATS, Browser, House, bearer, offered

MISSES = int(RATES["miss"][0])
PROOFS = int(RATES["proof"][0])


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever must wait, waits until the end of the test."""
    monkeypatch.setattr("speelhol.web.session.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


def lock_out(house: House) -> None:
    """Somebody at the same address guesses until they must wait."""
    answers = [house.client.get(f"/api/tables/velvet-lamp-{100 + n}").status_code for n in range(MISSES + 5)]
    assert answers[-1] == 429


def counted(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that the books are asked for from now on."""
    asked: list[str] = []
    find = house.den.store.find

    async def found(code: str) -> int | None:
        asked.append(code)
        return await find(code)

    monkeypatch.setattr(house.den.store, "find", found)
    return asked


def let_go(house: House, code: str) -> None:
    """The house forgets a table that nobody looks at; it is in the books."""
    house.run(house.den._let_go, house.den.memory.number_of(code))
    gc.collect()


def test_seat_holders_are_not_locked_out(strict: House) -> None:
    table, (host, guest) = strict.opened(people=2)
    key, code = bearer(strict, table, 1), table.code
    lock_out(strict)
    stranger = strict.visitor()
    assert stranger.get(f"/t/{code}").status_code == 429
    assert stranger.get(f"/t/{code}").status_code == 429  # with a cookie of its own
    assert strict.client.get(f"/api/tables/{code}").status_code == 429
    for path in ("", "/table", "/device", "/take"):
        assert host.get(f"/t/{code}{path}").status_code == 200, path
    assert host.post("/join", code=code).status_code == 303
    form = {"seat": "0", "part": offered(table, 0), "moment": table.moment(0)}
    assert host.post(f"/t/{code}/act", **form).status_code == 303
    assert strict.client.get(f"/api/tables/{code}/view", headers=key).status_code == 200
    play = {"action": offered(table, 1), "moment": table.moment(1)}
    assert strict.client.post(f"/api/tables/{code}/actions", headers=key, json=play).status_code == 200
    del table
    for holder in (host, guest) * (PROOFS // 2 + 1):  # asking for what is theirs never counts
        let_go(strict, code)
        assert holder.get(f"/t/{code}/take").status_code == 200  # a small page
    # another table's key or seat is none here
    assert strict.client.get("/api/tables/velvet-lamp-99", headers=key).status_code == 429


def test_seat_holders_decide_over_a_line_where_others_guess(tmp_path: Path) -> None:
    """The short way of a decision knows the holders of seats too."""
    with living(tmp_path, bot_pause=3600, generosity=1) as address, httpx.Client(base_url=address) as line:
        seated = line.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "A", "bots": True}).json()
        path, key = f"/api/tables/{seated['code']}", {"authorization": f"Bearer {seated['key']}"}
        view = line.get(f"{path}/view", headers=key).json()
        while line.get("/api/tables/no-such-table").status_code != 429:
            pass
        play = {"action": view["offers"]["choices"][0], "moment": view["moment"]}
        wrong = {"authorization": "Bearer " + "0" * 40}
        assert line.post(f"{path}/actions", headers=wrong, json=play).status_code == 429
        assert line.post(f"{path}/actions", headers=key, json=play).status_code == 200
        with line.stream("GET", f"{path}/events", headers=key) as events:
            assert events.status_code == 200


def test_a_locked_address_learns_nothing_by_claiming_a_seat(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right and wrong names get the same answer, and the books are hardly asked."""
    table, _ = strict.opened()
    other, _ = strict.opened()
    lock_out(strict)
    let_go(strict, other.code)
    names = [table.code, other.code, *(f"wicked-raven-{n}" for n in range(100, 200))]
    stranger = strict.visitor()
    stranger.cookies["speelhol"] = "x" * 32
    asked = counted(strict, monkeypatch)
    said: set[Any] = set()
    for name in names:
        for headers in ({}, {"authorization": "Bearer " + "0" * 40}):
            answer = stranger.get(f"/t/{name}", **headers)
            said.add((answer.status_code, answer.text.replace(name, ""), frozenset(answer.headers)))
    assert len(said) == 1
    assert len(asked) <= PROOFS + 5


# ---- the front page


def guess(browser: Browser, names: list[str]) -> httpx.Response:
    browser.cookies["tables"] = "/".join(names)
    return browser.get("/")


def test_the_front_page_is_no_place_to_guess(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names in a cookie count like those in an address; those that are no table of the visitor's are forgotten."""
    table, (host,) = strict.opened()
    other, _ = strict.opened()
    asked = counted(strict, monkeypatch)
    page = guess(host, ["velvet-lamp-99", table.code, other.code, "<b>", "velvet lamp 98"])
    assert table.code in page.text
    assert other.code not in page.text
    assert host.cookies["tables"] == table.code
    for n in range(100, 200):
        page = guess(host, [f"wicked-raven-{m}" for m in range(n, n + 5)] + [table.code])
        assert page.status_code == 200
        assert table.code in page.text, "whoever sits somewhere finds it"
    assert len(asked) <= MISSES + PROOFS + 10
    assert strict.visitor().get(f"/t/{other.code}").status_code == 429


def test_nothing_public_counts_tables(house: House) -> None:
    """Whether a name was right does not show in what everybody may read."""
    before = house.client.get("/health").json()
    house.opened()
    assert house.client.get("/health").json() == before
