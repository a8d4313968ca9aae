"""What people send: script, broken bodies, the same form twice."""

from __future__ import annotations

import re
from urllib.parse import quote

from .visitors import GAME, SEATS, House, bearer, offered

SCRIPT = "<script>alert(1)</script>"


def test_script_in_names_and_talk_is_text(house: House) -> None:
    host = house.visitor()
    name = "<b>x</b>\"'&"
    host.post("/new", game=GAME, seats=str(SEATS), name=name)
    code = host.last.headers["location"].removeprefix("/t/")
    table = house.table(code)
    host.post(f"/t/{code}/say", text=SCRIPT)
    evil = house.visitor()
    evil.cookies["name"] = quote(SCRIPT[:20])
    evil.post(f"/t/{code}/say", text=f"{SCRIPT}<img src=x onerror=alert(1)>")
    pages = [host.get(f"/t/{code}"), host.get(f"/t/{code}/table"), host.get("/"), host.get("/new")]
    pages.append(host.post(f"/t/{code}/sit", headers={"x-speelhol": "1"}, name=SCRIPT, seat="1"))
    host.post(f"/t/{code}/fill")
    host.post(f"/t/{code}/deal")
    pages += [host.get(f"/t/{code}"), evil.get(f"/t/{code}")]
    pages.append(host.post(f"/t/{code}/act", headers={"x-speelhol": "1"}, seat="0", part=SCRIPT))
    pages.append(host.get(f"/rules/{quote(SCRIPT, safe='')}"))
    pages.append(host.get(f"/t/{quote(SCRIPT, safe='')}"))
    pages.append(host.post("/join", code=SCRIPT))
    for page in pages:
        assert "<script>" not in page.text
        assert "<b>x</b>" not in page.text
        assert "<img src=x" not in page.text
    assert "&lt;b&gt;x&lt;/b&gt;" in host.get(f"/t/{code}").text
    facts = house.client.get(f"/api/tables/{code}")
    assert facts.headers["content-type"].startswith("application/json")
    assert facts.json()["chairs"][0]["name"] == name == table.chairs[0].name


def test_nobody_sits_down_as_somebody_else(house: House) -> None:
    """A name that looks like another one is taken: of a person, of a bot, on pages and over the JSON interface."""
    host = house.visitor()
    host.post("/new", game=GAME, seats=str(SEATS), name="Ann")
    code = host.last.headers["location"].removeprefix("/t/")
    host.post(f"/t/{code}/bot", seat="3")
    table = house.table(code)
    bot = table.chairs[3].name
    beside = ("Ann.", "Ann ", "A-nn", "Ann_", "AnN", "A nn", "‘ann’", "~Ann~", "Annʼ", "A.n.n…", "(Ann)", "A\u200bnn")
    for name in (*beside, "Аnn", "АNN", "𝐀nn", "Αnn", bot.replace("A", "А").replace("e", "е").upper(), bot):
        answer = house.visitor().post(f"/t/{code}/sit", seat="1", name=name)
        assert answer.status_code == 409, name
        assert "Somebody at this table is called" in answer.text
        answer = house.client.post(f"/api/tables/{code}/sit", json={"name": name})
        assert (answer.status_code, answer.json()["reason"]) == (409, "name-taken")
    mixed = house.client.post(f"/api/tables/{code}/sit", json={"name": "Воb"})
    assert (mixed.status_code, mixed.json()["reason"]) == (409, "mixed-name")
    assert house.visitor().post(f"/t/{code}/sit", seat="1", name="АВЕL").status_code == 409
    assert house.visitor().post(f"/t/{code}/sit", seat="1", name="Анна").status_code == 303
    host.post(f"/t/{code}/fill")
    names = [chair.name for chair in table.chairs]
    assert len(set(names)) == SEATS


SAYS = {
    "en": ("The house itself says “host”", "A name needs at least one letter or digit."),
    "nl": ("“host” zegt het huis zelf", "Een naam heeft minstens één letter of cijfer nodig."),
    "fr": ("C’est la maison qui dit", "Un nom doit contenir au moins une lettre ou un chiffre."),
}


