"""The key to a seat in the wrong hands: whoever sits there is told, and makes a new one that ends all others."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from speelhol.den import Table

from .visitors import SEATS, Browser, House, bearer

SEAT = 1
LAST = ("leave", "pass", "resign", "close")
"""After these there is no seat to show a key to."""


def notes(table: Table, what: str) -> list[tuple[int | None, int | None]]:
    return [(one.seat, one.to) for one in table.talk if one.note == what]


def seat_paths(house: House) -> list[tuple[str, str]]:
    """Every request of the JSON interface that takes the key to a seat, as the interface describes itself."""
    described = house.client.get("/api/openapi.json").json()["paths"]
    found = [
        (method, path)
        for path, methods in described.items()
        for method, how in methods.items()
        if "{code}" in path and how.get("security")
    ]
    return sorted(found, key=lambda one: (one[1].rpartition("/")[2] in LAST, one))


def asked(house: House, table: Table, method: str, path: str, headers: dict[str, str]) -> int:
    """The answer to a request, of which no more is read than its beginning."""
    house.client.cookies.clear()
    where = path.replace("{code}", table.code)
    with house.client.stream(method, where, headers=headers, json={} if method == "post" else None) as answer:
        return answer.status_code


def test_whoever_sits_there_is_told_of_a_program_that_uses_their_key(house: House) -> None:
    """By whatever it asks for first; once for each key, and nobody else."""
    paths = seat_paths(house)
    assert {path.rpartition("/")[2] for _, path in paths} >= {"view", "events", "actions", "undo", "chat", "key", *LAST}
    told = 0
    table, people = house.opened(people=3)
    for method, path in paths:
        if table.phase != "playing" or table.chairs[SEAT].person is None:
            table, people = house.opened(people=3)
        house.run(house.den.renew_key, table, SEAT, table.chairs[SEAT].person)
        seen, noticed = len(notes(table, "key-used")), table.noticed
        headers = bearer(house, table, SEAT)
        status = asked(house, table, method, path, headers)
        if status == 400:  # it could not be read, whoever sent it
            continue
        told += 1
        assert notes(table, "key-used")[seen:] == [(SEAT, SEAT)], (path, status)
        if method == "get":
            assert table.noticed == noticed  # nobody else wakes up
            asked(house, table, method, path, headers)
            assert len(notes(table, "key-used")) == seen + 1
            assert "A program holds your chair" in people[SEAT].get(f"/t/{table.code}").text
            assert "A program holds your chair" not in people[0].get(f"/t/{table.code}").text
    assert told > 10


def test_who_sat_down_as_a_program_or_asks_by_their_own_browser_is_not_told(house: House) -> None:
    table, (host, *_) = house.opened(people=2, deal=False)
    sat = house.client.post(f"/api/tables/{table.code}/sit", json={"name": "Robo"}).json()
    for path in ("view", "luck"):
        asked(house, table, "get" if path == "view" else "post", f"/api/tables/{{code}}/{path}", own(sat["key"]))
    host.get(f"/api/tables/{table.code}/view", authorization=own(house.den.key(table, 0))["authorization"])
    assert notes(table, "key-used") == []


def own(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def taken(house: House, table: Table, key: str) -> Browser:
    """Another browser that opened the link to a seat."""
    other = house.visitor()
    other.get("/")
    assert other.post(f"/t/{table.code}/take", key=key).status_code == 303
    return other


def is_mine(who: Browser, table: Table) -> bool:
    """Whether a browser is shown what is the seat's own: its notes, and the link to it."""
    found = {who.get(f"/t/{table.code}/{where}").status_code for where in (f"notes?seat={SEAT}", f"device?seat={SEAT}")}
    assert len(found) == 1
    return found == {200}


@pytest.mark.parametrize("by", ["page", "program"])
def test_a_new_link_ends_all_others_at_once(house: House, by: str) -> None:
    """Keys, devices and their open streams; the browser in which somebody sat down and the new key go on."""
    table, people = house.opened(people=2)
    sitter, key = people[SEAT], house.den.key(table, SEAT)
    thief = taken(house, table, key)
    assert is_mine(thief, table)
    with httpx.Client(base_url=house.client.base_url) as line:
        events = f"/api/tables/{table.code}/events"
        with line.stream("GET", events, headers=own(key)) as stream:
            pieces = stream.iter_lines()
            while not next(pieces).startswith("data:"):
                pass
            if by == "page":
                page = sitter.post(f"/t/{table.code}/device", seat=str(SEAT)).text
                new = re.findall(r"take#(\w+)", page)[0]
            else:
                new = house.client.post(f"/api/tables/{table.code}/key", headers=own(key)).json()["key"]
            assert [one for one in pieces if one.startswith("data:")] == []  # the stream has ended
        assert line.get(f"/api/tables/{table.code}/view", headers=own(key)).status_code == 401
        assert line.get(f"/api/tables/{table.code}/view", headers=own(new)).json()["seat"] == SEAT
    assert (is_mine(sitter, table), is_mine(thief, table)) == (True, False)
    assert thief.get(f"/t/{table.code}/device").status_code == 403
    assert thief.post(f"/t/{table.code}/take", key=key).status_code == 403
    assert notes(table, "key-renewed") == [(SEAT, SEAT)]


