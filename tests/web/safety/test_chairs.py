"""A chair that changes hands before the deal: keys, cookies, links and streams go to whoever sits in it now."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from speelhol.den import Table
from speelhol.web.pages.table import DEEDS
from tests.house import living

from .visitors import SEATS, Browser, House, bearer

CHAIR = 1

Change = Callable[[House, Table, Browser, Browser], None]
"""What becomes of a chair: given the table, its host and whoever sits in it."""


def stands_up(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    assert sitter.post(f"/t/{table.code}/leave", seat=str(CHAIR), sitting="0").status_code == 303


def is_removed(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    assert host.post(f"/t/{table.code}/leave", seat=str(CHAIR), sitting="0").status_code == 303


def another_sits_down(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    assert house.visitor().post(f"/t/{table.code}/sit", seat=str(CHAIR), name="Victim").status_code == 303


def a_bot_sits_down(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    assert host.post(f"/t/{table.code}/bot", seat=str(CHAIR)).status_code == 303


def nobody_sits_down(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    assert not table.chairs[CHAIR].taken


def the_same_sits_down_again(house: House, table: Table, host: Browser, sitter: Browser) -> None:
    if table.sent:
        assert sitter.post(f"/t/{table.code}/sit", seat=str(CHAIR), name="P1").status_code == 403
        assert host.post(f"/t/{table.code}/admit", who="0").status_code == 303
    assert sitter.post(f"/t/{table.code}/sit", seat=str(CHAIR), name="P1").status_code == 303


LOST: tuple[Change, ...] = (stands_up, is_removed)
NEXT: tuple[Change, ...] = (another_sits_down, a_bot_sits_down, nobody_sits_down, the_same_sits_down_again)


def everywhere(house: House, table: Table, who: Browser, key: str) -> list[httpx.Response]:
    """What somebody is answered at every address of a table that the house knows, with their cookie and with a key."""
    answers = []
    form = {"seat": str(CHAIR), "holder": str(CHAIR), "key": key, "luck": "clover", "text": "hi", "name": "P9"}
    deeds = [deed for deed in DEEDS if deed != "sit"]
    for route in house.app.routes:
        if "{code" not in route.path or route.path.endswith(("/live", "/events", "/sit", "/replay", "/story", "/why")):
            continue
        for deed in deeds if "{deed" in route.path else ("",):
            path = route.path.replace("{code:str}", table.code).replace("{deed:str}", deed)
            for headers in ({}, {"authorization": f"Bearer {key}"}):
                answers.append(who._send("GET", path + f"?seat={CHAIR}", headers))
                answers.append(who.post(path, headers, **form))
                if path.startswith("/api/"):
                    body = {"luck": "clover", "text": "hi", "action": "x", "about": 0, "chair": CHAIR, "who": 0}
                    answers += [who._send("POST", path, headers, json={name: body[name]}) for name in body]
    return answers


@pytest.mark.parametrize("follows", NEXT)
@pytest.mark.parametrize("lost", LOST)
def test_whoever_lost_a_chair_gets_nothing_of_it_anywhere(house: House, lost: Change, follows: Change) -> None:
    table, (host, guest) = house.opened(people=2, deal=False)
    old = house.den.key(table, CHAIR)
    phone = house.visitor()
    assert phone.post(f"/t/{table.code}/take", key=old).status_code == 303
    lost(house, table, host, guest)
    follows(house, table, host, guest)
    chair, seq = table.chairs[CHAIR], table.seq
    now = house.den.key(table, CHAIR) if chair.person else "nobody has a key"
    assert now != old
    turned = 403 if lost is is_removed and follows is not the_same_sits_down_again else 401  # they are told why
    for who in [phone] if follows is the_same_sits_down_again else [guest, phone]:
        for answer in everywhere(house, table, who, old):
            assert now not in answer.text + str(answer.headers), answer.request.url
        assert who.get(f"/t/{table.code}/device").status_code == 403
        assert who.post(f"/t/{table.code}/take", key=old).status_code == 403
        assert house.client.get(f"/api/tables/{table.code}/view", headers=authorized(old)).status_code == turned
    written = house.run(house.den.store.read, table.id, seq)
    assert not [entry for entry in written if getattr(entry, "seat", None) is not None]
    assert table.chairs[CHAIR] == chair


def authorized(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


@pytest.mark.parametrize("follows", NEXT)
@pytest.mark.parametrize("lost", LOST)
def test_a_rematch_gives_keys_to_whoever_holds_the_chair(house: House, lost: Change, follows: Change) -> None:
    old, (host, guest) = house.opened(people=2)
    house.finish(old)
    keys = [authorized(house.den.key(old, seat)) for seat in (0, CHAIR)]
    path = f"/api/tables/{old.code}/again"
    opened = house.client.post(path, headers=keys[0]).json()
    again = house.table(opened["code"])
    kept = house.client.post(path, headers=keys[1])
    assert (kept.status_code, kept.json()["key"]) == (201, house.den.key(again, CHAIR))
    lost(house, again, host, guest)
    follows(house, again, host, guest)
    answer = house.client.post(path, headers=keys[1])
    if follows is the_same_sits_down_again:
        assert (answer.status_code, answer.json()["reason"]) == (409, "new-link")  # they have one since they sat down
    else:
        assert (answer.status_code, answer.json()["reason"]) == (409, "chair-gone")
        assert again.code in answer.json()["error"]
        assert "key" not in answer.json()
        assert house.den.key(again, CHAIR) not in answer.text if again.chairs[CHAIR].person else True
    turned = 403 if lost is is_removed and follows is not the_same_sits_down_again else 401
    gone = house.client.get(f"/api/tables/{again.code}/view", headers=authorized(kept.json()["key"]))
    assert gone.status_code == turned
    assert house.client.post(path, headers=keys[0]).json() == opened  # the host's chair is the host's still


def test_sitting_opening_and_learning_give_the_own_seat_only(house: House) -> None:
    """A key that is handed out opens the seat of the one who asked, and the page's cookie no other one."""
    body = {"game": "casa-de-papel", "seats": SEATS, "name": "Ann"}
    ann = house.client.post("/api/tables", json=body).json()
    table = house.table(ann["code"])
    bea = house.client.post(f"/api/tables/{ann['code']}/sit", json={"name": "Bea"}).json()
    assert (ann["seat"], bea["seat"]) == (0, 1)
    assert [house.den.key(table, seat) for seat in (0, 1)] == [ann["key"], bea["key"]]
    pupil, other = house.visitor(), house.visitor()
    pupil.post("/learn/thieves")
    lesson = pupil.last.headers["location"]
    assert pupil.get(f"{lesson}/device").status_code == 200
    assert other.get(f"{lesson}/device").status_code == 403


