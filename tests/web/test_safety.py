"""What nobody may do: look into others' cards, act for them, slip script in, wear the house out."""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

import speelhol
from speelhol.den import Den, Table
from speelhol.web.app import create_app
from speelhol.web.limits import RATES
from speelhol.web.visitor import our_path
from tests.house import living, url

GAME = "casa-de-papel"
SEATS = speelhol.game(GAME).seats[0]
SCRIPT = "<script>alert(1)</script>"
HEADERS = {
    "content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "permissions-policy",
}  # fmt: skip


class House:
    """The application, with as many browsers as there are visitors."""

    def __init__(self, app: Litestar, client: TestClient[Litestar]) -> None:
        self.app = app
        self.client = client
        self.den: Den = app.state.den

    def visitor(self) -> Browser:
        return Browser(self)

    def table(self, code: str) -> Table:
        return self.den._known[self.den._codes[code]]

    def opened(self, people: int = 1, deal: bool = True) -> tuple[Table, list[Browser]]:
        """A table with people on pages in its first chairs and bots in the others."""
        host = self.visitor()
        host.post("/new", game=GAME, seats=str(SEATS), name="P0")
        code = host.last.headers["location"].removeprefix("/t/")
        guests = [self.visitor() for _ in range(1, people)]
        for number, guest in enumerate(guests, 1):
            assert guest.post(f"/t/{code}/sit", seat=str(number), name=f"P{number}").status_code == 303
        if deal:
            host.post(f"/t/{code}/fill")
            assert host.post(f"/t/{code}/deal").status_code == 303
        return self.table(code), [host, *guests]


