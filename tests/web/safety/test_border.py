"""The border of the house: other sites, cookies, headers, files."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from speelhol.web.session.visitor import our_path
from tests.house import living

from .visitors import GAME, SEATS, House, bearer

HEADERS = {
    "content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy",
    "cross-origin-resource-policy", "permissions-policy", "cache-control",
}  # fmt: skip


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


@pytest.mark.parametrize("dest", ["image", "script", "style", "empty", "iframe", "audio"])
def test_pages_elsewhere_do_not_look_around_by_their_visitors_eyes(strict: House, dest: str) -> None:
    """Or a picture on any page could use up the guesses that somebody has."""
    table, _ = strict.opened()
    stranger = strict.visitor()
    for path in ("/t/no-such-table", "/api/tables/no-such-table/view", "/t/no-such-table/live", "/"):
        for _ in range(15):
            answer = stranger.get(path, **{"sec-fetch-site": "cross-site", "sec-fetch-dest": dest})
            assert answer.status_code == 403
    assert stranger.get(f"/t/{table.code}").status_code == 200


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
    assert our_path("/t/velvet-lamp-42?holder=1") == "/t/velvet-lamp-42?holder=1"


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
    for path in ("/api/games", "/health", "/ready", "/metrics", "/static/den.js"):
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
        "/ready", "/metrics", "/static/den.js", "/static/nothing.js", "/static/", "/%00", "/t/%2e%2e/x",
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


FILES = ("/static/", "/scripts/", "/tables/")
"""What is the same for everybody, and may stay with whoever has it."""
PARTS = {
    "{name:str}": GAME, "{at:str}": "1-nobody", "{deed:str}": "act", "{kind:str}": "gap", "{file:str}": "den.js",
    "{file_path:path}": "icon.svg", "{path:str}": "x",
}  # fmt: skip


def test_nothing_that_somebody_knows_stays_in_a_cache(house: House) -> None:
    """Every way into the house, asked by a seat, with its key and without: a browser that several people use, or a
    proxy, would otherwise show one person what another one was told."""
    table, (host,) = house.opened()
    key = bearer(house, table, 0)
    paths = {"/t/{code:str}/live", "/lobby/live", *(route.path for route in house.app.routes)}
    seen = set()
    for path in sorted(paths):
        for part, value in PARTS.items():
            path = path.replace(part, value)
        path = path.replace("{code:str}", table.code)
        for method in ("GET", "POST"):
            with house.client.stream(
                method, path, headers={**key, "cookie": f"speelhol={host.cookies['speelhol']}"}
            ) as answer:
                told = answer.headers.get_list("cache-control")
                file = path.startswith(FILES) and answer.status_code == 200
                assert told == ["no-store"] or (file and told[0].startswith("max-age=")), (method, path, told)
                seen.add(answer.status_code)
    assert {200, 303, 400, 404, 405, 409} <= seen


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
