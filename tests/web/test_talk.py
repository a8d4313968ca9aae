"""Who may talk at a table, and who is shown a line to talk into: the same people, over a real line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import httpx
import pytest

from tests.house import living

GAME, SEATS = "cash-and-run", 3
BOX = 'class="jr say"'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with living(tmp_path_factory.mktemp("talk"), bot_pause=3600) as url:
        yield url


@contextmanager
def visitor(address: str, name: str = "") -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, cookies={"name": quote(name)} if name else {}) as client:
        yield client


def opened(address: str, host: httpx.Client, deal: bool = True) -> str:
    """A table with a person and bots: its path."""
    form = {"game": GAME, "seats": str(SEATS), "name": "Ann"} | ({"bots": "1"} if deal else {})
    return str(host.post("/new", data=form).headers["location"])


@contextmanager
def watching(who: httpx.Client, path: str, query: str = "face=") -> Iterator[str]:
    """What a page is shown by its stream at first, while the stream is open."""
    with who.stream("GET", f"{path}/live?{query}") as stream:
        lines = stream.iter_lines()
        news = json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))
        talk = news["scene"]["talk"]
        yield BOX if talk is not None and not talk["hush"] else ""


def said(who: httpx.Client, path: str, text: str = "Good evening") -> int:
    return who.post(f"{path}/say", data={"text": text}).status_code


def heard(who: httpx.Client, path: str) -> str:
    return who.get(path).text


def test_who_sits_at_the_table_talks(address: str) -> None:
    with visitor(address) as host:
        path = opened(address, host)
        assert BOX in host.get(path).text
        assert said(host, path, "from a chair") == 303
        assert "from a chair" in heard(host, path)


def test_who_has_it_open_to_watch_talks(address: str) -> None:
    """While the page is open, and no longer; under a name that is nobody's at the table."""
    with visitor(address) as host, visitor(address, "Wim") as watcher:
        path = opened(address, host)
        assert BOX not in watcher.get(path).text  # not yet: nothing is open
        assert said(watcher, path) == 403
        with watching(watcher, path) as page:
            assert BOX in page
            assert said(watcher, path, "from the side") == 303
            assert BOX in watcher.get(path).text
        assert "<b>Wim:</b> from the side" in heard(host, path)
        for name in ("Ann", "ann", ""):
            with visitor(address, name) as imposter, watching(imposter, path):
                assert said(imposter, path, "I am the host, honestly") == 409
        assert "honestly" not in heard(host, path)


def test_strangers_do_not_talk(address: str) -> None:
    """A program that keeps no cookie, also while another one of its kind listens; nor anybody before the match."""
    with visitor(address) as host:
        path = opened(address, host)
        answer = httpx.post(f"{address}{path}/say", data={"text": "buy my coins"}, headers={"accept-language": "nl"})
        assert answer.status_code == 403
        assert "Praten kan wie aan tafel zit" in answer.text
        with httpx.stream("GET", f"{address}{path}/live") as stream:
            lines = stream.iter_lines()  # kept: a reader that is dropped hangs up
            next(lines)
            assert httpx.post(f"{address}{path}/say", data={"text": "buy my coins"}).status_code == 403
        assert "coins" not in heard(host, path)
        gathering = opened(address, host, deal=False)
        with visitor(address) as watcher:
            watcher.get(gathering)
            assert said(watcher, gathering) == 403
            assert BOX not in watcher.get(gathering).text


def test_a_big_screen_does_not_talk(address: str) -> None:
    """It shows what was said; whoever has only that open says nothing."""
    with visitor(address) as host, visitor(address, "Wim") as watcher:
        path = opened(address, host)
        said(host, path, "hear, hear")
        for who in (host, watcher):
            page = who.get(f"{path}/table").text
            assert BOX not in page
            assert "hear, hear" in page
        with watching(watcher, path, "open=1") as page:
            assert BOX not in page
            assert said(watcher, path) == 403


def test_programs_talk_with_their_key(address: str) -> None:
    with visitor(address) as line:
        seat = line.post("/api/tables", json={"game": GAME, "seats": SEATS, "name": "Robota", "bots": True}).json()
        path = f"/api/tables/{seat['code']}"
        key = {"authorization": f"Bearer {seat['key']}"}
        assert line.post(f"{path}/chat", headers=key, json={"text": "beep"}).status_code == 200
        assert line.post(f"{path}/chat", json={"text": "boop"}).status_code == 401
        with line.stream("GET", f"{path}/events") as stream:
            lines = stream.iter_lines()  # kept: a reader that is dropped hangs up
            next(lines)
            assert line.post(f"{path}/chat", json={"text": "boop"}).status_code == 401
        page = line.get(f"/t/{seat['code']}").text
        assert "beep" in page
        assert "boop" not in page