def test_nobody_looks_on_from_a_chair_that_somebody_else_took(tmp_path: Path) -> None:
    """A stream that was opened with the key to a seat ends when the seat is lost, before anything is dealt."""

    async def listen(house: httpx.AsyncClient, code: str, key: str, begun: asyncio.Event) -> list[Any]:
        heard = []
        async with house.stream("GET", f"/api/tables/{code}/events", headers=authorized(key)) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    heard.append(json.loads(line.removeprefix("data: ")))
                    begun.set()
        return heard

    async def evening(address: str) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as host:
            answer = await host.post("/new", data={"game": "casa-de-papel", "seats": str(SEATS), "name": "Hanna"})
            code = answer.headers["location"].rpartition("/")[2]
            guest = (await host.post(f"/api/tables/{code}/sit", json={"name": "Guest"})).json()
            begun = asyncio.Event()
            listening = asyncio.create_task(listen(host, code, guest["key"], begun))
            await begun.wait()
            await host.post(f"/t/{code}/leave", data={"seat": str(guest["seat"]), "sitting": "0"})
            victim = (await host.post(f"/api/tables/{code}/sit", json={"name": "Victim"})).json()
            assert victim["seat"] == guest["seat"]
            await host.post(f"/t/{code}/fill")
            await host.post(f"/t/{code}/deal")
            heard = await asyncio.wait_for(listening, 20)
            assert all(one.get("phase") == "gathering" for one in heard)

    with living(tmp_path, bot_pause=3600) as address:
        asyncio.run(evening(address))


