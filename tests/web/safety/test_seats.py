"""Other people's seats: nobody looks into them, acts for them or takes them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from speelhol.web.pages.hosting import HOST_DEEDS

from .visitors import House, bearer, offered


def test_nobody_acts_for_another_seat(house: House) -> None:
    table, (_, guest, third) = house.opened(people=3)
    stranger = house.visitor()
    stranger.get("/")
    auth = bearer(house, table, 1)
    seq = table.seq
    action = offered(table, 0)
    for seat in ("0", "00", "000", "0000", "01 ", "²", "٠", "-0", "", "0x0", "99999999999"):
        for who in (guest, third, stranger):
            answer = who.post(f"/t/{table.code}/act", seat=seat, part=action)
            assert answer.status_code in (403, 400), (seat, answer.status_code)
            assert who.post(f"/t/{table.code}/undo", seat=seat).status_code in (403, 400)
            if seat:
                assert who.post(f"/t/{table.code}/say", seat=seat, text="hi").status_code in (403, 400)
    # a number that begins like one's own seat is not one's own seat
    assert guest.post(f"/t/{table.code}/act", seat="0010", part=action).status_code == 403
    assert table.seq == seq
    # over the JSON interface the key says who acts; a seat can't even be named
    answer = house.client.post(
        f"/api/tables/{table.code}/actions", headers=auth, json={"action": offered(table, 1), "seat": 0}
    )
    assert answer.status_code == 400
    assert table.seq == seq
    answer = house.client.post(f"/api/tables/{table.code}/actions", headers=auth, json={"action": offered(table, 1)})
    assert answer.status_code == 200
    assert 0 in table.playing.to_act
    assert 1 not in table.playing.to_act


def test_nobody_sees_another_seats_view(house: House) -> None:
    """A page, a fragment, JSON: what a seat does not know, its bytes do not hold."""
    table, (host, guest) = house.opened(people=2)
    stranger = house.visitor()
    stranger.get("/")
    open_page = stranger.get(f"/t/{table.code}").text
    for holder in ("0", "1", "2", "00", "-1", "x", "1e0"):
        assert stranger.get(f"/t/{table.code}?holder={holder}").text.count("form0") == open_page.count("form0")
        theirs = guest.get(f"/t/{table.code}?holder={holder}").text
        assert words(theirs) == words(guest.get(f"/t/{table.code}").text)
    assert host.get(f"/t/{table.code}").text != guest.last.text
    open_view = house.client.get(f"/api/tables/{table.code}/view").json()
    assert open_view["seat"] is None
    assert open_view["offers"] is None
    for seat in (0, 1):
        seen = house.client.get(f"/api/tables/{table.code}/view?seat=2", headers=bearer(house, table, seat)).json()
        assert seen["seat"] == seat
        assert json.dumps(seen["now"]) != json.dumps(open_view["now"])


def words(page: str) -> str:
    """The page without what differs from one visit to the next: the address of its stream, and the hour."""
    return re.sub(r"/live\?[^\"]*|data-now=\"\d+\"", "", page)


def test_keys_and_codes_can_not_be_guessed(strict: House) -> None:
    table, _ = strict.opened()
    other, _ = strict.opened()
    right = strict.den.key(table, 0)
    for wrong in (strict.den.key(other, 0), right[:-1], right.upper(), right + " x", "", "null", "0" * 40, "é" * 40):
        answer = strict.client.get(
            f"/api/tables/{table.code}/view", headers={b"authorization": f"Bearer {wrong}".strip().encode()}
        )
        assert answer.status_code == 401
        assert right not in answer.text
    statuses = [strict.client.get(f"/api/tables/no-such-{n}").status_code for n in range(60)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    # who guesses must wait, and is not even told when a guess is right
    answer = strict.client.get(f"/api/tables/{table.code}")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert strict.visitor().get(f"/t/{table.code}").status_code == 429


def test_another_device_needs_the_key(house: House) -> None:
    table, (host,) = house.opened()
    thief = house.visitor()
    thief.get("/")
    assert thief.get(f"/t/{table.code}/device").status_code == 403
    for wrong in ("", "x", "ключ", house.den.key(table, 0)[::-1]):
        assert thief.post(f"/t/{table.code}/take", key=wrong).status_code == 403
    key = house.den.key(table, 0)
    page = host.get(f"/t/{table.code}/device")
    assert key in page.text
    assert page.headers["cache-control"] == "no-store"
    links = re.findall(r"https?://[^\s\"<]+", page.text)
    assert links
    for link in links:  # the key stands behind the #, which browsers keep to themselves
        assert key not in link.split("#")[0]
    assert not re.search(rf'(?:href|action|src)="[^"#]*{key}', page.text)
    assert thief.get(f"/t/{table.code}/take?key={key}").text.count(key) == 0
    assert table.seats_of("") == ()
    phone = house.visitor()
    assert phone.post(f"/t/{table.code}/take", key=key).status_code == 303
    assert phone.get(f"/t/{table.code}/device").status_code == 200


def test_the_record_comes_after_the_end(house: House) -> None:
    table, (host,) = house.opened()
    seed = table.playing.seed
    assert seed is not None
    for path in (f"/t/{table.code}/record", f"/api/tables/{table.code}/record"):
        for headers in ({}, bearer(house, table, 0)):
            answer = house.client.get(path, headers=headers)
            assert answer.status_code == 409
            assert seed not in answer.text
    house.finish(table)
    answer = host.get(f"/t/{table.code}/record")
    assert answer.status_code == 200
    assert seed in answer.text
    assert "attachment" in answer.headers["content-disposition"]


def test_spectators(house: House) -> None:
    """Whoever has the link may watch; what they can do, while they have it open, is talk (see test_talk.py)."""
    table, _ = house.opened(people=2, deal=False)
    watcher = house.visitor()
    assert watcher.get(f"/t/{table.code}").status_code == 200
    assert watcher.get(f"/t/{table.code}/table").status_code == 200
    for deed in ("deal", "fill", "bot", "leave", "again"):
        assert watcher.post(f"/t/{table.code}/{deed}", seat="1").status_code in (403, 409), deed
    assert watcher.post(f"/t/{table.code}/explode").status_code == 404
    assert not table.seats_of("")


HOSTS = {
    "fill": {}, "bot": {"seat": "1"}, "deal": {}, "leave": {"seat": "0"}, "pass": {"seat": "1"}, "remove": {"who": "1"},
    "bar": {"who": "1"}, "admit": {"who": "0"}, "answer": {"who": "0"}, "silence": {"who": "1"},
    "settings": {"watch": "1"}, "rules": {}, "pause": {}, "close": {}, "speed": {"speed": "calm"},
}  # fmt: skip
"""What only hosts do, by the forms of the pages."""
HOSTS_JSON: dict[str, dict[str, Any]] = {
    "bots": {}, "deal": {}, "leave": {"chair": 0}, "pass": {"chair": 1}, "remove": {"who": 1}, "admit": {"who": 0},
    "answer": {"who": 0}, "silence": {"who": 1}, "settings": {"watch": True}, "rules": {}, "pause": {}, "close": {},
}  # fmt: skip


@pytest.mark.parametrize("deal", [False, True], ids=["gathering", "playing"])
def test_what_hosts_do_is_refused_to_everybody_else(house: House, deal: bool) -> None:
    """With 403 and a sentence, also where there would be nothing to do: no chair is free, nobody waits, and all is set
    like that already."""
    assert set(HOSTS) >= set(HOST_DEEDS) - {"host", "resign", "withdraw"}
    table, (_, guest) = house.opened(people=2, deal=deal)
    if not deal:
        house.run(house.den.fill, table, table.host)
    key = bearer(house, table, 1)
    seq = table.seq
    for who in (guest, house.visitor()):
        for deed, form in HOSTS.items():
            answer = who.post(f"/t/{table.code}/{deed}", headers={"x-speelhol": "1"}, **form)
            assert (answer.status_code, "Only the host can do that." in answer.text) == (403, True), deed
    for deed, body in HOSTS_JSON.items():
        path = f"/api/tables/{table.code}/{deed}"
        answer = house.client.post(path, json=body, headers=key)
        assert (answer.status_code, answer.json()["reason"]) == (403, "host-only"), deed
        assert house.client.post(path, json=body).status_code == 401, deed
    assert table.seq == seq