def test_nobody_sits_down_as_a_word_of_the_house(house: House) -> None:
    """On pages and over the JSON interface, at a table and opening one; and what is said is said in one's language."""
    host = house.visitor()
    host.post("/new", game=GAME, seats=str(SEATS), name="Ann")
    code = host.last.headers["location"].removeprefix("/t/")
    for name in (
        "You",
        "jij",
        "Vous",
        "Toi",
        "HOST",
        "Ann · host",
        "Bo (bot)",
        "Bo you",
        "B0t 2",
        "Bo – gastheer",
        "hôte",
        "Speelhol",
        "The winner",
    ):
        assert house.visitor().post(f"/t/{code}/sit", seat="1", name=name).status_code == 409, name
        assert house.visitor().post("/new", game=GAME, seats=str(SEATS), name=name).status_code == 409, name
        for path, more in ((f"/api/tables/{code}/sit", {}), ("/api/tables", {"game": GAME, "seats": SEATS})):
            answer = house.client.post(path, json={"name": name, **more})
            assert (answer.status_code, answer.json()["reason"]) == (409, "house-word"), name
    for name in (".", "·", "---", "🦊"):
        answer = house.client.post(f"/api/tables/{code}/sit", json={"name": name})
        assert (answer.status_code, answer.json()["reason"]) == (409, "no-letter"), name
    for language, (word, letter) in SAYS.items():
        for name, sentence in (("Bo · host", word), ("---", letter)):
            asks = {"accept-language": language}
            assert sentence in house.visitor().post(f"/t/{code}/sit", headers=asks, seat="1", name=name).text
    assert [chair.name for chair in house.table(code).chairs if chair.taken] == ["Ann"]
    assert house.visitor().post(f"/t/{code}/sit", seat="1", name="You Jin").status_code == 303


# ---- bodies


def test_large_and_broken_bodies(house: House) -> None:
    table, (host,) = house.opened()
    key = bearer(house, table, 0)
    seq = table.seq
    big = host.post(f"/t/{table.code}/say", text="x" * 50_000)
    assert big.status_code == 413
    assert "too much" in big.text
    for content, kind in (
        (b"\xff\xfe%zz=%", "application/x-www-form-urlencoded"),
        (b"a=1&a=2&a=3", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"", "application/x-www-form-urlencoded"),
        (b"seat=0&seat=1&part=x", "application/x-www-form-urlencoded"),
    ):
        for deed in ("act", "say", "sit", "deal", "take"):
            headers = {"content-type": kind, "cookie": f"speelhol={host.cookies['speelhol']}"}
            answer = house.client.post(f"/t/{table.code}/{deed}", content=content, headers=headers)
            assert 400 <= answer.status_code < 500, (content, deed, answer.status_code)
            assert "Traceback" not in answer.text
    for content in (b"", b"{", b"[]", b"null", b'{"action": 3}', b'{"action": {"do": []}}', b"\xff", b"[" * 5_000):
        answer = house.client.post(f"/api/tables/{table.code}/actions", content=content, headers=key)
        assert answer.status_code == 400, content
        assert re.fullmatch(r"[A-Z].*\.", answer.json()["error"], re.DOTALL)
    assert table.seq == seq


def test_the_same_form_twice_counts_once(house: House) -> None:
    table, (host,) = house.opened()
    form = {"seat": "0", "part": offered(table, 0), "moment": table.moment(0)}
    assert host.post(f"/t/{table.code}/act", **form).status_code == 303
    seq = table.seq
    for _ in range(3):
        answer = host.post(f"/t/{table.code}/act", **form)
        assert answer.status_code == 409
        assert table.seq == seq
    undone = host.post(f"/t/{table.code}/undo", seat="0")
    assert undone.status_code == 303
    assert host.post(f"/t/{table.code}/act", **form).status_code == 409