def test_another_device_gets_the_seat_of_whoever_holds_this_one(house: House) -> None:
    """Where two share a device: the key to one seat is not for the other, and behind a curtain there is none."""
    table, (host,) = house.opened(deal=False)
    path = f"/t/{table.code}"
    assert host.post(f"{path}/sit", seat="1", name="Kid").status_code == 303
    assert all(host.get(f"{path}/device{which}").status_code == 403 for which in ("", "?seat=0", "?seat=1"))
    host.post(f"{path}/fill")
    assert host.post(f"{path}/deal").status_code == 303
    keys = [house.den.key(table, seat) for seat in (0, 1)]
    looked = others = 0
    while looked < 4 and not table.playing.over:
        asked = [seat for seat in (0, 1) if seat in table.playing.to_act]
        if len(asked) == 1:
            (me,) = asked
            looked += 1
            assert "/device" not in host.get(path).text, "there is a curtain"
            assert f"{path}/device?seat={me}" in host.get(f"{path}?holder={me}").text
            assert keys[me] in host.get(f"{path}/device?seat={me}").text
            for other in ("", "?seat=", f"?seat={1 - me}", "?seat=2", f"?holder={1 - me}"):
                answer = host.get(f"{path}/device{other}")
                assert answer.status_code == 403
                shared = other == f"?seat={1 - me}"
                assert ("Somebody else has this device" if shared else "That is not your seat") in answer.text
                assert not any(key in answer.text for key in keys)
        elif not asked:  # whoever holds it looks on with the other
            assert all(host.get(f"{path}/device?seat={seat}").status_code == 403 for seat in (0, 1))
            assert "/device" not in host.get(f"{path}?holder=1").text
            others += 1
        seat = table.playing.to_act[0]
        house.run(house.den.play, table, seat, table.playing.legal(seat).sample(random.Random(looked)))
    assert looked == 4
    assert others


def test_a_table_is_remembered_from_when_one_sits_down(house: House) -> None:
    """The page need not be loaded again: a script may have shown the rest."""
    table, _ = house.opened(deal=False)
    guest = house.visitor()
    guest.get(f"/t/{table.code}")
    assert f"/t/{table.code}" not in guest.get("/").text
    assert (
        guest.post(f"/t/{table.code}/sit", seat="1", name="Guest", headers={"x-speelhol": "listens"}).status_code == 204
    )
    assert f"/t/{table.code}" in guest.get("/").text


def test_an_open_page_of_somebody_removed_shows_the_open_table(house: House) -> None:
    """What the page's stream would bring them is what a stranger is brought."""
    table, (host, guest, third) = house.opened(people=3, deal=False)
    is_removed(house, table, host, guest)
    another_sits_down(house, table, host, guest)
    host.post(f"/t/{table.code}/fill")
    assert host.post(f"/t/{table.code}/deal").status_code == 303
    stranger = house.visitor()
    stranger.get("/")
    for page in (f"/t/{table.code}", f"/t/{table.code}?holder={CHAIR}"):
        assert 'data-state="mine"' not in guest.get(page).text
        assert "/device" not in guest.last.text
    assert guest.get(f"/t/{table.code}/hint?seat={CHAIR}").status_code == 403
    assert third.get(f"/t/{table.code}/device").status_code == 200
    assert bearer(house, table, CHAIR)["authorization"] not in guest.last.text