def test_a_key_makes_one_new_key(house: House) -> None:
    """However many ask at once: whoever comes a moment later shows a key that has ended."""
    table, _ = house.opened(people=2)
    key, path = house.den.key(table, SEAT), f"{house.client.base_url}/api/tables/{table.code}/key"
    with ThreadPoolExecutor(8) as pool:
        found = sorted(one.status_code for one in pool.map(lambda _: httpx.post(path, headers=own(key)), range(8)))
    assert found == [200, *[401] * 7]
    assert len(notes(table, "key-renewed")) == 1


def test_a_stolen_link_locks_nobody_out(house: House) -> None:
    """Whoever opened it makes a new one: the browser in which somebody sat down stays, and ends theirs."""
    table, people = house.opened(people=2)
    thief = taken(house, table, house.den.key(table, SEAT))
    assert thief.post(f"/t/{table.code}/device").status_code == 200
    assert (is_mine(people[SEAT], table), is_mine(thief, table)) == (True, True)
    assert people[SEAT].post(f"/t/{table.code}/device").status_code == 200
    assert (is_mine(people[SEAT], table), is_mine(thief, table)) == (True, False)
    seq = table.seq
    assert thief.post(f"/t/{table.code}/device", seat=str(SEAT)).status_code == 403
    assert people[0].post(f"/t/{table.code}/device", seat=str(SEAT)).status_code == 200  # their own, whatever they name
    assert table.seq == seq + 1
    assert is_mine(people[SEAT], table)


def test_keys_from_before_a_removal_stay_shut(house: House) -> None:
    table, (host, sitter) = house.opened(people=2)
    key = house.den.key(table, SEAT)
    host.post(f"/t/{table.code}/remove", who=str(SEAT), sitting="0")
    host.post(f"/t/{table.code}/admit", who="0")
    assert is_mine(sitter, table)
    assert house.client.get(f"/api/tables/{table.code}/view", headers=own(key)).status_code == 401
    assert house.den.key(table, SEAT) != key


@pytest.mark.parametrize("deal", [False, True], ids=["waiting", "in the match"])
@pytest.mark.parametrize("deed", ["remove", "bar"])
def test_who_is_sent_away_keeps_no_chair_of_anybody(house: House, deed: str, deal: bool) -> None:
    """Neither by the link to somebody's chair that their browser, or another of theirs, had opened before, nor by the
    key in it, here or in the rematch. Whoever's chair it is stays, also where their browser had opened theirs."""
    table, (host, victim, rude) = house.opened(people=3, deal=deal)
    key, phone = house.den.key(table, SEAT), taken(house, table, house.den.key(table, 2))
    for thief in (rude, phone):
        assert thief.post(f"/t/{table.code}/take", key=key).status_code == 303
    assert victim.post(f"/t/{table.code}/take", key=house.den.key(table, 2)).status_code == 303
    assert [len(table.seats_of(person)) for person in table.chairs[SEAT].devices] == [2, 2]
    with httpx.Client(base_url=house.client.base_url) as line:
        with line.stream("GET", f"/api/tables/{table.code}/events", headers=own(key)) as stream:
            lines = stream.iter_lines()
            next(lines)
            assert host.post(f"/t/{table.code}/{deed}", who="2", sitting="0").status_code == 303
            list(lines)  # it ends
        assert line.get(f"/api/tables/{table.code}/view", headers=own(key)).status_code == 401
    assert table.chairs[SEAT].devices == ()
    assert notes(table, "key-renewed") == [(SEAT, SEAT)]
    assert table.seats_of(table.chairs[SEAT].person or "") == (SEAT,)
    assert victim.get(f"/t/{table.code}/device").status_code == 200
    assert victim.get(f"/t/{table.code}").status_code == 200
    if not deal:
        host.post(f"/t/{table.code}/fill")
        host.post(f"/t/{table.code}/deal")
    assert is_mine(victim, table)
    for again in (False, True):
        if again:
            house.finish(table)
            host.post(f"/t/{table.code}/again")
            table = house.table(host.last.headers["location"].removeprefix("/t/").partition("?")[0])
        for thief in (rude, phone):
            assert thief.get(f"/t/{table.code}").status_code == (403 if deed == "bar" else 200)
            assert thief.get(f"/t/{table.code}/device").status_code == 403
            assert thief.post(f"/t/{table.code}/take", key=house.den.key(table, SEAT)).status_code == 403
        assert victim.get(f"/t/{table.code}/device?seat={SEAT}").status_code == 200


