"""Every form of the house, sent by each of its buttons, is one that the house can read."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode, urljoin

import httpx

from speelhol.client import House as Door

from .forms import Pairs, forms_in
from .owners import dealt, do, house, opened, owner, sits, visitor

UNREADABLE = "can&#39;t be read", "can't be read", "can’t be read"
ELSEWHERE = ("/admin/leave", "/again")
"""Sent in a test of their own: nothing could be sent after them."""


def sent(who: httpx.Client, where: str, action: str, method: str, pairs: Pairs) -> httpx.Response:
    to, body = urljoin(where, action), urlencode(pairs)
    if method.lower() == "get":
        return who.get(f"{to}?{body}")
    return who.post(to, content=body, headers={"content-type": "application/x-www-form-urlencoded"})


def read_all(who: httpx.Client, where: str) -> set[str]:
    """Send every form of a page by every button; the addresses they went to."""
    forms = [one for one in forms_in(who.get(where).text) if not one.action.endswith(ELSEWHERE)]
    for form in forms:
        for pairs in form.sendings():
            names = [name for name, _ in pairs]
            answer = sent(who, where, form.action, form.method, pairs)
            wrong = [words for words in UNREADABLE if words in answer.text]
            assert not wrong, f"{where}: {form.action} with {names}"
            assert answer.status_code != 400 or "request" not in answer.text, f"{where}: {form.action} with {names}"
    return {form.action for form in forms}


def test_the_forms_of_the_owner(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host, visitor(address) as guest:
        path = dealt(host, (guest, "Bram"))
        code = path.removeprefix("/t/")
        guest.post(f"{path}/say", data={"text": "fools"})
        assert host.post(f"{path}/report", data={"what": "talk:0", "why": "rude"}).status_code == 200
        do(olga, "announce", text="Tea at five.")
        do(olga, "ban-range", range="203.0.113.0/24", days="7")
        reached: set[str] = set()
        for part in ("", "/bans", "/people", "/reports", "/log", f"/tables/{code}", "/tables"):
            reached |= read_all(olga, f"/admin{part}")
        assert {
            f"/admin/do/{deed}" for deed in ("announce", "rest", "ban", "ban-range", "lift", "done", "delete")
        } < reached


def test_an_announcement_is_taken_down_by_its_own_button(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga:
        do(olga, "announce", text="Tea at five.")
        (form,) = (one for one in forms_in(olga.get("/admin").text) if one.action.endswith("/announce"))
        assert sent(olga, "/admin", form.action, form.method, form.sendings()[0]).status_code == 200
        assert "Tea at five." in olga.get("/").text
        assert sent(olga, "/admin", form.action, form.method, form.sendings()[1]).status_code == 200
        assert "Tea at five." not in olga.get("/").text


def test_the_forms_of_the_house(tmp_path: Path) -> None:
    with house(tmp_path) as address, visitor(address) as host, visitor(address) as guest, visitor(address) as other:
        for where in ("/", "/new?game=thieves", "/lobby", "/learn/thieves", "/rules/thieves"):
            assert read_all(other, where), where
        path = opened(host, "Hanna")
        sits(guest, path, "Bram")
        for who in (other, guest, host):
            read_all(who, path)
        path = dealt(host, (guest, "Bram"))
        guest.post(f"{path}/say", data={"text": "fools"})
        for who in (other, guest, host):
            read_all(who, f"{path}/report")
            read_all(who, path)
        with Door(address) as door, door.open("casablanca", 2, "Ann", bots=True) as chair:
            read_all(other, f"/t/{chair.code}")
