"""The lobby over HTTP: found, joined in one tap, live; of private tables nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from playwright.async_api import Browser, expect

from .conftest import Run
from .gathering import GAME, opened, sits, visitor, watching
from .house import House
from .people import Person


@pytest.fixture
def house(still_house: House) -> House:
    return still_house


@contextmanager
def lobby(who: httpx.Client) -> Iterator[Iterator[bytes]]:
    """What the lobby's stream brings, as it comes."""
    with who.stream("GET", "/lobby/live?", timeout=60) as stream:
        yield (line.encode().removeprefix(b"data: ") for line in stream.iter_lines() if line.startswith("data: {"))


def listed(host: httpx.Client, **more: str) -> str:
    """A table that looks for players: its path."""
    data = {"game": GAME, "seats": "4", "name": "Ann", "listed": "1", **more}
    return str(host.post("/new", data=data).headers["location"])


def codes(who: httpx.Client) -> set[str]:
    return {one["code"] for one in who.get("/api/lobby").json()}


def test_a_table_is_found_and_joined_in_one_tap(house: House) -> None:
    """Without a script too; by the name that one has, or as a guest, never as somebody who sits there."""
    with visitor(house) as host, visitor(house, "Bram") as guest, visitor(house, "Ann") as other:
        path = listed(host, welcome="new")
        code = path.rpartition("/")[2]
        with watching(host, path) as news:
            next(news)
            for where in ("/lobby", "/"):  # the front page shows the newest ones, too
                page = guest.get(where).text
                assert 'action="/lobby/sit"' in page
                assert f'value="{code}"' in page
                assert "opened by Ann" in page
                assert "First-timers welcome" in page
                assert 'action="/lobby/quick"' in page
            joined = guest.post("/lobby/sit", data={"code": code})
            assert (joined.status_code, joined.headers["location"]) == (303, path)
            assert other.post("/lobby/sit", data={"code": code}).status_code == 303
            assert [chair.name for chair in house.table(code).chairs] == ["Ann", "Bram", "Ann 2", ""]
            assert guest.post("/lobby/sit", data={"code": code}).status_code == 303  # sits there already
            host.post(f"{path}/settings", data={"listed": "0"})
            assert f'value="{code}"' not in guest.get("/lobby").text + guest.get("/").text


@pytest.mark.parametrize("where", ["/lobby", "/"])
def test_who_sits_down_from_the_lobby_is_asked_for_a_name(house: House, browser: Browser, run: Run, where: str) -> None:
    """There is one field for it on the page, whichever seat one takes; and the browser keeps it."""

    async def visit(code: str) -> None:
        bram = await Person.come(browser, house.url, "Bram")
        await bram.go(where)
        sit, field = bram.page.locator(f"button[value='{code}']"), bram.page.get_by_label("Your name")
        await field.fill("")
        await sit.click()
        await expect(field).to_be_focused()  # asked for it, and nobody sits
        assert not house.table(code).chairs[1].taken
        await field.fill("Bram")
        await sit.click()
        await bram.page.wait_for_url(f"**/t/{code}")
        assert house.table(code).chairs[1].name == "Bram"
        await bram.go(where)
        await expect(field).to_have_value("Bram")

    with visitor(house) as host, watching(host, path := listed(host)) as news:
        next(news)
        run(visit(path.rpartition("/")[2]))


def test_the_lobby_is_live_and_the_same_for_all(house: House) -> None:
    """One stream each, the same bytes to all who read a language."""
    with visitor(house) as host, visitor(house) as one, visitor(house) as two, lobby(one) as here, lobby(two) as there:
        assert next(here) == next(there)
        path = listed(host)
        code = path.rpartition("/")[2]
        with watching(host, path) as news:
            next(news)
            first, second = next(here), next(there)
            while code.encode() not in first:
                first, second = next(here), next(there)
            assert first == second
            host.post(f"{path}/fill")
            host.post(f"{path}/deal")
            while code.encode() in first:
                first = next(here)
            assert json.loads(first)["n"] > 2


