"""Whom the owner of a house bans: people, and where they come from."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from speelhol.den.admin import AdminSettings

from .house import House
from .owners import KEY, dealt, do, house, opened, owner, people_in, visitor


def test_who_is_banned_is_out_under_whatever_name(tmp_path: Path) -> None:
    """Their stream ends, their keys open nothing, a new name from the same browser does not help; others play on."""
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host, visitor(address) as rude:
        path = dealt(host, (rude, "Rudy"))
        key = re.search(r"#([0-9a-f]{40})", rude.get(f"{path}/device").text)
        assert key is not None
        who = people_in(olga.get(f"/admin/tables/{path.removeprefix('/t/')}").text)
        assert set(who) == {"Hanna", "Rudy"}
        with rude.stream("GET", f"{path}/live?holder=") as stream:
            lines = stream.iter_lines()
            while not next(lines).startswith("data:"):
                pass
            do(olga, "ban", people=who["Rudy"], name="Rudy", days="7")
            list(lines)  # it ends
        for where in ("/", "/lobby", path, f"{path}/table", f"{path}/live?holder=", "/new", f"{path}/report"):
            answer = rude.get(where)
            assert (answer.status_code, "does not let you in" in answer.text) == (403, True), where
        assert rude.get("/static/tokens.css").status_code == 200
        rude.cookies.set("name", "Rosa", domain="127.0.0.1")
        assert rude.post("/new", data={"game": "thieves", "seats": "3", "name": "Rosa"}).status_code == 403
        api = f"{address}/api/tables{path.removeprefix('/t')}"
        bearer = {"authorization": f"Bearer {key[1]}"}
        for method, what in (("GET", "/view"), ("GET", "/events"), ("POST", "/resign")):
            answer = httpx.request(method, api + what, headers=bearer)
            assert (answer.status_code, answer.json()["reason"]) == (403, "banned"), what
        with visitor(address) as fresh:
            assert fresh.post(f"{path}/take", data={"key": key[1]}).status_code == 403
        assert host.get(path).status_code == 200
        ban = re.findall(r'name="ban" value="(\w+)"', olga.get("/admin/bans").text)
        assert len(ban) == 1
        do(olga, "lift", ban=ban[0])
        assert rude.get(path).status_code == 200


def test_who_comes_from_where_somebody_was_banned_is_out_too(tmp_path: Path) -> None:
    """No address is in the database, and none is remembered where the owner does not want it."""
    for days, count in ((14.0, 2), (0.0, 1)):
        path = tmp_path / str(days)
        path.mkdir()
        with house(path, AdminSettings(KEY, address_days=days)) as address, owner(address) as olga:
            with visitor(address) as rude:
                table = opened(rude, "Rudy")
                while "Rudy" not in olga.get("/admin/people").text and days:
                    rude.get(table)  # where somebody came from is written beside everything else
                who = people_in(olga.get(f"/admin{table.replace('/t/', '/tables/')}").text)
                do(olga, "ban", people=who["Rudy"], name="Rudy", places="1")
            rows = re.findall(r'name="ban" value="(\w+)"', olga.get("/admin/bans").text)
            assert len(rows) == count
            with closing(httpx.Client(base_url=address)) as fresh:
                assert (fresh.get("/").status_code == 403) == (count == 2)
            assert olga.get("/admin").status_code == 200  # the owner gets in all the same
        kept = b"".join(file.read_bytes() for file in path.iterdir())
        assert b"127.0.0.1" not in kept


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8::/48", "2001:db8::/48"),
        ("0.0.0.0/0", ""),
        ("10.0.0.0/8", ""),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("2001::/16", ""),
        ("somewhere", ""),
    ],
)
def test_a_range_that_is_banned(tmp_path: Path, given: str, kept: str) -> None:
    with house(tmp_path) as address, owner(address) as olga:
        answer = do(olga, "ban-range", range=given, days="1")
        assert (answer.status_code == 200) == bool(kept)
        assert re.findall(r"<b>([0-9a-f.:/]+)</b>", olga.get("/admin/bans").text) == ([kept] if kept else [])
        assert httpx.get(address).status_code == 200


def test_where_somebody_is_banned_the_pages_say_until_when(tmp_path: Path) -> None:
    """In place of the button: on the report, at the table and among the people; other people keep theirs."""
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host, visitor(address) as rude:
        path = dealt(host, (rude, "Bram"))
        rude.post(f"{path}/say", data={"text": "fools"})
        host.post(f"{path}/report", data={"what": "talk:0", "why": "rude"})
        table = f"/admin{path.replace('/t/', '/tables/')}"
        for days, words in (("7", "banned until 20"), ("", "banned for ever")):
            do(olga, "ban", people=people_in(olga.get(table).text)["Bram"], name="Bram", days=days)
            for where in ("/admin/reports", table, "/admin/people"):
                page = olga.get(where).text
                assert words in page, where
                assert "Bram" not in people_in(page), where
            assert "Hanna" in people_in(olga.get(table).text)
            for ban in re.findall(r'name="ban" value="(\w+)"', olga.get("/admin/bans").text):
                do(olga, "lift", ban=ban)


def test_the_list_of_people_goes_by_what_everybody_saw_them_do_last(tmp_path: Path) -> None:
    """Also within the hour in which somebody was written down; with a link to where they sit."""
    building = House(tmp_path)
    building.open()
    try:
        with owner(building.url) as olga, visitor(building.url) as host, visitor(building.url) as guest:
            path = dealt(host, (guest, "Bram"))

            def listed() -> list[tuple[str, str]]:
                page = olga.get("/admin/people").text
                return re.findall(r"<b>(\w+)</b>\s*<small>\w+ · last seen \S+ (\S+) UTC", page)

            while len(listed()) < 2:
                host.get(path)
            building.ahead += 1800.0
            for who, name in ((host, "Hanna"), (guest, "Bram"), (host, "Hanna")):
                building.ahead += 120.0
                before = dict(listed())
                who.post(f"{path}/say", data={"text": "hello"})
                while dict(listed())[name] == before[name]:
                    pass
                assert listed()[0][0] == name
            assert f'href="/admin/tables/{path.removeprefix("/t/")}"' in olga.get("/admin/people").text
            told = listed()
            building.ahead += 1200.0
            guest.get(path)
            assert listed() == told
    finally:
        building.close()
