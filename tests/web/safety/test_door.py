"""The door of a table whose host is asked first: nobody stands in it so broadly that no friend comes through."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from speelhol.den.tables.hosting import MOST_KNOCKS_EACH
from tests.house import living

from .visitors import GAME, SEATS

Knock = Callable[["Street", str, str, str], int]


class Street(httpx.Client):
    """Where strangers come from: each with a fresh cookie, from a place of their own."""

    def knocks(self, path: str, place: str, **more: Any) -> int:
        self.cookies.clear()
        return self.post(path, headers={"x-forwarded-for": place, **more.pop("headers", {})}, **more).status_code


def by_page(street: Street, code: str, name: str, place: str) -> int:
    return street.knocks(f"/t/{code}/sit", place, data={"name": name})


def by_program(street: Street, code: str, name: str, place: str) -> int:
    return street.knocks(f"/api/tables/{code}/sit", place, json={"name": name})


def by_lobby(street: Street, code: str, name: str, place: str) -> int:
    return street.knocks("/lobby/sit", place, data={"code": code}, headers={"cookie": f"name={name}"})


@pytest.mark.parametrize("knock", [by_page, by_program, by_lobby])
def test_one_address_does_not_fill_a_door(tmp_path: Path, knock: Knock) -> None:
    """Whichever way somebody knocks, with however many fresh cookies, and from however many addresses of one network;
    friends find room, and nobody who waits is pushed out. Of addresses nothing is written down."""
    with living(tmp_path, proxy="127.0.0.1") as address, Street(base_url=address) as street:
        host = street.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "Ann"}).json()
        code, key = host["code"], {"authorization": f"Bearer {host['key']}"}
        asks = street.post(f"/api/tables/{code}/settings", json={"approve": True, "listed": True}, headers=key)
        assert asks.status_code == 200
        far = [knock(street, code, f"Rude{n}", f"2001:db8:1:2::{n + 1}") for n in range(2 * MOST_KNOCKS_EACH)]
        near = [knock(street, code, f"Bad{n}", "203.0.113.9") for n in range(2 * MOST_KNOCKS_EACH)]
        for answers in (far, near):
            assert all(status < 400 for status in answers[:MOST_KNOCKS_EACH])
            assert set(answers[MOST_KNOCKS_EACH:]) == {409}
        assert knock(street, code, "Bea", "198.51.100.7") < 400
        waiting = [one["name"] for one in street.get(f"/api/tables/{code}").json()["knocks"]]
        assert waiting == ["Rude0", "Rude1", "Rude2", "Bad0", "Bad1", "Bad2", "Bea"]
    with closing(sqlite3.connect(tmp_path / "speelhol.db")) as database:
        kept = "".join(text for (text,) in database.execute("SELECT entry FROM log"))
    assert kept.count('"place"') == len(waiting)
    assert not [place for place in ("2001:db8", "203.0.113.9", "198.51.100.7") if place in kept]


def test_the_host_sends_all_of_them_away_at_once(tmp_path: Path) -> None:
    """Those whom they saw: whoever knocked after the page was drawn still waits."""
    with (
        living(tmp_path, proxy="127.0.0.1") as address,
        Street(base_url=address) as street,
        httpx.Client(base_url=address) as host,
    ):
        path = host.post("/new", data={"game": GAME, "seats": str(SEATS), "name": "Ann"}).headers["location"]
        code = path.removeprefix("/t/")
        host.post(f"{path}/settings", data={"approve": "1"})
        assert by_page(street, code, "Rude", "203.0.113.1") == 303
        assert 'name="before"' not in host.get(path).text
        assert by_page(street, code, "Bad", "203.0.113.2") == 303
        page = host.get(path).text
        assert re.search(r'name="who" value="1">\s*<input type="hidden" name="before" value="1">', page)
        assert "Send all of them away" in page
        assert by_page(street, code, "Bea", "203.0.113.3") == 303
        no = {"who": "1", "before": "1", "yes": "0"}
        assert street.knocks(f"{path}/answer", "203.0.113.4", data=no) == 403
        assert host.post(f"{path}/answer", data=no).status_code == 303
        facts = host.get(f"/api/tables/{code}").json()
        assert [one["name"] for one in facts["knocks"]] == ["Bea"]
        assert [one["name"] for one in facts["sent"]] == ["Rude", "Bad"]
        yes = {"who": "2", "before": "1", "yes": "1"}
        assert host.post(f"{path}/answer", data=yes).status_code == 303
        assert [chair["name"] for chair in host.get(f"/api/tables/{code}").json()["chairs"]][:2] == ["Ann", "Bea"]