def test_a_device_from_before_a_removal_stays_out(house: House) -> None:
    """Who is let in again is, in the browser in which they sat down; their other devices, and a thief's, read why not
    and take the chair along anew."""
    table, (host, sitter) = house.opened(people=2)
    phone = taken(house, table, house.den.key(table, SEAT))
    host.post(f"/t/{table.code}/remove", who=str(SEAT), sitting="0")
    host.post(f"/t/{table.code}/admit", who="0")
    assert (is_mine(sitter, table), is_mine(phone, table)) == (True, False)
    assert phone.get(f"/t/{table.code}/device").status_code == 403
    assert "no longer holds the chair" in phone.get(f"/t/{table.code}").text
    assert phone.post(f"/t/{table.code}/take", key=house.den.key(table, SEAT)).status_code == 303
    assert is_mine(phone, table)


def test_who_takes_a_chair_along_has_it_alone_if_they_want(house: House) -> None:
    """Somebody at the host's device moves to their own: they are asked, and from then on the host reads nothing."""
    host, phone = house.visitor(), house.visitor()
    host.post("/new", game="casa-de-papel", seats=str(SEATS), name="Ann")
    code = host.last.headers["location"].removeprefix("/t/")
    assert host.post(f"/t/{code}/sit", seat=str(SEAT), name="Kit").status_code == 303
    table = house.table(code)
    host.post(f"/t/{code}/fill")
    host.post(f"/t/{code}/deal")
    phone.get("/")
    answer = phone.post(f"/t/{code}/take", key=house.den.key(table, SEAT))
    assert "Only here from now on" in phone.get(answer.headers["location"]).text
    assert 'name="alone"' in phone.get(f"/t/{code}/device").text  # later, too
    assert phone.post(f"/t/{code}/device", seat=str(SEAT), alone="1").headers["location"] == f"/t/{code}"
    assert [len(table.seats_of(chair.person or "")) for chair in table.chairs[:2]] == [1, 1]
    assert is_mine(phone, table)
    assert not table.chairs[SEAT].guest
    assert host.get(f"/t/{code}/notes?seat={SEAT}").status_code == 403
    assert host.get(f"/t/{code}/device?seat={SEAT}").is_success  # it is the host's own
    assert house.den.key(table, SEAT) not in host.last.text
    house.finish(table)
    host.post(f"/t/{code}/again")
    again = house.table(host.last.headers["location"].removeprefix("/t/").partition("?")[0])
    assert again.chairs[SEAT].person == table.chairs[SEAT].person != again.chairs[0].person


def test_a_barred_key_and_browser_are_told_nothing_of_the_table(house: House) -> None:
    """Not what everybody may know, nor on the page for who has a link."""
    table, (host, sitter) = house.opened(people=2)
    key = house.den.key(table, SEAT)
    host.post(f"/t/{table.code}/bar", who=str(SEAT), sitting="0")
    assert house.client.get(f"/api/tables/{table.code}", headers=own(key)).status_code == 403
    answer = sitter.get(f"/t/{table.code}/take")
    assert (answer.status_code, "chair is waiting" in answer.text) == (403, False)


@pytest.mark.parametrize("where", ["rematch", "before"])
def test_a_new_link_holds_at_rematches(house: House, where: str) -> None:
    """Made there, or at the table before once the rematch stands: no key, device or page of the thief's leads there."""
    old, (host, sitter) = house.opened(people=2)
    key = house.den.key(old, SEAT)
    thief = taken(house, old, key)
    house.finish(old)
    path = f"/api/tables/{old.code}/again"
    again = house.table(house.client.post(path, headers=own(house.den.key(old, 0))).json()["code"])
    fetched = house.client.post(path, headers=own(key)).json()["key"]
    assert host.post(f"/t/{again.code}/deal").status_code == 303
    assert is_mine(thief, again)
    sitter.post(f"/t/{again.code if where == 'rematch' else old.code}/device", seat=str(SEAT))
    assert (is_mine(sitter, again), is_mine(thief, again)) == (True, False)
    assert house.client.get(f"/api/tables/{again.code}/view", headers=own(fetched)).status_code == 401
    answer = house.client.post(path, headers=own(key))
    assert answer.status_code == (409 if where == "rematch" else 401)
    assert house.den.key(again, SEAT) not in answer.text
    thief.post(f"/t/{old.code}/again", seat=str(SEAT))
    assert not is_mine(thief, again)