def test_of_private_tables_nothing_shows(house: House) -> None:
    """Neither in the page nor in JSON nor in the stream: not what they are, not that there are any, not when."""
    with visitor(house) as host, visitor(house) as guest, visitor(house) as looker, lobby(looker) as news:
        next(news)
        before = (looker.get("/api/lobby").content, looker.get("/lobby").text.partition('id="live"')[2])
        path = opened(host)
        with watching(host, path) as mine:
            next(mine)
            sits(guest, path, "Gus")
            host.post(f"{path}/settings", data={"approve": "1"})
            host.post(f"{path}/fill")
            host.post(f"{path}/deal")
            after = (looker.get("/api/lobby").content, looker.get("/lobby").text.partition('id="live"')[2])
            assert after == before
            marker = listed(guest)  # the next thing that the stream brings
            with watching(guest, marker) as theirs:
                next(theirs)
                heard = next(news)
                assert marker.rpartition("/")[2].encode() in heard
                assert path.rpartition("/")[2].encode() not in heard
            guest.post(f"{marker}/close")


def test_nobody_sits_down_without_a_name(house: House) -> None:
    """They are asked for one, by a tap and in a hurry; no table is opened meanwhile."""
    with visitor(house) as host, visitor(house) as nameless:
        code = listed(host, game="casablanca").rpartition("/")[2]
        before = codes(host)
        for what, data in (("sit", {"code": code, "name": " "}), ("quick", {"game": "casablanca"}), ("quick", {})):
            answer = nameless.post(f"/lobby/{what}", data=data)
            assert (answer.status_code, "Please type a name." in answer.text) == (409, True), what
        assert [chair.taken for chair in house.table(code).chairs].count(True) == 1
        assert codes(host) == before
        host.post(f"/t/{code}/close")


def test_the_lobby_is_no_place_to_guess(house: House) -> None:
    """A private table, one that was dealt and one that never was get the same answer, and count as guesses."""
    with visitor(house) as host, visitor(house) as guest:
        private = opened(host).rpartition("/")[2]
        path = listed(host)
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        told = set()
        for code in (private, path.rpartition("/")[2], "velvet-lamp-999", "nonsense"):
            answer = guest.post("/lobby/sit", data={"code": code})
            told.add((answer.status_code, answer.text.partition('role="alert">')[2].partition("<")[0]))
        assert told == {(404, "This table no longer looks for players; choose another one.")}
        assert house.table(private).chairs[1].taken is False


def test_who_was_barred_does_not_come_back_by_the_lobby(house: House) -> None:
    """Neither by a tap nor in a hurry, whatever name they give; others do."""
    with visitor(house) as host, visitor(house, "Rudy") as rude, visitor(house, "Fay") as friend:
        path = listed(host, game="counterfeiters")
        code = path.rpartition("/")[2]
        with watching(host, path) as news:
            next(news)
            rude.post("/lobby/sit", data={"code": code})
            assert host.post(f"{path}/bar", data={"who": "1", "sitting": "0"}).status_code == 303
            rude.cookies.set("name", "Rudy")
            assert rude.post("/lobby/sit", data={"code": code}).status_code == 403
            elsewhere = rude.post("/lobby/quick", data={"name": "Else", "game": "counterfeiters", "when": "soon"})
            assert elsewhere.headers["location"] != path
            rude.post(f"{elsewhere.headers['location']}/close")
            seat = friend.post("/lobby/quick", data={"name": "Fay", "game": "counterfeiters", "when": "soon"})
            assert seat.headers["location"] == path


def test_programs_find_a_seat_too(house: House) -> None:
    with visitor(house) as host, visitor(house) as program:
        path = listed(host, game="casablanca")
        code = path.rpartition("/")[2]
        with watching(host, path) as news:
            next(news)
            (facts,) = [one for one in program.get("/api/lobby").json() if one["code"] == code]
            assert (facts["game"], facts["opener"], facts["seats"] - facts["free"]) == ("casablanca", "Ann", 1)
            seated = program.post("/api/lobby", json={"name": "Robota", "game": "casablanca"}).json()
            assert (seated["code"], seated["seat"]) == (code, 1)
            assert program.post("/api/lobby", json={"name": "Robota", "game": "chess"}).status_code == 400
            key = {"authorization": f"Bearer {seated['key']}"}
            assert program.post(f"/api/tables/{code}/settings", json={"listed": False}, headers=key).status_code == 403
            assert code in codes(program)


def test_posts_of_other_sites_seat_nobody(house: House) -> None:
    with visitor(house) as host, visitor(house, "Gus") as guest:
        path = listed(host)
        data, elsewhere = {"code": path.rpartition("/")[2], "name": "Gus"}, {"origin": "https://evil.example"}
        for deed in ("sit", "quick"):
            assert guest.post(f"/lobby/{deed}", data=data, headers=elsewhere).status_code == 403
        assert house.table(path.rpartition("/")[2]).chairs[1].taken is False
