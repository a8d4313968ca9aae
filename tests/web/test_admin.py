"""The owner's side: who gets in, what they do, what it comes to, and what it never shows."""

from __future__ import annotations

import asyncio
import html
import json
import re
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from bench.process import free_port
from click.testing import CliRunner

from speelhol.cli import cli
from speelhol.cli.serve import serve
from speelhol.client import House as Door
from speelhol.den.admin import AdminSettings
from speelhol.den.storage import store
from speelhol.web.server import run as serving
from speelhol.web.server.app import create_app
from speelhol.web.server.metrics import Access
from tests.house import served, url

from .owners import KEY, OWNER, dealt, do, house, opened, owner, sits, visitor

SECTIONS = ("", "/tables", "/tables/velvet-lamp-42", "/people", "/reports", "/bans", "/log", "/nothing")


# ---- who gets in


def answers(path: Path, admin: AdminSettings, client: str, *wheres: str, **more: Any) -> list[tuple[int, str]]:
    """What a house answers to somebody at an address, less where they are, which the links back repeat."""
    app: Any = create_app(url(path), admin=admin, **more)

    async def all_of_them() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, client=(client, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as line:
            return [await line.get(where) for where in wheres]

    told = asyncio.run(all_of_them())
    return [
        (one.status_code, one.text.replace(f'value="{where}"', "")) for one, where in zip(told, wheres, strict=True)
    ]


def test_without_a_key_there_is_no_owners_side(tmp_path: Path) -> None:
    with house(tmp_path, AdminSettings()) as address, visitor(address) as one:
        assert {one.get(f"/admin{where}").status_code for where in SECTIONS} == {404}
        assert one.post("/admin/enter", data={"key": ""}).status_code == 404
        assert one.post("/admin/do/announce", data={"text": "hello"}).status_code == 404
        assert "hello" not in one.get("/").text


def test_from_elsewhere_it_can_not_be_told_from_nothing(tmp_path: Path) -> None:
    every = ("/nothing-at-all", *(f"/admin{where}" for where in SECTIONS))
    told = answers(tmp_path, OWNER, "203.0.113.9", *every)
    assert [status for status, _ in told] == [404] * len(every)
    assert len(set(told)) == 1
    assert answers(tmp_path, OWNER, "127.0.0.1", "/admin", access=Access(proxied=True))[0][0] == 404
    assert answers(tmp_path, AdminSettings(KEY, anywhere=True), "203.0.113.9", "/admin")[0][0] == 403


def test_whoever_has_not_shown_the_key_sees_the_same_form_everywhere(tmp_path: Path) -> None:
    """What there is can't be found out by asking: neither which tables nor which pages."""
    with house(tmp_path) as address, visitor(address) as one:
        code = opened(one, "Ann").removeprefix("/t/")
        pages = {one.get(f"/admin{where}").text for where in (*SECTIONS[:-1], f"/tables/{code}")}
        # the links that change the language lead back to where one is
        assert len({re.sub(r'value="/admin[^"]*"', "", page) for page in pages}) == 1
        assert one.get("/admin").status_code == 403
        assert do(one, "delete", code=code).status_code == do(one, "delete", code="no-such-1").status_code == 403
        assert one.get(f"/t/{code}").status_code == 200


def test_guessing_is_limited_also_before_a_right_guess(tmp_path: Path) -> None:
    """For whoever comes from elsewhere; at the machine itself nobody's guesses lock the owner out."""
    admin = AdminSettings(KEY, anywhere=True)
    with house(tmp_path, admin, generosity=1.0) as address, visitor(address) as one:
        one.headers["x-forwarded-for"] = "203.0.113.9"
        for number in range(5):
            answer = one.post("/admin/enter", data={"key": f"guess-{number}"})
            assert (answer.status_code, "not the key" in answer.text) == (403, True)
        for key in ("another", KEY):
            assert one.post("/admin/enter", data={"key": key}).status_code == 429
        assert one.get("/admin").status_code == 403
        del one.headers["x-forwarded-for"]
        assert one.post("/admin/enter", data={"key": "another"}).status_code == 429
        assert one.post("/admin/enter", data={"key": KEY}).status_code == 200
        log = one.get("/admin/log").text
        assert log.count("showed a wrong key") == 5
        assert "guess" not in log
        assert one.get("/admin").status_code == 200
        for here in ("127.60.0.1", "127.61.0.3"):  # every address of the machine for itself
            with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address=here)) as near:
                shown = [near.post("/admin/enter", data={"key": key}).status_code for key in (*"abcdef", KEY)]
            assert shown == [403] * 5 + [429, 303], here


