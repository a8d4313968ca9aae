"""Whoever sits at a table looks at it as often as anybody could want to, and no oftener; others don't wait for it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from speelhol.web.pages import postcards
from speelhol.web.server.fast import FastPath
from speelhol.web.session.limits import RATES, Streams, Turns
from tests.house import awaited

from .visitors import Browser, House, bearer, offered


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever must wait, waits until the end of the test."""
    monkeypatch.setattr("speelhol.web.session.limits.time", SimpleNamespace(monotonic=lambda: 0.0))


def shown_at_tables(house: House) -> list[str]:
    """The address of everything that a table shows, on the short way and on the long one."""
    long = {route.path for route in house.app.routes if "GET" in getattr(route, "methods", ())}
    short = {
        path.replace("*", "{code}") for method, path in FastPath(house.app, Streams(1))._handlers if method == "GET"
    }
    paths = {path.replace("{code:str}", "{code}") for path in long | short}
    found = sorted(path for path in paths if "{code}" in path and not path.startswith("/admin/"))
    assert {"/t/{code}", "/t/{code}/live", "/t/{code}/replay", "/api/tables/{code}/view"} <= set(found)
    return found


def look_on(host: Browser, path: str) -> int:
    """How often somebody sees a page that they ask for without end."""
    return next(seen for seen in range(2_000) if host.get(path).status_code == 429)


def test_who_sits_there_does_not_look_without_end(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a table shows is counted by who sits there, with their cookie or key; nobody else waits for them."""
    monkeypatch.setattr(postcards, "house_of", lambda request: "")
    table, (host, guest) = strict.opened(people=2)
    other, (neighbour,) = strict.opened()
    keys = [bearer(strict, table, seat) for seat in (0, 1)]
    most = int(RATES["page"][0])
    assert look_on(host, f"/t/{table.code}/take") in range(most - 20, most + 1), "a small page"
    view = f"/api/tables/{table.code}/view"
    read = [strict.client.get(view, headers=keys[0]).status_code for _ in range(int(RATES["read"][0]) + 1)]
    assert (read[0], read[-1]) == (200, 429)
    for path in shown_at_tables(strict):
        for headers in ({}, keys[0]):
            answer = host.get(path.format(code=table.code), **headers)
            assert (answer.status_code, "very fast" in answer.text) == (429, True), path
            assert int(answer.headers["retry-after"]) >= 1
    assert host.get("/").status_code == 200
    device = strict.visitor()
    device.post(f"/t/{table.code}/take", key=strict.den.key(table, 0))
    assert device.get(f"/t/{table.code}").status_code == 429, "on all their devices together"
    for who, code, seat in ((guest, table.code, 1), (neighbour, other.code, 0)):
        assert who.get(f"/t/{code}").status_code == 200
        play = {"seat": str(seat), "part": offered(strict.table(code), seat)}
        assert who.post(f"/t/{code}/act", **play).status_code == 303
    assert strict.client.get(view, headers=keys[1]).status_code == 200


@awaited
async def test_pages_of_one_address_and_of_one_person_take_turns() -> None:
    """Whoever asks for many at once is served as often as others there, and an address as often as another."""
    turns, served = Turns(), []

    async def ask(place: str, person: str) -> None:
        await turns.wait(place, person)
        served.append(person)

    crowd = [ask("here", "greedy") for _ in range(50)]
    await asyncio.gather(*crowd, ask("here", "neighbour"), *(ask("there", "far") for _ in range(3)))
    assert len(served) == 54
    assert served.index("neighbour") <= 5
    assert max(n for n, who in enumerate(served) if who == "far") <= 10
    assert not turns._lines, "nobody is remembered"
