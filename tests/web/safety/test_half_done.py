"""What is refused has not been done by half: the house holds the same tables and the same logs as before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import httpx

from speelhol.web.pages.table import DEEDS

from .visitors import GAME, SEATS, House, bearer

MIXED = "Воb"
"""In two alphabets: no name for anybody."""


def written(house: House) -> tuple[int, int]:
    """How many tables the database holds, and how many entries."""

    with closing(sqlite3.connect(house.den.url.partition("///")[2])) as database:
        found = [database.execute(f"SELECT count(*) FROM {what}").fetchone()[0] for what in ("tables", "log")]  # noqa: S608
    return found[0], found[1]


def test_no_table_is_left_behind_by_who_is_refused_one(house: House) -> None:
    """By whatever is wrong with what they sent, on pages and over the JSON interface."""
    somebody, before = house.visitor(), written(house)
    form = {"game": GAME, "seats": str(SEATS), "name": "Ann"}
    ticket = somebody.get("/new").text.partition('name="ticket" value="')[2].partition('"')[0]
    assert ticket
    spoilt: list[dict[str, str]] = [
        {"name": ""}, {"name": "\u200b"}, {"name": MIXED}, {"seats": "99"}, {"seats": ""},
        {"bots": "1", "name": MIXED}, {"ticket": ticket, "luck": "no luck"}, {"listed": "1", "name": MIXED},
    ]  # fmt: skip
    for one in spoilt:
        refused(somebody.post("/new", **{**form, **one}), one)
    somebody.cookies["name"] = "%D0%92%D0%BEb"
    refused(somebody.post(f"/learn/{GAME}"), "a lesson")
    refused(somebody.post(f"/learn/{GAME}?lesson=99"), "no lesson")
    refused(somebody.post("/lobby/quick", name=MIXED, when="soon"), "soon")
    refused(somebody.post("/lobby/quick", name=MIXED, bots="1"), "at once")
    body = {"game": GAME, "seats": SEATS, "name": "Ann"}
    bad: list[dict[str, Any]] = [
        {"name": ""}, {"name": " "}, {"name": MIXED}, {"seats": 99}, {"options": {"nothing": 1}}, {"level": "nobody"},
        {"pace": {"kind": "days", "seconds": 1}}, {"bots": True, "name": MIXED},
    ]  # fmt: skip
    for given in bad:
        refused(house.client.post("/api/tables", json={**body, **given}), given)
    refused(house.client.post("/api/lobby", json={"name": MIXED}), "quick")
    refused(house.client.post("/api/lobby", json={"name": MIXED, "soon": True}), "quick")
    assert written(house) == before


def test_who_opens_too_many_tables_leaves_none_behind(strict: House) -> None:
    answers = [strict.visitor().post("/new", game=GAME, seats=str(SEATS), name="Ann") for _ in range(24)]
    opened = sum(answer.status_code == 303 for answer in answers)
    assert answers[-1].status_code == 429
    assert written(strict)[0] == opened


def refused(answer: httpx.Response, what: object) -> None:
    assert 400 <= answer.status_code < 500, (what, answer.status_code)


def test_whatever_is_refused_writes_nothing(house: House) -> None:
    """Every form of the pages and every request of the JSON interface, before the match and in it, by a stranger, by a
    guest and by the host: either it is done, or the logs are as they were."""
    ways = [route.path for route in house.app.routes if "POST" in getattr(route, "methods", ())]
    said = 0
    for deal in (False, True):
        table, (host, guest) = house.opened(people=2, deal=deal)
        forms = [f"/t/{table.code}/{deed}" for deed in (*DEEDS, "take")]
        forms += ["/join", "/lobby/sit", f"/learn/{GAME}?lesson=99", "/new"]
        for who in (house.visitor(), guest, host):
            for path in forms:
                if path.endswith("close") and who is host:
                    continue  # after which everything is refused for one reason
                before = written(house)
                answer = who.post(path, headers={"x-speelhol": "1"}, seat="77", who="77", name=MIXED, level="nobody")
                if answer.status_code >= 400:
                    said += 1
                    assert written(house) == before, path
        for way in ways:
            if not way.startswith("/api/") or way.endswith(("resign", "leave")):
                continue
            for headers in ({}, bearer(house, table, 1), {"authorization": "Bearer wrong"}):
                for body in ({}, {"who": 77, "chair": 77, "about": 77, "name": MIXED, "luck": "no"}):
                    before = written(house)
                    answer = house.client.post(way.replace("{code:str}", table.code), json=body, headers=headers)
                    if answer.status_code >= 400:
                        said += 1
                        assert written(house) == before, (way, body)
    assert said > 200, said