def test_the_cookie_of_an_owner_is_theirs_alone_and_ends(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as other:
        cookie = olga.cookies["admin"]
        other.cookies.set("admin", cookie, domain="127.0.0.1", path="/admin")
        assert other.get("/admin").status_code == 403  # it is of another browser
        until, _, rest = cookie.partition(".")
        forged = f"{int(until) + 999}.{rest}"
        olga.cookies.delete("admin")
        olga.cookies.set("admin", forged, domain="127.0.0.1", path="/admin")
        assert olga.get("/admin").status_code == 403
        olga.cookies.delete("admin")
        olga.cookies.set("admin", cookie, domain="127.0.0.1", path="/admin")
        assert olga.get("/admin").status_code == 200
        olga.post("/admin/leave")
        assert "admin" not in olga.cookies


@pytest.mark.parametrize(
    "name", ["Zoë", "O.K.", "a b", "a=b", "Ω", "a;b", '"q"', "100%", "%2E", "x,y", "", "日本", "é" * 40]
)
def test_an_owner_may_be_called_anything(tmp_path: Path, name: str) -> None:
    """Whatever the way of a cookie makes of their name."""
    with house(tmp_path) as address, owner(address, name) as olga:
        assert olga.get("/admin").status_code == 200
        do(olga, "announce", text="hello")
        who = re.findall(r"<td>([^<]*)</td><td>announced</td>", olga.get("/admin/log").text)
        assert [html.unescape(one) for one in who] == [name[:20] or "owner"]


def test_posts_of_other_sites_do_nothing(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga:
        for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
            answer = olga.post("/admin/do/announce", data={"text": "buy pills"}, headers=headers)
            assert answer.status_code == 403
        assert "pills" not in olga.get("/").text
        answer = olga.get("/admin")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert not re.search(r"<script>|<style|style=|onclick", answer.text)


def test_the_key_comes_from_the_command_line_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[AdminSettings] = []
    monkeypatch.setattr(serving, "serve", lambda *_, **named: given.append(named["admin"]))
    CliRunner().invoke(serve, ["--admin-key", KEY, "--admin-anywhere"])
    CliRunner().invoke(serve, [], env={"SPEELHOL_ADMIN_KEY": KEY})
    CliRunner().invoke(serve, [])
    CliRunner().invoke(serve, [], env={"SPEELHOL_ADMIN_KEY": KEY, "SPEELHOL_ADMIN_ANYWHERE": "1"})
    everywhere = AdminSettings(KEY, anywhere=True)
    assert given == [everywhere, AdminSettings(KEY), AdminSettings(), everywhere]


@pytest.mark.parametrize(
    ("arguments", "sorry"),
    [
        (["--admin-key", "short"], "too short"),
        (["--limit", "say=quick"], "such as say=8:0.5"),
        (["--limit", "nonsense=1:1"], "the kinds are act, "),
        (["--most", "nonsense=1"], "the kinds are streams, "),
        (
            ["--proxy", "nonsense"],
            "addresses or networks, such as 10.0.0.2 or 10.0.0.0/24,10.1.0.7; 'nonsense' is none.",
        ),
        (["--proxy", "10.0.0.2,localhost"], "'localhost' is none."),
        (["--proxy", ""], "'' is none."),
        (["--words", "/nowhere/words.txt"], "can't be read"),
    ],
)
def test_what_can_not_be_is_said_in_a_sentence(arguments: list[str], sorry: str) -> None:
    result = CliRunner().invoke(cli, ["serve", *arguments])
    assert result.exit_code == 2
    assert sorry in result.output
    assert "Traceback" not in result.output


def test_a_key_that_opens_nothing_is_told_of_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a proxy nobody counts as this machine, neither with a key that was given nor with one that is shown."""
    told: list[str] = []
    shown: list[str] = []

    def greet(*given: Any) -> None:
        shown.append(given[5])
        raise OSError("enough")

    monkeypatch.setattr(serving, "greet", greet)
    monkeypatch.setattr(serving, "configure", lambda _: None)
    monkeypatch.setattr(serving, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setattr(serving.log, "warning", lambda sentence, **_: told.append(sentence))
    for proxy, admin in product((None, "127.0.0.1"), (AdminSettings(), OWNER, AdminSettings(KEY, anywhere=True))):
        with pytest.raises(OSError, match="enough"):
            serving.serve(port=free_port(), data=tmp_path, proxy=proxy, admin=admin, public_url="https://a.example")
    assert told == [serving.NO_OWNER]
    assert [bool(key) for key in shown] == [True, False, False, False, False, False]


# ---- what it shows


def test_it_shows_tables_and_nothing_of_the_match(tmp_path: Path) -> None:
    """Only what everybody at the table may know: no card, no event, no seed."""
    app = create_app(url(tmp_path), 0.0, 100.0, 0, admin=OWNER)
    with served(app) as address, owner(address) as olga, visitor(address) as host, visitor(address) as guest:
        path = dealt(host, (guest, "Gus"))
        guest.post(f"{path}/say", data={"text": "good evening"})
        code = path.removeprefix("/t/")
        table = app.state.den.at_hand(code)
        assert code in olga.get("/admin/tables").text
        assert code in olga.get("/admin/tables", params={"name": code[:6]}).text
        assert code not in olga.get("/admin/tables", params={"name": "no-such"}).text
        page = olga.get(f"/admin/tables/{code}").text
        assert "good evening" in page
        assert "Hanna" in page
        secrets = [table.opened.secret, table.match.seed, table.opened.host]
        events = [host.get(path).text.partition('class="log"')[2].partition("</ol>")[0]]
        lines = re.findall(r"data-n=.*?<span>\s*(.*?)\s*</span>", events[0], re.DOTALL)
        assert lines
        every = page + "".join(olga.get(f"/admin{where}").text for where in SECTIONS[:2] + SECTIONS[3:7])
        assert [one for one in (*secrets[:2], *lines) if one and one in every] == []


@pytest.mark.parametrize("asleep", [False, True])
def test_what_happens_in_the_dark_shows_nowhere(tmp_path: Path, asleep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner may sit at the table, too: neither how much is written about it nor when tells them what others do
    in the dark, or note down for themselves; wherever the table is served."""
    app = create_app(url(tmp_path), 3600.0, 100.0, 0, admin=OWNER)
    den, rng = app.state.den, Random("dark")
    with served(app) as address, owner(address) as olga:
        loop = den.timers._task.get_loop()

        def done(work: Any) -> Any:
            return asyncio.run_coroutine_threadsafe(work, loop).result(60)

        table = done(den.open_table("casa-de-papel", 4, {}, "p0", name="Name 0"))
        for seat in range(1, 4):
            done(den.sit(table, seat, f"p{seat}", f"Name {seat}"))
        done(den.deal(table, "p0"))

        def play(seat: int) -> None:
            done(den.play(table, seat, table.view(seat).offers.sample(rng)))

        while not table.clock.discreet:
            play(table.playing.to_act[0])

        def shown() -> list[str]:
            if asleep:
                den._let_go(table.id)
            return [olga.get(f"/admin{where}").text for where in ("", "/tables", "/people", "/log")]

        before, now = shown(), den.now
        den.now = lambda: now() + 3 * 3600
        monkeypatch.setattr(store, "time", SimpleNamespace(time=den.now))
        one, two, *_ = table.playing.to_act
        play(one)
        play(two)
        done(den.undo(table, two))
        done(den.write_note(table, one, f"p{one}", "Ann bluffs"))
        assert table.unnoticed
        assert shown() == before
        done(den.pause(table, "p0"))
        assert shown()[1] != before[1]


def test_every_deed_is_written_down_with_who_did_it(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, owner(address, "Piet") as piet:
        with visitor(address) as host:
            code = opened(host, "Hanna").removeprefix("/t/")
        do(olga, "announce", text="tea at five")
        do(piet, "close", code=code)
        do(olga, "ban-range", range="203.0.113.0/24", days="7")
        do(piet, "delete", code=code)
    with house(tmp_path) as address, owner(address) as olga:  # it is in the database
        rows = re.findall(r"<td>(\w+)</td><td>([a-z ]+)</td><td>(.*?)</td>", olga.get("/admin/log").text)
    told = [
        ("Olga", "announced", "tea at five"),
        ("Piet", "closed a table", code),
        ("Olga", "banned", "203.0.113.0/24"),
    ]
    assert [*told, ("Piet", "deleted a table", code)] == [row for row in rows[::-1] if row[1] != "came in"]
    assert [row[0] for row in rows if row[1] == "came in"] == ["Olga", "Piet", "Olga"]


# ---- what the owner does


def test_an_announcement_is_on_every_page_at_once(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host:
        path = dealt(host)
        with host.stream("GET", f"{path}/live?holder=") as stream:
            lines = stream.iter_lines()
            while not next(lines).startswith("data:"):
                pass
            do(olga, "announce", text="The kitchen <closes> at ten.")
            while next(lines) != "event: announced":
                pass
            assert json.loads(next(lines).removeprefix("data: ")) == "The kitchen <closes> at ten."
        for where in ("/", "/lobby", "/new", path, f"{path}/table", "/rules/thieves", "/gallery", "/admin", "/nowhere"):
            assert "The kitchen &lt;closes&gt; at ten." in host.get(where).text, where
        do(olga, "announce", text="")
        assert "kitchen" not in host.get("/").text


def test_before_an_upgrade_nothing_is_played_and_no_clock_runs(tmp_path: Path) -> None:
    """Moves, talk and new tables are refused with a sentence, also after a restart; then all goes on as if no time had
    passed, and where the host had paused, the pause stays."""
    clock = 0.0

    def house_at(path: Path) -> Any:
        app = create_app(url(path), 0.0, 100.0, 0, admin=OWNER)
        real = app.state.den.now
        app.state.den.now = lambda: real() + clock
        return app

    app = house_at(tmp_path)
    paces = ({"kind": "match", "seconds": 600, "absent": "bot"}, None, {"kind": "move", "seconds": 60})
    with served(app) as address, owner(address) as olga, Door(address) as door, ExitStack() as later:
        timed, slack, own = (later.enter_context(door.open("thieves", 3, "Ann", pace=pace)) for pace in paces)
        for seat in (timed, slack, own):
            seat.fill()
            seat.deal()
        own.do("pause", paused=True)
        assert do(olga, "rest", on="1").status_code == 200
        for seat in (timed, slack):
            legal = app.state.den.at_hand(seat.code).playing.legal(seat.seat)
            with pytest.raises(ConnectionError, match="rests for a moment"):
                seat.play(next(iter(legal), "play bribe"))
        with pytest.raises(ConnectionError, match="rests for a moment"):
            door.open("thieves", 3, "Bob")
        with pytest.raises(ConnectionError, match="rests for a moment"):
            slack.say("hello?")
        do(olga, "announce", text="House closes at 23:00")
        assert "House closes at 23:00 · The house rests for a moment" in httpx.get(address).text
        codes = [seat.code for seat in (timed, slack, own)]
        left = app.state.den.at_hand(codes[0]).clock
        assert left.by_house
        assert left.paused is not None
    clock = 7200.0
    app = house_at(tmp_path)
    with served(app) as address, owner(address) as olga:
        assert "rests for a moment" in httpx.get(address).text
        assert "rests for a moment" in httpx.get(f"{address}/t/{codes[0]}").text
        do(olga, "rest", on="0")
        assert "rests for a moment" not in httpx.get(address).text
        for code in codes:
            httpx.get(f"{address}/t/{code}")
        tables = [app.state.den.at_hand(code) for code in codes]
        assert [table.clock.paused is not None for table in tables] == [False, False, True]
        now = app.state.den.now()
        waiting = [table.clock.deadline(0) for table in tables[:1] if 0 in table.playing.to_act]
        assert all(at is not None and now + 500 < at <= now + 601 for at in waiting)
        assert not any(chair.held for chair in tables[0].chairs)


def test_a_table_is_closed_and_deleted(tmp_path: Path) -> None:
    with house(tmp_path) as address, owner(address) as olga, visitor(address) as host:
        path = dealt(host)
        code = path.removeprefix("/t/")
        do(olga, "close", code=code)
        assert "The house closed the table. This table is closed" in host.get(path).text
        with host.stream("GET", f"{path}/live?holder=") as stream:
            lines = stream.iter_lines()
            while not next(lines).startswith("data:"):
                pass
            do(olga, "delete", code=code)
            list(lines)
        assert host.get(path).status_code == 404
        assert code not in olga.get("/admin/tables").text
        assert do(olga, "delete", code=code).status_code == 404
        again = opened(host, "Hanna")
        assert host.get(again).status_code == 200


# ---- words


def test_words_that_the_house_does_not_want(tmp_path: Path) -> None:
    unwanted = AdminSettings(words=("Darn", "blast*"))
    with house(tmp_path, unwanted) as address, visitor(address) as host, visitor(address) as guest:
        path = opened(host, "Hanna")
        for name in ("Darn", "d a r n", "DÂRN", "Blaster"):
            answer = sits(guest, path, name)
            assert (answer.status_code, "does not want that word" in answer.text) == (409, True), name
        assert sits(guest, path, "Darnell").status_code == 200
        host.post(f"{path}/fill")
        host.post(f"{path}/deal")
        assert guest.post(f"{path}/say", data={"text": "well, darn!"}).status_code == 409
        assert guest.post(f"{path}/say", data={"text": "a darning needle"}).status_code == 200
        assert "well, darn" not in host.get(path).text