class Browser:
    """Somebody with a cookie jar of their own."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cookies: dict[str, str] = {}
        self.last: httpx.Response

    def _send(self, method: str, path: str, headers: dict[str, str], **more: Any) -> httpx.Response:
        client = self.house.client
        client.cookies.clear()
        sent = {**headers}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        self.last = client.request(method, path, headers=sent, follow_redirects=False, **more)
        self.cookies |= dict(self.last.cookies.items())
        return self.last

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self._send("GET", path, {k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path: str, /, headers: Any = None, **form: str) -> httpx.Response:
        return self._send("POST", path, headers or {}, data=form)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    app = create_app(url(tmp_path), bot_pause=3600, generosity=100)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield House(app, client)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """With the usual limits."""
    app = create_app(url(tmp_path), bot_pause=3600)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield House(app, client)


def offered(table: Table, seat: int) -> str:
    return str(table.playing.legal(seat).sample(random.Random(1)))


def bearer(house: House, table: Table, seat: int) -> dict[str, str]:
    return {"authorization": f"Bearer {house.den.key(table, seat)}"}


# ---- other people's seats


def test_nobody_acts_for_another_seat(house: House) -> None:
    table, (_, guest, third) = house.opened(people=3)
    stranger = house.visitor()
    stranger.get("/")
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
    auth = bearer(house, table, 1)
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
    for face in ("0", "1", "2", "00", "-1", "x", "1e0"):
        assert stranger.get(f"/t/{table.code}?face={face}").text.count("form0") == open_page.count("form0")
        theirs = guest.get(f"/t/{table.code}?face={face}").text
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
    return re.sub(r"/live\?[^\"]*", "", page)


def test_keys_and_codes_can_not_be_guessed(strict: House) -> None:
    table, _ = strict.opened()
    other, _ = strict.opened()
    right = strict.den.key(table, 0)
    for wrong in (strict.den.key(other, 0), right[:-1], right.upper(), right + " x", "", "null", "0" * 40, "é" * 40):
        answer = strict.client.get(
            f"/api/tables/{table.code}/view", headers={b"authorization": b"Bearer " + wrong.encode()}
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
    rng = random.Random(2)

    async def finish() -> None:
        while table.phase != "over":
            seat = table.playing.to_act[0]
            await house.den.play(table, seat, table.playing.legal(seat).sample(rng))

    house.client.blocking_portal.call(finish)
    answer = host.get(f"/t/{table.code}/record")
    assert answer.status_code == 200
    assert seed in answer.text
    assert "attachment" in answer.headers["content-disposition"]


def test_spectators(house: House) -> None:
    """Whoever has the link may watch; what they can do is talk."""
    table, _ = house.opened(people=2, deal=False)
    watcher = house.visitor()
    assert watcher.get(f"/t/{table.code}").status_code == 200
    assert watcher.get(f"/t/{table.code}/table").status_code == 200
    for deed in ("deal", "fill", "bot", "leave", "again"):
        assert watcher.post(f"/t/{table.code}/{deed}", seat="1").status_code in (403, 409), deed
    assert watcher.post(f"/t/{table.code}/explode").status_code == 404
    watcher.cookies["name"] = "P0"
    assert watcher.post(f"/t/{table.code}/say", text="I am P0, honestly").status_code == 303
    assert table.talk[-1].seat is None
    assert table.talk[-1].name == "?"
    assert not table.seats_of("")


# ---- script


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


# ---- bodies


def test_large_and_broken_bodies(house: House) -> None:
    table, (host,) = house.opened()
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
        answer = house.client.post(
            f"/api/tables/{table.code}/actions", content=content, headers=bearer(house, table, 0)
        )
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


# ---- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://[broken"},
        {"origin": "http://testserver.local.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://testserver.local", "sec-fetch-site": "cross-site"},
    ],
)
def test_posts_from_other_sites_are_refused(house: House, headers: dict[str, str]) -> None:
    table, (host,) = house.opened(deal=False)
    seq = table.seq
    for path in (f"/t/{table.code}/fill", "/new", "/language", "/join"):
        assert host.post(path, headers=headers, game=GAME, name="X").status_code == 403
    answer = house.client.post(f"/api/tables/{table.code}/sit", headers=headers, json={"name": "X"})
    assert answer.status_code == 403
    assert table.seq == seq
    assert host.get(f"/t/{table.code}", **headers).status_code == 200  # links from elsewhere are welcome


def test_posts_from_our_own_pages(house: House) -> None:
    table, (host,) = house.opened(deal=False)
    own = {"origin": "http://testserver.local", "sec-fetch-site": "same-origin"}
    assert host.post(f"/t/{table.code}/fill", headers=own).status_code == 303
    for preflight in ("/api/tables", f"/t/{table.code}/deal"):
        answer = house.client.options(preflight, headers={"origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "back",
    ["//evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example", "\\\\evil", "javascript:alert(1)",
     "/x\r\nset-cookie: a=b", "///evil.example", "evil.example", "", "/%0d%0a" * 60],
)  # fmt: skip
def test_no_way_leads_off_the_house(house: House, back: str) -> None:
    answer = house.visitor().post("/language", language="nl", back=back)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert our_path("/t/velvet-lamp-42?face=1") == "/t/velvet-lamp-42?face=1"


# ---- cookies, headers, files


def test_cookies_are_kept_close(house: House) -> None:
    host = house.visitor()
    answers = [host.get("/"), host.post("/language", language="fr")]
    answers.append(host.post("/new", game=GAME, seats=str(SEATS), name="Ann"))
    answers.append(host.get(answers[-1].headers["location"]))
    cookies = [c for answer in answers for c in answer.headers.get_list("set-cookie")]
    assert {c.split("=")[0] for c in cookies} == {"speelhol", "language", "name", "tables"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert "Secure" not in cookie
    secret = host.cookies["speelhol"]
    assert len(secret) >= 32
    for short in ("", "x", "short-secret", "y" * 65, "ключ" * 8):  # a weak secret is replaced
        weak = house.client.get("/", headers={b"cookie": b"speelhol=" + short.encode()})
        assert "speelhol=" in weak.headers.get("set-cookie", "")
    for path in ("/api/games", "/health", "/metrics", "/static/den.js"):
        assert "set-cookie" not in house.client.get(path).headers


@pytest.mark.parametrize(("proxy", "secure"), [(None, False), ("127.0.0.1", True)])
def test_tls_in_front_is_believed_only_where_it_was_said(tmp_path: Path, proxy: str | None, secure: bool) -> None:
    with living(tmp_path, proxy=proxy) as address:
        answer = httpx.get(f"{address}/", headers={"x-forwarded-proto": "https"})
        assert ("Secure" in answer.headers["set-cookie"]) == secure
        assert "server" not in answer.headers


def test_every_answer_has_its_headers(house: House) -> None:
    table, (host,) = house.opened()
    paths = [
        "/", "/new", f"/rules/{GAME}", "/rules/nothing", "/credits", f"/t/{table.code}", f"/t/{table.code}/table",
        f"/t/{table.code}/device", f"/t/{table.code}/take", f"/t/{table.code}/record", "/t/none", "/nothing", "/a/b/c",
        "/api/games", "/api/docs", "/api/openapi.json", "/api/nothing", f"/api/tables/{table.code}", "/health",
        "/metrics", "/static/den.js", "/static/nothing.js", "/static/", "/%00", "/t/%2e%2e/x",
    ]  # fmt: skip
    answers = [host.get(path) for path in paths]
    answers += [house.client.put("/"), house.client.delete("/api/games"), house.client.post("/health")]
    answers.append(host.post("/new", headers={"origin": "https://evil.example"}))
    for answer in answers:
        assert set(answer.headers) >= HEADERS, answer.url
        assert answer.status_code < 500, answer.url
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"\sstyle=|\son\w+=|<script>|<style", answer.text), answer.url


def test_static_files_stay_in_their_folder(house: House) -> None:
    for path in (
        "/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/....//app.py",
        "/static/%2e%2e%2f%2e%2e%2fden/den.py", "/static//etc/passwd", "/static/%2fetc/passwd", "/static/..\\app.py",
        "/static/fonts/../../app.py", "/static/%00", "/static/fonts/",
    ):  # fmt: skip
        answer = house.client.get(path)
        assert answer.status_code in (404, 400, 405), path
        assert "import" not in answer.text
        assert "root:" not in answer.text


# ---- too much


def test_limits_say_so(strict: House) -> None:
    table, (host,) = strict.opened(people=1, deal=False)
    for _ in range(int(RATES["say"][0])):
        assert host.post(f"/t/{table.code}/say", text="hi").status_code == 303
    answer = host.post(f"/t/{table.code}/say", text="hi")
    assert answer.status_code == 429
    assert "very fast" in answer.text
    # a fresh cookie does not help, for those who have no chair
    statuses = [strict.visitor().post(f"/t/{table.code}/say", text="spam").status_code for _ in range(12)]
    assert statuses[-1] == 429
    statuses = [
        strict.client.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "X"}).status_code
        for _ in range(int(RATES["open"][0]) + 2)
    ]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    answer = strict.visitor().post("/new", game=GAME, seats=str(SEATS), name="Ann")
    assert answer.status_code == 429
    answer = strict.client.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "X"})
    assert answer.json()["reason"] == "too-fast"
    assert int(answer.headers["retry-after"]) >= 1


# ---- what is not told


def test_nothing_tells_one_missing_table_from_another(house: House) -> None:
    """Every way to a table that is not there gives the same answer, whatever the code looks like."""
    for suffix in ("", "/table", "/live", "/device", "/take", "/record"):
        sizes = set()
        for code in ("velvet-lamp-11", "velvet-lamp-12", "wicked-raven-99"):
            answer = house.client.get(f"/t/{code}{suffix}")
            assert answer.status_code == 404
            sizes.add(answer.text.replace(code, "").replace(suffix, ""))
        assert len(sizes) == 1, suffix


def test_no_secrets_in_logs(house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.DEBUG)
    table, (host,) = house.opened()
    key = house.den.key(table, 0)
    host.post(f"/t/{table.code}/act", seat="0", part=offered(table, 0))
    house.client.get(f"/api/tables/{table.code}/view", headers={"authorization": f"Bearer {key}"})
    house.visitor().post(f"/t/{table.code}/take", key=key)

    async def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(house.den.store, "_commit", fail)
        answer = host.post(f"/t/{table.code}/undo", seat="0")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "disk" not in answer.text
    assert "the disk is gone" in caplog.text
    own = "\n".join(
        logging.Formatter().format(record)
        for record in caplog.records
        if record.name.startswith(("speelhol", "uvicorn"))
    )
    assert table.playing.seed is not None
    for secret in (table.playing.seed, key, host.cookies["speelhol"], house.den.secret):
        assert secret not in own


def test_streams_show_the_reader_and_nobody_else(tmp_path: Path) -> None:
    """Over a real line: each stream holds what its own reader may see, and a stranger's only the open table."""
    with living(tmp_path, bot_pause=3600) as address, httpx.Client(base_url=address) as api:
        seated = api.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "A"}).json()
        other = api.post(f"/api/tables/{seated['code']}/sit", json={"name": "B"}).json()
        auth = {"authorization": f"Bearer {seated['key']}"}
        api.post(f"/api/tables/{seated['code']}/bots", headers=auth)
        api.post(f"/api/tables/{seated['code']}/deal", headers=auth)
        path = f"{address}/api/tables/{seated['code']}/events"
        views = [first(path, {"authorization": f"Bearer {who['key']}"}) for who in (seated, other)]
        nobody = first(path, {})
        assert [view["seat"] for view in (*views, nobody)] == [0, 1, None]
        assert nobody["offers"] is None
        assert views[0]["now"] != views[1]["now"]
        with httpx.stream("GET", path, headers={"authorization": "Bearer wrong"}) as refused:
            assert refused.status_code == 401
        page = first_page(f"{address}/t/{seated['code']}/live?face=0")
        assert page == first_page(f"{address}/t/{seated['code']}/live?face=1")


def first(path: str, headers: dict[str, str]) -> dict[str, Any]:
    return dict(json.loads(_line(path, headers)))


def first_page(path: str) -> str:
    return str(json.loads(_line(path, {})))


def _line(path: str, headers: dict[str, str]) -> str:
    with httpx.stream("GET", path, headers=headers, timeout=10) as answer:
        return next(line for line in answer.iter_lines() if line.startswith("data: ")).removeprefix("data: ")
